/**
 * Routes that control the sandbox: the import queue of a system and imports. The ERP has no such
 * service, its queues are reached by the SAP GUI and the operating system only; the paths stand
 * outside of `/sap`, so that no client takes them for one.
 */
import { AdtError, invalidData } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { importQueue } from '../../transports/exchange/queue.ts'
import type { QueueEntry } from '../../transports/exchange/types.ts'
import type { QueueImport } from '../../transports/exchange/queue.ts'

const json = 'application/json'

function answer(value: unknown): Answer {
  return { type: json, body: JSON.stringify(value) }
}

function entryOf({ system, param }: Request): QueueEntry {
  const number = param('number').trim().toUpperCase()
  const found = system.store.exchange.queue().find(each => each.number === number)
  if (found !== undefined) return found
  throw new AdtError(`Request ${number} is not in the import queue of system ${system.id}`, {
    status: 404,
    type: 'ExceptionResourceNotFound'
  })
}

function queue({ system }: Request): Answer {
  const { id, client, role, modifiable } = system
  return answer({ system: id, client, role, modifiable, queue: system.store.exchange.queue() })
}

function log(request: Request): Answer {
  const entry = entryOf(request)
  return answer({ ...entry, log: request.system.store.exchange.importMessages(entry.number) })
}

const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
const options: Readonly<Record<keyof Omit<QueueImport, 'user'>, (value: unknown) => boolean>> = {
  number: isText,
  again: isFlag,
  overwriteOriginals: isFlag,
  overwriteRepaired: isFlag
}

function isOption(name: string): name is keyof typeof options {
  return Object.hasOwn(options, name)
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

function optionsIn(request: Request): Omit<QueueImport, 'user'> {
  const given = parsed(request.text())
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalidData('The body is no JSON object; give one with any of its options, or no body')
  }
  for (const [name, value] of Object.entries(given)) {
    if (!isOption(name) || !options[name](value)) {
      throw invalidData(
        `The option ${name} is not valid; give number (text), or ${Object.keys(options).slice(1).join(', ')} (true or false)`
      )
    }
  }
  return given
}

async function importRequests(request: Request): Promise<Answer> {
  const { system, user } = request
  return answer(await importQueue(system, { ...optionsIn(request), user }))
}

export const routes: readonly Route[] = [
  { method: 'GET', path: '/sandbox/imports', handler: queue },
  { method: 'POST', path: '/sandbox/imports', handler: importRequests },
  { method: 'GET', path: '/sandbox/imports/{number}', handler: log }
]
