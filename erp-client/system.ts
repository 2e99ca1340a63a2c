import type { ErpReader } from './erp.ts'
import type { ObjectRef } from './objects.ts'
import { unbuilt } from './unbuilt.ts'

export interface SystemComponent { readonly name: string, readonly release: string, readonly level: string, readonly description: string }
export interface SystemInfo {
  readonly id: string
  readonly client: string
  readonly user: string
  readonly userFullName?: string | undefined
  readonly language: string
  readonly release?: string | undefined
  readonly components: SystemComponent[]
  readonly kernel?: string | undefined
  readonly database?: string | undefined
  readonly os?: string | undefined
  readonly sandbox: boolean
}
export interface Discovery { readonly collections: ReadonlyMap<string, readonly string[]>, has (path: string): boolean }
export interface TransportRequest { readonly number: string, readonly owner: string, readonly description: string }
export interface TransportNeed { readonly recording: boolean, readonly isLocal: boolean, readonly requests: TransportRequest[], readonly lockedIn?: TransportRequest | undefined }

export const readSystem: (erp: ErpReader, args: object, signal?: AbortSignal) => Promise<SystemInfo> = unbuilt
export const readDiscovery: (erp: ErpReader, args: object, signal?: AbortSignal) => Promise<Discovery> = unbuilt
export const probeTransportNeed: (erp: ErpReader, args: { ref: ObjectRef, package: string }, signal?: AbortSignal) => Promise<TransportNeed> = unbuilt
