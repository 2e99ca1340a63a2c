/** Puts the messages of a check in the order of the sources, each once. */
import type { FileMessage } from '../../types.ts'
import { firstLine } from '../ranges.ts'

const MAX_MESSAGES = 500

/** Sorted by place, without messages that another rule repeats at the same place. */
export function ordered(messages: readonly FileMessage[]): FileMessage[] {
  const seen = new Set<string>()
  const unique = messages.filter(message => {
    const key = `${message.file} ${message.startRow} ${message.startColumn} ${message.severity} ${message.text}`
    return seen.has(key) ? false : Boolean(seen.add(key))
  })
  const sorted = unique.toSorted(
    (a, b) =>
      a.file.localeCompare(b.file) || a.startRow - b.startRow || a.startColumn - b.startColumn
  )
  return sorted.length > MAX_MESSAGES ? [...sorted.slice(0, MAX_MESSAGES), moreOf(sorted)] : sorted
}

function moreOf(messages: readonly FileMessage[]): FileMessage {
  const last = messages[MAX_MESSAGES - 1]
  return {
    ...firstLine(last?.file ?? ''),
    ...last,
    severity: 'I',
    rule: 'bounds',
    text: `Further ${messages.length - MAX_MESSAGES} messages are left out.`
  }
}

/** The parser reports at the begin of a statement what `sql_field` reports at the field. */
export function isRepeated(
  { text, file, startRow }: FileMessage,
  all: readonly FileMessage[]
): boolean {
  const field = /^The (?:field "(.+?)" does not exist\.$|column "(.+?)" is unknown in )/
    .exec(text)
    ?.slice(1)
    .find(name => name !== undefined)
    ?.toUpperCase()
  return (
    field !== undefined &&
    all.some(
      other =>
        other.rule === 'sql_field' &&
        other.file === file &&
        other.startRow >= startRow &&
        other.text.startsWith(`The field "${field}" `)
    )
  )
}
