import type { ErpWriter } from './erp.ts'
import type { ObjectRef } from './objects.ts'
import type { Source } from './source.ts'
import { unbuilt } from './unbuilt.ts'

export interface LockFacts {
  readonly ref: ObjectRef
  readonly package?: string | undefined
  readonly transport?: string | undefined
  readonly transportOwner?: string | undefined
  readonly isLocal: boolean
}
export type Recheck = (facts: LockFacts) => void
export interface ChangeGuard { readonly recheck: Recheck, readonly signal?: AbortSignal | undefined }

export interface ChangeSourceArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly transport?: string | undefined
  readonly edit: (current: Source) => string
  readonly createPart?: boolean | undefined
  /** `false` spares the read inside the lock; `edit` then gets an empty text. */
  readonly readBefore?: boolean | undefined
}
export interface ChangeResult {
  readonly before: Source
  readonly hash: string
  readonly changed: boolean
  readonly transport?: string | undefined
  readonly etag?: string | undefined
}

export const changeSource: (erp: ErpWriter, args: ChangeSourceArgs, guard: ChangeGuard) => Promise<ChangeResult> = unbuilt
export const createObject: (erp: ErpWriter, args: { ref: ObjectRef, package: string, description: string, transport?: string | undefined, options?: Readonly<Record<string, unknown>> | undefined }, guard: ChangeGuard) => Promise<{ uri: string }> = unbuilt
export const deleteObject: (erp: ErpWriter, args: { ref: ObjectRef, transport?: string | undefined }, guard: ChangeGuard) => Promise<void> = unbuilt
