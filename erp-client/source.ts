import type { ErpReader } from './erp.ts'
import type { ObjectRef } from './objects.ts'
import type { Metadata } from './structure.ts'
import { unbuilt } from './unbuilt.ts'

export interface Source {
  readonly ref: ObjectRef
  readonly part: string
  /** LF line ends. */
  readonly text: string
  readonly version: 'active' | 'inactive'
  readonly hash: string
  readonly etag?: string | undefined
  readonly uri: string
  readonly metadata?: Metadata | undefined
}
export type VersionWish = 'active' | 'inactive' | 'auto'

export const sourceHash: (text: string) => string = unbuilt
export const readSource: (erp: ErpReader, args: { ref: ObjectRef, part?: string | undefined, version?: VersionWish | undefined }, signal?: AbortSignal) => Promise<Source> = unbuilt
