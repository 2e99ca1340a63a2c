import type { AbapRuntime } from './abap.ts'

export interface Connection { rollback (): Promise<void> }

/** Connects the runtime to the private copy of the rows. */
export async function connectDatabase (file: string | undefined, runtime: AbapRuntime): Promise<Connection> {
  void runtime
  void file
  return { async rollback () {} }
}
