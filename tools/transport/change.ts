import {
  addTransportTask,
  changeTransportOwner,
  createTransportRequest,
  deleteTransport,
  isErpError,
  readSystem,
  readTransport,
  releaseTransport,
  removeTransportEntry
} from '../../erp-client/index.ts'
import type { ErpWriter, ReleaseReport, Transport, TransportEntry } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { failureResult } from '../failure/result.ts'
import type { OperationName } from '../operations.ts'
import { omitUndefined } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { systemWords } from '../objects/words.ts'
import { blocksOf } from './review.ts'
import { entryWords, isOpen, statusWords, transportLines } from './words.ts'

export interface TransportOptions {
  readonly transport: string
  readonly user?: string | undefined
  readonly dryRun?: boolean | undefined
}

interface Done {
  readonly text: string
  readonly data?: object
}

/**
 * One change of one request: which it is and whether it is permitted is settled first; a task
 * counts as its request.
 */
async function onRequest(
  context: ToolContext,
  options: TransportOptions,
  of: {
    action: string
    operation: OperationName
    before?: (found: Transport) => Promise<readonly string[]>
    run: (erp: ErpWriter, found: Transport) => Promise<Done>
  }
): Promise<ToolResult> {
  const found = await readTransport(context.erp, { number: options.transport }, context.signal)
  const target = { request: found.number }
  if (options.dryRun === true) {
    const refusal = await context.refusalOf([of.operation], [target])
    const blocks = await of.before?.(found)
    const words =
      blocks === undefined
        ? []
        : blocks.length === 0
          ? ['Nothing is seen that would block it.']
          : ['This would block it:', ...blocks.map(line => `  ${line}`)]
    return answer(context, {
      action: of.action,
      outcome: 'dry_run',
      found,
      ...(blocks === undefined ? {} : { data: { blocks } }),
      text: [
        `DRY RUN of ${of.action}: nothing changed`,
        ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
        ...words,
        ...transportLines(found)
      ].join('\n')
    })
  }
  const done = await context.changeRequest(target, async erp => await of.run(erp, found))
  return answer(context, { action: of.action, outcome: 'done', found, ...done })
}

function answer(
  context: ToolContext,
  {
    action,
    outcome,
    found,
    text,
    data
  }: Done & { action: string; outcome: string; found: Transport }
): ToolResult {
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    text: `${system} · ${text}`,
    data: { system, outcome, action, transport: found.number, ...data }
  }
}

export interface NewOptions {
  readonly description: string
  readonly requestType?: string | undefined
  readonly target?: string | undefined
  readonly package?: string | undefined
  readonly dryRun?: boolean | undefined
}

/** A new request; one whose number the rules do not permit is deleted again at once. */
export async function createRequest(
  context: ToolContext,
  options: NewOptions
): Promise<ToolResult> {
  const { description, requestType = 'K', target = '' } = options
  const aim = { request: undefined, newFor: options.package }
  const system = systemWords(context.erp)
  if (options.dryRun === true) {
    const refusal = await context.refusalOf(['createRequest'], [aim])
    return {
      kind: 'data',
      text: `${system} · DRY RUN of create: nothing created${refusal === undefined ? '' : `\nA real run would be refused: ${refusal}`}`,
      data: { system, outcome: 'dry_run', action: 'create' }
    }
  }
  const owner = context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
  return await context.changeRequest(aim, async (erp, assertRequest) => {
    const { number, tasks } = await createTransportRequest(
      erp,
      { type: requestType, description, target, package: options.package, owner },
      context.signal
    )
    try {
      assertRequest(number)
    } catch (refusal) {
      throw await takeBack(erp, { number, tasks }, refusal)
    }
    return {
      kind: 'data',
      text: `${system} · Created request ${number}${tasks.length === 0 ? '' : ` with task ${tasks.join(', ')}`}: ${description}\nGive it as \`transport\` to record changes in it.`,
      data: { system, outcome: 'done', action: 'create', transport: number, tasks }
    }
  })
}

async function takeBack(
  erp: ErpWriter,
  { number, tasks }: { number: string; tasks: readonly string[] },
  refusal: unknown
): Promise<unknown> {
  try {
    for (const task of tasks) await deleteTransport(erp, { number: task })
    await deleteTransport(erp, { number })
  } catch (cause) {
    return new ToolError(
      'BLOCKED_TRANSPORT',
      `The ERP numbered the new request ${number}, which is not permitted here, and it could not be deleted again.`,
      {
        remedy: `Ask the operator to delete request ${number} in transaction SE09, and to widen --allowed-transports.`,
        setting: '--allowed-transports',
        outcome: 'failed',
        data: { left: number },
        cause
      }
    )
  }
  if (!(refusal instanceof ToolError)) return refusal
  const { details } = refusal
  return new ToolError(refusal.code, `${refusal.message} The request was deleted again.`, {
    ...details,
    outcome: 'failed'
  })
}

function userOf({ user }: TransportOptions): string {
  if (user === undefined) {
    throw badArguments('`user` is missing.', 'Name the ERP user, e.g. DEVELOPER.')
  }
  return user.toUpperCase()
}

/** `create_task` is for the caller, `add_user` for anybody. */
export async function addTask(
  context: ToolContext,
  options: TransportOptions,
  action: 'create_task' | 'add_user'
): Promise<ToolResult> {
  const own = async () =>
    context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
  const user =
    options.user === undefined && action === 'create_task' ? await own() : userOf(options)
  return await onRequest(context, options, {
    action,
    operation: action === 'create_task' ? 'createRequest' : 'updateRequest',
    async run(erp, found) {
      const task = await addTransportTask(erp, { number: found.number, user }, context.signal)
      return {
        text: `Added task ${task} of ${user} to request ${found.number}`,
        data: { task, user }
      }
    }
  })
}

/** A request goes with its open tasks; a task goes alone. */
export async function reassign(
  context: ToolContext,
  options: TransportOptions
): Promise<ToolResult> {
  const user = userOf(options)
  return await onRequest(context, options, {
    action: 'reassign',
    operation: 'updateRequest',
    async run(erp, found) {
      const whole = options.transport === found.number
      const numbers = whole
        ? [
            ...found.tasks
              .filter(task => isOpen(task) && task.owner !== user)
              .map(({ number }) => number),
            found.number
          ]
        : [options.transport]
      const done = await inTurn(
        numbers,
        async number => {
          await changeTransportOwner(erp, { number, user }, context.signal)
        },
        'has been reassigned'
      )
      return { text: `Reassigned ${done.join(', ')} to ${user}`, data: { user, reassigned: done } }
    }
  })
}

/** Steps that cannot be undone are told one by one where a later one fails. */
async function inTurn(
  numbers: readonly string[],
  step: (number: string) => Promise<void>,
  what: string
): Promise<string[]> {
  const done: string[] = []
  for (const number of numbers) {
    try {
      await step(number)
    } catch (error) {
      if (done.length === 0) throw error
      const unknown = isErpError(error) && error.outcome === 'unknown'
      throw new ToolError(
        unknown ? 'OUTCOME_UNKNOWN' : 'PARTLY_DONE',
        `${done.join(', ')} ${what}, then ${number} failed: ${failureResult(error).text}`,
        {
          remedy: 'Look at the request with the action get before you go on.',
          outcome: unknown ? 'unknown' : 'failed',
          data: { done },
          cause: error
        }
      )
    }
    done.push(number)
  }
  return done
}

export async function removeObject(
  context: ToolContext,
  options: TransportOptions & { readonly name: string; readonly type?: string | undefined }
): Promise<ToolResult> {
  const { name, type } = options
  return await onRequest(context, options, {
    action: 'remove_object',
    operation: 'updateRequest',
    async run(erp, found) {
      const { number, entry } = entryOf(found, { name, type: type?.toUpperCase() })
      await removeTransportEntry(erp, { number, entry }, context.signal)
      const after = await readTransport(context.erp, { number: found.number }, context.signal)
      const still = holders(after).some(
        one =>
          one.number === number && one.entries.some(own => entryWords(own) === entryWords(entry))
      )
      if (still) {
        throw new ToolError(
          'ERP_BAD_REQUEST',
          `${entryWords(entry)} is still in ${number}: the ERP accepted the removal and did nothing.`,
          { remedy: 'Remove it in transaction SE09.', outcome: 'failed' }
        )
      }
      return {
        text: `Removed ${entryWords(entry)} from ${number} (verified)`,
        data: { from: number, entry: { pgmid: entry.pgmid, type: entry.type, name: entry.name } }
      }
    }
  })
}

function holders(
  found: Transport
): readonly { readonly number: string; readonly entries: readonly TransportEntry[] }[] {
  return [...found.tasks, found]
}

function entryOf(
  found: Transport,
  { name, type }: { name: string; type: string | undefined }
): { number: string; entry: TransportEntry } {
  const all = holders(found).flatMap(({ number, entries }) =>
    entries.map(entry => ({ number, entry }))
  )
  const hits = all.filter(
    ({ entry }) => entry.name === name.toUpperCase() && (type === undefined || entry.type === type)
  )
  // The request repeats what its tasks hold; only the holder itself can give an entry up.
  const [only] = hits
  if (only === undefined) {
    throw new ToolError(
      'ERP_NOT_FOUND',
      `${found.number} records no ${[type, name.toUpperCase()].filter(word => word !== undefined).join(' ')}.`,
      {
        remedy: `It records ${
          all
            .slice(0, 20)
            .map(({ entry }) => entryWords(entry))
            .join(', ') || 'nothing'
        }.`
      }
    )
  }
  if (new Set(hits.map(({ entry }) => entryWords(entry))).size > 1) {
    throw badArguments(
      `${name.toUpperCase()} stands there several times: ${hits.map(({ entry }) => entryWords(entry)).join(', ')}.`,
      'Give `type` too.'
    )
  }
  return only
}

/**
 * Releases what is named; `recursive` its open tasks before. What blocks it is told, and nothing is
 * released again that already is.
 */
export async function release(
  context: ToolContext,
  options: TransportOptions,
  recursive: boolean
): Promise<ToolResult> {
  return await onRequest(context, options, {
    action: recursive ? 'release_recursive' : 'release',
    operation: 'updateRequest',
    before: async found => await blocksOf(context, found, recursive),
    async run(erp, found) {
      const whole = options.transport === found.number
      const named = whole
        ? found
        : (found.tasks.find(({ number }) => number === options.transport) ?? found)
      if (!isOpen(named)) {
        throw new ToolError(
          'ERP_BAD_REQUEST',
          `${named.number} is ${statusWords(named.status)} already.`,
          { remedy: 'Nothing was done.', outcome: 'failed' }
        )
      }
      const open = found.tasks.filter(task => isOpen(task))
      const filled = open.filter(({ entries }) => entries.length > 0)
      if (whole && !recursive && filled.length > 0) {
        throw new ToolError(
          'TRANSPORT_HAS_OPEN_TASKS',
          `${found.number} has open tasks: ${filled.map(({ number, owner }) => `${number} (${owner})`).join(', ')}.`,
          {
            remedy: 'Release them first, or use release_recursive. Nothing was released.',
            outcome: 'failed'
          }
        )
      }
      const numbers = [
        ...(whole && recursive ? filled.map(({ number }) => number) : []),
        named.number
      ]
      const done = await inTurn(
        numbers,
        async number => {
          assertReleased(number, await releaseTransport(erp, { number }, context.signal))
        },
        'has been released'
      )
      return { text: `Released ${done.join(', ')}`, data: { released: done } }
    }
  })
}

function assertReleased(number: string, { released, text, messages }: ReleaseReport): void {
  if (released) return
  const blocks = messages.map(message => `${message.severity} ${message.text}`)
  throw new ToolError(
    'TRANSPORT_NOT_RELEASED',
    `${number} was not released: ${text || 'the ERP gives no reason'}${blocks.length === 0 ? '' : `\n${blocks.join('\n')}`}`,
    {
      remedy:
        'Correct what blocks it (ERPActivate for inactive objects; review shows all of it) and release again.',
      outcome: 'failed',
      data: omitUndefined({ messages: blocks })
    }
  )
}

/** Deletes a request with its empty tasks. */
export async function remove(context: ToolContext, options: TransportOptions): Promise<ToolResult> {
  return await onRequest(context, options, {
    action: 'delete',
    operation: 'deleteRequest',
    async run(erp, found) {
      const whole = options.transport === found.number
      const numbers = whole
        ? [...found.tasks.filter(task => isOpen(task)).map(({ number }) => number), found.number]
        : [options.transport]
      const blocked = holders(found).find(
        ({ number, entries }) =>
          numbers.includes(number) && entries.some(({ locked }) => locked === true)
      )
      if (blocked !== undefined) {
        throw new ToolError(
          'ERP_BAD_REQUEST',
          `${blocked.number} contains locked objects: ${blocked.entries
            .filter(({ locked }) => locked === true)
            .map(entryWords)
            .slice(0, 20)
            .join(', ')}.`,
          {
            remedy: 'Take them out with remove_object first. Nothing was deleted.',
            outcome: 'failed'
          }
        )
      }
      const done = await inTurn(
        numbers,
        async number => {
          await deleteTransport(erp, { number }, context.signal)
        },
        'has been deleted'
      )
      return { text: `Deleted ${done.join(', ')}`, data: { deleted: done } }
    }
  })
}
