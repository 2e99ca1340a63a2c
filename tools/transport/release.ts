/** Releases transport requests and tasks. */
import { createHash } from 'node:crypto'
import { readTransport, releaseTransport } from '../../erp-client/index.ts'
import type { ReleaseQuestion, ReleaseReport, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ConfirmResult, ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { fenced, inlineProse } from '../failure/prose.ts'
import { omitUndefined } from '../schema/output.ts'
import { changeTransport, inOrder } from './request-change.ts'
import type { TransportOptions } from './request-change.ts'
import { blocksOf } from './review.ts'
import { isOpen, statusWords } from './words.ts'

export interface ReleaseOptions extends TransportOptions {
  /** Questions of the ERP that are answered with yes. */
  readonly ignore?: readonly ReleaseQuestion[] | undefined
  readonly confirm?: string | undefined
}

const ignored: Readonly<Record<ReleaseQuestion, string>> = {
  locks: 'objects that could not be locked',
  atc: 'findings of the ATC',
  warnings: 'warnings of the release checks'
}

const ignoredWords = (ignore: readonly ReleaseQuestion[]) =>
  ignore.map(one => ignored[one]).join(', ')

/**
 * Releases the named request or task; `recursive` releases the open tasks of the request before.
 * The error of a refused release names what blocks it.
 */
export async function release(
  context: ToolContext,
  options: ReleaseOptions,
  recursive: boolean
): Promise<ToolResult> {
  const ignore = [...new Set(options.ignore)]
  return await changeTransport(context, options, {
    action: recursive ? 'release_recursive' : 'release',
    operation: 'updateRequest',
    question: found => confirmIgnoring(found, { ...options, ignore }),
    preview: async () => ({
      lines:
        ignore.length === 0
          ? []
          : [`It ignores ${ignoredWords(ignore)}; a real run asks for a confirmation.`],
      data: ignore.length === 0 ? {} : { ignores: ignore }
    }),
    blocks: async found => await blocksOf(context, found, recursive),
    async run(erp, found) {
      const numbers = numbersToRelease(found, options.transport, recursive)
      const warnings: string[] = []
      const done = await inOrder(
        numbers,
        async number => {
          const outcome = await releaseTransport(erp, { number, ignore }, context.signal)
          warnings.push(...(await releaseWarnings(context, number, outcome)))
        },
        'has been released'
      )
      return {
        text: [`Released ${done.join(', ')}`, ...fenced(warnings)].join('\n'),
        data: {
          released: done,
          ...(ignore.length === 0 ? {} : { ignores: ignore }),
          ...(warnings.length === 0 ? {} : { warnings })
        }
      }
    }
  })
}

/** Nothing undoes a release, and what it ignores goes to the target. */
function confirmIgnoring(
  found: Transport,
  { transport, ignore = [], confirm }: ReleaseOptions
): ConfirmResult | undefined {
  if (ignore.length === 0) return undefined
  const digest = createHash('sha256')
    .update(JSON.stringify([transport, ignore, found]))
    .digest('hex')
    .slice(0, 24)
  if (confirm === digest) return undefined
  const question = `Release ${transport} (${found.owner}: ${inlineProse(found.description)}) and ignore ${ignoredWords(ignore)}? A release cannot be undone.`
  return {
    kind: 'confirm',
    question,
    digest,
    text: `NOT DONE: ${question}\nIf the user agrees, repeat the call with confirm: "${digest}".`
  }
}

function numbersToRelease(found: Transport, transport: string, recursive: boolean): string[] {
  const isRequest = transport === found.number
  const named = isRequest
    ? found
    : (found.tasks.find(({ number }) => number === transport) ?? found)
  if (!isOpen(named)) {
    throw new ToolError(
      'ERP_BAD_REQUEST',
      `${named.number} is ${statusWords(named.status)} already.`,
      { remedy: 'Nothing was done.', outcome: 'failed' }
    )
  }
  const filled = found.tasks.filter(task => isOpen(task) && task.entries.length > 0)
  if (isRequest && !recursive && filled.length > 0) {
    throw new ToolError(
      'TRANSPORT_HAS_OPEN_TASKS',
      `${found.number} has open tasks: ${filled.map(({ number, owner }) => `${number} (${owner})`).join(', ')}.`,
      {
        remedy: 'Release them first, or use release_recursive. Nothing was released.',
        outcome: 'failed'
      }
    )
  }
  return [...(isRequest && recursive ? filled.map(({ number }) => number) : []), named.number]
}

/**
 * What the report of a request says although it is released: an ERP may report that it gave up, and
 * have released the request all the same. The state of the request decides.
 *
 * @throws ToolError TRANSPORT_NOT_RELEASED; OUTCOME_UNKNOWN where the state cannot be read
 */
async function releaseWarnings(
  context: ToolContext,
  number: string,
  { released, text, messages, question }: ReleaseReport
): Promise<string[]> {
  if (released) return []
  const blocks = messages.map(message => `${message.severity} ${message.text}`)
  const words = [text || 'the ERP gives no reason', ...blocks]
  const status = await statusAfter(context, number)
  if (status !== undefined && !isOpen({ status })) {
    return [`${number} is ${statusWords(status)}, but the ERP reports: ${words.join('; ')}`]
  }
  if (status === undefined) {
    throw new ToolError(
      'OUTCOME_UNKNOWN',
      `The ERP reports that it did not release ${number}, and its state could not be read: ${words.join('\n')}`,
      {
        remedy: 'Look at its status in the table E070 (ERPQuery) before you go on.',
        outcome: 'unknown'
      }
    )
  }
  throw new ToolError('TRANSPORT_NOT_RELEASED', `${number} was not released: ${words.join('\n')}`, {
    remedy:
      question === undefined
        ? 'Correct what blocks it (ERPActivate for inactive objects; review shows all of it) and release again.'
        : `Correct it and release again; or release with ignore: ["${question}"], which asks for a confirmation.`,
    outcome: 'failed',
    data: omitUndefined({ messages: blocks, question })
  })
}

/** Undefined where it cannot be read: old releases show modifiable requests only. */
async function statusAfter(context: ToolContext, number: string): Promise<string | undefined> {
  const found = await readTransport(context.erp, { number }).catch(() => undefined)
  return found === undefined
    ? undefined
    : [found, ...found.tasks].find(one => one.number === number)?.status
}
