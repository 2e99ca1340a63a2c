import type { ErpReader } from './erp.ts'
import type { ObjectRef } from './objects.ts'
import { unbuilt } from './unbuilt.ts'

export interface Place {
  readonly ref?: ObjectRef | undefined
  readonly part?: string | undefined
  readonly uri: string
  /** 1-based. */
  readonly line?: number | undefined
  /** 1-based. */
  readonly column?: number | undefined
  readonly adtType?: string | undefined
  readonly name?: string | undefined
}
export interface Snippet { readonly line?: number | undefined, readonly text: string }
export interface Reference {
  readonly ref?: ObjectRef | undefined
  readonly part?: string | undefined
  readonly uri: string
  readonly name: string
  readonly adtType: string
  readonly package?: string | undefined
  readonly description?: string | undefined
  readonly isResult: boolean
  readonly objectIdentifier?: string | undefined
  readonly usage?: string | undefined
  readonly snippets?: Snippet[] | undefined
}

export const findDefinition: (erp: ErpReader, args: { ref: ObjectRef, part?: string | undefined, line: number, column: number, endColumn?: number | undefined, source?: string | undefined, implementation?: boolean | undefined }, signal?: AbortSignal) => Promise<Place> = unbuilt
export const findReferences: (erp: ErpReader, args: { ref: ObjectRef, part?: string | undefined, line?: number | undefined, column?: number | undefined }, signal?: AbortSignal) => Promise<{ total: number, references: Reference[] }> = unbuilt
export const readSnippets: (erp: ErpReader, args: { identifiers: readonly string[] }, signal?: AbortSignal) => Promise<Map<string, (Snippet & { uri: string })[]>> = unbuilt
