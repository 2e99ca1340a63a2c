import type { ErpReader, ErpWriter } from './erp.ts'
import type { ObjectRef } from './objects.ts'
import { unbuilt } from './unbuilt.ts'

export interface Finding {
  readonly severity: 'error' | 'warning' | 'info'
  readonly text: string
  readonly ref?: ObjectRef | undefined
  readonly part?: string | undefined
  readonly uri?: string | undefined
  /** 1-based. */
  readonly line?: number | undefined
  /** 1-based. */
  readonly column?: number | undefined
  readonly code?: string | undefined
}
export interface InactiveObject { readonly ref: ObjectRef, readonly part?: string | undefined, readonly user: string, readonly deleted: boolean, readonly transport?: string | undefined }
export interface ActivationResult {
  readonly outcome: 'activated' | 'failed' | 'unknown'
  readonly findings: Finding[]
  readonly stillInactive: ObjectRef[]
  readonly alsoInactive: ObjectRef[]
}

export const activate: (erp: ErpWriter, args: { refs: readonly ObjectRef[] }, signal?: AbortSignal) => Promise<ActivationResult> = unbuilt
export const listInactive: (erp: ErpReader, signal?: AbortSignal) => Promise<InactiveObject[]> = unbuilt
