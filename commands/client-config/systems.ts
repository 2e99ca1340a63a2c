/** With a systems file: an entry for each system, because the entry of a client pins its system. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isRecord } from '../../config/json-text.ts'
import { systemNamePattern } from '../../config/landscape.ts'
import { ConfigError } from '../../config/config.ts'
import type { CommandIo } from '../command.ts'

export interface ChosenSystems {
  /** Empty where there is neither a systems file nor `--system`. */
  readonly names: readonly string[]
  /** The variables that hold secrets of these systems. */
  readonly variables: readonly string[]
}

/**
 * The file is read without its secrets, which the client has and this shell may not have.
 * @throws ConfigError where the file or the choice is wrong
 */
export function chosenSystems(env: CommandIo['env']): ChosenSystems {
  const path = env['ERP_SYSTEMS_FILE'] ?? ''
  const chosen = env['ERP_SYSTEM'] ?? ''
  if (chosen !== '' && !new RegExp(systemNamePattern).test(chosen)) {
    throw new ConfigError([
      `--system ${chosen} is no name of a system; give up to 32 lower-case letters, digits and hyphens`
    ])
  }
  if (path === '') return { names: chosen === '' ? [] : [chosen], variables: [] }
  const systems = systemsIn(path)
  const names = chosen === '' ? Object.keys(systems) : [chosen]
  if (!names.every(name => Object.hasOwn(systems, name))) {
    throw new ConfigError([
      `--system: ${path} has no system ${chosen}; it has ${Object.keys(systems).join(', ')}`
    ])
  }
  return { names, variables: [...new Set(names.flatMap(name => variablesIn(systems[name])))] }
}

function systemsIn(path: string): Readonly<Record<string, unknown>> {
  let systems: unknown
  try {
    const content = JSON.parse(
      readFileSync(resolve(path), 'utf8').replace(/^\uFEFF/, '')
    ) as unknown
    systems = isRecord(content) ? content['systems'] : undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError([
      code === undefined ? `${path} is not valid JSON` : `cannot read ${path} (${code})`
    ])
  }
  if (isRecord(systems) && Object.keys(systems).length > 0) return systems
  throw new ConfigError([`${path} has no "systems": an object of name and settings`])
}

function variablesIn(entry: unknown): string[] {
  return Object.values(isRecord(entry) ? entry : {}).flatMap(value =>
    isRecord(value) && typeof value['env'] === 'string' ? [value['env']] : []
  )
}
