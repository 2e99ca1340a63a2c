/**
 * The digest of a change of many sources. It shows that the sources and their new texts are those
 * of the dry run, and names the sources that differ.
 */
import { createHash } from 'node:crypto'
import { sourceHash } from '../../erp-client/index.ts'
import { sourceWords } from './changed-source.ts'
import type { ChangedSource } from './changed-source.ts'

/** Marks a digest: a confirmation of another question is none. */
const mark = 'sources.'
const wholeLength = 16
/** Each source falls into one group; few enough for a handle of at most 200 characters. */
const groups = 24
const groupLength = 2

const hashOf = (value: unknown, length: number): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, length)

const factsOf = ({ before, after }: ChangedSource): readonly string[] => [
  sourceWords(before),
  before.hash,
  sourceHash(after)
]

function groupOf(source: ChangedSource): number {
  return createHash('sha256').update(sourceWords(source.before)).digest().readUInt32BE(0) % groups
}

export function digestOf(sources: readonly ChangedSource[]): string {
  const facts = sources.map(factsOf).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const parts = Array.from({ length: groups }, (_, group) => {
    const own = sources.filter(source => groupOf(source) === group).map(factsOf)
    return own.length === 0 ? '--' : hashOf(own.sort(), groupLength)
  })
  return `${mark}${hashOf(facts, wholeLength)}${parts.join('')}`
}

export function isDigest(text: string | undefined): text is string {
  return (
    text?.startsWith(mark) === true &&
    text.length === mark.length + wholeLength + groups * groupLength
  )
}

/** The sources that may differ from those of an earlier digest; empty where one is gone. */
export function differing(earlier: string, sources: readonly ChangedSource[]): string[] {
  const now = digestOf(sources)
  const partOf = (digest: string, group: number) => {
    const at = mark.length + wholeLength + group * groupLength
    return digest.slice(at, at + groupLength)
  }
  return sources
    .filter(source => partOf(earlier, groupOf(source)) !== partOf(now, groupOf(source)))
    .map(({ before }) => sourceWords(before))
}
