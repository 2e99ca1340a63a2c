/** Renames a symbol with the refactoring of the ERP. */
import { executeRefactoring, objectOfUri, planRename } from '../../erp-client/index.ts'
import type {
  ObjectRef,
  RefactoringPlan,
  RenamePlan,
  Source,
  TouchedObject
} from '../../erp-client/index.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import { lineStarts } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { findPosition } from '../objects/position.ts'
import type { PositionOptions } from '../objects/position.ts'
import { readPart } from '../objects/sources.ts'
import { changeSources } from './change-sources.ts'
import { sourceWords } from './changed-source.ts'
import type { ChangedSource, Exception } from './changed-source.ts'
import { applied } from './quick-fix.ts'

export interface RenameOptions {
  readonly ref: ObjectRef
  readonly position: PositionOptions
  readonly newName: string
  readonly transport: string | undefined
  readonly dryRun: boolean
  readonly activate: boolean
  readonly confirm: string | undefined
}

const name = /^[A-Za-z_/<][\w/<>~-]{0,59}$/

/** Renames a symbol in every object that uses it; each of them must be permitted. */
export async function rename(context: ToolContext, options: RenameOptions): Promise<ToolResult> {
  const { newName, transport, dryRun, activate, confirm } = options
  const plan = await planOf(context, options)
  return await changeSources(context, {
    title: `renaming ${plan.oldName} to ${newName}`,
    done: `Renamed ${plan.oldName} to ${newName}`,
    ...(await changedByPlan(context, plan)),
    exceptions: [],
    transport,
    activate,
    dryRun,
    confirm,
    digest: 'optional',
    extent: 'whole',
    by: 'the ERP',
    send: async erp => await executeRefactoring(erp, { plan, transport }, context.signal),
    data: { from: plan.oldName, to: newName },
    asBefore: withOldName(plan)
  })
}

async function planOf(context: ToolContext, options: RenameOptions): Promise<RenamePlan> {
  const { ref, newName } = options
  if (!name.test(newName)) {
    throw badArguments(`\`newName\` is ${JSON.stringify(newName.slice(0, 60))}, which is no name.`)
  }
  const at = await findPosition(context, ref, options.position)
  if (at === undefined) {
    throw badArguments(
      'What is to be renamed is not named.',
      'Give `method`, `symbol`, or `line` with `column`.'
    )
  }
  const { source, line, column, endColumn } = at
  return await planRename(
    context.erp,
    { ref, part: source.part, line, column, endColumn, newName },
    context.signal
  )
}

interface Renamed extends ChangedSource {
  readonly edits: TouchedObject['edits']
}

/** The policy cannot judge an object of unknown type, so it is refused. */
export async function changedByPlan(
  context: ToolContext,
  plan: RefactoringPlan
): Promise<{ readonly sources: readonly Renamed[]; readonly unfit: readonly Exception[] }> {
  const unknown = plan.touched.find(({ ref }) => ref === undefined)
  if (unknown !== undefined) {
    throw new ToolError(
      'BLOCKED_PACKAGE',
      `The refactoring would touch ${unknown.name || unknown.uri.slice(0, 120)}, whose package cannot be determined.`,
      { remedy: 'Change the places by edits. Nothing was sent.', setting: '--allowed-packages' }
    )
  }
  const groups = Map.groupBy(
    plan.touched.flatMap(({ ref, uri, edits }) =>
      ref === undefined || edits.length === 0 ? [] : [{ ref, part: objectOfUri(uri)?.part, edits }]
    ),
    sourceWords
  )
  const found = await inParallel([...groups.values()], async own => {
    const edits = own.flatMap(one => one.edits)
    const [{ ref, part } = { ref: { type: '', name: '' }, part: undefined }] = own
    return changedSource(await readPart(context, { ref, part }), edits)
  })
  return {
    sources: found.filter(one => 'after' in one),
    unfit: found.filter(one => 'why' in one)
  }
}

/** The source with the new name, where it is the text that the ERP made its plan of. */
function changedSource(before: Source, edits: TouchedObject['edits']): Renamed | Exception {
  const starts = lineStarts(before.text)
  const differs = edits.some(({ line, column, before: old }) => {
    const start = (starts[line - 1] ?? before.text.length) + column - 1
    return before.text.slice(start, start + old.length).toLowerCase() !== toLf(old).toLowerCase()
  })
  if (!differs) {
    return { before, after: applied(before.text, edits), places: edits.length, edits }
  }
  const { ref, part, version, metadata } = before
  const draft =
    version === 'inactive'
      ? `inactive draft of ${metadata?.changedBy ?? 'an unknown user'}`
      : 'its text'
  return { ref, part, why: `${draft} differs from what the ERP planned with` }
}

/** Words of a finding or a line, with the old name and in one case. */
function withOldName({ oldName, newName }: RenamePlan): (text: string) => string {
  const [old, now] = [oldName.toLowerCase(), newName.toLowerCase()]
  return text => text.toLowerCase().replaceAll(now, () => old)
}
