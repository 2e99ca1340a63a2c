import type { ErpReader } from './erp.ts'
import type { Place } from './navigation.ts'
import type { ObjectRef } from './objects.ts'
import type { VersionWish } from './source.ts'
import { unbuilt } from './unbuilt.ts'

export interface Metadata {
  readonly ref: ObjectRef
  readonly description: string
  /** Own package; parts of a function group have none, see `resolvePackage`. */
  readonly package?: string | undefined
  /** Function group of a function module or function-group include. */
  readonly container?: ObjectRef | undefined
  readonly version: 'active' | 'inactive' | 'new'
  readonly responsible?: string | undefined
  readonly changedBy?: string | undefined
  readonly changedAt?: string | undefined
  readonly createdBy?: string | undefined
  readonly createdAt?: string | undefined
  readonly language?: string | undefined
  readonly abapLanguageVersion?: string | undefined
  readonly attributes: Readonly<Record<string, string>>
  readonly includes: { readonly part: string, readonly version: string }[]
  readonly superclass?: string | undefined
  readonly interfaces: string[]
}
/** Lines and columns 1-based, `endColumn` exclusive. */
export interface Range { readonly uri: string, readonly part?: string | undefined, readonly startLine: number, readonly startColumn: number, readonly endLine: number, readonly endColumn: number }
export interface OutlineNode {
  readonly name: string
  readonly adtType: string
  readonly visibility?: string | undefined
  readonly level?: string | undefined
  readonly description?: string | undefined
  readonly attributes: Readonly<Record<string, string>>
  readonly definition?: Place | undefined
  readonly implementation?: Place | undefined
  readonly definitionBlock?: Range | undefined
  readonly implementationBlock?: Range | undefined
  readonly children: OutlineNode[]
}

export const readMetadata: (erp: ErpReader, args: { ref: ObjectRef, version?: VersionWish | undefined }, signal?: AbortSignal) => Promise<Metadata> = unbuilt
export const resolvePackage: (erp: ErpReader, args: { ref: ObjectRef }, signal?: AbortSignal) => Promise<string> = unbuilt
export const readOutline: (erp: ErpReader, args: { ref: ObjectRef, version?: VersionWish | undefined }, signal?: AbortSignal) => Promise<OutlineNode> = unbuilt
