/** Walks through a text with markup, whole or broken, and keeps what it does not replace. */

export interface Visitor {
  /** @param parent the local name of the element around the element */
  text(value: string, name: string, parent: string): string
  attribute(value: string, name: string, element: string): string
  /** The name of an element or attribute. */
  name(name: string): string
}

interface Open {
  readonly tag: string
  /** What it is called to the visitor: the key of an `<entry key="…">`, otherwise its local name. */
  readonly name: string
}

export function replaceInXml(xml: string, visitor: Visitor): string {
  const stack: Open[] = []
  let result = ''
  let at = 0
  const top = (back = 1) => stack[stack.length - back]?.name ?? ''
  while (at < xml.length) {
    const open = xml.indexOf('<', at)
    if (open !== at) {
      const end = open === -1 ? xml.length : open
      result += visitor.text(xml.slice(at, end), top(), top(2))
      at = end
      continue
    }
    const [length, skip] = markupAt(xml, at)
    const markup = xml.slice(at, at + length)
    at += length
    if (skip > 0) result += inside(markup, skip, text => visitor.text(text, top(), top(2)))
    else result += tag(markup, stack, visitor)
  }
  return result
}

/** Comments, instructions and CDATA: how much of their beginning and end is markup. */
function inside(markup: string, skip: number, replace: (text: string) => string): string {
  const end = skip === 9 ? 3 : skip === 4 ? 3 : 2
  const isWhole = markup.length >= skip + end
  return isWhole
    ? markup.slice(0, skip) + replace(markup.slice(skip, -end)) + markup.slice(-end)
    : markup.slice(0, skip) + replace(markup.slice(skip))
}

/** Length of the markup, and what precedes the text in it; 0 for a tag. */
function markupAt(xml: string, at: number): [number, number] {
  const until = (end: string, skip: number): [number, number] => {
    const found = xml.indexOf(end, at + skip)
    return [(found === -1 ? xml.length : found + end.length) - at, skip]
  }
  if (xml.startsWith('<!--', at)) return until('-->', 4)
  if (xml.startsWith('<![CDATA[', at)) return until(']]>', 9)
  if (xml.startsWith('<?', at)) return until('?>', 2)
  let quote = ''
  for (let end = at + 1; end < xml.length; end++) {
    const one = xml.charAt(end)
    if (quote !== '') {
      if (one === quote) quote = ''
    } else if (one === '"' || one === "'") quote = one
    else if (one === '>') return [end + 1 - at, 0]
    else if (one === '<') return [end - at, 0]
  }
  return [xml.length - at, 0]
}

const parts =
  /(?<end>\/?>$)|(?<name>[^\s=<>"'/]+)(?<equals>\s*=\s*)(?<quoted>"[^"]*"?|'[^']*'?)|(?<word>[^\s=<>"'/]+)|[^]/g

type Part = Partial<Record<'end' | 'name' | 'equals' | 'quoted' | 'word', string>>

function tag(markup: string, stack: Open[], visitor: Visitor): string {
  if (markup.startsWith('</')) {
    close(localName(/[^\s<>/]+/.exec(markup)?.[0] ?? ''), stack)
    return markup.replace(/[^\s<>/]+/, name => visitor.name(name))
  }
  let element: string | undefined
  let key: string | undefined
  const result = markup.replace(parts, (all: string, ...rest: unknown[]) => {
    const part = rest.at(-1) as Part
    if (part.quoted !== undefined) {
      if (element === 'entry' && localName(part.name ?? '') === 'key') {
        key = part.quoted.slice(1, -1)
      }
      return attribute(part, element ?? '', visitor)
    }
    if (part.word === undefined) return all
    element ??= localName(part.word)
    return visitor.name(part.word)
  })
  const isEmpty = markup.endsWith('/>')
  if (!isEmpty && element !== undefined && !element.startsWith('!')) {
    stack.push({ tag: element, name: key ?? element })
  }
  return result
}

/** An end without its beginning ends nothing: what is in an element stays in it. */
function close(name: string, stack: Open[]): void {
  const at = stack.findLastIndex(({ tag }) => tag === name)
  if (at >= 0) stack.length = at
}

function attribute({ name = '', equals, quoted = '' }: Part, element: string, visitor: Visitor) {
  const quote = quoted.charAt(0)
  const isClosed = quoted.length > 1 && quoted.endsWith(quote)
  const value = isClosed ? quoted.slice(1, -1) : quoted.slice(1)
  const local = name.startsWith('xmlns') ? 'xmlns' : localName(name)
  const replaced = visitor.attribute(value, local, element)
  return `${visitor.name(name)}${equals}${quote}${replaced}${isClosed ? quote : ''}`
}

export function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}
