/**
 * Deletes one object. An object that is used, or a table with rows, needs a confirmation; the
 * answer contains what was deleted.
 */
import { createHash } from 'node:crypto'
import { deleteObject, isErpError, readMetadata } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { stageDeletion } from '../change-sets/stage-changes.ts'
import { canRecreate, deletionLimits } from '../journal/deletion-limits.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ConfirmResult, ToolResult } from '../call/result.ts'
import { readPart } from '../objects/sources.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { contentLines, readContent, tooLong } from './deleted-content.ts'
import type { DeletedContent } from './deleted-content.ts'
import { confirmLoss } from './row-loss.ts'
import { plannedChange } from './planned-change.ts'
import type { ChangePlan } from './planned-change.ts'
import { usersOf, userWords } from './users.ts'
import type { Users } from './users.ts'

export interface RemoveOptions {
  readonly ref: ObjectRef
  readonly transport: string | undefined
  readonly confirm: string | undefined
  readonly dryRun: boolean
  /** Only determines whether the deletion needs a confirmation. */
  readonly preflight?: boolean | undefined
  /** Objects that are deleted with this one: their uses of it do not count. */
  readonly alsoDeleted?: readonly ObjectRef[] | undefined
}

export async function removeObject(
  context: ToolContext,
  options: RemoveOptions
): Promise<ToolResult> {
  const { ref, transport, dryRun } = options
  if (options.preflight === true && !dryRun) return await preflight(context, options)
  return await plannedChange(context, {
    dryRun,
    operations: ['delete'],
    targets: [{ ref, transport }],
    plan: async () => await planOf(context, options),
    // The policy refuses a forbidden deletion before anything is read or asked.
    execute: async (erp, recheck) => {
      if (context.staging !== undefined) {
        return await stageDeletion(context, context.staging, { ref, transport })
      }
      const content = await readContent(context, ref)
      // A batch is confirmed before its first change, and deletes users first.
      const question =
        options.alsoDeleted === undefined ? await questionOf(context, options, content) : undefined
      if (question !== undefined) return question
      await deleteObject(erp, { ref, transport }, { recheck, signal: context.signal })
      return deleted(context, options, content)
    }
  })
}

async function preflight(context: ToolContext, options: RemoveOptions): Promise<ToolResult> {
  const question = await questionOf(context, options, await readContent(context, options.ref))
  return question ?? { kind: 'data', data: { changed: true }, text: '' }
}

function deleted(
  context: ToolContext,
  { ref, transport }: RemoveOptions,
  content: DeletedContent
): ToolResult {
  const system = systemWords(context.erp)
  const recorded = transport === undefined ? '' : ` · recorded in ${transport}`
  const lines = contentLines(context, content)
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

/** True only where the ERP reports it; every other failure appears at the deletion itself. */
export async function isDeleted(context: ToolContext, ref: ObjectRef): Promise<boolean> {
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
 * Asks about the rows of a table or the users of an object; undefined where no question is needed
 * or `confirm` answers it.
 */
async function questionOf(
  context: ToolContext,
  options: RemoveOptions,
  content: DeletedContent
): Promise<ConfirmResult | undefined> {
  const { ref, confirm, alsoDeleted } = options
  const users = await usersOf(context, ref, alsoDeleted)
  const rows = await rowQuestion(context, options, users)
  if (ref.type === 'TABL') return rows
  const isFree =
    users.known !== 'unknown' &&
    users.names.length === 0 &&
    tooLong(context, content) === undefined &&
    canRecreate(ref.type)
  return isFree ? undefined : usedQuestion(context, { ref, users, content, confirm })
}

/** The confirmation of a table is bound to its columns, its rows and its users. */
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
  readonly content: DeletedContent
  readonly confirm: string | undefined
}

function usedQuestion(
  context: ToolContext,
  { ref, users, content, confirm }: Used
): ConfirmResult | undefined {
  const facts = [
    systemWords(context.erp),
    refWords(ref),
    users.known,
    users.names.toSorted(),
    content.hash
  ]
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24)
  if (confirm === digest) return undefined
  const bytes = tooLong(context, content)
  const lost =
    bytes === undefined
      ? ''
      : ` Its source (${bytes} bytes) is too long to be handed back: read it before.`
  const final = canRecreate(ref.type) ? '' : ` This cannot be undone: ${deletionLimits(ref.type)}.`
  const question = `Delete ${refWords(ref)}? ${userWords(users)}${lost}${final}`
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

async function planOf(context: ToolContext, options: RemoveOptions): Promise<ChangePlan> {
  const { ref } = options
  const [metadata, users, content] = await Promise.all([
    readMetadata(context.erp, { ref }, context.signal),
    usersOf(context, ref, options.alsoDeleted),
    readContent(context, ref)
  ])
  const { package: packageName, changedBy } = metadata
  const facts = [
    ...(packageName === undefined ? [] : [` in package ${packageName}`]),
    ...(changedBy === undefined ? [] : [`, last changed by ${changedBy}`])
  ].join('')
  const question =
    (await rowQuestion(context, { ...options, confirm: undefined }, users)) ??
    (ref.type !== 'TABL' &&
    (users.names.length > 0 || tooLong(context, content) !== undefined || !canRecreate(ref.type))
      ? usedQuestion(context, { ref, users, content, confirm: undefined })
      : undefined)
  return {
    summary: [
      `${systemWords(context.erp)} · DRY RUN of deleting ${refWords(ref)}${facts} · nothing deleted`
    ],
    details: [question === undefined ? userWords(users) : question.text],
    digest: question?.digest
  }
}
