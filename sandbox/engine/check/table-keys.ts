/** Checks that the keys of internal tables have the uniqueness that their kind of table needs. */
import type { ABAPFile, Token } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfToken } from '../ranges.ts'

const RULE = 'table_keys'
const DECLARATIONS = new Set(['DATA', 'TYPES', 'CLASS', 'STATICS'])

/** Hash keys are unique, and only standard tables have an empty key. */
export function checkTableKeys(file: ABAPFile): FileMessage[] {
  return file.getStatements().flatMap(node => {
    const tokens = node.getTokens()
    const words = tokens.map(token => token.getStr().toUpperCase())
    if (!DECLARATIONS.has(words[0] ?? '')) return []
    const table = words.findIndex((word, at) => word === 'TABLE' && words[at + 1] === 'OF')
    if (table < 0) return []
    const kind = words[table - 1] ?? ''
    return words.flatMap((word, at) => {
      const fault = word === 'WITH' ? faultOf(kind, words.slice(at + 1)) : undefined
      const token: Token | undefined = tokens[at + 1]
      return fault === undefined || token === undefined
        ? []
        : [error(rangeOfToken(file.getFilename(), token), RULE, fault)]
    })
  })
}

/** The fault of a key, by the words behind WITH. */
function faultOf(kind: string, words: readonly string[]): string | undefined {
  if (words[0] === 'EMPTY' && words[1] === 'KEY') {
    return kind === 'HASHED' || kind === 'SORTED'
      ? `"EMPTY KEY" is not allowed: the key of a table of the type "${kind} TABLE" is not empty.`
      : undefined
  }
  if (words.slice(0, 3).join('') !== 'NON-UNIQUE') return undefined
  const [next, following] = words.slice(3)
  const secondary = (next === 'SORTED' || next === 'HASHED') && following === 'KEY'
  const isHashed = secondary ? next === 'HASHED' : kind === 'HASHED'
  return isHashed ? '"NON-UNIQUE" is not allowed: hash keys are always UNIQUE.' : undefined
}
