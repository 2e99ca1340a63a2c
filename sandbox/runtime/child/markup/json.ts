/** Reads JSON as events of JSON-XML: `object`, `array`, `str`, `num`, `bool`, `null`. */
import { collected, MarkupFault } from '../../../grammar/markup/events.ts'
import type { MarkupAttribute, MarkupEvent } from '../../../grammar/markup/events.ts'

const DEPTH_LIMIT = 1000
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const STRING = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y // eslint-disable-line no-control-regex -- JSON forbids them
const WORD = /true|false|null/y

interface Reader {
  readonly text: string
  readonly add: (event: MarkupEvent) => void
  at: number
  /** The end of the last token: where the text stops to be JSON. */
  end: number
}

/** The events of a JSON text. */
export function readJson(text: string): MarkupEvent[] {
  return collected(add => {
    const reader: Reader = { text, add, at: 0, end: 0 }
    readValue(reader, undefined, 0)
    skipBlanks(reader)
    if (reader.at < text.length) throw fault(reader)
  })
}

function fault({ text, at, end }: Reader): MarkupFault {
  return at >= text.length
    ? new MarkupFault('end', '<EOF> reached', end)
    : new MarkupFault('syntax', 'document not wellformed', end)
}

function skipBlanks(reader: Reader): void {
  while (' \t\r\n'.includes(reader.text[reader.at] ?? 'x')) reader.at++
}

function token(reader: Reader, pattern: RegExp): string | undefined {
  skipBlanks(reader)
  pattern.lastIndex = reader.at
  const [found] = pattern.exec(reader.text) ?? []
  if (found === undefined) return undefined
  reader.at += found.length
  reader.end = reader.at
  return found
}

function accept(reader: Reader, character: string): boolean {
  skipBlanks(reader)
  if (reader.text[reader.at] !== character) return false
  reader.at++
  reader.end = reader.at
  return true
}

function expect(reader: Reader, character: string): void {
  if (!accept(reader, character)) throw fault(reader)
}

function readValue(reader: Reader, name: string | undefined, depth: number): void {
  if (depth > DEPTH_LIMIT) throw new MarkupFault('syntax', 'nested too deeply', reader.at)
  if (accept(reader, '{')) {
    element(reader, { kind: 'object', name }, () => {
      readMembers(reader, depth)
    })
  } else if (accept(reader, '[')) {
    element(reader, { kind: 'array', name }, () => {
      readItems(reader, depth)
    })
  } else readScalar(reader, name)
}

function readScalar(reader: Reader, name: string | undefined): void {
  const string = token(reader, STRING)
  if (string !== undefined) {
    scalar(reader, { kind: 'str', name }, JSON.parse(string) as string)
    return
  }
  const number = token(reader, NUMBER)
  if (number !== undefined) {
    scalar(reader, { kind: 'num', name }, number)
    return
  }
  const word = token(reader, WORD)
  if (word === undefined) throw fault(reader)
  scalar(reader, { kind: word === 'null' ? 'null' : 'bool', name }, word === 'null' ? '' : word)
}

function readMembers(reader: Reader, depth: number): void {
  if (accept(reader, '}')) return
  do {
    const name = token(reader, STRING)
    if (name === undefined) throw fault(reader)
    expect(reader, ':')
    readValue(reader, JSON.parse(name) as string, depth + 1)
  } while (accept(reader, ','))
  expect(reader, '}')
}

function readItems(reader: Reader, depth: number): void {
  if (accept(reader, ']')) return
  do readValue(reader, undefined, depth + 1)
  while (accept(reader, ','))
  expect(reader, ']')
}

interface Head {
  readonly kind: string
  /** The name of a member of an object. */
  readonly name: string | undefined
}

function element({ add }: Reader, { kind, name }: Head, content: () => void): void {
  const attributes: MarkupAttribute[] =
    name === undefined ? [] : [{ name: 'name', prefix: '', uri: '', value: name }]
  add({ type: 'open', name: kind, prefix: '', uri: '', attributes, declared: [] })
  content()
  add({ type: 'close', name: kind, prefix: '', uri: '' })
}

function scalar(reader: Reader, head: Head, value: string): void {
  element(reader, head, () => {
    if (value !== '') reader.add({ type: 'value', value, blank: false })
  })
}
