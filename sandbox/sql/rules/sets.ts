/** Rules of UNION, INTERSECT and EXCEPT. */
import type { Query } from '../parse/ast.ts'
import { nameOf } from '../types.ts'
import type { SqlType } from '../types.ts'
import type { Column } from '../../types.ts'
import { fault } from './families.ts'
import type { RuleOptions } from './options.ts'

export function setRules(
  query: Query,
  results: readonly (readonly Column[])[],
  { named }: RuleOptions
): void {
  if (query.selects.length < 2) return
  const words = query.selects[1]?.operator ?? 'UNION'
  for (const { select } of query.selects) {
    if (select.single) throw fault(`SINGLE cannot stand with ${words}`)
    if (select.items.some(({ expression }) => expression === undefined)) {
      throw fault(`With ${words}, the list names its columns; "*" is not possible`)
    }
  }
  if (query.limit !== undefined || query.offset !== undefined) {
    throw fault(`UP TO and OFFSET cannot stand with ${words}`)
  }
  sorting(query, words)
  const [first = [], ...rest] = results
  for (const other of rest) {
    for (const [at, column] of first.entries()) {
      const second = other[at]
      if (second !== undefined) matching(column, second, { words, named: named === query })
    }
  }
}

function sorting({ orderBy }: Query, words: string): void {
  if (orderBy === 'primaryKey') throw fault(`ORDER BY PRIMARY KEY cannot stand with ${words}`)
  const qualified = orderBy.find(
    ({ expression }) => expression.kind === 'column' && expression.qualifier !== undefined
  )
  if (qualified === undefined) return
  throw fault(`With ${words}, ORDER BY names columns without their source`, qualified.expression)
}

function matching(
  one: Column,
  other: Column,
  { words, named }: { words: string; named: boolean }
): void {
  if (!combine(one, other)) {
    throw fault(
      `${words} cannot combine the types ${nameOf(one)} and ${nameOf(other)} of the column "${one.name}"`
    )
  }
  if (named && one.name.toUpperCase() !== other.name.toUpperCase()) {
    throw fault(
      `The columns "${one.name}" and "${other.name}" that ${words} combines have different names`
    )
  }
}

const GROUPS: readonly (readonly string[])[] = [
  ['INT1', 'INT2', 'INT4', 'INT8'],
  ['DEC', 'CURR', 'QUAN'],
  ['CHAR', 'CLNT', 'LANG', 'CUKY', 'UNIT']
]

function combine(one: SqlType, other: SqlType): boolean {
  if (one.type === '' || other.type === '') return true
  if (one.type === 'NUMC' && other.type === 'NUMC') return one.length === other.length
  if (one.type === other.type) return !isPacked(one) || one.decimals === other.decimals
  const group = GROUPS.find(each => each.includes(one.type))
  if (group?.includes(other.type) !== true) return false
  return !isPacked(one) || one.decimals === other.decimals
}

const isPacked = ({ type }: SqlType): boolean => ['DEC', 'CURR', 'QUAN'].includes(type)
