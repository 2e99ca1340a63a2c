/** Removes the Markdown fences around a source that an agent pastes. */
import { crlfToLf } from '../../erp-client/line-ends.ts'
import { badArguments } from '../failure/errors.ts'
import type { ToolError } from '../failure/errors.ts'

const fence = '[ \\t]{0,12}(?:`{3,9}|~{3,9})[ \\t]{0,4}'
/**
 * Words that open a block of source. Without one of them a line of backticks may belong to a
 * comment.
 */
const languages =
  '(?:abap\\w{0,9}|cds\\w{0,9}|ddl\\w{0,9}|sql\\w{0,9}|bdef|rap|plaintext|text|txt|xml)'
const opening = new RegExp(`^${fence}[\\w+#.-]{0,20}[ \\t]{0,4}\\r?$`)
const bare = new RegExp(`^${fence}\\r?$`, 'm')
const opensInside = new RegExp(`^${fence}${languages}[ \\t]{0,4}\\r?$`, 'im')

/**
 * The text without a fence as its first and its last line; every other text as it is.
 * @throws ToolError TOOL_BAD_ARGUMENTS where a fence stands alone or inside: which lines are meant
 * is not known
 */
export function unfenced(key: string, text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text
  const trimmed = text.trim()
  const firstEnd = trimmed.indexOf('\n')
  const lastStart = trimmed.lastIndexOf('\n') + 1
  const first = firstEnd < 0 ? trimmed : trimmed.slice(0, firstEnd)
  if (!opening.test(first)) {
    const found = opensInside.exec(text)
    if (found !== null) throw markdown(key, text.slice(0, found.index), found[0])
    return text
  }
  const isClosed = firstEnd >= 0 && bare.test(trimmed.slice(lastStart))
  const inner = isClosed ? trimmed.slice(firstEnd + 1, lastStart) : ''
  if (isClosed && !bare.test(inner) && !opensInside.test(inner)) {
    return crlfToLf(inner)
  }
  throw markdown(key, text.slice(0, text.indexOf(trimmed)), first)
}

function markdown(key: string, before: string, line: string): ToolError {
  const number = before.split('\n').length
  return badArguments(
    `Line ${number} of \`${key}\` is ${JSON.stringify(line.trim().slice(0, 40))}: Markdown, not source.`,
    'Give the source text alone, without fences and without words around it. Nothing was changed.'
  )
}
