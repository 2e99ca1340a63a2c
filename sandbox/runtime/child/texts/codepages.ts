/** Texts as bytes of a code page, and back. Bytes are hexadecimal digits in upper case. */

type Page = 'utf-8' | 'utf-16be' | 'utf-16le' | 'latin1' | 'ascii' | 'windows-1252'

const PAGES: Readonly<Record<string, Page>> = {
  'UTF-8': 'utf-8',
  '4110': 'utf-8',
  DEFAULT: 'utf-8',
  'UTF-16BE': 'utf-16be',
  '4102': 'utf-16be',
  'UTF-16LE': 'utf-16le',
  '4103': 'utf-16le',
  'ISO-8859-1': 'latin1',
  '1100': 'latin1',
  'US-ASCII': 'ascii',
  '1103': 'ascii',
  'WINDOWS-1252': 'windows-1252',
  '1160': 'windows-1252'
}
const OTHERS =
  /^(\d{4}|UTF-(7|16|32).*|ISO-\d.*|WINDOWS-\d+|CP\d+|IBM.*|SHIFT_?JIS|GB.*|BIG5.*|EUC.*|KOI8.*|NON-UTF-8)$/

/** The characters of the bytes 80 to 9F; a blank where there is none. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** The page of a name; undefined where no code page has that name. */
function find(name: string, unsupported: (what: string) => never): Page | undefined {
  const known = name.trim().toUpperCase()
  const page = PAGES[known]
  return page === undefined && OTHERS.test(known) ? unsupported(`the code page ${known}`) : page
}

function windowsCode(character: string): number | undefined {
  const at = character === ' ' ? -1 : WINDOWS.indexOf(character)
  if (at >= 0) return 0x80 + at
  const code = character.charCodeAt(0)
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : undefined
}

function codeIn(page: Page, character: string): number | undefined {
  if (page === 'windows-1252') return windowsCode(character)
  const code = character.charCodeAt(0)
  return code < (page === 'ascii' ? 0x80 : 0x100) ? code : undefined
}

const hexadecimal = (code: number, digits: number): string =>
  code.toString(16).toUpperCase().padStart(digits, '0')

function units(text: string): string[] {
  return Array.from({ length: text.length }, (_, at) => text[at] ?? '')
}

const swapped = (unit: string): string => unit.slice(2) + unit.slice(0, 2)

/** The bytes of a text; `complete` is false where a character was replaced, or left out. */
function encode(
  text: string,
  page: Page,
  replacement: string
): { bytes: string; complete: boolean } {
  if (page === 'utf-8') {
    return { bytes: Buffer.from(text, 'utf8').toString('hex').toUpperCase(), complete: true }
  }
  if (page === 'utf-16be' || page === 'utf-16le') {
    const all = units(text).map(unit => hexadecimal(unit.charCodeAt(0), 4))
    return { bytes: (page === 'utf-16le' ? all.map(swapped) : all).join(''), complete: true }
  }
  let complete = true
  const bytes = units(text).map(character => {
    const code = codeIn(page, character)
    if (code !== undefined) return hexadecimal(code, 2)
    complete = false
    const instead = codeIn(page, replacement.slice(0, 1))
    return replacement === '' || instead === undefined ? '' : hexadecimal(instead, 2)
  })
  return { bytes: bytes.join(''), complete }
}

/** The text of bytes; `complete` is false where bytes are no characters of the page. */
function decode(
  bytes: string,
  page: Page,
  replacement: string
): { text: string; complete: boolean } {
  if (page === 'utf-8') return decodeUtf8(bytes, replacement)
  if (page === 'utf-16be' || page === 'utf-16le') {
    const all = bytes.match(/.{4}/g) ?? []
    const codes = all.map(unit => parseInt(page === 'utf-16le' ? swapped(unit) : unit, 16))
    return { text: String.fromCharCode(...codes), complete: bytes.length % 4 === 0 }
  }
  let complete = true
  const text = (bytes.match(/../g) ?? []).map(pair => {
    const character = characterOf(parseInt(pair, 16), page)
    complete &&= character !== undefined
    return character ?? replacement
  })
  return { text: text.join(''), complete }
}

function characterOf(code: number, page: Page): string | undefined {
  if (code >= 0x80 && page === 'ascii') return undefined
  if (code < 0x80 || code > 0x9f || page !== 'windows-1252') return String.fromCharCode(code)
  const character = WINDOWS[code - 0x80]
  return character === ' ' ? undefined : character
}

function decodeUtf8(bytes: string, replacement: string): { text: string; complete: boolean } {
  const text = Buffer.from(bytes, 'hex').toString('utf8')
  const back = Buffer.from(text, 'utf8').toString('hex').toUpperCase()
  return back === bytes
    ? { text, complete: true }
    : { text: text.replaceAll('\uFFFD', replacement), complete: false }
}

export const codepages = { find, encode, decode }
