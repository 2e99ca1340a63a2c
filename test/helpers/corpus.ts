import { readFileSync } from 'node:fs'

type Part = string | readonly [unit: string, times: number]

/**
 * Texts that are too long to stand in a file as they are. A line is `title | ["part", ["repeated part", times], …]`; `#` begins a comment.
 *
 * @param file URL of the file
 * @throws Error naming the line that cannot be read
 */
export function readCorpus (file: URL): { readonly title: string, readonly text: string }[] {
  return readFileSync(file, 'utf8').split('\n').flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return []
    const [, title, json] = /^(.+?) \| (\[.*\])$/.exec(line) ?? []
    if (title === undefined || json === undefined) throw new Error(`${file.pathname}:${index + 1} is no title with a list of parts`)
    const parts = JSON.parse(json) as Part[]
    return [{ title, text: parts.map((part) => typeof part === 'string' ? part : part[0].repeat(part[1])).join('') }]
  })
}
