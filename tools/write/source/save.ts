import { changeSource, readSource, readSystem, sourceHash } from '../../../erp-client/index.ts'
import type { ObjectRef, Source } from '../../../erp-client/index.ts'
import { activateSaved, activationData } from '../../activate/activation.ts'
import type { ActivationReport } from '../../activate/activation.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import type { OperationName } from '../../operations.ts'
import { omitUndefined, refData } from '../../schema/output.ts'
import type { ToolResult } from '../../call/result.ts'
import { assertPart, lineCount, readPart, sourceHead } from '../../objects/sources.ts'
import { count, findingLines, refWords, systemWords } from '../../objects/words.ts'
import { compareTexts, diffSize } from './diff.ts'
import { confirmLoss } from '../row-loss.ts'
import { checkSaved, savedData } from './saved-check.ts'
import { checkUnsaved, verdictOf } from './unsaved.ts'

export interface SaveOptions {
  readonly action: string
  readonly ref: ObjectRef
  readonly part: string | undefined
  readonly transport: string | undefined
  readonly activate: boolean
  readonly dryRun: boolean
  /** The hash that the caller says the source has. */
  readonly expectedHash: string | undefined
  /** The caller wants the source replaced whatever it is. */
  readonly overwrite: boolean
  readonly confirm: string | undefined
  /** The draft is not checked after it is saved: the caller checks several together. */
  readonly unchecked?: boolean | undefined
  /** Only finds out whether the change can be made, and whether it would change anything. */
  readonly preflight?: boolean | undefined
  /**
   * New whole text from the current one; throws to refuse. Pure, and called again inside the lock.
   */
  readonly compute: (current: Source) => string | Promise<string>
}

/**
 * One source change: a dry run, or save and, where wished, activate; the outcome is always said.
 */
export async function saveSource(context: ToolContext, options: SaveOptions): Promise<ToolResult> {
  assertPart(options.ref, options.part)
  // Reading first costs a request and saves a lock: a refused edit never locks. Tables are always
  // looked at, because rows hang on them.
  const needsReading =
    options.dryRun ||
    options.preflight === true ||
    (!options.overwrite && options.expectedHash === undefined) ||
    options.ref.type === 'TABL'
  const before = needsReading ? await readBefore(context, options) : undefined
  const after =
    before === undefined
      ? undefined
      : await computeFresh(options, before, options.overwrite ? undefined : options.expectedHash)
  if (options.dryRun && before !== undefined && after !== undefined) {
    return await dryRun(context, options, { before, after })
  }
  if (before !== undefined && after !== undefined) {
    const question = await confirmLoss(context, {
      ref: options.ref,
      before: before.text,
      after,
      confirm: options.confirm
    })
    if (options.preflight === true) {
      return question ?? { kind: 'data', data: { changed: after !== before.text }, text: '' }
    }
    // What the policy forbids is refused at once, not after a question.
    if (question !== undefined) {
      return await context.change(
        { ref: options.ref, transport: options.transport },
        async () => question
      )
    }
  }
  try {
    return await save(context, options, before)
  } catch (error) {
    throw error instanceof ToolError && error.code === 'TOOL_STALE_HASH'
      ? await explainStale(context, options, error)
      : error
  }
}

/**
 * The newest source; a class part that does not exist yet counts as empty, for an update creates
 * it.
 */
async function readBefore(context: ToolContext, options: SaveOptions): Promise<Source> {
  const { ref, part, action } = options
  try {
    const source = await readPart(context, { ref, part })
    if (options.expectedHash === undefined && !options.overwrite) {
      await refuseForeignDraft(context, source)
    }
    return source
  } catch (error) {
    const missing =
      error instanceof ToolError &&
      error.code === 'ERP_NOT_FOUND' &&
      part !== undefined &&
      action === 'update'
    if (!missing) throw error
    await readPart(context, { ref })
    return { ref, part, text: '', version: 'inactive', hash: 'none', uri: '' }
  }
}

async function computeFresh(
  options: SaveOptions,
  current: Source,
  expected: string | undefined
): Promise<string> {
  if (expected !== undefined && current.hash !== expected) {
    // What an earlier call of the same batch has written is no conflict.
    if (options.preflight === true && (await isThere(options, current))) return current.text
    throw new ToolError(
      'TOOL_STALE_HASH',
      `${refWords(options.ref)} has the hash ${current.hash} now, not ${expected}: somebody changed it since it was read.`,
      {
        remedy:
          'Read it again with ERPRead, put your change into the new source, and use its hash. Nothing was changed.',
        data: { hash: current.hash }
      }
    )
  }
  return await options.compute(current)
}

async function isThere(options: SaveOptions, current: Source): Promise<boolean> {
  if (options.action !== 'update' && options.action !== 'edit_method') return false
  try {
    return (await options.compute(current)) === current.text
  } catch (error) {
    if (error instanceof ToolError) return false
    throw error
  }
}

/**
 * A draft of somebody else is not ours to build on unless the caller has seen it, which its hash
 * would prove.
 */
async function refuseForeignDraft(context: ToolContext, source: Source): Promise<void> {
  const owner = source.metadata?.changedBy
  if (source.version !== 'inactive' || owner === undefined) return
  const own = context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
  if (owner.toUpperCase() === own.toUpperCase()) return
  const active = await activeText(context, source)
  throw new ToolError(
    'TOOL_FOREIGN_DRAFT',
    `${refWords(source.ref)} has an inactive draft of ${owner} (hash ${source.hash}).`,
    {
      remedy: `Nothing was changed. To build on that draft, give expectedHash ${source.hash}. The draft against the active version:\n${(await compareTexts(active, source.text, context.signal)).text}`,
      data: { hash: source.hash, draftOf: owner }
    }
  )
}

async function activeText(context: ToolContext, { ref, part }: Source): Promise<string> {
  try {
    return (await readSource(context.erp, { ref, part, version: 'active' }, context.signal)).text
  } catch {
    context.signal.throwIfAborted()
    return ''
  }
}

async function explainStale(
  context: ToolContext,
  options: SaveOptions,
  error: ToolError
): Promise<ToolError> {
  const current = await readPart(context, { ref: options.ref, part: options.part })
  // A draft that was never active has nothing to be compared with.
  const active = current.version === 'inactive' ? await activeText(context, current) : ''
  const known = sourceHash(active) === options.expectedHash
  const { text } = await (known
    ? compareTexts(active, current.text, context.signal)
    : compareTexts(
        current.text,
        options.action === 'update' ? await options.compute(current) : current.text,
        context.signal
      ))
  const what = known ? 'What changed since' : 'From the source as it is now to yours'
  return new ToolError(error.code, error.message, {
    ...error.details,
    showsSource: true,
    remedy: `${error.details.remedy ?? ''}${text === '' ? '' : `\n${what}:\n${text}`}`
  })
}

async function dryRun(
  context: ToolContext,
  options: SaveOptions,
  { before, after }: { before: Source; after: string }
): Promise<ToolResult> {
  const { ref, transport, activate } = options
  const operations: readonly OperationName[] = activate ? ['update', 'activate'] : ['update']
  const [check, refusal] = await Promise.all([
    // A part that does not exist yet has nothing that it could be checked in.
    before.hash === 'none'
      ? { processed: false, findings: [] }
      : checkUnsaved(context, { ref, part: options.part, source: after }),
    context.refusalOf(operations, [{ ref, transport }])
  ])
  const loss = await confirmLoss(context, { ref, before: before.text, after, confirm: undefined })
  const diff = await compareTexts(before.text, after, context.signal)
  return {
    kind: 'text',
    verbatim: [],
    text: [
      sourceHead(context.erp, {
        source: before,
        completeness: `DRY RUN: ${diffSize(diff)}, nothing saved`
      }),
      ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
      ...(loss?.kind === 'confirm' ? [loss.text] : []),
      verdictOf(check),
      ...findingLines(check.findings),
      diff.text === '' ? 'The source would stay as it is.' : diff.text
    ].join('\n'),
    ...(loss?.kind === 'confirm' ? { digest: loss.digest } : {})
  }
}

async function save(
  context: ToolContext,
  options: SaveOptions,
  before: Source | undefined
): Promise<ToolResult> {
  const { ref, part, transport } = options
  const blind = options.overwrite && before === undefined
  const created = before?.hash === 'none'
  const expected = options.overwrite ? before?.hash : (options.expectedHash ?? before?.hash)
  return await context.change({ ref, transport, locked: true }, async (erp, recheck) => {
    let after = ''
    const changed = await changeSource(
      erp,
      {
        ref,
        part,
        transport,
        async edit(current) {
          after = await computeFresh(options, current, created ? undefined : expected)
          return after
        },
        createPart: options.action === 'update' && part !== undefined && part !== 'main',
        ...(blind ? { readBefore: false } : {})
      },
      { recheck, signal: context.signal }
    )
    const activation = options.activate ? await activateSaved(context, erp, [ref]) : undefined
    return await report(context, options, {
      before: blind ? undefined : changed.before.text,
      after,
      changed,
      activation
    })
  })
}

interface Saved {
  readonly before: string | undefined
  readonly after: string
  readonly changed: {
    readonly hash: string
    readonly changed: boolean
    readonly transport?: string | undefined
    readonly before: Source
  }
  readonly activation: ActivationReport | undefined
}

async function report(
  context: ToolContext,
  options: SaveOptions,
  { before, after, changed, activation }: Saved
): Promise<ToolResult> {
  const { ref, part } = options
  // It is saved: whether somebody still waits for the difference must not turn that into a failure.
  const diff = before === undefined ? undefined : await compareTexts(before, after)
  const version = activation?.outcome === 'activated' ? 'active' : 'inactive'
  const facts = [
    systemWords(context.erp),
    `${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}`,
    `hash ${changed.hash}`,
    count(lineCount(after), 'line'),
    ...(diff === undefined ? [] : [diffSize(diff)]),
    ...(changed.transport === undefined ? [] : [`recorded in ${changed.transport}`])
  ].join(' · ')
  const saved = changed.changed ? 'Saved' : 'Unchanged: the source was already so'
  const check =
    activation === undefined && changed.changed && options.unchecked !== true
      ? await checkSaved(context, ref)
      : undefined
  const next = activation?.lines ?? check?.lines ?? []
  const lines = [
    `${saved} · ${facts}`,
    ...(changed.changed || activation !== undefined ? next : []),
    ...(diff === undefined || diff.text === '' ? [] : [diff.text])
  ]
  const data = omitUndefined({
    system: systemWords(context.erp),
    outcome: 'done',
    object: refData(ref),
    include: part === 'main' ? undefined : part,
    changed: changed.changed,
    version,
    hash: changed.hash,
    previousHash: before === undefined ? undefined : changed.before.hash,
    transport: changed.transport,
    ...(check === undefined ? {} : savedData(check)),
    ...activationData(activation)
  })
  return activation === undefined || activation.outcome === 'activated'
    ? { kind: 'data', data, text: lines.join('\n') }
    : {
        kind: 'error',
        code: activation.code,
        text: lines.join('\n'),
        data: { ...data, outcome: activation.outcome, saved: true }
      }
}
