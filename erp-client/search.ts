import type { ErpReader } from './erp.ts'
import type { ObjectRef } from './objects.ts'
import { unbuilt } from './unbuilt.ts'

export interface ObjectHit { readonly ref: ObjectRef, readonly adtType: string, readonly name: string, readonly package?: string | undefined, readonly description?: string | undefined, readonly uri: string }
export interface SourceHit { readonly ref: ObjectRef, readonly line?: number | undefined, readonly snippet?: string | undefined, readonly uri: string }

export const searchObjects: (erp: ErpReader, args: { query: string, type?: string | undefined, package?: string | undefined, maxResults: number }, signal?: AbortSignal) => Promise<ObjectHit[]> = unbuilt
export const packageContents: (erp: ErpReader, args: { package: string }, signal?: AbortSignal) => Promise<{ objects: ObjectHit[], subPackages: string[] }> = unbuilt
export const searchSource: (erp: ErpReader, args: { query: string, package?: string | undefined, type?: string | undefined, maxResults: number }, signal?: AbortSignal) => Promise<{ hits: SourceHit[] }> = unbuilt
