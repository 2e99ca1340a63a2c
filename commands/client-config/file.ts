/** The client's file: one entry is added, everything else in it stays. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRecord } from '../../config/json-text.ts'
import { ConfigError } from '../../config/config.ts'
import type { Entry } from './clients.ts'

/**
 * @throws ConfigError where the file holds something else than a JSON object
 */
export function writeEntry(
  path: string,
  { section, word, entry }: { section: string; word: string; entry: Entry }
): void {
  const content = readFile(path)
  const before = content[section] ?? {}
  if (!isRecord(before)) {
    throw new ConfigError([`${path}: "${section}" is not an object; correct it first`])
  }
  mkdirSync(dirname(path), { recursive: true })
  // A client may read the file at any moment, so it is never half of one.
  writeFileSync(
    `${path}.new`,
    `${JSON.stringify({ ...content, [section]: { ...before, [word]: entry } }, undefined, 2)}\n`,
    { mode: 0o600 }
  )
  renameSync(`${path}.new`, path)
}

function readFile(path: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const content: unknown = text.trim() === '' ? {} : parse(path, text)
  if (!isRecord(content)) {
    throw new ConfigError([`${path} does not hold a JSON object; nothing was written`])
  }
  return content
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError([
      `${path} is not plain JSON (comments?), so nothing was written; add the entry by hand: leave --write out to see it`
    ])
  }
}
