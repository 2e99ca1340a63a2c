/** The file of known findings. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '../../config/config.ts'
import { isRecord, readJson } from '../../config/json-text.ts'
import type { PipelineReport } from '../../tools/pipeline/index.ts'

const depth = 4

/** The fingerprints in a baseline. @throws ConfigError where it is none */
export function readBaseline(folder: string, name: string): ReadonlySet<string> {
  try {
    const content = readJson(readFileSync(resolve(folder, name)), depth)
    const list = isRecord(content) ? content['fingerprints'] : undefined
    if (!Array.isArray(list) || !list.every(one => typeof one === 'string')) {
      throw new Error('is no baseline of erp-bridge ci')
    }
    return new Set(list)
  } catch (error) {
    throw new ConfigError([
      `--baseline: ${name} ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist; --write-baseline makes it' : (error as Error).message}`
    ])
  }
}

/** Sorted, so that a change of the file shows what came and went. */
export function baselineText({ system, subject, findings }: PipelineReport): string {
  const fingerprints = findings.map(({ fingerprint }) => fingerprint).toSorted()
  return `${JSON.stringify({ system, subject, fingerprints }, null, 2)}\n`
}
