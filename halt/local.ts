/** The halts of a process that serves one person: those of a file. */
import { fileHaltStore } from './file-store.ts'
import { createHaltGate } from './gate.ts'
import type { HaltGateOptions, ServedHalts } from './gate.ts'

export interface LocalHaltSettings {
  readonly haltFile?: string | undefined
  readonly contact?: string | undefined
}

/** @param usualFile of the user, where no setting names one */
export function localHalts(
  { haltFile, contact }: LocalHaltSettings,
  { usualFile, ...options }: Pick<HaltGateOptions, 'log' | 'record'> & { usualFile: string }
): ServedHalts {
  return createHaltGate({ ...options, contact, store: fileHaltStore(haltFile ?? usualFile) })
}
