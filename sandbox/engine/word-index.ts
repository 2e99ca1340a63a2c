/** Indexes which files mention an identifier. */

const WORD = /(?:\/\w+\/)?[\w$]+/g
/** Words that are read of a text at most. */
export const WORDS_PER_FILE = 50_000

/** The distinct identifiers of a text in upper case, namespaced names whole and in parts. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>()
  for (const [match] of text.matchAll(WORD)) {
    if (words.size >= WORDS_PER_FILE) break
    const word = match.toUpperCase()
    words.add(word)
    if (word.startsWith('/')) for (const part of word.split('/')) if (part !== '') words.add(part)
  }
  return words
}

/**
 * Identifier → files that mention it, and the reverse. Comments and literals count, because
 * literals hold dynamic uses.
 */
export interface WordIndex {
  put(file: string, words: ReadonlySet<string>): void
  remove(file: string): void
  filesWith(word: string): Iterable<string>
  wordsIn(file: string): ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

export function createWordIndex(): WordIndex {
  const files = new Map<string, ReadonlySet<string>>()
  const index = new Map<string, Set<string>>()
  const remove = (file: string) => {
    for (const word of files.get(file) ?? NONE) {
      const containing = index.get(word)
      containing?.delete(file)
      if (containing?.size === 0) index.delete(word)
    }
    files.delete(file)
  }
  return {
    put(file, words) {
      remove(file)
      files.set(file, words)
      for (const word of words) {
        const containing = index.get(word)
        if (containing === undefined) index.set(word, new Set([file]))
        else containing.add(file)
      }
    },
    remove,
    filesWith: word => index.get(word) ?? NONE,
    wordsIn: file => files.get(file) ?? NONE
  }
}
