/** Creates the context of one translation: the values of the program, the session and what it collects. */
import type { Catalog } from '../catalog.ts'
import type { SqlType } from '../types.ts'
import type { Context, HostValue, Rules } from './scope.ts'

export interface ContextOptions {
  readonly catalog: Catalog
  readonly hosts?: readonly HostValue[]
  readonly guarded?: boolean
  readonly rules?: Rules
  readonly conversion?: Context['conversion']
  readonly resolveElement?: ((name: string) => SqlType | undefined) | undefined
}

const text = (sql: string, length: number, type = 'CHAR'): Context['session'][string] => ({
  sql,
  type: { type, length, decimals: 0 }
})

const SESSION = {
  CLIENT: text("'100'", 3, 'CLNT'),
  USER: text("'DEVELOPER'", 12),
  SYSTEM_LANGUAGE: text("'E'", 1, 'LANG'),
  SYSTEM_DATE: text("strftime('%Y%m%d', 'now')", 8, 'DATS'),
  USER_DATE: text("strftime('%Y%m%d', 'now')", 8, 'DATS')
}

/** A new context for one statement. */
export function createContext(options: ContextOptions): Context {
  return {
    catalog: options.catalog,
    hosts: options.hosts ?? [],
    guarded: options.guarded ?? false,
    rules: options.rules,
    conversion: options.conversion,
    resolveElement: options.resolveElement ?? (() => undefined),
    session: SESSION,
    parameters: [],
    tables: [],
    counter: 0
  }
}
