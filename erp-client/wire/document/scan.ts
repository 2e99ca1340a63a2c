/** Locates the elements of a document, which the parser has already accepted as well-formed. */
import { ErpError } from '../../errors.ts'
import { rootAt } from '../xml.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

/** The offsets of an element in its document. */
export interface Frame {
  readonly start: number
  /** Behind the name in the start tag. */
  readonly nameEnd: number
  /** Behind the start tag. */
  readonly tagEnd: number
  /** Before the end tag; the end of the start tag where the element is written as one tag. */
  innerEnd: number
  end: number
  /** Written as `<a/>`. */
  readonly closed: boolean
  children: Frame[] | undefined
  /** Character data and CDATA sections directly in it, in their order. */
  pieces: Span[] | undefined
}

export function unlike(): ErpError {
  return new ErpError(
    'ERP_BAD_ANSWER',
    'The places of elements in the document of the ERP cannot be told',
    { outcome: 'failed' }
  )
}

const nameEndAt = /[\s/>]/g
const quoteOrEnd = /["'>]/g

/** The root with everything in it. @throws ErpError ERP_BAD_ANSWER */
export function scan(text: string): Frame {
  const open: Frame[] = []
  let at = rootAt(text)
  for (;;) {
    const parent = open.at(-1)
    const isEnd = text.startsWith('</', at)
    const skipped = isEnd ? undefined : passed(text, at)
    if (isEnd) {
      if (parent === undefined) throw unlike()
      open.pop()
      parent.innerEnd = at
      parent.end = indexAfter(text, '>', at)
      if (open.length === 0) return parent
      at = parent.end
    } else if (skipped !== undefined) {
      if (parent !== undefined && text.startsWith('<![CDATA[', at)) {
        ;(parent.pieces ??= []).push({ start: at, end: skipped })
      }
      at = skipped
    } else {
      const frame = startTag(text, at)
      if (parent !== undefined) (parent.children ??= []).push(frame)
      if (!frame.closed) open.push(frame)
      else if (parent === undefined) return frame
      at = frame.tagEnd
    }
    at = textUntil(text, at, open.at(-1))
  }
}

/** Records the character data up to the next tag. */
function textUntil(text: string, at: number, parent: Frame | undefined): number {
  const next = text.indexOf('<', at)
  if (next < 0) throw unlike()
  if (next > at && parent !== undefined) (parent.pieces ??= []).push({ start: at, end: next })
  return next
}

/** End of a comment, instruction or CDATA section that begins here. */
function passed(text: string, at: number): number | undefined {
  const sign = text.charAt(at + 1)
  if (sign !== '!' && sign !== '?') return undefined
  if (text.startsWith('<!--', at)) return indexAfter(text, '-->', at + 4)
  if (text.startsWith('<?', at)) return indexAfter(text, '?>', at + 2)
  if (text.startsWith('<![CDATA[', at)) return indexAfter(text, ']]>', at + 9)
  throw unlike()
}

function indexAfter(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from)
  if (found < 0) throw unlike()
  return found + what.length
}

function indexOf(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from
  const found = expression.exec(text)?.index
  if (found === undefined) throw unlike()
  return found
}

function startTag(text: string, start: number): Frame {
  const nameEnd = indexOf(nameEndAt, text, start + 1)
  let at = indexOf(quoteOrEnd, text, nameEnd)
  while (text[at] !== '>') at = indexOf(quoteOrEnd, text, indexAfter(text, text.charAt(at), at + 1))
  const tagEnd = at + 1
  return {
    start,
    nameEnd,
    tagEnd,
    innerEnd: tagEnd,
    end: tagEnd,
    closed: text[at - 1] === '/',
    children: undefined,
    pieces: undefined
  }
}
