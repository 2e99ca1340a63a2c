/** Writes literals, columns and values of the program as SQLite text. */
import { SqlError } from '../errors.ts'
import type { Expression } from '../parse/ast.ts'
import { UNKNOWN } from '../types.ts'
import type { Emitted } from './definition.ts'
import type { Scope } from './scope.ts'

export function emitLiteral(expression: Extract<Expression, { kind: 'literal' }>): Emitted {
  const { value, type, isTyped } = expression
  const sql = literal(expression)
  return value === null || isTyped === true ? { sql, type } : { sql, type, constant: value }
}

function literal({ value, type }: Extract<Expression, { kind: 'literal' }>): string {
  if (value === null) return 'NULL'
  if (Number.isNaN(value) || (type.type === 'DATS' && !/^(\d{8})?$/.test(String(value).trim()))) {
    throw new SqlError('SYNTAX', `The literal is no value of the type ${type.type}`)
  }
  return typeof value === 'number'
    ? String(value)
    : `'${value.replaceAll("'", "''").replaceAll('\0', '')}'`
}

export function emitColumn(column: Extract<Expression, { kind: 'column' }>, scope: Scope): Emitted {
  const { name, qualifier } = column
  if (qualifier === '$PROJECTION') {
    const projected = scope.project?.(name)
    if (projected === undefined) {
      throw new SqlError('UNKNOWN_COLUMN', `$projection.${name} is not an element of the view`)
    }
    return projected
  }
  if (qualifier === '$SESSION') {
    const value = scope.context.session[name]
    if (value === undefined) {
      throw new SqlError(
        'UNSUPPORTED',
        `$session.${name.toLowerCase()} is not supported by the sandbox`
      )
    }
    return value
  }
  if (qualifier === '$PARAMETERS') {
    const value = scope.parameter(name)
    if (value !== undefined) return value
    throw new SqlError('UNKNOWN_COLUMN', `The view has no parameter ${name}`)
  }
  const renamed = qualifier === undefined ? undefined : scope.qualify?.(qualifier, name)
  if (renamed !== undefined) return renamed
  const found = scope.column(name, qualifier, column.place)
  return { sql: found.sql, type: found.column }
}

export function emitHost(host: Extract<Expression, { kind: 'host' }>, scope: Scope): Emitted {
  const value = scope.context.hosts[host.index]
  if (value === undefined) throw new SqlError('SYNTAX', `There is no host value ${host.index}`)
  if (scope.context.rules !== undefined && value.kind === 'rows' && host.component === undefined) {
    throw new SqlError('SYNTAX', 'A host variable that is an operand is elementary')
  }
  scope.context.parameters.push({
    host: host.index,
    ...(host.component === undefined ? {} : { component: host.component })
  })
  const parameter = scope.context.parameters.length
  return {
    sql: `:p${parameter}`,
    parameter: parameter - 1,
    type:
      host.component === undefined ? value.type : (value.components?.[host.component] ?? UNKNOWN)
  }
}
