/** The real run of a change of many sources: each under its lock, and the state of each at the end. */
import { changeSource, isErpError, sourceHash } from '../../erp-client/index.ts'
import type { ErpWriter, ObjectRef } from '../../erp-client/index.ts'
import { activateSaved, activationData, changeResult, listedAbove } from '../activate/activation.ts'
import type { Recheck, ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { failureResult } from '../failure/result.ts'
import { readPart } from '../objects/sources.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { checkBatch } from '../write/batch/check.ts'
import { savedData } from '../write/source/saved-check.ts'
import { namesByType, placesIn, refsOf, sourceWords } from './changed-source.ts'
import type { ChangedSource, SourcesChange } from './changed-source.ts'
import type { Screened } from './screen.ts'
import { byWords, exceptionLines, exceptionsOf, sizeWords } from './shown-plan.ts'

interface Writing {
  readonly erp: ErpWriter
  readonly recheck: Recheck
  readonly screened: Screened
}

type State = 'done' | 'otherwise' | 'failed' | 'unknown' | 'not begun'

const titles: Readonly<Record<State, string>> = {
  done: 'Done',
  otherwise: 'Saved, but with another text',
  failed: 'Failed, nothing of it was changed',
  unknown: 'Outcome unknown (read it with ERPRead)',
  'not begun': 'Not begun'
}

interface Progress {
  readonly source: ChangedSource
  readonly state: State
}

/** Writes all sources; the first failure stops the rest. */
export async function writeSources(
  context: ToolContext,
  change: SourcesChange,
  writing: Writing
): Promise<ToolResult> {
  if (change.send !== undefined) return await sendAll(context, change, writing)
  const progress: Progress[] = writing.screened.sources.map(source => ({
    source,
    state: 'not begun'
  }))
  for (const [at, { source }] of progress.entries()) {
    context.progress({ done: at, total: progress.length, message: sourceWords(source.before) })
    const failure = await attempt(context, async () => {
      await writeOne(context, change, { source, writing })
    })
    const state = failure === undefined ? 'done' : failure.state
    progress[at] = { source, state }
    if (failure !== undefined) return stopped(context, change, { progress, failure })
  }
  return await finished(context, change, writing)
}

async function writeOne(
  context: ToolContext,
  change: SourcesChange,
  { source: { before, after }, writing }: { source: ChangedSource; writing: Writing }
): Promise<void> {
  const { ref, part, hash } = before
  const isHeld = writing.screened.holders.has(refWords(ref))
  await changeSource(
    writing.erp,
    {
      ref,
      part,
      // The request that records the object is the only one possible.
      transport: isHeld ? undefined : change.transport,
      edit(current) {
        if (current.hash === hash) return after
        throw new ToolError(
          'TOOL_STALE_HASH',
          `${sourceWords(before)} has the hash ${current.hash} now, not ${hash}: it was changed meanwhile.`,
          { outcome: 'failed' }
        )
      }
    },
    { recheck: writing.recheck, signal: context.signal }
  )
}

interface Failure {
  readonly state: State
  readonly result: Extract<ToolResult, { kind: 'error' }>
}

/** Codes of a call that ends between two sources. */
const ends: ReadonlySet<string> = new Set(['TOOL_CANCELLED', 'TOOL_TIMEOUT'])

async function attempt(
  context: ToolContext,
  work: () => Promise<void>
): Promise<Failure | undefined> {
  try {
    context.signal.throwIfAborted()
    await work()
    return undefined
  } catch (error) {
    const unknown = isErpError(error)
      ? error.outcome === 'unknown'
      : !(error instanceof ToolError) && !context.signal.aborted
    const { signal, log } = context
    const result = failureResult(error, { signal, log, changes: unknown })
    const state = unknown || result.code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'failed'
    return { state: ends.has(result.code) ? 'not begun' : state, result }
  }
}

/** The ERP writes all in one request; its answer does not say what it has written. */
async function sendAll(
  context: ToolContext,
  change: SourcesChange,
  writing: Writing
): Promise<ToolResult> {
  const { sources } = writing.screened
  const failure = await attempt(context, async () => await change.send?.(writing.erp))
  if (failure?.state === 'failed' || failure?.state === 'not begun') return failure.result
  const progress = await inParallel(sources, async source => ({
    source,
    state: await stateNow(context, source)
  }))
  if (progress.every(({ state }) => state === 'done')) {
    return await finished(context, change, writing)
  }
  return stopped(context, change, { progress, failure: failure ?? ignored(progress) })
}

async function stateNow(
  context: ToolContext,
  { before: { ref, part, hash }, after }: ChangedSource
): Promise<State> {
  try {
    const now = (await readPart(context, { ref, part })).hash
    return now === sourceHash(after) ? 'done' : now === hash ? 'not begun' : 'otherwise'
  } catch (error) {
    if (isErpError(error) || error instanceof ToolError) return 'unknown'
    throw error
  }
}

/** The ERP answers with success even where it changed nothing. */
function ignored(progress: readonly Progress[]): Failure {
  if (progress.some(({ state }) => state === 'unknown')) {
    const text =
      'OUTCOME_UNKNOWN: the ERP accepted the change, and its sources could not be read again.'
    return { state: 'unknown', result: { kind: 'error', code: 'OUTCOME_UNKNOWN', text } }
  }
  const nothing = progress.every(({ state }) => state === 'not begun')
  const message = nothing
    ? 'the ERP accepted the change and did nothing.'
    : 'the ERP accepted the change and did not make it everywhere as planned.'
  return {
    state: 'otherwise',
    result: {
      kind: 'error',
      code: 'ERP_BAD_REQUEST',
      text: `ERP_BAD_REQUEST: ${message} Read the sources and change the places by edits.`
    }
  }
}

interface Stop {
  readonly progress: readonly Progress[]
  readonly failure: Failure
}

function stopped(
  context: ToolContext,
  change: SourcesChange,
  { progress, failure: { result } }: Stop
): ToolResult {
  const states = (Object.keys(titles) as State[]).flatMap(state => {
    const own = progress.filter(one => one.state === state).map(({ source }) => source)
    return own.length === 0 ? [] : [{ state, own }]
  })
  const isUnknown = states.some(({ state }) => state === 'unknown')
  return {
    kind: 'error',
    code: result.code,
    text: [
      `${result.text}`,
      `Stopped: ${change.title}.`,
      ...states.map(({ state, own }) => `${titles[state]}: ${namesByType(refsOf(own))}.`),
      'Nothing was activated. The same call with dryRun: true and without confirm shows what is left; it goes on from there.'
    ].join('\n'),
    data: omitUndefined({
      system: systemWords(context.erp),
      code: result.code,
      outcome: isUnknown ? 'unknown' : 'failed',
      states: Object.fromEntries(states.map(({ state, own }) => [state, own.map(nameOf)]))
    })
  }
}

const nameOf = ({ before }: ChangedSource) => sourceWords(before)

async function finished(
  context: ToolContext,
  change: SourcesChange,
  { erp, screened }: Writing
): Promise<ToolResult> {
  const { sources } = screened
  const refs: ObjectRef[] = refsOf(sources)
  const activation = change.activate ? await activateSaved(context, erp, refs) : undefined
  const check = activation === undefined ? await checkBatch(context, refs) : undefined
  const system = systemWords(context.erp)
  const exceptions = exceptionsOf(change, screened)
  // The dry run that gave the digest has named them.
  const isKnown = change.confirm !== undefined
  const data = omitUndefined({
    system,
    outcome: 'done',
    ...change.data,
    by: change.by,
    objects: isKnown ? undefined : refs.map(refData),
    objectCount: isKnown ? refs.length : undefined,
    places: placesIn(sources),
    leftAlone: exceptions.length === 0 ? undefined : exceptions.length,
    transport: change.transport,
    ...(check === undefined ? {} : savedData(check)),
    ...activationData(activation)
  })
  const text = [
    `${change.done} · ${system} · ${sizeWords(sources)}${byWords(change)}`,
    ...(isKnown ? [] : [namesByType(refs), ...exceptionLines(exceptions)]),
    ...(activation === undefined ? (check?.lines ?? []) : listedAbove(activation))
  ].join('\n')
  return changeResult(activation, { data, text }, { saved: true })
}
