/** Conversion of field values from the text of a document, and back. */

export interface FieldRow {
  /** Names below the root; a last name with `@` is an attribute. */
  readonly path: string
  /** `name` is written in upper case, `reference` is the attribute `name` of the element. */
  readonly kind: 'text' | 'name' | 'number' | 'flag' | 'reference'
  readonly digits?: number
  /** Texts for true and for false. */
  readonly words?: readonly [string, string]
}

/** Fields of an object without source text, by the names that users know. */
export type Fields = Readonly<Record<string, unknown>>

interface Judged {
  readonly value: string
  readonly fault: string | undefined
}

// eslint-disable-next-line no-control-regex -- these characters are what is looked for
const unfit = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF]/

/** One line of text that XML can carry. */
export function plainText(name: string, value: unknown): Judged {
  if (typeof value !== 'string') return { value: '', fault: `\`${name}\` must be a text` }
  const bad =
    unfit.exec(value)?.[0] ??
    (value.isWellFormed() ? undefined : /[\uD800-\uDFFF]/.exec(value)?.[0])
  if (bad === undefined) return { value, fault: undefined }
  const code = bad.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return {
    value,
    fault: `\`${name}\` has the character U+${code}, which a text of one line cannot have`
  }
}

/** The text of a value, with the leading zeros of a number. */
export function textOfField(
  row: FieldRow,
  name: string,
  given: { readonly value: unknown; readonly before: string }
): Judged {
  const { value, before } = given
  if (row.kind === 'flag') {
    const [yes, no] = row.words ?? ['true', 'false']
    return {
      value: value === true ? yes : no,
      fault: typeof value === 'boolean' ? undefined : `\`${name}\` must be true or false`
    }
  }
  if (row.kind === 'number') {
    const digits = row.digits ?? 6
    const plain = wholeNumber(value)
    if (plain === undefined) return { value: '', fault: `\`${name}\` must be a whole number` }
    const fault = plain.length > digits ? `\`${name}\` has more than ${digits} digits` : undefined
    return { value: plain.padStart(/^\d+$/.test(before) ? before.length : digits, '0'), fault }
  }
  const judged = plainText(name, value)
  return row.kind === 'text' ? judged : { ...judged, value: judged.value.trim().toUpperCase() }
}

function wholeNumber(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return /^\d+$/.test(value) ? value.replace(/^0+(?=.)/, '') : undefined
  }
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? String(value)
    : undefined
}

/** The value of a text in the document. */
export function fieldOfText(row: FieldRow, text: string): unknown {
  const trimmed = text.trim()
  if (row.kind === 'flag') {
    return row.words === undefined ? ['true', '1', 'X'].includes(trimmed) : trimmed === row.words[0]
  }
  if (row.kind === 'number') return trimmed === '' ? undefined : Number(trimmed)
  return trimmed
}

/** Entries of a list value. */
export function entriesOf(value: unknown): readonly Fields[] {
  return Array.isArray(value)
    ? value.filter((each): each is Fields => typeof each === 'object' && each !== null)
    : []
}
