/** Caches search results per parsed file: mentions of names and rows of statements. */
import { Comment, Nodes } from '@abaplint/core'
import type { ABAPFile } from '@abaplint/core'
import { occurrencesOf } from './navigate/mentions.ts'
import type { Named, NameOccurrences } from './navigate/mentions.ts'
import { wordsOf } from './word-index.ts'

/** Cached search results of a parsed file. They stay valid because the file never changes. */
export interface SearchCache {
  /** How the statements of the file mention and declare a name. */
  occurrences(named: Named): NameOccurrences
  /** How the words of the code differ from those of the text. */
  comments(words: ReadonlySet<string>): CommentWords
}

export interface CommentWords {
  /** Words of the text that stand in comments only. */
  readonly only: ReadonlySet<string>
  /** Words that macros put together. */
  readonly more: readonly string[]
}

const NO_OCCURRENCES: NameOccurrences = { mentions: [], declares: false }

/** To be called right after the parse, while the syntax trees are in memory. */
export function createSearchCache(file: ABAPFile): SearchCache {
  const rows = rowsOfStatements(file)
  const cached = new Map<string, NameOccurrences>()
  let comments: CommentWords | undefined
  return {
    comments: words => (comments ??= commentWords(file, words)),
    occurrences(named) {
      const key = `${named.type} ${named.name}`
      const known = cached.get(key)
      if (known !== undefined) return known
      const made = occurrencesIn(
        statementsOn(file, rows, rowsWith(file.getRaw(), named.name)),
        named
      )
      cached.set(key, made)
      return made
    }
  }
}

function commentWords(file: ABAPFile, words: ReadonlySet<string>): CommentWords {
  const code = file
    .getStatements()
    .filter(node => !(node.get() instanceof Comment))
    .map(node => node.concatTokens())
  const used = wordsOf(code.join('\n'))
  return {
    only: new Set([...words].filter(word => !used.has(word))),
    more: [...used].filter(word => !words.has(word))
  }
}

function occurrencesIn(statements: readonly Nodes.StatementNode[], named: Named): NameOccurrences {
  if (statements.length === 0) return NO_OCCURRENCES
  const cached = statements.map(node => occurrencesOf(node, named))
  return {
    mentions: cached.flatMap(occurrences => occurrences.mentions),
    declares: cached.some(occurrences => occurrences.declares)
  }
}

/**
 * First and last row of every statement, two numbers each, so that a search by row does not walk
 * the syntax trees; comments cover no row.
 */
function rowsOfStatements(file: ABAPFile): Int32Array {
  const statements = file.getStatements()
  const rows = new Int32Array(2 * statements.length)
  for (const [index, node] of statements.entries()) {
    const isComment = node.get() instanceof Comment
    rows[2 * index] = isComment ? 1 : node.getFirstToken().getRow()
    rows[2 * index + 1] = isComment ? 0 : node.getLastToken().getRow()
  }
  return rows
}

function statementsOn(
  file: ABAPFile,
  rows: Int32Array,
  wanted: ReadonlySet<number>
): Nodes.StatementNode[] {
  if (wanted.size === 0) return []
  const covers = (first: number, last: number) => {
    for (let row = first; row <= last; row++) if (wanted.has(row)) return true
    return false
  }
  return file
    .getStatements()
    .filter((_, index) => covers(rows[2 * index] ?? 1, rows[2 * index + 1] ?? 0))
}

/** Rows (1-based) of a text that contain an upper-case name, in any case, also within a word. */
function rowsWith(text: string, name: string): Set<number> {
  const upper = text.toUpperCase()
  const rows = new Set<number>()
  let row = 1
  let counted = 0
  for (let at = upper.indexOf(name); at >= 0; at = upper.indexOf(name, at + name.length)) {
    for (
      let end = upper.indexOf('\n', counted);
      end >= 0 && end < at;
      end = upper.indexOf('\n', counted)
    ) {
      row++
      counted = end + 1
    }
    rows.add(row)
  }
  return rows
}
