/** The values of a view's parameters: those that a source passes, and those of the system. */
import type { Relation, TypedParameter } from '../catalog.ts'
import { SqlError } from '../errors.ts'
import type { Argument, Expression } from '../parse/ast.ts'
import { initial, stored } from '../schema.ts'
import { isNumeric, isString } from '../types.ts'
import type { Emitted } from './definition.ts'
import { Scope, type Context } from './scope.ts'

export interface Passed {
  readonly relation: Relation
  readonly given: readonly Argument[]
  /** Writes a value in the scope of the source that passes it. */
  emit(value: Expression): Emitted
}

/** The scope of a view's own query, in which `$parameters.NAME` has a value. */
export function viewScope(context: Context, passed: Passed): Scope {
  const { relation, given } = passed
  // The statement reads the view; what the view reads is its own.
  const scope = new Scope({ ...context, tables: [], rules: undefined })
  const { parameters } = relation
  const names = parameters.map(({ name }) => name)
  const view = relation.shape.name
  const foreign = given.find(({ name }) => !names.includes(name))
  if (foreign !== undefined) {
    throw new SqlError(
      'SYNTAX',
      names.length === 0
        ? `${view} has no parameters`
        : `The view ${view} has no parameter ${foreign.name}; there are ${names.join(', ')}`
    )
  }
  const twice = given.find((one, index) => given.findIndex(each => each.name === one.name) < index)
  if (twice !== undefined) {
    throw new SqlError('SYNTAX', `The parameter ${twice.name} is given twice`)
  }
  scope.parameters = new Map(
    parameters.map(parameter => [parameter.name, valueOf(parameter, context, passed)])
  )
  return scope
}

function valueOf(parameter: TypedParameter, context: Context, passed: Passed): Emitted {
  const { name, systemField } = parameter
  const found = passed.given.find(one => one.name === name)
  if (found !== undefined) {
    if (systemField === 'CLIENT') {
      throw new SqlError('SYNTAX', `The parameter ${name} is the client, which cannot be passed`)
    }
    return typedValue(parameter, found.value, passed)
  }
  const value = systemField === undefined ? undefined : context.session[sessionName(systemField)]
  if (value !== undefined) return value
  throw new SqlError(
    'SYNTAX',
    `The parameter ${name} of the view ${passed.relation.shape.name} has no value`
  )
}

/** `#SYSTEM_LANGUAGE` is `$session.system_language`, and so on. */
const sessionName = (systemField: string): string =>
  systemField === 'USER' || systemField === 'CLIENT' || systemField.startsWith('SYSTEM_')
    ? systemField
    : ''

/** A literal must fit its parameter; other values are those of the statement around the view. */
function typedValue(parameter: TypedParameter, value: Expression, { emit }: Passed): Emitted {
  const { name, type } = parameter
  if (!passable(value)) {
    throw new SqlError('SYNTAX', `The parameter ${name} takes a literal, a parameter or a variable`)
  }
  if (value.kind !== 'literal' || value.value === null || type.type === '') {
    return { ...emit(value), ...(type.type === '' ? {} : { type }) }
  }
  const text = String(value.value)
  if (isNumeric(type) ? !/^[-+]?\d+(\.\d+)?\s*$/.test(text) : isTooLong(text, parameter)) {
    throw new SqlError(
      'SYNTAX',
      `The value ${JSON.stringify(text.slice(0, 40))} does not fit the parameter ${name} (${type.type}${type.length > 0 ? `, length ${type.length}` : ''})`
    )
  }
  return emit({ kind: 'literal', value: stored(columnOf(parameter), text), type })
}

/** A column of a table around the view cannot be passed in FROM. */
function passable(value: Expression): boolean {
  if (value.kind === 'unary') return passable(value.operand)
  if (value.kind === 'cast') return passable(value.operand)
  return (
    value.kind === 'literal' ||
    value.kind === 'host' ||
    (value.kind === 'column' && (value.qualifier ?? '').startsWith('$'))
  )
}

const isTooLong = (text: string, { type }: TypedParameter): boolean =>
  !isString(type) && type.length > 0 && text.trimEnd().length > type.length

const columnOf = ({ name, type }: TypedParameter) => ({
  ...type,
  name,
  key: false,
  description: ''
})

/** Initial values in place of the parameters: the columns of a view do not depend on them. */
export function scopeWithInitialValues(
  context: Context,
  parameters: readonly TypedParameter[]
): Scope {
  const scope = new Scope(context)
  scope.parameters = new Map(
    parameters.map(parameter => [
      parameter.name,
      { sql: initial(columnOf(parameter)), type: parameter.type }
    ])
  )
  return scope
}
