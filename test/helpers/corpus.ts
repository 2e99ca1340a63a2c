import { readFileSync } from 'node:fs'

type Part = string | readonly [unit: string, times: number]

/**
 * Texts that are too long to stand in a file as they are. A line is `title | ["part", ["repeated
 * part", times], …]`; `#` begins a comment.
 *
 * @param file URL of the file
 * @throws Error naming the line that cannot be read
 */
export function readCorpus(file: URL): { readonly title: string; readonly text: string }[] {
  return linesOf(file).map(({ title, texts: [text = ''] }) => ({ title, text }))
}

/** The same with two lists of parts: a pattern, and a text for it. */
export function readPairs(
  file: URL
): { readonly title: string; readonly pattern: string; readonly text: string }[] {
  return linesOf(file).map(({ title, texts: [pattern = '', text = ''] }) => ({
    title,
    pattern,
    text
  }))
}

function linesOf(file: URL): { title: string; texts: string[] }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line === '' || line.startsWith('#')) return []
      const [title, ...lists] = line.split(/ \| (?=\[)/)
      if (title === undefined || lists.length === 0) {
        throw new Error(`${file.pathname}:${index + 1} is no title with a list of parts`)
      }
      return [
        {
          title,
          texts: lists.map(json =>
            (JSON.parse(json) as Part[])
              .map(part => (typeof part === 'string' ? part : part[0].repeat(part[1])))
              .join('')
          )
        }
      ]
    })
}
