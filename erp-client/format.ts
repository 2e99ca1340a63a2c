import type { ErpReader } from './erp.ts'
import { unbuilt } from './unbuilt.ts'

export const formatSource: (erp: ErpReader, args: { source: string }, signal?: AbortSignal) => Promise<string> = unbuilt
