/** Translates between text elements as they are edited and the text pool of the metadata. */
import { StoreError } from '../errors.ts'
import { child, childrenOf, element, leaves, textAt, withChild } from './xml.ts'
import type { Element } from './xml.ts'

/** The parts of a text pool that are edited as a text each. */
export const textParts = ['symbols', 'selections', 'headings'] as const
export type TextPart = (typeof textParts)[number]

interface Entry {
  readonly key: string
  readonly text: string
  readonly maxLength?: number
  readonly fromDictionary?: boolean
}

const headingKeys: Readonly<Record<string, readonly [id: string, key: string, limit: number]>> = {
  LISTHEADER: ['T', '', 71],
  COLUMNHEADER_1: ['H', '001', 255],
  COLUMNHEADER_2: ['H', '002', 255],
  COLUMNHEADER_3: ['H', '003', 255],
  COLUMNHEADER_4: ['H', '004', 255]
}
const ids: Readonly<Record<TextPart, readonly string[]>> = {
  symbols: ['I'],
  selections: ['S'],
  headings: ['T', 'H']
}
const symbolLimit = 132
const selectionLimit = 30
/**
 * Selection texts begin with eight characters of which the first says that the dictionary gives the
 * text.
 */
const selectionPrefix = 8

export function isTextPart(part: string): part is TextPart {
  return textParts.some(each => each === part)
}

function items(values: Element | undefined, part: TextPart): Element[] {
  return childrenOf(child(values, 'TPOOL'), 'item').filter(item =>
    ids[part].includes(textAt(item, 'ID'))
  )
}

function line(part: TextPart, item: Element): string {
  const [key, entry] = [textAt(item, 'KEY'), textAt(item, 'ENTRY')]
  if (part === 'symbols') {
    return `@MaxLength:${Number(textAt(item, 'LENGTH')) || entry.length}\n${key}=${entry}\n`
  }
  if (part === 'selections') {
    return `${entry.startsWith('D') ? '@DDICReference:true\n' : ''}${key}=${entry.slice(selectionPrefix)}\n`
  }
  const name =
    Object.entries(headingKeys).find(
      ([, [id, number]]) => id === textAt(item, 'ID') && number === key
    )?.[0] ?? key
  return `${name}=${entry}`
}

/**
 * The texts of one part, one entry a line with its directives above; undefined when there are none.
 */
export function poolText(values: Element | undefined, part: TextPart): string | undefined {
  const lines = items(values, part).map(item => line(part, item))
  return lines.length === 0 ? undefined : lines.join('\n') + (part === 'headings' ? '\n' : '')
}

function fault(row: number, message: string): StoreError {
  return new StoreError('INVALID_SOURCE', message, { position: { line: row, column: 0 } })
}

interface Directives {
  maxLength?: number
  fromDictionary?: boolean
}

function directive(text: string, row: number): Directives {
  const [, name = '', value = ''] = /^@(\w+):(.*)$/.exec(text) ?? []
  if (name === 'MaxLength' && /^\d{1,3}$/.test(value.trim())) return { maxLength: Number(value) }
  if (name === 'DDICReference') {
    return { fromDictionary: value.trim() !== '' && value.trim() !== 'false' }
  }
  throw fault(row, `${text} is no directive of a text element`)
}

function checkEntry(part: TextPart, { key, text, maxLength }: Entry, row: number): void {
  if (part === 'symbols') {
    if (!/^[^\s=]{3}$/.test(key)) {
      throw fault(row, `The key ${key} of a text symbol must have three characters`)
    }
    if (text.length > Math.min(maxLength ?? symbolLimit, symbolLimit)) {
      throw fault(
        row,
        `Text symbol ${key} is longer than ${Math.min(maxLength ?? symbolLimit, symbolLimit)} characters`
      )
    }
  }
  if (part === 'selections') {
    if (!/^[\w/]{1,8}$/.test(key)) {
      throw fault(row, `${key} is not the name of a parameter or selection`)
    }
    if (text.length > selectionLimit) {
      throw fault(row, `The selection text ${key} is longer than ${selectionLimit} characters`)
    }
  }
  const heading =
    part === 'headings' && Object.hasOwn(headingKeys, key) ? headingKeys[key] : undefined
  if (part !== 'headings') return
  if (heading === undefined) {
    throw fault(row, `${key} is no heading: there are ${Object.keys(headingKeys).join(', ')}`)
  }
  if (text.length > heading[2]) {
    throw fault(row, `The heading ${key} is longer than ${heading[2]} characters`)
  }
}

function parse(part: TextPart, source: string): Entry[] {
  const entries = new Map<string, Entry>()
  let directives: Directives = {}
  for (const [index, raw] of source.split('\n').entries()) {
    const text = raw.replace(/\r$/, '')
    if (text.trim() === '') continue
    if (text.trim().startsWith('@')) {
      directives = { ...directives, ...directive(text.trim(), index + 1) }
      continue
    }
    const at = text.indexOf('=')
    if (at < 0) throw fault(index + 1, `A text element is written KEY=text, not ${text.trim()}`)
    const entry = {
      key: text.slice(0, at).trim().toUpperCase(),
      text: text.slice(at + 1),
      ...directives
    }
    if (entries.has(entry.key)) {
      throw fault(index + 1, `The text element ${entry.key} is there twice`)
    }
    checkEntry(part, entry, index + 1)
    entries.set(entry.key, entry)
    directives = {}
  }
  return [...entries.values()]
}

function item(part: TextPart, { key, text, maxLength, fromDictionary }: Entry): Element {
  const [id = '', number = ''] = headingKeys[key] ?? []
  const written =
    part === 'selections'
      ? (fromDictionary === true ? 'D' : ' ').padEnd(selectionPrefix) + text
      : text
  const length = part === 'symbols' ? (maxLength ?? Math.max(1, text.length)) : written.length
  return element(
    'item',
    leaves({
      ID: part === 'headings' ? id : (ids[part][0] ?? ''),
      KEY: part === 'headings' ? number : key,
      ENTRY: written,
      LENGTH: String(length)
    })
  )
}

/**
 * The values with the texts of one part replaced. Throws StoreError `INVALID_SOURCE` with the line.
 */
export function withPoolText(values: Element, part: TextPart, source: string): Element {
  const given = parse(part, source).map(entry => item(part, entry))
  const others = childrenOf(child(values, 'TPOOL'), 'item').filter(
    each => !ids[part].includes(textAt(each, 'ID'))
  )
  const rank = (each: Element) => 'RITHS'.indexOf(textAt(each, 'ID'))
  const all = [...others, ...given].toSorted((a, b) => rank(a) - rank(b))
  return withChild(values, 'TPOOL', all.length === 0 ? undefined : element('TPOOL', all))
}
