import type { ErpReader } from './erp.ts'
import { unbuilt } from './unbuilt.ts'

export interface TableColumn { readonly name: string, readonly type: string, readonly length?: number | undefined, readonly description?: string | undefined, readonly key?: boolean | undefined }
export interface TableResult { readonly columns: TableColumn[], readonly rows: (string | null)[][], readonly total?: number | undefined, readonly truncated: boolean }

export const runSql: (erp: ErpReader, args: { sql: string, maxRows: number }, signal?: AbortSignal) => Promise<TableResult> = unbuilt
export const previewTable: (erp: ErpReader, args: { name: string, maxRows: number, sql?: string | undefined }, signal?: AbortSignal) => Promise<TableResult> = unbuilt
