/** Reads a recording from its folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptionFile, formatVersion, isExchangeFile } from '../format.ts'
import type { RecordedExchange, RecordingDescription } from '../format.ts'

export interface Recording {
  readonly folder: string
  readonly description: RecordingDescription
  /** In the order of their numbers. */
  readonly exchanges: readonly RecordedExchange[]
  /** Files that are no exchange, with the reason. */
  readonly faults: readonly string[]
}

/** A folder that is no recording; the message has the remedy. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/**
 * @param given the folder of a recording, or one that holds a single recording
 * @throws RecordingError
 */
export function loadRecording(given: string): Recording {
  const folder = folderOf(given)
  const description = descriptionIn(folder)
  const faults: string[] = []
  const exchanges = readdirSync(folder)
    .filter(isExchangeFile)
    .flatMap(name => {
      try {
        return [exchangeOf(readFileSync(join(folder, name), 'utf8'))]
      } catch (error) {
        faults.push(`${name}: ${(error as Error).message}`)
        return []
      }
    })
    .toSorted((one, other) => one.number - other.number)
  if (exchanges.length === 0) throw new RecordingError(`${folder} holds no exchange`)
  return { folder, description, exchanges, faults }
}

function folderOf(given: string): string {
  const names = namesIn(given)
  if (names.includes(descriptionFile)) return given
  const inside = names.filter(name => hasDescription(join(given, name))).toSorted()
  const [only] = inside
  if (only === undefined) {
    throw new RecordingError(
      `${given} holds no recording; give a folder that --record has made, with ${descriptionFile} in it`
    )
  }
  if (inside.length > 1) {
    throw new RecordingError(
      `${given} holds ${inside.length} recordings; give one of them: ${inside.join(', ')}`
    )
  }
  return join(given, only)
}

function hasDescription(folder: string): boolean {
  try {
    return readdirSync(folder).includes(descriptionFile)
  } catch {
    return false
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new RecordingError(`${folder} cannot be read (${code}); give the folder of a recording`)
  }
}

function descriptionIn(folder: string): RecordingDescription {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(join(folder, descriptionFile), 'utf8'))
  } catch (error) {
    throw new RecordingError(
      `${folder}: ${descriptionFile} is damaged (${(error as Error).message})`
    )
  }
  const { format, origin, client } = facts(value)
  if (typeof format !== 'number' || typeof origin !== 'string' || typeof client !== 'string') {
    throw new RecordingError(`${folder}: ${descriptionFile} describes no recording`)
  }
  if (format > formatVersion) {
    throw new RecordingError(
      `${folder} has the format ${format}, and this program reads up to ${formatVersion}; use a newer erp-bridge`
    )
  }
  return value as RecordingDescription
}

/** @throws where the text is no exchange */
function exchangeOf(text: string): RecordedExchange {
  const value = facts(JSON.parse(text))
  const { method, path, headers } = facts(value['request'])
  const { status } = facts(value['answer'])
  if (typeof value['number'] !== 'number') throw new Error('it has no number')
  if (typeof method !== 'string' || typeof path !== 'string' || typeof headers !== 'object') {
    throw new Error('it has no request')
  }
  if (typeof status !== 'number' && typeof value['error'] !== 'string') {
    throw new Error('it has neither an answer nor an error')
  }
  return value as unknown as RecordedExchange
}

function facts(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
