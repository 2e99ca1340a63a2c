/** Jobs for the threads of worker-thread.test.ts. */
import { threadId } from 'node:worker_threads'
import { ErpError } from '../../../erp-client/errors.ts'
import { offLoop } from '../../../erp-client/threads/worker-thread.ts'

export const address = import.meta.url

export function whereAmI(text: string): { thread: number; length: number } {
  return { thread: threadId, length: text.length }
}

export function hang(): never {
  for (;;);
}

export function leave(): never {
  process.exit(3)
}

export function swallowMemory(): number {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5))
}

const kept: string[][] = []

export function keep(megabytes: number): number {
  kept.push(Array.from({ length: megabytes * 10_000 }, (_, index) => `${index} `.repeat(12)))
  return threadId
}

export function refuse(text: string): never {
  throw new ErpError('ERP_LOCKED', `locked ${text.length}`, {
    remedy: 'wait',
    status: 423,
    properties: { T100: 'EU510' }
  })
}

export function stumble(): never {
  throw new TypeError('a slip')
}

export function giveFunction(): () => void {
  return () => {}
}

export const placeOf = offLoop({ whereAmI }, import.meta.url)
export const refused = offLoop({ refuse }, import.meta.url)
export const stumbled = offLoop({ stumble }, import.meta.url, { from: 0 })
