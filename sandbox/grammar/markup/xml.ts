/** Reads XML 1.0 with namespaces as events. */
import { collected, MarkupFault } from './events.ts'
import type { MarkupAttribute, MarkupEvent, MarkupName } from './events.ts'

const DEPTH_LIMIT = 1000
const NAME = /[\p{L}_:][\p{L}\p{N}\p{M}_:.\u00B7-]*/uy
const BLANKS = /[ \t\r\n]*/y
const XML_URI = 'http://www.w3.org/XML/1998/namespace'
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'"
}

interface Scope {
  readonly raw: string
  readonly name: MarkupName
  /** Namespaces by prefix. */
  readonly uris: ReadonlyMap<string, string>
}

interface Reader {
  readonly text: string
  readonly add: (event: MarkupEvent) => void
  readonly open: Scope[]
  /** Prefixes need no declaration. */
  readonly lenient: boolean
  at: number
}

/** The events of an XML document; `lenient` accepts prefixes that are not declared, as iXML does. */
export function readXml(text: string, lenient = false): MarkupEvent[] {
  return collected(add => {
    const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
    const reader: Reader = { text: source, add, open: [], lenient, at: 0 }
    let roots = 0
    for (;;) {
      readText(reader)
      if (reader.at >= source.length) break
      if (readTag(reader) && ++roots > 1) throw malformed(reader, 'more than one root element')
    }
    if (reader.open.length > 0 || roots === 0) throw ended(reader)
  })
}

function malformed(reader: Reader, text: string): MarkupFault {
  return new MarkupFault('syntax', text, reader.at)
}

function ended({ text }: Reader): MarkupFault {
  return new MarkupFault('end', 'unexpected end-of-file', text.length)
}

/** The text up to `end`, which must come; reading goes on behind it. */
function upTo(reader: Reader, end: string): string {
  const found = reader.text.indexOf(end, reader.at)
  if (found < 0) throw ended(reader)
  const part = reader.text.slice(reader.at, found)
  reader.at = found + end.length
  return part
}

function accept(reader: Reader, text: string): boolean {
  if (!reader.text.startsWith(text, reader.at)) return false
  reader.at += text.length
  return true
}

function readText(reader: Reader): void {
  const next = reader.text.indexOf('<', reader.at)
  const end = next < 0 ? reader.text.length : next
  const raw = reader.text.slice(reader.at, end)
  if (raw === '') return
  const blank = /^[ \t\n]*$/.test(raw)
  if (reader.open.length > 0) {
    if (raw.includes(']]>')) throw malformed(reader, 'document not wellformed')
    reader.add({ type: 'value', value: decoded(reader, raw), blank })
  } else if (!blank) throw malformed(reader, 'document not wellformed')
  reader.at = end
}

/** Whether the tag opens a root element. */
function readTag(reader: Reader): boolean {
  if (accept(reader, '<!--')) {
    reader.add({ type: 'comment', value: upTo(reader, '-->') })
  } else if (accept(reader, '<![CDATA[')) {
    if (reader.open.length === 0) throw malformed(reader, 'document not wellformed')
    const value = upTo(reader, ']]>')
    reader.add({ type: 'value', value, blank: false, cdata: true })
  } else if (accept(reader, '<?')) {
    const value = upTo(reader, '?>')
    const type = /^xml[ \t\n]/.test(value) ? 'declaration' : 'instruction'
    reader.add({ type, value })
  } else if (accept(reader, '<!')) {
    // entities that are declared here could grow without bounds
    const text = 'a document type declaration is not supported by the sandbox'
    throw new MarkupFault('unsupported', text, reader.at)
  } else if (accept(reader, '</')) close(reader)
  else {
    reader.at++
    return open(reader)
  }
  return false
}

function nameAt(reader: Reader): string {
  NAME.lastIndex = reader.at
  const [name] = NAME.exec(reader.text) ?? []
  if (name === undefined) {
    throw reader.at >= reader.text.length
      ? ended(reader)
      : malformed(reader, 'document not wellformed')
  }
  reader.at += name.length
  return name
}

function skipBlanks(reader: Reader): boolean {
  BLANKS.lastIndex = reader.at
  const [blanks = ''] = BLANKS.exec(reader.text) ?? []
  reader.at += blanks.length
  return blanks !== ''
}

function close(reader: Reader): void {
  const raw = nameAt(reader)
  skipBlanks(reader)
  if (!accept(reader, '>')) throw malformed(reader, 'document not wellformed')
  const scope = reader.open.pop()
  if (scope?.raw !== raw) {
    const begin = scope === undefined ? '' : ` does not match begin tag '${scope.raw}'`
    throw new MarkupFault('mismatch', `end tag '${raw}'${begin}`, reader.at)
  }
  reader.add({ type: 'close', ...scope.name })
}

function open(reader: Reader): boolean {
  const offset = reader.at - 1
  const raw = nameAt(reader)
  const pairs: [name: string, value: string][] = []
  while (skipBlanks(reader) && !/[>/]/.test(reader.text[reader.at] ?? '>')) {
    pairs.push(attribute(reader))
  }
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) {
    throw malformed(reader, 'document not wellformed')
  }
  const empty = accept(reader, '/')
  if (!accept(reader, '>')) {
    throw reader.at >= reader.text.length
      ? ended(reader)
      : malformed(reader, 'document not wellformed')
  }
  const isRoot = reader.open.length === 0
  const scope = enter(reader, { raw, pairs, offset })
  if (empty) reader.add({ type: 'close', ...scope.name })
  else if (reader.open.push(scope) > DEPTH_LIMIT) throw malformed(reader, 'nested too deeply')
  return isRoot
}

function attribute(reader: Reader): [string, string] {
  const name = nameAt(reader)
  skipBlanks(reader)
  if (!accept(reader, '=')) throw malformed(reader, 'document not wellformed')
  skipBlanks(reader)
  const quote = accept(reader, '"') ? '"' : "'"
  if (quote === "'" && !accept(reader, "'")) throw malformed(reader, 'document not wellformed')
  const value = upTo(reader, quote)
  if (value.includes('<')) throw malformed(reader, 'document not wellformed')
  return [name, decoded(reader, value.replace(/[\t\n]/g, ' '))]
}

interface Tag {
  readonly raw: string
  readonly pairs: readonly (readonly [name: string, value: string])[]
  readonly offset: number
}

/** Resolves the namespaces of an element and announces it. */
function enter(reader: Reader, { raw, pairs, offset }: Tag): Scope {
  const outer = reader.open.at(-1)?.uris ?? new Map([['xml', XML_URI]])
  const declared = pairs.flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value]]
    return name.startsWith('xmlns:') ? [[name.slice(6), value]] : []
  })
  const uris = declared.length === 0 ? outer : new Map([...outer, ...declared])
  const attributes: MarkupAttribute[] = pairs
    .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(([name, value]) => ({ ...qualified(reader, name, { uris, isAttribute: true }), value }))
  const name = qualified(reader, raw, { uris, isAttribute: false })
  reader.add({ type: 'open', ...name, attributes, declared, offset })
  return { raw, name, uris }
}

function qualified(
  reader: Reader,
  raw: string,
  { uris, isAttribute }: { uris: ReadonlyMap<string, string>; isAttribute: boolean }
): MarkupName {
  const colon = raw.indexOf(':')
  // an attribute without a prefix is in no namespace
  if (colon < 0) return { name: raw, prefix: '', uri: isAttribute ? '' : (uris.get('') ?? '') }
  const prefix = raw.slice(0, colon)
  const uri = uris.get(prefix)
  if (uri === undefined && !reader.lenient) {
    throw malformed(reader, `undeclared namespace prefix '${prefix}'`)
  }
  return { name: raw.slice(colon + 1), prefix, uri: uri ?? '' }
}

function decoded(reader: Reader, text: string): string {
  return text.replace(/&([^;&]*;?)/g, (_whole, body: string) => {
    const [, hexadecimal, decimal, named] =
      /^(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));$/.exec(body) ?? []
    if (named !== undefined && Object.hasOwn(NAMED, named)) return NAMED[named] ?? ''
    const code = hexadecimal === undefined ? Number(decimal) : parseInt(hexadecimal, 16)
    if (!(code > 0 && code <= 0x10ffff)) throw malformed(reader, 'document not wellformed')
    return String.fromCodePoint(code)
  })
}
