/** Words with escapes (percent, entities, JSON, base64), and their replacement in the same writing. */

/** One written unit and what it means. */
interface Unit {
  readonly written: string
  readonly meant: string
}

const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  lowbar: '_',
  nbsp: ' ',
  dollar: '$',
  commat: '@',
  period: '.'
}
const letters: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '/': '/',
  '\\': '\\'
}
const escape =
  '(?:%[89a-fA-F][0-9a-fA-F])+|%[0-7][0-9a-fA-F]|&(?:amp;){0,4}(?:#\\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-z]{2,8});|\\\\u[0-9a-fA-F]{4}|\\\\x[0-9a-fA-F]{2}|\\\\["\'\\\\/nrtbf]'

/** A word with its escapes; a slash divides the segments of a path. */
export const wordWithEscapes = `(?:[\\p{L}\\p{N}_$.@+~:*-]|${escape})+`
const unitOf = new RegExp(`${escape}|[^]`, 'gu')

/**
 * The word with its meaning replaced, each unit in the writing that it had.
 * @param replace gets the meaning, which may have escapes again
 */
export function replaceEscaped(word: string, replace: (meant: string) => string): string {
  const units = word.match(unitOf)?.map(toUnit) ?? []
  const meant = units.map(unit => unit.meant).join('')
  if (meant === word) return word
  const result = replace(meant)
  if (result === meant) return word
  if (result.length !== meant.length) return encodedLike(units, result)
  let at = 0
  return units
    .map(unit => {
      const part = result.slice(at, at + unit.meant.length)
      at += unit.meant.length
      return part === unit.meant ? unit.written : writtenLike(unit, part)
    })
    .join('')
}

function toUnit(written: string): Unit {
  if (written.length === 1) return { written, meant: written }
  return { written, meant: meaningOf(written) ?? written }
}

function meaningOf(given: string): string | undefined {
  // Markup within markup has its references escaped once more.
  const written = given.replace(/^&(?:amp;)+(?=[#a-z])/, '&')
  if (written.startsWith('%')) {
    try {
      return decodeURIComponent(written)
    } catch {
      return undefined
    }
  }
  if (written.startsWith('&#')) {
    const isHex = /^&#x/i.test(written)
    const code = Number.parseInt(written.slice(isHex ? 3 : 2, -1), isHex ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
  }
  if (written.startsWith('&')) return names[written.slice(1, -1)]
  if (/^\\[ux]/.test(written)) {
    return String.fromCharCode(Number.parseInt(written.slice(2), 16))
  }
  return letters[written.charAt(1)]
}

function writtenLike({ written }: Unit, part: string): string {
  if (written.startsWith('%')) return encodeURIComponent(part)
  if (written.startsWith('&')) {
    const [begin = '&'] = /^&(?:amp;)*/.exec(written) ?? []
    return `${begin}#${part.codePointAt(0) ?? 63};`
  }
  if (written.startsWith('\\')) {
    return `\\u${(part.charCodeAt(0) || 63).toString(16).padStart(4, '0')}`
  }
  return part
}

/** A replacement of another length has no place for each unit: the first escape decides. */
function encodedLike(units: readonly Unit[], text: string): string {
  const first = units.find(({ written, meant }) => written !== meant)?.written ?? ''
  if (first.startsWith('%')) return encodeURIComponent(text)
  if (first.startsWith('&')) {
    return text.replace(/[&<>"']/g, one => `&#${one.charCodeAt(0)};`)
  }
  return JSON.stringify(text).slice(1, -1)
}

/** Words with what divides them in addresses, paths and lists of values. */
export const chunk = `(?:[\\p{L}\\p{N}_$.@+~:*/=-]|${escape})+`

/** Whether a value may be base64, in lines or not. */
export function isBase64(value: string): boolean {
  return value.length >= 8 && /^\s*[A-Za-z0-9+/_\r\n-]+={0,2}\s*$/.test(value)
}

/** The meaning where the word is printable text in base64; undefined otherwise. */
export function meaningOfBase64(word: string): string | undefined {
  const packed = word.replace(/[\s=]/g, '')
  if (packed.length % 4 === 1) return undefined
  const bytes = Buffer.from(packed, 'base64')
  const text = bytes.toString('utf8')
  return /[^\P{Cc}\r\n\t]|\uFFFD/u.test(text) || Buffer.byteLength(text) !== bytes.length
    ? undefined
    : text
}

/** The text in base64, wrapped and padded as the word was. */
export function base64Like(word: string, text: string): string {
  const isUrl = /[-_]/.test(word)
  const packed = Buffer.from(text).toString(isUrl ? 'base64url' : 'base64')
  const padded = word.endsWith('=') || !/[^=]$/.test(packed) ? packed : packed.replace(/=+$/, '')
  const [, line, end] = /^\s*([^\r\n]+)(\r?\n)/.exec(word) ?? []
  if (line === undefined || end === undefined) return padded
  return padded.match(new RegExp(`.{1,${line.length}}`, 'g'))?.join(end) ?? ''
}
