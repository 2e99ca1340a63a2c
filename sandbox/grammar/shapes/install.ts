/** Lets the parser take statements from what was kept of the same source. */
import { Nodes, Tokens } from '@abaplint/core'
import type { Token } from '@abaplint/core'
import { statementParser } from '../parser-internals.ts'
import { KeptStatement } from './kept-statement.ts'
import { shapeOf, statementOf } from './shape.ts'

/** Where the statements of a source are kept, by its text. */
export interface ShapeStore {
  read(text: string): string | undefined
  write(text: string, content: string): void
}

/** Below, the file costs more than the parse. */
const MIN_CHARACTERS = 300
/** Statements that are matched as without this: they have no text, or the parser found none. */
const MATCHED = ''

let store: ShapeStore | undefined
let source: Source | undefined

/** The statements of one source, in their order. */
interface Source {
  next(statement: Nodes.StatementNode, match: () => Nodes.StatementNode): Nodes.StatementNode
}

/** Within `work`, sources are read from this store and written to it. */
export function withShapes<T>(from: ShapeStore, work: () => T): T {
  install()
  store = from
  try {
    return work()
  } finally {
    store = undefined
  }
}

let installed = false

function install(): void {
  if (installed) return
  installed = true
  const { prototype } = statementParser()
  const { match, categorize } = prototype
  prototype.match = function (statement) {
    const matched = () => match.call(this, statement)
    return source === undefined ? matched() : source.next(statement, matched)
  }
  prototype.categorize = function (area) {
    const text = area.file.getRaw()
    const from = store
    if (from === undefined || text.length < MIN_CHARACTERS) {
      categorize.call(this, area)
      return
    }
    const known = from.read(text)
    const made: string[] = []
    source = known === undefined ? recording(made) : replaying(known)
    try {
      categorize.call(this, area)
    } finally {
      source = undefined
    }
    if (known === undefined) from.write(text, joined(made))
  }
}

function recording(shapes: string[]): Source {
  return {
    next(statement, match) {
      const result = match()
      const shape = result === statement ? undefined : shapeOf(result, leavesOf(statement).tokens)
      shapes.push(shape ?? MATCHED)
      return result
    }
  }
}

function replaying(content: string): Source {
  let at = 0
  return {
    next(statement, match) {
      const end = at + 1 + (content.charCodeAt(at) || 0)
      const shape = content.slice(at + 1, end)
      at = end
      const kind = shape === MATCHED ? undefined : statementOf(shape)
      if (kind === undefined) return match()
      const { tokens, pragmas } = leavesOf(statement)
      return new KeptStatement(kind, { shape, tokens }, statement.getColon(), pragmas)
    }
  }
}

/** Each shape behind its length. */
function joined(shapes: readonly string[]): string {
  return shapes
    .map(shape => (shape.length < 0xd800 ? shape : MATCHED))
    .map(shape => String.fromCharCode(shape.length) + shape)
    .join('')
}

interface Leaves {
  readonly tokens: readonly Token[]
  /** Undefined for none. */
  readonly pragmas: Token[] | undefined
}

/** Pragmas are no nodes, except where they end the statement. */
function leavesOf(statement: Nodes.StatementNode): Leaves {
  const tokens = statement.getTokens()
  const last = tokens.length - 1
  const isPragma = (token: Token, index: number) => index < last && token instanceof Tokens.Pragma
  if (!tokens.some(isPragma)) return { tokens, pragmas: undefined }
  return {
    tokens: tokens.filter((token, index) => !isPragma(token, index)),
    pragmas: tokens.filter(isPragma)
  }
}
