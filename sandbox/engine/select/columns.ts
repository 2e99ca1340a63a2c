/** Derives the result columns of a SELECT statement and their types. */
import { Expressions } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import type { SelectAnalysis } from '../../types.ts'
import type { Source } from './sql-names.ts'
import { dictionaryType } from '../navigate/types-of.ts'

type Column = SelectAnalysis['columns'][number]
type Node = Nodes.ExpressionNode

/** The columns of a SELECT, typed where they are a field or an aggregate of one. */
export function columnsOf(select: Node, sources: readonly Source[]): Column[] {
  const list = select.findFirstExpression(Expressions.SQLFieldList)
  if (list === undefined) return []
  const fields = list.findAllExpressions(Expressions.SQLField)
  if (fields.length === 0) return sources.flatMap(source => allOf(source))
  return fields.flatMap(field => columnOf(field, sources))
}

function columnOf(field: Node, sources: readonly Source[]): Column[] {
  const text = field.concatTokens().toUpperCase()
  const star = /^([\w/]+)~\*$/.exec(text.replaceAll(' ', ''))
  if (star !== null) {
    return sources.filter(source => source.alias === star[1]).flatMap(source => allOf(source))
  }
  const name = field.findDirectExpression(Expressions.SQLAsName)?.concatTokens().toUpperCase()
  const simple =
    field.findDirectExpression(Expressions.SQLFieldName) ??
    field.findDirectExpression(Expressions.SQLAliasField)
  if (simple !== undefined && isWholeExpression(field, simple)) {
    const path = simple.concatTokens().replaceAll(' ', '').toUpperCase()
    const own = path.slice(path.indexOf('~') + 1)
    return [typed(name ?? own, fieldType(path, sources), originOf(path, sources))]
  }
  const aggregate = field.findDirectExpression(Expressions.SQLAggregation)
  if (aggregate !== undefined) {
    return [aggregateColumn(name ?? aggregate.concatTokens().toUpperCase(), aggregate, sources)]
  }
  return [{ name: name ?? text.replace(/ AS \S+$/, '') }]
}

/** The field is not a part of a calculation. */
function isWholeExpression(field: Node, simple: Node): boolean {
  const rest = field.getChildren().filter(child => child !== simple)
  return rest.length === 0 || rest[0]?.concatTokens().toUpperCase() === 'AS'
}

function aggregateColumn(name: string, aggregate: Node, sources: readonly Source[]): Column {
  const kind = aggregate.getFirstToken().getStr().toUpperCase()
  if (kind.startsWith('COUNT')) return { name, type: 'INT8', length: 19, decimals: 0 }
  const argument =
    aggregate.findFirstExpression(Expressions.SQLFieldName) ??
    aggregate.findFirstExpression(Expressions.SQLAliasField)
  if (argument === undefined || kind.startsWith('AVG')) {
    return kind.startsWith('AVG') ? { name, type: 'FLTP', length: 16, decimals: 0 } : { name }
  }
  return typed(name, fieldType(argument.concatTokens().replaceAll(' ', '').toUpperCase(), sources))
}

function allOf({ table, fields }: Source): Column[] {
  return [...(fields ?? [])].map(([name, type]) => typed(name, type, `${table}~${name}`))
}

function typed(name: string, type: AbstractType | undefined, origin?: string): Column {
  const facts = type === undefined ? undefined : dictionaryType(type)
  return { name, ...(facts ?? {}), ...(origin === undefined ? {} : { origin }) }
}

function fieldType(path: string, sources: readonly Source[]): AbstractType | undefined {
  const [prefix, field] = path.includes('~') ? path.split('~') : [undefined, path]
  for (const source of sources) {
    if (prefix !== undefined && source.alias !== prefix && source.table !== prefix) continue
    const type = source.fields?.get(field ?? '')
    if (type !== undefined) return type
  }
  return undefined
}

function originOf(path: string, sources: readonly Source[]): string | undefined {
  const [prefix, field] = path.includes('~') ? path.split('~') : [undefined, path]
  const source = sources.find(
    entry =>
      (prefix === undefined || entry.alias === prefix || entry.table === prefix) &&
      entry.fields?.has(field ?? '') === true
  )
  return source === undefined ? undefined : `${source.table}~${field ?? ''}`
}
