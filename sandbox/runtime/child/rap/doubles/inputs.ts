/** Compares the input of EML with that of a configured answer. */
import { isStructure, isTable, resolve, scalarOf } from '../../values.ts'
import { entityOf, unsupported } from '../behaviors.ts'
import type { Behavior } from '../behaviors.ts'
import { fieldsOf } from '../requests.ts'
import type { Operation, Request } from '../requests.ts'
import * as rows from '../rows.ts'
import type { Components, Responses } from '../rows.ts'

/** The instances of one operation on an entity. */
export interface Part {
  readonly entity: string
  readonly kind: 'create' | 'createby' | 'update' | 'delete' | 'execute' | 'read' | 'readby'
  readonly rows: readonly Components[]
}

/** The outcome of an operation of a buffer on one instance. */
export interface Configured {
  readonly kind: Part['kind']
  readonly instance: Components
  readonly responses: Responses
}

/**
 * Whether each operation has a part with the same instances in the same order, and each part one; a
 * partial input does not name all operations.
 */
export function isSame(
  { parts, partial }: { readonly parts: readonly Part[]; readonly partial: boolean },
  request: Request,
  behavior: Behavior
): boolean {
  const open = [...parts]
  for (const operation of request.operations) {
    const at = open.findIndex(part => isOf(part, operation, behavior))
    if (at >= 0) open.splice(at, 1)
    else if (!partial) return false
  }
  return open.length === 0
}

/** Whether two rows of one type have the same values; %control does not count. */
export function isSameInstance(expected: Components, actual: Components): boolean {
  const [own, other] = [Object.keys(expected), Object.keys(actual)]
  return own.length === other.length && isEqual(expected, actual)
}

function isOf(part: Part, operation: Operation, behavior: Behavior): boolean {
  const { definition } = entityOf(behavior, operation.entity)
  const kind = operation.association === '' ? operation.kind : `${operation.kind}by`
  if (part.kind !== kind) return false
  if (entityOf(behavior, part.entity).definition !== definition) return false
  // the instances of a part do not say which association or action they are for
  const same = kind === 'execute' ? definition.actions : definition.relations
  if ((kind === 'execute' || kind.endsWith('by')) && hasDoubt(same, operation)) {
    unsupported(`input of a test double for ${definition.name}, which has several such operations`)
  }
  const given = rows.rowsOf(operation.rows).map(rows.componentsOf)
  return (
    given.length === part.rows.length &&
    given.every((row, at) => isEqual(part.rows[at] ?? {}, row, operation))
  )
}

function hasDoubt(
  list: readonly { readonly name: string; readonly target?: string; readonly result?: string }[],
  { association, action }: Operation
): boolean {
  const own = list.find(({ name }) => name === association || name === action)
  return list.some(
    each => each !== own && each.target === own?.target && each.result === own?.result
  )
}

/** %control counts for an operation where the expected row sets flags in it. */
function isEqual(expected: Components, actual: Components, operation?: Operation): boolean {
  const names = Object.keys(expected).filter(name => !rows.isGroup(name) && name !== '%control')
  if (names.some(name => !isEqualValue(expected[name], actual[name], operation))) return false
  if (operation === undefined) return true
  const flags = rows.componentsOf(expected['%control'])
  const set = Object.keys(flags).filter(name => rows.isOn(flags[name]))
  const fields = fieldsOf(operation, actual)
  return (
    set.length === 0 || (set.length === fields.length && set.every(each => fields.includes(each)))
  )
}

function isEqualValue(expected: unknown, actual: unknown, operation?: Operation): boolean {
  const [one, other] = [resolve(expected), resolve(actual)]
  if (one === undefined || other === undefined) return false
  if (isStructure(one)) return isStructure(other) && isEqual(one.get(), other.get(), operation)
  if (isTable(one)) {
    const [left, right] = [rows.rowsOf(one), rows.rowsOf(other)]
    return (
      left.length === right.length &&
      left.every((row, at) => isEqualValue(row, right[at], operation))
    )
  }
  return String(scalarOf(one as rows.AbapValue)) === String(scalarOf(other as rows.AbapValue))
}
