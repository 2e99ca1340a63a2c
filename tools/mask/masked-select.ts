/**
 * Decides which columns of the answer to a SELECT are masked, and refuses statements in which a
 * masked column decides about rows or their order.
 */
import type { TableResult } from '../../erp-client/index.ts'
import type { CheckedSelect } from '../sql/select.ts'
import { joined, tokenize } from '../sql/tokens.ts'
import type { SqlToken } from '../sql/tokens.ts'
import { maskRows } from './masked-rows.ts'
import type { MaskedResult } from './masked-rows.ts'
import { blockedColumn } from './rules.ts'
import type { ColumnRules } from './rules.ts'
import { PartsError, splitSelect } from './select-parts.ts'
import type { SelectItem, SelectPart, StatementParts } from './select-parts.ts'
import { notColumns } from './sql-words.ts'
import type { ColumnLineage } from './view-columns.ts'

/** How the rows of one statement are masked. */
export interface RowMask {
  /** The statement to send: expressions on masked columns are replaced by the columns. */
  readonly sql: string
  apply(result: TableResult): MaskedResult
}

/** @throws ToolError BLOCKED_COLUMN; undefined where the statement reads no masked column */
export function maskSelect(
  select: CheckedSelect,
  lineage: ColumnLineage,
  rules: ColumnRules
): RowMask | undefined {
  for (const name of select.tables) {
    const fault = lineage.faultOf(name)
    if (fault === undefined) continue
    const way = fault.name === name ? '' : ` (${name} reads it)`
    throw blockedColumn(
      rules,
      `Some columns are masked here, and ${fault.name}${way} cannot be queried: ${fault.why}.`
    )
  }
  const isFree =
    select.associations.length === 0 && !select.tables.some(one => lineage.hasMasked(one))
  if (isFree) return undefined
  return new Statement(select, lineage, rules).mask()
}

const aggregates =
  /^(?:MIN|MAX|SUM|AVG|COUNT|MEDIAN|STDDEV|VAR|PRODUCT|STRING_AGG|CORR|CORR_SPEARMAN|GROUPING)$/
const plainName = /^(?:[\w/$+]+~)?[\w/$]+$/

class Statement {
  readonly #parts: StatementParts
  readonly #tables: readonly string[]
  readonly #lineage: ColumnLineage
  readonly #rules: ColumnRules
  /** Names of items and of columns of table expressions that hold masked values. */
  readonly #tainted = new Set<string>()

  constructor(select: CheckedSelect, lineage: ColumnLineage, rules: ColumnRules) {
    this.#lineage = lineage
    this.#rules = rules
    this.#tables = select.tables
    const parts = partsOf(select, rules)
    this.#parts = parts
    const named = new Set([...parts.aliases.values()].flatMap(all => [...all]))
    const isPath = named.has('\\')
    const lost = select.tables.find(name => !named.has(name) && !isPath)
    if (lost !== undefined) throw notUnderstood(rules, `the place of ${lost}`)
  }

  mask(): RowMask {
    this.#settle()
    const { others, tokens } = this.#parts
    const decides = others.find(at => this.#isMasked(at))
    if (decides !== undefined) {
      throw this.#refused(
        `${tokens[decides]?.text ?? ''} is masked, and it would decide about rows, groups or their order`
      )
    }
    const isAny = this.#parts.selects.some(one => this.#hasMasked(one))
    if (isAny) this.#assertHarmless()
    const outputs = this.#parts.selects.filter(({ place }) => place === 'output')
    return {
      sql: isAny ? this.#rewritten() : joined(tokens),
      apply: result =>
        maskRows(result, {
          outputs,
          isMaskedItem: item => this.#isMaskedItem(item),
          isStarMasked: name => this.#isStarMasked(name)
        })
    }
  }

  /** An alias of a masked item is masked wherever it stands. */
  #settle(): void {
    for (let before = -1; before !== this.#tainted.size;) {
      before = this.#tainted.size
      for (const { items, place } of this.#parts.selects) {
        for (const item of items.filter(one => this.#isMaskedItem(one))) {
          if (item.alias !== undefined) this.#tainted.add(item.alias)
          if (place === 'named') for (const one of this.#parts.declared) this.#tainted.add(one)
        }
        const hasStar = place === 'named' && items.some(one => this.#isOpenStar(one))
        if (hasStar) for (const one of this.#parts.declared) this.#tainted.add(one)
      }
    }
  }

  #hasMasked({ items }: SelectPart): boolean {
    return items.some(item => this.#isMaskedItem(item) || this.#isOpenStar(item))
  }

  /** Items that read a column of a view whose computation can fail by a masked value. */
  #isFragile({ items }: SelectPart): boolean {
    const { tokens } = this.#parts
    return items.some(({ from, end, isStar }) => {
      const names = tokens.slice(from, end).flatMap(({ upper }) => upper.split(/[^\w/$]+/))
      return this.#tables.some(table =>
        isStar
          ? this.#lineage.isFragile(table)
          : names.some(name => this.#lineage.isFragile(table, name))
      )
    })
  }

  #isOpenStar({ isStar }: SelectItem): boolean {
    return isStar && this.#mayHold(this.#tables)
  }

  #mayHold(names: readonly string[]): boolean {
    return this.#parts.aliases.has('\\') || names.some(one => this.#lineage.hasMasked(one))
  }

  #isMaskedItem({ from, end, isStar }: SelectItem): boolean {
    if (isStar) return false
    for (let at = from; at < end; at += 1) if (this.#isMasked(at)) return true
    return false
  }

  #isMasked(at: number): boolean {
    const token = this.#parts.tokens[at]
    if (token === undefined || token.kind === 'literal') return false
    if (token.kind === 'sign' && !/[\p{L}\p{N}_]/u.test(token.text)) return false
    const { upper } = token
    const [, qualifier, name] = /^([\w/$+]+)~([\w/$]+)$/.exec(upper) ?? []
    if (qualifier !== undefined && name !== undefined) return this.#isQualified(qualifier, name)
    const pieces = new Set([
      ...upper.split(/[^\p{L}\p{N}_/$#%&]+/u),
      ...upper.split(/[^\p{L}\p{N}_$#%&]+/u)
    ])
    const isPath = upper.includes('\\')
    return [...pieces].some(
      piece =>
        this.#tainted.has(piece) ||
        this.#inSources(piece, at) ||
        (isPath && this.#lineage.isMaskedAnywhere(piece))
    )
  }

  #isQualified(qualifier: string, name: string): boolean {
    const stands = this.#parts.aliases.get(qualifier)
    if (stands === undefined) return true
    return [...stands].some(source =>
      source === '+'
        ? this.#tainted.has(name) ||
          this.#tables.some(one => this.#lineage.state(one, name) === 'masked')
        : source === '\\'
          ? this.#lineage.isMaskedAnywhere(name)
          : this.#lineage.state(source, name) !== 'clear'
    )
  }

  /** An unqualified word; one that no source knows may be a field that was appended to one. */
  #inSources(piece: string, at: number): boolean {
    if (piece === '') return false
    const states = this.#tables.map(one => this.#lineage.state(one, piece))
    if (states.includes('masked')) return true
    if (!states.includes('unknown') || states.includes('clear')) return false
    const { tokens, aliases, selects } = this.#parts
    const isWord =
      /^\d+$/.test(piece) ||
      notColumns.has(piece) ||
      aliases.has(piece) ||
      this.#tables.includes(piece) ||
      tokens[at - 1]?.upper === 'AS' ||
      selects.some(({ items }) => items.some(({ alias }) => alias === piece)) ||
      tokens[at + 1]?.text === '('
    return !isWord && !tokens[at]?.upper.startsWith('+')
  }

  /** Forms in which the number of rows, their order or an error would tell a masked value. */
  #assertHarmless(): void {
    const { selects, hasPositions, comparesRows } = this.#parts
    const masked = selects.filter(one => this.#hasMasked(one))
    if (selects.some(one => this.#isFragile(one))) {
      throw this.#refused('a view computes with masked values, and an error would tell them')
    }
    if (hasPositions) {
      throw this.#refused(
        'a position or PRIMARY KEY in GROUP BY or ORDER BY may stand for a masked column'
      )
    }
    if (comparesRows) {
      throw this.#refused('a set operator other than UNION ALL would compare masked values')
    }
    if (masked.some(({ isDistinct }) => isDistinct)) {
      throw this.#refused('DISTINCT would compare masked values')
    }
    const isRead = (one: SelectPart) =>
      one.place === 'operand' ||
      (one.place === 'exists' && one.items.some(item => this.#isMaskedItem(item)))
    if (masked.some(isRead)) throw this.#refused('a subquery would compare or show masked values')
    const outputs = selects.filter(({ place }) => place === 'output')
    const hasStar = outputs.some(({ items }) => items.some(({ isStar }) => isStar))
    const differs = outputs.some(({ items }) => items.length !== outputs[0]?.items.length)
    if (outputs.length > 1 && (hasStar || differs)) {
      throw this.#refused('the branches of UNION ALL have to name their columns, as many in each')
    }
  }

  #refused(why: string): Error {
    return blockedColumn(this.#rules, `The query is blocked: ${why}.`)
  }

  /** Functions and operators on masked columns are not sent: their errors would tell values. */
  #rewritten(): string {
    const { tokens, selects } = this.#parts
    const at = new Map<number, { readonly end: number; readonly by: readonly SqlToken[] }>()
    for (const { items } of selects) {
      for (const item of items) {
        if (!this.#isMaskedItem(item)) continue
        const by = this.#replacement(item)
        if (by !== undefined) at.set(item.from, { end: item.end, by })
      }
    }
    const sent: SqlToken[] = []
    for (let index = 0; index < tokens.length; index += 1) {
      const replaced = at.get(index)
      const token = tokens[index]
      if (replaced !== undefined) {
        sent.push(...replaced.by)
        index = replaced.end - 1
      } else if (token !== undefined) sent.push(token)
    }
    return joined(sent)
  }

  #replacement({ from, end }: SelectItem): readonly SqlToken[] | undefined {
    const { tokens } = this.#parts
    const own = tokens.slice(from, end)
    if (own.length === 1 && /^(?:[\w/$+]+~)?[\w/$]+$|\\/.test(own[0]?.upper ?? '')) return undefined
    const words = own.map(({ upper }) => upper)
    if (words.includes('SELECT')) throw this.#refused('a subquery would show masked values')
    const isPlainAggregate = /^(?:MIN|MAX|SUM|AVG|COUNT) \( (?:DISTINCT )?\S+ \)$/.test(
      words.join(' ')
    )
    const first = own.findIndex(
      ({ upper }, index) => plainName.test(upper) && this.#isMasked(from + index)
    )
    const column = own[first]
    if (column === undefined) throw notUnderstood(this.#rules, 'an expression on a masked column')
    if (isPlainAggregate && plainName.test(own.at(-2)?.upper ?? '')) return undefined
    const isAggregate =
      !words.includes('OVER') &&
      words.some((word, index) => aggregates.test(word) && words[index + 1] === '(')
    const sign = (text: string): SqlToken => ({ kind: 'sign', text, upper: text })
    return isAggregate
      ? [{ kind: 'word', text: 'MAX', upper: 'MAX' }, sign('('), column, sign(')')]
      : [column]
  }

  #isStarMasked(name: string): boolean {
    if (this.#tainted.has(name)) return true
    if (this.#parts.aliases.has('\\')) return true
    const states = this.#tables.map(one => this.#lineage.state(one, name))
    return states.includes('masked') || (states.includes('unknown') && !states.includes('clear'))
  }
}

function partsOf(select: CheckedSelect, rules: ColumnRules): StatementParts {
  try {
    return splitSelect(tokenize(select.sql))
  } catch (error) {
    if (!(error instanceof PartsError)) throw error
    throw notUnderstood(rules, error.message)
  }
}

function notUnderstood(rules: ColumnRules, what: string): Error {
  return blockedColumn(
    rules,
    `Some columns are masked here, and the statement is not understood: ${what} stands where it is not expected.`
  )
}
