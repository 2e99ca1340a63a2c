/**
 * Deletes one object; what is used, or holds rows, only with a confirmation. The answer hands back
 * what was deleted.
 */
import { createHash } from 'node:crypto'
import { deleteObject, isErpError, readMetadata } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ConfirmResult, ToolResult } from '../call/result.ts'
import { readPart } from '../objects/sources.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { remainsLines, remainsOf, tooLong } from './remains.ts'
import type { Remains } from './remains.ts'
import { confirmLoss } from './row-loss.ts'
import { usersOf, userWords } from './users.ts'
import type { Users } from './users.ts'

export interface RemoveOptions {
  readonly ref: ObjectRef
  readonly transport: string | undefined
  readonly confirm: string | undefined
  readonly dryRun: boolean
  /** Only finds out whether the deletion can be made without a question. */
  readonly preflight?: boolean | undefined
  /** Objects that are deleted with this one: they are no reason to keep it. */
  readonly alsoDeleted?: readonly ObjectRef[] | undefined
}

export async function removeObject(
  context: ToolContext,
  options: RemoveOptions
): Promise<ToolResult> {
  const { ref, transport } = options
  if (options.dryRun) return await dryRun(context, options)
  if (options.preflight === true) return await preflight(context, options)
  // What the policy forbids is refused before anything is read or asked.
  return await context.change({ ref, transport }, async (erp, recheck) => {
    const remains = await remainsOf(context, ref)
    // A batch has asked before its first change, and deletes users first.
    const question =
      options.alsoDeleted === undefined ? await questionOf(context, options, remains) : undefined
    if (question !== undefined) return question
    await deleteObject(erp, { ref, transport }, { recheck, signal: context.signal })
    return deleted(context, options, remains)
  })
}

async function preflight(context: ToolContext, options: RemoveOptions): Promise<ToolResult> {
  const question = await questionOf(context, options, await remainsOf(context, options.ref))
  return question ?? { kind: 'data', data: { changed: true }, text: '' }
}

function deleted(
  context: ToolContext,
  { ref, transport }: RemoveOptions,
  remains: Remains
): ToolResult {
  const system = systemWords(context.erp)
  const recorded = transport === undefined ? '' : ` · recorded in ${transport}`
  const lines = remainsLines(context, remains)
  return {
    kind: 'data',
    verbatim: ['was'],
    data: omitUndefined({
      system,
      outcome: 'done',
      object: refData(ref),
      transport,
      was: lines.length === 0 ? undefined : lines.join('\n')
    }),
    text: [`Deleted · ${system} · ${refWords(ref)}${recorded}`, ...lines].join('\n')
  }
}

/** True only where the ERP says so; what else hinders a look is met by the deletion itself. */
export async function isGone(context: ToolContext, ref: ObjectRef): Promise<boolean> {
  try {
    await readMetadata(context.erp, { ref }, context.signal)
    return false
  } catch (error) {
    context.signal.throwIfAborted()
    if (!isErpError(error)) throw error
    return error.code === 'ERP_NOT_FOUND'
  }
}

/**
 * The rows of a table, or the users of an object; undefined where nothing is to be asked or the
 * right handle came back.
 */
async function questionOf(
  context: ToolContext,
  options: RemoveOptions,
  remains: Remains
): Promise<ConfirmResult | undefined> {
  const { ref, confirm, alsoDeleted } = options
  const users = await usersOf(context, ref, alsoDeleted)
  const rows = await rowQuestion(context, options, users)
  if (ref.type === 'TABL') return rows
  const isFree =
    users.known !== 'unknown' && users.names.length === 0 && tooLong(context, remains) === undefined
  return isFree ? undefined : usedQuestion(context, { ref, users, remains, confirm })
}

/** The confirmation of a table knows its columns, its rows and its users. */
async function rowQuestion(
  context: ToolContext,
  { ref, confirm }: RemoveOptions,
  users: Users
): Promise<ConfirmResult | undefined> {
  if (ref.type !== 'TABL') return undefined
  const { text } = await readPart(context, { ref })
  const question = await confirmLoss(context, {
    ref,
    before: text,
    after: undefined,
    confirm,
    users: userWords(users)
  })
  return question?.kind === 'confirm' ? question : undefined
}

interface Used {
  readonly ref: ObjectRef
  readonly users: Users
  readonly remains: Remains
  readonly confirm: string | undefined
}

function usedQuestion(
  context: ToolContext,
  { ref, users, remains, confirm }: Used
): ConfirmResult | undefined {
  const facts = [
    systemWords(context.erp),
    refWords(ref),
    users.known,
    users.names.toSorted(),
    remains.hash
  ]
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24)
  if (confirm === digest) return undefined
  const bytes = tooLong(context, remains)
  const lost =
    bytes === undefined
      ? ''
      : ` Its source (${bytes} bytes) is too long to be handed back: read it before.`
  const question = `Delete ${refWords(ref)}? ${userWords(users)}${lost}`
  const stale =
    confirm === undefined ? '' : 'The given `confirm` belongs to another change or to other facts. '
  return {
    kind: 'confirm',
    question,
    digest,
    text:
      `NOT DONE: this needs a confirmation. ${question}` +
      `${users.names.length === 0 ? '' : ' What uses it has syntax errors afterwards.'}\n` +
      `${stale}If the user agrees, repeat the call with confirm: "${digest}".`
  }
}

async function dryRun(context: ToolContext, options: RemoveOptions): Promise<ToolResult> {
  const { ref, transport } = options
  const [metadata, users, refusal, remains] = await Promise.all([
    readMetadata(context.erp, { ref }, context.signal),
    usersOf(context, ref, options.alsoDeleted),
    context.refusalOf(['delete'], [{ ref, transport }]),
    remainsOf(context, ref)
  ])
  const { package: home, changedBy } = metadata
  const place = `${home === undefined ? '' : ` in package ${home}`}${changedBy === undefined ? '' : `, last changed by ${changedBy}`}`
  const question =
    (await rowQuestion(context, { ...options, confirm: undefined }, users)) ??
    (ref.type !== 'TABL' && (users.names.length > 0 || tooLong(context, remains) !== undefined)
      ? usedQuestion(context, { ref, users, remains, confirm: undefined })
      : undefined)
  const head = `${systemWords(context.erp)} · DRY RUN of deleting ${refWords(ref)}${place} · nothing deleted`
  const refused = refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]
  return {
    kind: 'text',
    text: [
      head,
      ...refused,
      ...(question === undefined ? [userWords(users)] : [question.text])
    ].join('\n'),
    ...(question === undefined ? {} : { digest: question.digest })
  }
}
