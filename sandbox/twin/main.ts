/**
 * A child process that runs one check. It speaks with its parent alone, and ends with it; ABAP runs
 * in a confined process of the runtime.
 */
import { rmSync } from 'node:fs'
import { checkStaged } from './check.ts'
import { openTwinSystem } from './system.ts'
import type { MessageOfTwin, MessageToTwin, TwinErp, TwinRead, TwinRequest } from './types.ts'

interface Waiting {
  readonly resolve: (read: TwinRead) => void
  readonly reject: (error: Error) => void
}

const waiting = new Map<number, Waiting>()
let lastId = 0
let folder: string | undefined
let system: Awaited<ReturnType<typeof openTwinSystem>> | undefined

function send(message: MessageOfTwin): void {
  // Without a parent, sending would end the process before it has closed.
  if (process.connected) process.send?.(message)
}

function ask(question: (id: number) => MessageOfTwin): Promise<TwinRead> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    send(question(id))
  })
}

const erp: TwinErp = {
  read: wanted => ask(id => ({ kind: 'read', id, wanted })),
  readRest: ref => ask(id => ({ kind: 'rest', id, ref }))
}

async function run(request: TwinRequest): Promise<void> {
  folder = request.folder
  try {
    system = await openTwinSystem(request.folder)
    send({ kind: 'verdict', verdict: await checkStaged(system, request, erp) })
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
  await end()
}

/** Processes of the runtime end with the system. Where the parent is gone, no other removes the folder. */
let ending: Promise<void> | undefined
function end(): Promise<void> {
  ending ??= close()
  return ending
}

async function close(): Promise<void> {
  await system?.close()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  process.exit()
}

process.on('message', (message: MessageToTwin) => {
  if (message.kind === 'check') {
    void run(message.request)
    return
  }
  const one = waiting.get(message.id)
  waiting.delete(message.id)
  if (message.kind === 'answer') one?.resolve(message.read)
  else one?.reject(new Error(message.message))
})
process.on('disconnect', () => void end())
process.on('SIGTERM', () => void end())
send({ kind: 'ready' })
