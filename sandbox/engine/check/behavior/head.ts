/** Lock, authorization and entity tags: what each entity declares of itself. */
import type { CdsToken } from '../cds-tokens.ts'
import type { Behavior, BehaviorSource } from './source.ts'

export interface Reference {
  /** `LOCK`, `AUTHORIZATION` or `ETAG` */
  readonly what: string
  /** The association that leads to the master; extensions leave it out. */
  readonly association: CdsToken | undefined
}

export interface Head {
  readonly masters: ReadonlySet<string>
  readonly dependent: readonly Reference[]
  readonly etag: CdsToken | undefined
  readonly totalEtag: CdsToken | undefined
  readonly draftTable: CdsToken | undefined
  readonly persistentTable: CdsToken | undefined
}

export function headOf({ head: { tokens, words } }: Behavior): Head {
  const masters = new Set<string>()
  const dependent: Reference[] = []
  const behind = (...sequence: readonly string[]) => {
    const at = words.findIndex((_word, index) =>
      sequence.every((each, offset) => words[index + offset] === each)
    )
    return at < 0 ? undefined : tokens[at + sequence.length]
  }
  for (const [at, word] of words.entries()) {
    if (word === 'MASTER') masters.add(words[at - 1] ?? '')
    if (word !== 'DEPENDENT') continue
    const association = words[at + 1] === 'BY' ? tokens[at + 2] : undefined
    for (const what of dependentAt(words, at)) dependent.push({ what, association })
  }
  return {
    masters,
    dependent,
    etag: behind('ETAG', 'MASTER'),
    totalEtag: behind('TOTAL', 'ETAG'),
    draftTable: behind('DRAFT', 'TABLE'),
    persistentTable: behind('PERSISTENT', 'TABLE')
  }
}

/** `lock dependent`, or `( lock, authorization ) dependent`. */
function dependentAt(words: readonly string[], at: number): readonly string[] {
  if (words[at - 1] !== ')') return [words[at - 1] ?? '']
  const open = words.lastIndexOf('(', at)
  return words.slice(open + 1, at - 1).filter(word => word !== ',')
}

export function hasHeader({ header }: BehaviorSource, ...words: readonly string[]): boolean {
  return header.some(statement => words.every((word, at) => statement.words[at] === word))
}

/** 0 without a strict mode. */
export function strictness({ header }: BehaviorSource): number {
  const strict = header.find(({ words }) => words[0] === 'STRICT')
  return strict === undefined ? 0 : Number(strict.words[2] ?? 1)
}
