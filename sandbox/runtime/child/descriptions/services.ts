/** What the kernel's classes of run-time type information call. */
import { isAbsent } from '../corrections/absent.ts'
import { describedClass, keyOf, lineOf } from './described.ts'
import { membersOf } from './members.ts'
import type { MemberRow, Members } from './members.ts'
import { entryOf, fieldsOf } from './dictionary.ts'
import { factsOf, shapeOf, standardKey } from './facts.ts'

interface Settable {
  set(value: unknown): unknown
}

interface Structure {
  get(): Readonly<Record<string, Settable | Table | undefined>>
}

interface Table {
  getRowType(): { clone(): Structure }
  append(row: Structure): unknown
}

/** Appends rows; a component that is a table gets rows of its own. */
function append(table: Table, rows: readonly MemberRow[]): void {
  for (const row of rows) {
    const target = table.getRowType().clone()
    const components = target.get()
    const set = (name: string, value: unknown) =>
      (components[name] as Settable | undefined)?.set(value)
    for (const [name, value] of Object.entries(row.texts)) set(name, value)
    if (row.type !== undefined) {
      for (const [name, value] of Object.entries(factsOf(typeOf(row)))) set(name, value)
    }
    for (const name of ['parameters', 'exceptions'] as const) {
      const part = components[name] as Table | undefined
      if (part !== undefined) append(part, row[name] ?? [])
    }
    table.append(target)
  }
}

/** Fills the lists of members of an object of CL_ABAP_OBJECTDESCR. */
function describe(key: string, target: Readonly<Record<keyof Members, Table>>): void {
  const members = membersOf(key)
  for (const name of Object.keys(members) as (keyof Members)[]) append(target[name], members[name])
}

type Lists = 'methods' | 'events'

/** An initial value of the type of a member, or of a parameter of it; undefined where there is none. */
function memberType(key: string, name: string): unknown {
  return typeOf(named(membersOf(key).attributes, name))
}

function parameterType(key: string, [list, member, parameter]: readonly [Lists, string, string]) {
  return typeOf(named(named(membersOf(key)[list], member)?.parameters ?? [], parameter))
}

function named(rows: readonly MemberRow[], name: string): MemberRow | undefined {
  const wanted = name.trim().toUpperCase()
  return rows.find(row => row.texts['name'] === wanted)
}

/** Undefined where the type is not known here. */
function typeOf(row: MemberRow | undefined): unknown {
  try {
    const value = row?.type?.()
    return isAbsent(value) ? undefined : value
  } catch {
    return undefined
  }
}

const locals: Readonly<Record<string, (owner: string) => string>> = {
  CLAS: owner => `\\CLASS-POOL=${owner}`,
  INTF: owner => `\\INTERFACE-POOL=${owner}`,
  FUGR: owner => `\\PROGRAM=SAPL${owner}`,
  PROG: owner => `\\PROGRAM=${owner}`
}

/** The absolute name of a class or interface by its key. */
function classNameOf(key: string): string {
  const [, kind = '', owner = '', local] = /^([A-Z]{4})-(.+)-([^-]+)$/.exec(key) ?? []
  const type = describedClass(key)
  const word = type?.INTERNAL_TYPE === 'INTF' ? 'INTERFACE' : 'CLASS'
  const pool = locals[kind]
  return local === undefined || pool === undefined
    ? `\\${word}=${key}`
    : `${pool(owner)}\\${word}=${local}`
}

/** Names of the runtime's own classes: types without a name have them. */
const unnamed = new Set([
  ...['CHARACTER', 'NUMC', 'PACKED', 'HEX', 'TABLE', 'HASHEDTABLE', 'STRUCTURE'],
  ...['DATAREFERENCE', 'ABAPOBJECT', 'INTEGER', 'INTEGER8', 'DATE', 'TIME', 'FLOAT', 'XSTRING']
])

interface TypedValue {
  getDDICName?(): string | undefined
  getQualifiedName?(): string | undefined
}

/** The absolute name of a type; empty where it has none. */
function typeNameOf(value: TypedValue, builtIn: string): string {
  const isReference = builtIn === 'l' || builtIn === 'r'
  const named = value.getDDICName?.() || (isReference ? '' : value.getQualifiedName?.()) || ''
  const name = named.toUpperCase()
  const [owner = '', type] = name.split('=>')
  if (type !== undefined) {
    const key = keyOf(owner)
    return type.includes('-') || key === '' ? '' : `${classNameOf(key)}\\TYPE=${type}`
  }
  if (name === 'ABAP_BOOL') return '\\TYPE-POOL=ABAP\\TYPE=ABAP_BOOL'
  if (name === 'SY-LANGU') return '\\TYPE=SYLANGU'
  const [table = '', component] = name.split('-')
  if (component !== undefined) {
    const field = fieldsOf(table)?.find(({ fieldname }) => fieldname === component)
    return field?.rollname === undefined ? '' : `\\TYPE=${field.rollname}`
  }
  return name === '' || unnamed.has(name) ? '' : `\\TYPE=${name}`
}

/** An initial value of a type of a class or interface: the type is a static member of it. */
function declaredType(key: string, name: string): unknown {
  const [owner = '', part] = name.trim().toUpperCase().split('~')
  const type = describedClass(part === undefined ? key : keyOf(owner))
  if (type === undefined) return undefined
  const wanted = part ?? owner
  const declares = lineOf(type).some(each => each.DESCRIPTION?.types?.[wanted] !== undefined)
  const found = declares ? type[wanted.toLowerCase()] : undefined
  return (found as { clone?(): unknown } | undefined)?.clone?.()
}

export const descriptions = {
  describe,
  factsOf,
  shapeOf,
  standardKey,
  keyOf,
  classNameOf,
  typeNameOf,
  declaredType,
  memberType,
  parameterType,
  hasMember: (key: string, list: keyof Members, name: string) =>
    named(membersOf(key)[list], name) !== undefined,
  /** What the declaration of a class or interface says. */
  declaration: (key: string) => describedClass(key)?.DESCRIPTION,
  kindOf: (key: string) => describedClass(key)?.INTERNAL_TYPE ?? '',
  includes: (key: string) => describedClass(key)?.IMPLEMENTED_INTERFACES?.length ?? 0,
  superOf: (key: string) => describedClass(key)?.STATIC_SUPER?.INTERNAL_NAME ?? '',
  /** Whether a class is another one, or has it or implements it. */
  isA: (key: string, other: string) => {
    const type = describedClass(key)
    return (
      type !== undefined &&
      (lineOf(type).some(each => each.INTERNAL_NAME === other) ||
        type.IMPLEMENTED_INTERFACES?.includes(other) === true)
    )
  },
  /** What the dictionary says of a data element. */
  // the system fields are no structure of the dictionary here
  elementOf: (name: string) => entryOf(/^sy-langu$/i.test(name) ? 'SYLANGU' : name)?.field,
  fixedValuesOf: (name: string) => entryOf(name)?.fixedValues ?? []
}
