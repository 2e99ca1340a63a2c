/** Lists, sets and deletes breakpoints of the ERP GUI. */
import {
  deleteBreakpoint,
  listBreakpoints,
  setBreakpoints,
  localBreakpoints
} from '../../erp-client/index.ts'
import type { Breakpoint, DebugIdentity } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, placeWords, refWords, systemWords } from '../objects/words.ts'
import { plannedBreakpoint, terminalIdentity } from './debug/options.ts'
import type { BreakpointArguments } from './debug/options.ts'

/**
 * The breakpoints of the caller's user and terminal: those that the ERP lists, and those that
 * this bridge has set.
 */
export async function breakpoints(context: ToolContext): Promise<ToolResult> {
  const identity = await terminalIdentity(context)
  const atErp = await onRelease(
    context,
    'debugger',
    async () => await listBreakpoints(context.erp, { identity }, context.signal)
  )
  const here = await localBreakpoints(context.erp)
  const all = new Map([...atErp, ...here.values()].map(one => [one.id, one]))
  const lines = [...all.values()].map(one => `${breakpointWords(one)}\n  id ${one.id}`)
  return {
    ...answer(context, { identity, list: [...all.values()], verdict: 'listed' }),
    text: [
      `${systemWords(context.erp)} · ${count(all.size, 'breakpoint')} of ${identity.requestUser}`,
      ...lines,
      'Many releases tell of none: then these are only the ones that this bridge has set since its start.'
    ].join('\n')
  }
}

/** Sets one, beside those that are there. */
export async function setBreakpoint(
  context: ToolContext,
  args: BreakpointArguments
): Promise<ToolResult> {
  const identity = await terminalIdentity(context)
  const { options: planned, ref } = await plannedBreakpoint(context, args)
  const [made] = await context.change(
    ref === undefined ? [] : { ref },
    async erp =>
      await onRelease(
        context,
        'debugger',
        async () => await setBreakpoints(erp, { identity, requested: [planned] }, context.signal)
      )
  )
  if (made === undefined || made.refused !== undefined) {
    throw refusedError(made === undefined ? [] : [made])
  }
  const here = await localBreakpoints(context.erp)
  here.set(made.id, made)
  return {
    ...answer(context, { identity, list: [made], verdict: 'set' }),
    text: `${systemWords(context.erp)} · set ${breakpointWords(made)} for ${identity.requestUser}\n  id ${made.id}\nERPDiagnose delete_breakpoint removes it.`
  }
}

export async function removeBreakpoint(
  context: ToolContext,
  { id }: { id: string }
): Promise<ToolResult> {
  const identity = await terminalIdentity(context)
  await context.change([], async erp => {
    await onRelease(context, 'debugger', async () => {
      await deleteBreakpoint(erp, { identity, id })
    })
  })
  const here = await localBreakpoints(context.erp)
  here.delete(id)
  return {
    ...answer(context, { identity, list: [], verdict: 'deleted' }),
    text: `${systemWords(context.erp)} · deleted breakpoint ${id} of ${identity.requestUser}`
  }
}

export function refusedError(refused: readonly Breakpoint[]): ToolError {
  const reasons = [...new Set(refused.map(one => one.refused ?? ''))].join('; ')
  return new ToolError(
    'TOOL_BAD_BREAKPOINT',
    `The ERP sets no breakpoint there: ${reasons === '' ? 'it gives no reason' : reasons}.`,
    {
      remedy:
        'Give the line of an executable statement of the active version; ERPRead shows the lines.',
      outcome: 'failed'
    }
  )
}

interface BreakpointAnswer {
  readonly identity: DebugIdentity
  readonly list: readonly Breakpoint[]
  readonly verdict: string
}

function answer(
  context: ToolContext,
  { identity, list, verdict }: BreakpointAnswer
): { kind: 'data'; data: object } {
  return {
    kind: 'data',
    data: {
      system: systemWords(context.erp),
      verdict,
      objects: list.flatMap(({ place }) => (place === undefined ? [] : [refData(place)])),
      user: identity.requestUser,
      breakpoints: list.map(breakpointData)
    }
  }
}

export function breakpointData({ id, kind, place, what, condition, refused }: Breakpoint): object {
  return omitUndefined({
    id: id === '' ? undefined : id,
    kind,
    object: place === undefined ? undefined : refData(place),
    include: place?.part === undefined || place.part === 'main' ? undefined : place.part,
    line: place?.line,
    what: what === '' ? undefined : what,
    condition: condition === '' ? undefined : condition,
    refused
  })
}

export function breakpointWords({ kind, place, what, condition }: Breakpoint): string {
  const where = place === undefined ? what : `${refWords(place)} ${placeWords(place)}`
  return `${kind} ${where}${condition === '' ? '' : ` if ${condition}`}`
}
