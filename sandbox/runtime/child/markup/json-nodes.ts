/** JSON as a list of nodes, read tolerantly as `/UI2/CL_JSON` does: up to the first fault. */

export interface JsonNode {
  /** Object, array, string, number, truth value, null, and the place of a fault. */
  readonly kind: 'O' | 'A' | 'S' | 'N' | 'B' | 'Z' | 'E'
  readonly name: string
  readonly value: string
  readonly start: number
  length: number
  /** The position of the first node inside, counted from 1. */
  first: number
  /** The position of the next node beside. */
  next: number
}

const DEPTH_LIMIT = 1000
const BLANKS = /[\s\uFEFF]*/y
const STRING = /"((?:[^"\\]+|\\[^])*)"/y
const NUMBER = /[-+.\d][-+.\deE]*/y
const WORD = /true|false|null/y
const TOKEN = /"(?:[^"\\]+|\\[^])*"|[{}[\],:]|[^\s"{}[\],:]+/g
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

class Fault extends Error {}

interface Reader {
  readonly text: string
  readonly nodes: JsonNode[]
  at: number
}

/** The nodes of a JSON text, the root first. A fault is the last node of what it stands in. */
export function nodes(text: string): JsonNode[] {
  const reader: Reader = { text, nodes: [], at: 0 }
  try {
    readValue(reader, '', 0)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
  return reader.nodes
}

/** A point in time of ISO 8601 or Edm.DateTime, in UTC, as fields of ABAP. */
export function moment(text: string): { date: string; time: string; fraction: string } | undefined {
  const edm = /^\/Date\((-?\d+)([+-]\d{1,4})?\)\/\s*$/i.exec(text)
  if (edm) return fields(Number(edm[1]) - Number(edm[2] ?? 0) * 60_000)
  const iso =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?:Z|([+-]\d\d):?(\d\d)?)?)?\s*$/.exec(
      text
    )
  if (!iso) return undefined
  const [, year, month, day, hour = 0, minute = 0, second = 0, digits = '', zone = '+0', past = 0] =
    iso
  const offset = Number(zone) * 60 + (zone.startsWith('-') ? -1 : 1) * Number(past)
  const start = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second)
  )
  return fields(start - offset * 60_000, digits)
}

/** The time of day of Edm.Time, six digits. */
export function duration(text: string): string | undefined {
  const found = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?\s*$/.exec(text)
  return found
    ?.slice(1)
    .map((part = '') => part.padStart(2, '0'))
    .join('')
}

/** The same JSON with line breaks, and blanks that show how deep a line is. */
export function indented(json: string): string {
  let depth = 0
  let result = ''
  const line = (): string => '\r\n' + '  '.repeat(depth)
  const tokens = json.match(TOKEN) ?? []
  for (const [index, token] of tokens.entries()) {
    const empty = /^[}\]]$/.test(token) && /^[{[]$/.test(tokens[index - 1] ?? '')
    if (/^[}\]]$/.test(token)) depth--
    if (/^[}\]]$/.test(token) && !empty) result += line()
    result += token === ':' ? ': ' : token
    if (/^[{[]$/.test(token)) depth++
    if (token === ',' || (/^[{[]$/.test(token) && !/^[}\]]$/.test(tokens[index + 1] ?? ''))) {
      result += line()
    }
  }
  return result
}

function fields(milliseconds: number, digits?: string): ReturnType<typeof moment> {
  const point = new Date(milliseconds)
  if (Number.isNaN(point.valueOf())) return undefined
  const [date = '', rest = ''] = point.toISOString().split('T')
  return {
    date: date.replaceAll('-', ''),
    time: rest.slice(0, 8).replaceAll(':', ''),
    fraction: (digits ?? rest.slice(9, 12)).slice(0, 7).padEnd(7, '0')
  }
}

function token(reader: Reader, pattern: RegExp): string | undefined {
  BLANKS.lastIndex = reader.at
  reader.at += BLANKS.exec(reader.text)?.[0].length ?? 0
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)
  reader.at += found?.[0].length ?? 0
  return found?.[1] ?? found?.[0]
}

function accept(reader: Reader, character: string): boolean {
  token(reader, BLANKS)
  if (reader.text[reader.at] !== character) return false
  reader.at++
  return true
}

function readValue(reader: Reader, name: string, depth: number): JsonNode {
  if (depth > DEPTH_LIMIT) return fault(reader, name)
  if (accept(reader, '{')) return readInside(reader, add(reader, 'O', name, ['', 1]), '}', depth)
  if (accept(reader, '[')) return readInside(reader, add(reader, 'A', name, ['', 1]), ']', depth)
  if (reader.text[reader.at] === '"') {
    const found = token(reader, STRING)
    if (found === undefined) return fault(reader, name)
    return add(reader, 'S', name, [unescaped(found), found.length + 2])
  }
  const number = token(reader, NUMBER)
  if (number !== undefined) return add(reader, 'N', name, [number, number.length])
  const word = token(reader, WORD)
  if (word === undefined) return fault(reader, name)
  return add(reader, word === 'null' ? 'Z' : 'B', name, [word, word.length])
}

function add(
  reader: Reader,
  kind: JsonNode['kind'],
  name: string,
  [value, length]: readonly [value: string, length: number]
): JsonNode {
  const node = { kind, name, value, start: reader.at - length, length, first: 0, next: 0 }
  reader.nodes.push(node)
  return node
}

function fault(reader: Reader, name: string): never {
  add(reader, 'E', name, ['', 0])
  throw new Fault()
}

function readInside(reader: Reader, node: JsonNode, end: string, depth: number): JsonNode {
  let previous: JsonNode | undefined
  while (!accept(reader, end)) {
    const position = reader.nodes.length + 1
    if (previous) previous.next = position
    else node.first = position
    previous = readValue(reader, node.kind === 'O' ? nameOf(reader) : '', depth + 1)
    if (accept(reader, ',')) continue
    if (accept(reader, end)) break
    previous.next = reader.nodes.length + 1
    fault(reader, '')
  }
  node.length = reader.at - node.start
  return node
}

function nameOf(reader: Reader): string {
  token(reader, BLANKS)
  const name = token(reader, STRING)
  if (name === undefined || !accept(reader, ':')) return fault(reader, name ?? '')
  return unescaped(name)
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_, code?: string, character = '') =>
    code === undefined
      ? (escapes[character] ?? character)
      : String.fromCharCode(Number.parseInt(code, 16))
  )
}
