/** Splits a checked SELECT into its lists of columns and everything else, with its sources. */
import type { SqlToken } from '../sql/tokens.ts'

export interface SelectItem {
  /** Index of the first token, and behind the last one. */
  readonly from: number
  readonly to: number
  /** Behind the last token before AS. */
  readonly end: number
  readonly alias?: string
  readonly isStar: boolean
}

/** Where a SELECT stands: its rows are the answer, a common table expression, or only tested. */
export type SelectPlace = 'output' | 'named' | 'exists' | 'operand'

export interface SelectPart {
  readonly place: SelectPlace
  readonly items: SelectItem[]
  isDistinct: boolean
}

export interface StatementParts {
  readonly tokens: readonly SqlToken[]
  readonly selects: readonly SelectPart[]
  /** Indices of tokens outside of lists of columns, except names of common table expressions. */
  readonly others: readonly number[]
  /** Names of the columns that common table expressions declare. */
  readonly declared: ReadonlySet<string>
  /** What a qualifier stands for: names of sources, or `+` for a common table expression. */
  readonly aliases: ReadonlyMap<string, ReadonlySet<string>>
  /** Numbers or PRIMARY KEY in GROUP BY or ORDER BY. */
  readonly hasPositions: boolean
  /** A set operator that compares rows. */
  readonly comparesRows: boolean
}

/** Why a statement is not split. */
export class PartsError extends Error {
  override readonly name = 'PartsError'
}

type Clause = 'with' | 'list' | 'from' | 'order' | 'other'

interface Frame {
  clause: Clause
  readonly outer: Frame | undefined
  readonly open: number
  select?: SelectPart
  itemFrom?: number | undefined
  hadList: boolean
  hadFrom: boolean
}

const endsList = new Set(['WHERE', 'GROUP', 'HAVING', 'ORDER', 'UP', 'OFFSET'])
const setOperators = new Set(['UNION', 'INTERSECT', 'EXCEPT'])

/** @throws PartsError where a clause stands where it cannot */
export function splitSelect(tokens: readonly SqlToken[]): StatementParts {
  return new Splitter(tokens).run()
}

class Splitter {
  readonly #tokens: readonly SqlToken[]
  readonly #selects: SelectPart[] = []
  readonly #others: number[] = []
  readonly #declared = new Set<string>()
  readonly #aliases = new Map<string, Set<string>>()
  #hasPositions = false
  #comparesRows = false
  #frame: Frame = newFrame('other', undefined, -1)

  constructor(tokens: readonly SqlToken[]) {
    this.#tokens = tokens
  }

  run(): StatementParts {
    if (this.#upper(0) === 'WITH') this.#frame.clause = 'with'
    this.#tokens.forEach((_token, at) => {
      this.#take(at)
    })
    this.#closeItem(this.#tokens.length)
    return {
      tokens: this.#tokens,
      selects: this.#selects,
      others: this.#others,
      declared: this.#declared,
      aliases: this.#aliases,
      hasPositions: this.#hasPositions,
      comparesRows: this.#comparesRows
    }
  }

  #upper(at: number): string {
    const token = this.#tokens[at]
    return token === undefined || token.kind === 'literal' ? '' : token.upper
  }

  #take(at: number): void {
    const upper = this.#upper(at)
    const frame = this.#frame
    if (upper === '(') {
      this.#note(at)
      this.#frame = newFrame(frame.clause, frame, at)
      return
    }
    if (upper === ')') {
      this.#closeItem(at)
      this.#frame = this.#frame.outer ?? this.#frame
      this.#note(at)
      return
    }
    // Behind AS stands a name, whatever word it is; the parenthesis of a table expression is none.
    const isName = this.#upper(at - 1) === 'AS'
    if (upper === 'SELECT') this.#beginSelect(at)
    else if (frame.select === undefined || isName || !this.#keyword(at, upper)) this.#note(at)
  }

  #beginSelect(at: number): void {
    const frame = this.#frame
    const isFirst = frame.select === undefined
    if (!isFirst && !/^(?:UNION|INTERSECT|EXCEPT|ALL|DISTINCT)$/.test(this.#upper(at - 1))) {
      throw new PartsError('a second SELECT')
    }
    const select: SelectPart = { place: this.#placeOf(frame), items: [], isDistinct: false }
    frame.select = select
    frame.clause = 'list'
    frame.hadList = frame.hadFrom = false
    frame.itemFrom = at + 1
    this.#selects.push(select)
  }

  #placeOf({ outer, open }: Frame): SelectPlace {
    const before = this.#upper(open - 1)
    if (outer === undefined) return 'output'
    if (outer.clause === 'with') return 'named'
    if (before === 'EXISTS') return 'exists'
    const isOperand = before === 'ALL' && /^(?:UNION|INTERSECT|EXCEPT)$/.test(this.#upper(open - 2))
    return isOperand ? (outer.select?.place ?? 'operand') : 'operand'
  }

  /** Whether the word begins or ends a clause of the SELECT of this frame. */
  #keyword(at: number, upper: string): boolean {
    const frame = this.#frame
    if (frame.clause === 'list') return this.#listWord(at, upper)
    if (upper === 'FIELDS' && frame.clause === 'from' && !frame.hadList) {
      frame.clause = 'list'
      frame.itemFrom = at + 1
      return true
    }
    if (setOperators.has(upper)) return this.#setOperator(at)
    if (upper === 'FROM') throw new PartsError('a second FROM')
    if (upper === 'JOIN') frame.clause = 'from'
    if (upper === 'BY' && /^(?:GROUP|ORDER)$/.test(this.#upper(at - 1))) frame.clause = 'order'
    if (endsList.has(upper) || upper === 'ON') frame.clause = 'other'
    return false
  }

  #listWord(at: number, upper: string): boolean {
    const frame = this.#frame
    if (upper === 'DISTINCT' || upper === 'SINGLE') {
      if (frame.itemFrom !== at) return false
      if (upper === 'DISTINCT' && frame.select !== undefined) frame.select.isDistinct = true
      frame.itemFrom = at + 1
      return true
    }
    if (upper === ',') {
      this.#closeItem(at)
      frame.itemFrom = at + 1
      return true
    }
    if (upper === 'FROM') {
      if (frame.hadFrom) throw new PartsError('a second FROM')
      this.#closeItem(at)
      frame.hadFrom = true
      frame.clause = 'from'
      return true
    }
    if (!frame.hadFrom) return false
    if (!endsList.has(upper) && !setOperators.has(upper)) return false
    this.#closeItem(at)
    frame.clause = 'other'
    return setOperators.has(upper) ? this.#setOperator(at) : false
  }

  #setOperator(at: number): boolean {
    if (this.#upper(at) !== 'UNION' || this.#upper(at + 1) !== 'ALL') this.#comparesRows = true
    this.#frame.clause = 'other'
    return true
  }

  #closeItem(at: number): void {
    const { clause, select, itemFrom } = this.#frame
    this.#frame.itemFrom = undefined
    if (clause !== 'list' || select === undefined || itemFrom === undefined) return
    if (itemFrom === at) return
    this.#frame.hadList = true
    select.items.push(itemOf(this.#tokens, itemFrom, at))
  }

  #note(at: number): void {
    const { clause } = this.#frame
    const upper = this.#upper(at)
    if (clause === 'list') return
    if (clause === 'from') this.#noteSource(at, upper)
    if (clause === 'order' && (/^\d+$/.test(upper) || upper === 'PRIMARY')) {
      this.#hasPositions = true
    }
    if (clause === 'with') {
      if (/^(?:ASSOCIATIONS|HIERARCHY)$/.test(upper)) throw new PartsError(upper)
      if (/^[\w/$]+$/.test(upper) && upper !== 'WITH' && upper !== 'AS') this.#declared.add(upper)
      return
    }
    this.#others.push(at)
  }

  /** A source with its alias; arguments in parentheses may stand between them. */
  #noteSource(at: number, upper: string): void {
    if (!/^(?:FROM|JOIN|,|\()$/.test(this.#upper(at - 1)) || !/^[\w/$+\\]/.test(upper)) return
    const [name = upper] = upper.split('\\')
    let behind = at + 1
    if (this.#upper(behind) === '(') {
      let depth = 0
      do {
        if (this.#upper(behind) === '(') depth += 1
        if (this.#upper(behind) === ')') depth -= 1
        behind += 1
      } while (depth > 0 && behind < this.#tokens.length)
    }
    const alias = this.#upper(behind) === 'AS' ? this.#upper(behind + 1) : upper
    const stands = upper.includes('\\') ? '\\' : name.startsWith('+') ? '+' : name
    const all = this.#aliases.get(alias) ?? new Set<string>()
    this.#aliases.set(alias, all.add(stands))
  }
}

function newFrame(clause: Clause, outer: Frame | undefined, open: number): Frame {
  return { clause, outer, open, hadList: false, hadFrom: false }
}

function itemOf(tokens: readonly SqlToken[], from: number, to: number): SelectItem {
  let depth = 0
  let end = to
  for (let at = from; at < to; at += 1) {
    const { kind, upper } = tokens[at] ?? { kind: 'sign', upper: '' }
    if (kind === 'sign' && upper === '(') depth += 1
    if (kind === 'sign' && upper === ')') depth -= 1
    if (depth === 0 && kind === 'word' && upper === 'AS') end = at
  }
  const alias = tokens[end + 1]?.upper
  const first = tokens[from]?.upper ?? ''
  return {
    from,
    to,
    end,
    ...(end < to && alias !== undefined ? { alias } : {}),
    isStar: to === from + 1 && (first === '*' || first.endsWith('~*'))
  }
}
