/** Writes a table or view of FROM as SQLite text. */
import { identifier, storageOf, type Relation } from '../catalog.ts'
import type { Argument } from '../parse/ast.ts'
import { Scope, type Context, type Emitter } from './scope.ts'
import { viewScope } from './view-arguments.ts'

/**
 * With the watchdog a view is expanded, so that its loops are checked as well. A view with
 * parameters always is, with their values, and a view whose sources a test replaces.
 */
export function relationSource(
  relation: Relation,
  context: Context,
  { emitter, scope, given = [] }: Passing
): string {
  const { definition, parameters, shape, within } = relation
  if (relation.storage !== undefined) return storageOf(relation)
  const isPlain = parameters.length === 0 && given.length === 0
  const expands = context.guarded || within !== undefined
  if (isPlain && (!expands || definition === undefined)) return identifier(shape.name)
  const around = { ...context, rules: undefined, catalog: within ?? context.catalog }
  const inside = isPlain
    ? new Scope(around)
    : viewScope(around, { relation, given, emit: value => emitter.expression(value, scope) })
  return definition === undefined
    ? identifier(shape.name)
    : `(${emitter.query(definition.query, inside).sql})`
}

interface Passing {
  readonly emitter: Emitter
  /** The scope in which the values of the parameters stand. */
  readonly scope: Scope
  readonly given?: readonly Argument[] | undefined
}
