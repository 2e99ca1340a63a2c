/** Finds calls in ABAP source. */
import { lineAt, lineStarts } from './units.ts'
import { statements } from './statements.ts'

export interface Call {
  readonly kind: 'form' | 'function' | 'method' | 'program' | 'dynamic'
  /** Upper case; of a dynamic call the statement. */
  readonly name: string
  /**
   * Class or interface of a static call; `ME` for the object itself; undefined where the source
   * does not name.
   */
  readonly owner?: string | undefined
  /** 1-based, in the text given. */
  readonly line: number
}

/**
 * What a block calls, in order, with repeats. `isOwn` is true for methods that can be called by
 * their bare name.
 */
export function findCalls(text: string, isOwn: (name: string) => boolean): Call[] {
  const starts = lineStarts(text)
  const found: Call[] = []
  for (const { words, start, end } of statements(text)) {
    const line = lineAt(starts, start)
    const raw = text.slice(start, end)
    const [first = '', second = '', third = ''] = words
    const add = (kind: Call['kind'], name: string, owner?: string) => {
      found.push({ kind, name, owner, line })
    }
    if (first === 'PERFORM') {
      second === '('
        ? add('dynamic', oneLine(raw))
        : add('form', second, third === '(' ? words[3] : undefined)
    }
    if (first === 'CALL' && second === 'FUNCTION') {
      const literal = /['`]([^'`]+)['`]/.exec(raw)?.[1]
      literal === undefined
        ? add('dynamic', oneLine(raw))
        : add('function', literal.trim().toUpperCase())
    }
    if (first === 'SUBMIT') second === '(' ? add('dynamic', oneLine(raw)) : add('program', second)
    if (first === 'CALL' && second === 'METHOD' && third !== '(') addMember(third, add)
    words.forEach((word, index) => {
      if (index === 0 && first === 'METHOD') return
      const opens = words[index + 1] === '('
      if (/(?:->|=>)$/.test(word) && opens) add('dynamic', oneLine(raw))
      else if (opens && /(?:->|=>)/.test(word)) addMember(word, add)
      else if (opens && isOwn(word) && words[0] !== 'METHODS' && words[index - 1] !== 'NEW') {
        add('method', word, 'ME')
      } else if (word === 'NEW' && words[index + 2] === '(' && words[index + 1] !== '#') {
        add('method', 'CONSTRUCTOR', words[index + 1])
      }
    })
  }
  return found
}

function addMember(
  word: string,
  add: (kind: Call['kind'], name: string, owner?: string) => void
): void {
  const [, path = '', arrow, member = ''] = /^(.*)(->|=>)([A-Z0-9_~/]+)$/.exec(word) ?? []
  if (member === '') return
  if (arrow === '=>') add('method', member, path)
  else add('method', member, path === 'ME' || path === 'SUPER' ? path : undefined)
}

function oneLine(raw: string): string {
  return raw.replace(/\s+/g, ' ').trim().slice(0, 120)
}
