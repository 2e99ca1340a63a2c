/** Finds the includes that a source names. */
import { offLoop } from '../call/worker-thread.ts'
import { statements } from './statements.ts'

/** Names behind INCLUDE, chains too. */
export function includesOf(text: string): string[] {
  const names: string[] = []
  for (const { words } of statements(text)) {
    if (words[0] !== 'INCLUDE' || words[1] === 'TYPE' || words[1] === 'STRUCTURE') continue
    names.push(
      ...words
        .slice(1)
        .filter(
          (word, index) =>
            /^[A-Z0-9_/<>$%]+$/.test(word) &&
            [undefined, ':', ','].includes(index === 0 ? undefined : words[index])
        )
    )
  }
  return names
}

/** Of several texts, each name once. */
export function includesOfAll(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(includesOf))]
}

export const findIncludes = offLoop({ includesOfAll }, import.meta.url)
