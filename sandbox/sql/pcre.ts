/** Translates Perl-compatible patterns to those of JavaScript. */

/** What JavaScript has under the same sign or another one; the rest is refused by name. */
const ESCAPES: Readonly<Record<string, string>> = {
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  Z: '(?=\\n?(?![\\s\\S]))',
  R: '(?:\\r\\n|[\\n\\v\\f\\r\\x85])',
  N: '[^\\n]',
  h: '[ \\t\\xa0]',
  H: '[^ \\t\\xa0]',
  V: '[^\\n\\v\\f\\r\\x85]',
  v: '[\\n\\v\\f\\r\\x85]',
  e: '\\x1b',
  a: '\\x07'
}
const IN_CLASS: Readonly<Record<string, string>> = {
  h: ' \\t\\xa0',
  v: '\\n\\v\\f\\r\\x85',
  e: '\\x1b',
  a: '\\x07',
  b: '\\b'
}
const SAME = /[dDwWsSbBtnrfpPkxu0-9]|[^A-Za-z0-9]/
const POSIX: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  digit: '0-9',
  xdigit: '0-9A-Fa-f',
  space: '\\s',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  print: '\\x20-\\x7e',
  graph: '\\x21-\\x7e',
  punct: '!-\\/:-@\\[-`{-~',
  word: '\\w'
}
/** Groups that JavaScript has too. */
const GROUP = /^\(\?(?::|=|!|<=|<!|<[A-Za-z_]\w*>)/

interface Reader {
  readonly pattern: string
  at: number
  extended: boolean
  lines: boolean
  all: boolean
  readonly refuse: (what: string) => never
}

/**
 * A Perl-compatible pattern as a JavaScript one. ABAP reads patterns in extended mode: blanks and
 * comments in them mean nothing; ABAP SQL does not.
 * @param refuse is called with what JavaScript has not
 */
export function translatePattern(
  pattern: string,
  refuse: (what: string) => never,
  extended = true
): string {
  const reader: Reader = { pattern, at: 0, extended, lines: false, all: false, refuse }
  const flags = leadingFlags(reader)
  let result = ''
  while (reader.at < pattern.length) result += next(reader)
  return flags === '' ? result : `(?${flags}:${result})`
}

/**
 * `(?i)` and the like at the begin hold for all of it; those that are carried out here are
 * switched, the others come back.
 */
function leadingFlags(reader: Reader): string {
  const found = /^\(\?([imsx]*)(?:-([imsx]+))?\)/.exec(reader.pattern)
  if (found === null) return ''
  const [whole, on = '', off = ''] = found
  reader.at = whole.length
  if (on.includes('x')) reader.extended = true
  if (off.includes('x')) reader.extended = false
  reader.lines = on.includes('m')
  reader.all = on.includes('s')
  return on.includes('i') ? 'i' : ''
}

function next(reader: Reader): string {
  const { pattern, at } = reader
  const character = pattern[at] ?? ''
  if (character === '\\') return escape(reader)
  if (character === '[') return characterClass(reader)
  if (character === '(') return group(reader)
  reader.at++
  if (reader.extended && /\s/.test(character)) return ''
  if (reader.extended && character === '#') return comment(reader)
  if (character === '.') return reader.all ? '[\\s\\S]' : '[^\\n]'
  if (character === '^') return reader.lines ? '(?<![^\\n])' : '(?<![\\s\\S])'
  if (character === '$') return reader.lines ? '(?![^\\n])' : '(?=\\n?(?![\\s\\S]))'
  if (/[*+?}]/.test(character) && pattern[at + 1] === '+') {
    return reader.refuse(`a possessive quantifier (${character}+)`)
  }
  return character
}

function comment(reader: Reader): string {
  const end = reader.pattern.indexOf('\n', reader.at)
  reader.at = end < 0 ? reader.pattern.length : end + 1
  return ''
}

function escape(reader: Reader): string {
  const sign = reader.pattern[reader.at + 1] ?? ''
  if (sign === 'Q') return quoted(reader)
  const code = /^\\x\{([0-9a-f]{1,4})\}/i.exec(reader.pattern.slice(reader.at))
  if (code !== null) {
    reader.at += code[0].length
    return `\\u${(code[1] ?? '').padStart(4, '0')}`
  }
  reader.at += 2
  if (sign === 'E') return ''
  if (!SAME.test(sign) && ESCAPES[sign] === undefined) return reader.refuse(`\\${sign}`)
  return ESCAPES[sign] ?? (sign === ' ' || sign === '#' ? sign : `\\${sign}`)
}

function quoted(reader: Reader): string {
  const end = reader.pattern.indexOf('\\E', reader.at + 2)
  const text = reader.pattern.slice(reader.at + 2, end < 0 ? undefined : end)
  reader.at = end < 0 ? reader.pattern.length : end + 2
  return text.replace(/[-[\]{}()*+?.,\\^$|#]/g, '\\$&')
}

function group(reader: Reader): string {
  const rest = reader.pattern.slice(reader.at)
  const named = /^\(\?P?[<'](\w+)[>']/.exec(rest)
  if (rest.startsWith('(?#')) {
    const end = rest.indexOf(')')
    reader.at += end < 0 ? rest.length : end + 1
    return ''
  }
  if (named !== null) {
    reader.at += named[0].length
    return `(?<${named[1] ?? ''}>`
  }
  const [same] = GROUP.exec(rest) ?? []
  if (same === undefined && /^\([?*]/.test(rest)) return reader.refuse(rest.slice(0, 4))
  reader.at += same?.length ?? 1
  return same ?? '('
}

function characterClass(reader: Reader): string {
  const open = /^\[\^?\]?/.exec(reader.pattern.slice(reader.at))?.[0] ?? '['
  reader.at += open.length
  let result = open.endsWith(']') ? open.slice(0, -1) + '\\]' : open
  for (;;) {
    const character = reader.pattern[reader.at]
    if (character === undefined) return result
    const posix = /^\[:(\^?)([a-z]+):\]/.exec(reader.pattern.slice(reader.at))
    if (posix !== null) {
      const characters = posix[1] === '' ? POSIX[posix[2] ?? ''] : undefined
      if (characters === undefined) return reader.refuse(posix[0])
      result += characters
      reader.at += posix[0].length
    } else if (character === '\\') {
      const sign = reader.pattern[reader.at + 1] ?? ''
      if (!SAME.test(sign) && IN_CLASS[sign] === undefined) {
        return reader.refuse(`\\${sign} in a class of characters`)
      }
      result += IN_CLASS[sign] ?? `\\${sign}`
      reader.at += 2
    } else {
      result += character === '[' ? '\\[' : character
      reader.at++
      if (character === ']') return result
    }
  }
}
