/** Writes events of XML and JSON-XML as text. */
import type { MarkupEvent } from '../../../grammar/markup/events.ts'

export interface WriteOptions {
  readonly json: boolean
  /** Line breaks and the blanks before the content of an element, for people. */
  readonly breaks: boolean
  readonly indent: boolean
  /** Quotation marks are written as entities in texts, too. */
  readonly quotes?: boolean
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;'
}

/** Text as the content of an element. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, character => ESCAPES[character] ?? character)
}

/** Text with all characters as entities that have one. */
function escapeAll(text: string): string {
  return text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character)
}

/** Text as the value of an attribute. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, character => ESCAPES[character] ?? character)
}

/** The text of the events. Elements that are open at the end stay open. */
export function writeMarkup(events: readonly MarkupEvent[], options: WriteOptions): string {
  return options.json ? writeJson(events, options) : writeXml(events, options)
}

function startTag(
  event: Extract<MarkupEvent, { type: 'open' }>,
  escape: typeof escapeAttribute
): string {
  const declared = event.declared.map(
    ([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escape(uri)}"`
  )
  const attributes = event.attributes.map(
    ({ prefix, name, value }) => ` ${prefix === '' ? '' : `${prefix}:`}${name}="${escape(value)}"`
  )
  return `<${tagName(event)}${declared.join('')}${attributes.join('')}`
}

const cdataSection = (text: string): string =>
  `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const tagName = ({ prefix, name }: { prefix: string; name: string }): string =>
  prefix === '' ? name : `${prefix}:${name}`

function writeXml(
  events: readonly MarkupEvent[],
  { breaks, indent, quotes = false }: WriteOptions
): string {
  const escape = quotes ? escapeAll : escapeText
  const parts: string[] = []
  let depth = 0
  const lineBreak = (before: MarkupEvent['type'] | undefined): void => {
    if (breaks && before !== undefined && before !== 'value') {
      parts.push(`\n${indent ? ' '.repeat(depth) : ''}`)
    }
  }
  for (const [index, event] of events.entries()) {
    const before = events[index - 1]?.type
    if (event.type === 'open') {
      lineBreak(before)
      parts.push(
        startTag(event, quotes ? escapeAll : escapeAttribute),
        events[index + 1]?.type === 'close' ? '/>' : '>'
      )
      depth++
    } else if (event.type === 'close') {
      depth--
      if (before === 'open') continue
      lineBreak(before)
      parts.push(`</${tagName(event)}>`)
    } else if (event.type === 'value') {
      parts.push(event.cdata === true ? cdataSection(event.value) : escape(event.value))
    } else if (event.type === 'comment') parts.push(`<!--${event.value}-->`)
    else if (event.type !== 'error') parts.push(`<?${event.value}?>`)
  }
  return parts.join('')
}

function writeJson(events: readonly MarkupEvent[], { breaks, indent }: WriteOptions): string {
  const parts: string[] = []
  let depth = 0
  let value = ''
  const lineBreak = (): void => {
    if (breaks) parts.push(`\n${indent ? ' '.repeat(depth) : ''}`)
  }
  for (const [index, event] of events.entries()) {
    const before = events[index - 1]?.type
    if (event.type === 'value') value += event.value
    else if (event.type === 'open') {
      if (before === 'close') parts.push(',')
      if (before !== undefined) lineBreak()
      const [named] = event.attributes.filter(({ name }) => name === 'name')
      if (named !== undefined) parts.push(`${JSON.stringify(named.value)}:`)
      if (isContainer(event.name)) {
        parts.push(event.name === 'object' ? '{' : '[')
        depth++
      }
      value = ''
    } else if (event.type === 'close') {
      if (isContainer(event.name)) {
        depth--
        if (before !== 'open') lineBreak()
        parts.push(event.name === 'object' ? '}' : ']')
      } else parts.push(scalarText(event.name, value))
    }
  }
  return parts.join('')
}

const isContainer = (name: string): boolean => name === 'object' || name === 'array'

function scalarText(kind: string, value: string): string {
  if (kind === 'str') return JSON.stringify(value).replaceAll('/', '\\/')
  return kind === 'null' ? 'null' : value
}
