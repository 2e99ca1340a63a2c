/** Waits for runs that the ERP works at after the answer to their start. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ErpError } from '../../errors.ts'
import type { ErpReader } from '../../erp.ts'
import type { ObjectRef } from '../../objects.ts'
import type { ErpResponse } from '../../request.ts'
import { attribute, child, parseXml } from '../../wire/xml.ts'

export interface BackgroundRun {
  readonly operation: string
  /** Address of its status. */
  readonly path: string
  readonly accept: string
  /** For the error of a run that the ERP gave up. */
  readonly what: string
}

const mostShort = 10

/** Packages and many objects take longer than proxies keep a request open. */
export function isLongRun(refs: readonly ObjectRef[]): boolean {
  return refs.length > mostShort || refs.some(({ type }) => type === 'DEVC')
}

const firstPauseMs = 250
const longestPauseMs = 5000
const ended = /^(?:finished|completed)$/i
const failed = /abort|cancel|error|fail/i
/** The run of zeros: no object of the set had to be checked. */
const empty = /^not created$/i

/** The path of a run that the ERP named in the answer to its start; undefined where it named none. */
export function startedRun({ headers }: ErpResponse, base: string): string | undefined {
  const [, id] = /\/runs\/([0-9A-Za-z]{8,40})(?:[?#]|$)/.exec(headers['location'] ?? '') ?? []
  return id === undefined ? undefined : `${base}/${id}`
}

/** Reads the status of a run: an attribute of its root, or of the progress in it. */
export function readRunStatus(xml: string): string {
  const { element } = parseXml(xml, ['run'])
  return attribute(child(element, 'progress'), 'status') ?? attribute(element, 'status') ?? ''
}

/**
 * Asks for the status until the run has ended; pauses grow, so that a short run is seen early and a
 * long one costs little. The run goes on at the ERP where the caller gives up.
 *
 * @returns the last status @throws ErpError ERP_SERVER_ERROR where the ERP gave the run up,
 * ERP_NOT_FOUND where it created none, ERP_BAD_ANSWER for no status
 */
export async function awaitRun(
  erp: ErpReader,
  { operation, path, accept, what }: BackgroundRun,
  signal: AbortSignal | undefined
): Promise<string> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 1.5, longestPauseMs)) {
    const { text } = await erp.request(
      { operation, effect: 'none', method: 'GET', path, accept },
      signal
    )
    const status = readRunStatus(text)
    if (ended.test(status)) return text
    if (status === '') {
      throw new ErpError('ERP_BAD_ANSWER', `The ERP does not name the status of ${what}`)
    }
    if (empty.test(status)) {
      throw new ErpError('ERP_NOT_FOUND', `The ERP found no objects for ${what}`, {
        remedy: 'Check the name of the package or software component.'
      })
    }
    if (failed.test(status)) {
      throw new ErpError('ERP_SERVER_ERROR', `The ERP gave up ${what}: ${status}`, {
        remedy: 'Try again; narrow the run where it is large.'
      })
    }
    await sleep(pause, undefined, signal === undefined ? {} : { signal })
  }
}
