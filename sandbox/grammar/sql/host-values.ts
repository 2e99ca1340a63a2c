/** What the translation of ABAP SQL needs of the variables of a program. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'
import type { HostValue } from '../../sql/emit/scope.ts'
import { UNKNOWN } from '../../sql/types.ts'
import type { SqlType } from '../../sql/types.ts'
import type { Column } from '../../types.ts'
import type { SyntaxInput } from '../parser-internals.ts'
import { columnsOfType, sqlTypeOf } from './registry-catalog.ts'

/** `name`, `<name>`, `structure-component`; what calls or dereferences has no known type. */
const CHAIN = /^@?(<?[\w/]+>?)((?:-[\w/]+)*)$/

export function typeOfChain(text: string, input: SyntaxInput): AbstractType | undefined {
  const [, name = '', path = ''] = CHAIN.exec(text.replaceAll(' ', '')) ?? []
  let type = name === '' ? undefined : input.scope.findVariable(name)?.getType()
  for (const component of path.split('-').slice(1)) {
    if (!(type instanceof BasicTypes.StructureType)) return undefined
    type = type.getComponentByName(component)
  }
  return type
}

/** `table` is the name that an internal table has in the translation. */
export function hostValueOf(type: AbstractType | undefined, table: string): HostValue {
  if (type instanceof BasicTypes.StructureType) {
    return { kind: 'rows', type: UNKNOWN, range: [] }
  }
  if (!(type instanceof BasicTypes.TableType)) {
    return { kind: 'scalar', type: type === undefined ? UNKNOWN : sqlTypeOf(type), range: [] }
  }
  const columns = rowColumns(type.getRowType())
  const components: Readonly<Record<string, SqlType>> | undefined =
    columns &&
    Object.fromEntries(
      columns.map(({ name, type: kind, length, decimals }) => [
        name,
        { type: kind, length, decimals }
      ])
    )
  return {
    kind: 'rows',
    type: UNKNOWN,
    range: [],
    table,
    ...(columns === undefined ? {} : { shape: { name: table, description: '', columns } }),
    ...(components === undefined ? {} : { components })
  }
}

/** Undefined where the components of a row are not known. */
function rowColumns(row: AbstractType): readonly Column[] | undefined {
  if (row instanceof BasicTypes.StructureType) {
    return row.containsVoid() ? undefined : columnsOfType(row, new Set())
  }
  const type = sqlTypeOf(row)
  return type.type === ''
    ? undefined
    : [{ name: 'TABLE_LINE', ...type, key: false, description: '' }]
}
