/** Locates syntax errors in behavior definitions: the parser reports only whether they are valid. */
import { MemoryFile, Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { rangeOf, shorten, textOf } from './cds.ts'
import { cdsFault, cdsTokens } from './cds-tokens.ts'
import type { CdsToken } from './cds-tokens.ts'
import { error, firstLine } from '../ranges.ts'

const RULE = 'bdef_parser_error'

/** A statement of the header, the beginning of a behavior up to its brace, or one of its statements. */
interface Segment {
  readonly tokens: readonly CdsToken[]
  /** What completes a source that ends behind the segment. */
  readonly closers: string
  /** What ends the segment where it is cut: the statements of a behavior need a semicolon. */
  readonly end: string
}

/** Why and where a behavior definition cannot be parsed; empty for a valid one. */
export function checkBehaviorSyntax(object: IObject): FileMessage[] {
  if (!(object instanceof Objects.BehaviorDefinition) || object.hasParserError() !== true) return []
  const file = object.findSourceFile()
  if (file === undefined) return []
  const [name, source] = [file.getFilename(), file.getRaw()]
  if (source.trim() === '') return [error(firstLine(name), RULE, 'The source is empty.')]
  const fault = cdsFault(source)
  if (fault !== undefined) return [error(rangeOf(name, [fault.token]), RULE, fault.text)]
  return [locate(name, cdsTokens(source))]
}

function locate(file: string, tokens: readonly CdsToken[]): FileMessage {
  const segments = segmentsOf(tokens)
  const upTo = (count: number) => segments.slice(0, count).map(({ tokens: own }) => textOf(own))
  const isValid = (count: number) =>
    parses([...upTo(count), segments[count - 1]?.closers ?? ''].join(' '))
  // The first segment with which the source is not valid; what is wrong stays wrong behind it.
  let [valid, invalid] = [0, segments.length]
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2)
    if (isValid(middle)) valid = middle
    else invalid = middle
  }
  const segment = segments[invalid - 1]
  return segment === undefined
    ? error(rangeOf(file, tokens.slice(0, 1)), RULE, 'The source is no behavior definition.')
    : faultIn(file, segment, upTo(invalid - 1).join(' '))
}

/** The rest of the segment from the clause with which it is not valid. */
function faultIn(file: string, segment: Segment, before: string): FileMessage {
  const { tokens, closers, end } = segment
  const words = tokens.at(-1)?.text === (end === '{' ? '{' : ';') ? tokens.slice(0, -1) : tokens
  for (let kept = words.length; kept > 0; kept--) {
    const part = words.slice(0, kept)
    if (!parses([before, textOf(part), end, closers].join(' '))) continue
    const last = part.at(-1)
    return kept === words.length && last !== undefined
      ? error(rangeOf(file, [last]), RULE, `A semicolon is missing after "${shorten(last.text)}".`)
      : unexpected(file, words.slice(kept))
  }
  return unexpected(file, words.length === 0 ? tokens : words)
}

function unexpected(file: string, tokens: readonly CdsToken[]): FileMessage {
  const text = `"${shorten(textOf(tokens))}" is not valid here.`
  return error(rangeOf(file, tokens), RULE, text)
}

function parses(source: string): boolean {
  const object = new Objects.BehaviorDefinition('ZZ')
  object.addFile(new MemoryFile('zz.bdef.asbdef', source))
  object.parse()
  return object.hasParserError() !== true
}

/** Brackets are balanced here. Braces inside a statement of a behavior belong to it. */
function segmentsOf(tokens: readonly CdsToken[]): Segment[] {
  const segments: Segment[] = []
  let own: CdsToken[] = []
  let depth = 0
  const add = (closers: string, end: string) => {
    if (own.length > 0) segments.push({ tokens: own, closers, end })
    own = []
  }
  for (const token of tokens) {
    own.push(token)
    if (token.text === '{' && ++depth === 1) {
      segments.push({ tokens: own, closers: '}', end: '{' })
      own = []
    } else if (token.text === '}' && --depth <= 1) {
      if (depth === 1) add('}', '')
      else {
        // What stands before the brace has no end of its own.
        const brace = own.pop()
        add('}', ';')
        if (brace !== undefined) segments.push({ tokens: [brace], closers: '', end: '' })
      }
    } else if (token.text === ';' && depth <= 1) {
      add(depth === 0 ? '' : '}', ';')
    }
  }
  add('', ';')
  return segments
}
