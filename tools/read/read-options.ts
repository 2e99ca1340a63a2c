/** Which source is read, and which part of it. */
import type { ObjectRef, VersionOptions } from '../../erp-client/index.ts'
import type { Section } from '../abap/extracts.ts'

/** What ERPRead shows of an object; the source if it is not said. */
export const views = [
  'source',
  'outline',
  'signature',
  'metadata',
  'api_state',
  'texts',
  'enhancements',
  'sql'
] as const

export interface ReadOptions {
  readonly ref: ObjectRef
  readonly include?: string | undefined
  readonly method?: string | undefined
  readonly section?: Section | undefined
  readonly lines?: string | undefined
  readonly grep?: string | undefined
  readonly context?: number | undefined
  readonly signature?: boolean | undefined
  readonly revision?: string | undefined
  /** Hash of the text that the caller still has. */
  readonly knownHash?: string | undefined
  readonly version?: VersionOptions | undefined
  readonly bytes: number
}
