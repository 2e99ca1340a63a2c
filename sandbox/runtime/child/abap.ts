/**
 * The parts of the transpiler's runtime that the runner touches. Generated code is JavaScript: its
 * values are checked where they are read.
 */
export interface AbapRuntime {
  readonly Classes: Record<string, AbapClass | undefined>
  readonly FunctionModules: Record<string, unknown>
  readonly types: {
    readonly String: new () => { set(value: string): unknown; get(): string }
    readonly ABAPObject: new () => { set(value: unknown): unknown }
  }
  readonly builtin: {
    readonly sy: { get(): Record<string, { get(): unknown; set(value: unknown): unknown }> }
  }
  readonly context: { readonly databaseConnections: Record<string, unknown> }
  readonly statements: Record<string, (...input: never[]) => unknown>
  sandbox?: unknown
}

export interface AbapClass {
  new (): AbapObject
  readonly INTERNAL_NAME?: string
  readonly METHODS?: Readonly<Record<string, { readonly visibility?: string }>>
  readonly [member: string]: unknown
}

export interface AbapObject {
  constructor_(input?: Record<string, unknown>): Promise<AbapObject>
  readonly FRIENDS_ACCESS_INSTANCE?: Record<string, unknown>
  readonly [member: string]: unknown
}

export type AbapMethod = (input?: Record<string, unknown>) => Promise<unknown>

/** The runtime is a global of the child, where the generated code reads it. */
export function currentRuntime(): AbapRuntime {
  return (globalThis as unknown as { abap: AbapRuntime }).abap
}

/** Raises an exception of the kernel in the program that runs. */
export function raiseException(name: string): never {
  const Exception = currentRuntime().Classes[name]
  throw Exception === undefined ? new Error(name) : new Exception()
}
