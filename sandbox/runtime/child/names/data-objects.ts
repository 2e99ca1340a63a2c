/**
 * Data objects that are named at run time: `ASSIGN (name)`, `ASSIGN ref->(name)`. Rules:
 * https://help.sap.com/doc/abapdocu_758_index_htm/7.58/en-US/abapassign_mem_area_dynamic_dobj.htm
 */
import { currentRuntime } from '../abap.ts'
import { raise, refuse, runtimeError } from '../tables/keys.ts'
import { isStructure, resolve, scalarOf, typeOf } from '../values.ts'
import { part } from './casting.ts'
import { attributeOf, classNamed, staticAttribute, type Place } from './attributes.ts'

type Names = Readonly<Record<string, () => unknown>>

/** What the procedure of a statement sees. A variable that is not declared yet has no value. */
export interface Scope extends Place {
  readonly locals: Names
  readonly globals: Names
  readonly self: () => unknown
  /** The names of the program: `ZREPORT`, `SAPLZGROUP`. */
  readonly programs: readonly string[]
}

/** The steps of a name behind its first part: `->NAME`, `->*`, `=>NAME`, `-NAME`, `+2(3)`. */
interface Step {
  readonly kind: '->' | '=>' | '-' | 'part'
  readonly name: string
}

const STEP = /(->\*|->|=>|-)([^-=+(]*)|(\+\d+)?(\((?:\d+|\*)\))?/y

function stepsOf(text: string): Step[] | undefined {
  const steps: Step[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < text.length) {
    const [whole = '', selector, name = '', offset = '', length = ''] = STEP.exec(text) ?? []
    if (whole === '') return undefined
    if (selector === undefined) steps.push({ kind: 'part', name: offset + length })
    else if (selector === '->*') {
      if (name !== '') return undefined
      steps.push({ kind: '->', name: '*' })
    } else if (name === '') return undefined
    else steps.push({ kind: selector as Step['kind'], name })
  }
  return steps
}

/** The data object; undefined where there is none, which sets `sy-subrc` to 4. */
export function dataObject(name: unknown, scope: Scope): unknown {
  const text = String(scalarOf(name)).trim().toUpperCase()
  const [, program, inside] = /^\(([^)]+)\)(.+)$/.exec(text) ?? []
  if (program !== undefined) return ofProgram(program, inside ?? '', scope)
  const [, first = '', rest = ''] = /^(<[^>]+>|\\[^>]+?(?==>)|[^-=+(]+)(.*)$/.exec(text) ?? []
  const steps = stepsOf(rest)
  const [next, ...more] = steps ?? []
  if (steps === undefined) return undefined
  if (next?.kind === '=>') {
    const type = classNamed(first, scope)
    return type === undefined
      ? undefined
      : follow(staticAttribute(type, next.name, scope), more, scope)
  }
  return follow(firstOf(first, scope), steps, scope)
}

/** `(PROGRAM)NAME`: global data of this program; other programs are loaded or not. */
function ofProgram(program: string, name: string, scope: Scope): unknown {
  if (scope.programs.includes(program)) {
    return dataObject(name, { ...scope, locals: {}, self: () => undefined })
  }
  if (/^(?:SAPL|SAPM)?[YZ/]/.test(program)) refuse(`data objects of the program ${program}`)
  return undefined
}

/** Local data, visible attributes, global data, and what is built in. */
function firstOf(name: string, scope: Scope): unknown {
  const lower = name.toLowerCase()
  const self = valueOf(scope.self)
  const reference = (self as { readonly me?: object } | undefined)?.me
  if (lower === 'me') return reference
  const found = own(scope.locals, lower)
  if (found !== undefined) return found
  const attribute =
    reference === undefined ? ofOwnClass(name, scope) : attributeOf(reference, name, scope)
  return attribute ?? own(scope.globals, lower) ?? builtIn(lower)
}

function ofOwnClass(name: string, scope: Scope): unknown {
  const type = scope.within === undefined ? undefined : classNamed(scope.within, scope)
  return type === undefined ? undefined : staticAttribute(type, name, scope)
}

function own(names: Names, name: string): unknown {
  return Object.hasOwn(names, name) ? valueOf(names[name]) : undefined
}

function valueOf(read: (() => unknown) | undefined): unknown {
  try {
    return read?.()
  } catch {
    return undefined
  }
}

interface Fixed {
  readonly builtin: Readonly<Record<string, unknown>>
  readonly TypePools?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** `SY`, `ABAP_TRUE` and their like, and constants of type groups. */
function builtIn(name: string): unknown {
  const { builtin, TypePools = {} } = currentRuntime() as unknown as Fixed
  const key = name === 'syst' ? 'sy' : name
  if (Object.hasOwn(builtin, key) && isData(builtin[key])) return builtin[key]
  return Object.values(TypePools).find(pool => Object.hasOwn(pool, key))?.[key]
}

function isData(value: unknown): value is { get(): unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'get' in value &&
    'set' in value &&
    typeof value.get === 'function'
  )
}

function follow(start: unknown, steps: readonly Step[], scope: Place): unknown {
  let value = start
  for (const step of steps) {
    const owner = pointed(value)
    if (owner === undefined) return undefined
    value = stepFrom(owner, step, scope)
  }
  return pointed(value)
}

/** What a field symbol points to. */
function pointed(value: unknown): object | undefined {
  const pointer = value as { isAssigned?(): boolean; getPointer?(): unknown } | null | undefined
  const isSymbol = typeof pointer === 'object' && typeof pointer?.isAssigned === 'function'
  const found: unknown = isSymbol ? pointer?.getPointer?.() : value
  return typeof found === 'object' && found !== null ? found : undefined
}

function stepFrom(owner: object, { kind, name }: Step, place: Place): unknown {
  if (kind === 'part') return partNamed(owner, name)
  if (kind === '->') return behind(owner, name, place)
  return kind === '-' ? componentNamed(owner, name) : undefined
}

/** `+2(3)`, `(3)`, `+2`. */
function partNamed(owner: object, text: string): unknown {
  const [, offset, length] = /^(?:\+(\d+))?(?:\((\d+|\*)\))?$/.exec(text) ?? []
  return part(owner, {
    ...(offset === undefined ? {} : { offset: Number(offset) }),
    ...(length === undefined ? {} : { length: length === '*' ? length : Number(length) })
  })
}

function isReference(value: object): value is { get(): unknown } {
  return value instanceof currentRuntime().types.ABAPObject
}

/** What a reference shows: an attribute, the data object, or a component of it. */
function behind(owner: object, name: string, place: Place): unknown {
  if (isReference(owner)) return name === '*' ? undefined : attributeOf(owner, name, place)
  if (!isDataReference(owner)) return undefined
  // one step: what it points to may be a reference itself
  const target = pointed(owner.getPointer())
  if (name === '*') return target
  return isStructure(target) ? componentNamed(target, name) : undefined
}

function isDataReference(value: object): value is { getPointer(): unknown } {
  return 'dereference' in value && 'getPointer' in value && !('isAssigned' in value)
}

function componentNamed(owner: object, name: string): unknown {
  const parts = isStructure(owner) ? owner.get() : undefined
  const lower = name.toLowerCase()
  return parts !== undefined && Object.hasOwn(parts, lower) ? parts[lower] : undefined
}

/** `ref->(name)`, with further steps in the name. */
export function member(owner: unknown, name: unknown, scope: Place): unknown {
  return behindSelector('->', owner, { name, scope })
}

/** `ref->(name)` in an operand position. */
export function memberOf(owner: unknown, name: unknown, scope: Place): unknown {
  const found = member(owner, name, scope)
  if (found === undefined) raise('CX_SY_ASSIGN_ILLEGAL_COMPONENT', String(scalarOf(name)))
  return found
}

/** `struct-(name)` and COMPONENT … OF STRUCTURE: a name, or a number. */
export function component(owner: unknown, name: unknown, scope: Place): unknown {
  const structure = resolve(owner)
  if (typeof structure !== 'object' || structure === null) return undefined
  const { type } = typeOf(name)
  if (!isStructure(resolve(name)) && !['CHAR', 'STRG'].includes(type)) {
    const position = Number(scalarOf(name))
    if (position === 0) return structure
    return isStructure(structure) ? Object.values(structure.get())[position - 1] : undefined
  }
  if (!isStructure(structure)) return undefined
  // a structure that was made at run time can have a component with a hyphen in its name
  const whole = componentNamed(structure, String(scalarOf(name)).trim())
  return whole ?? behindSelector('-', structure, { name, scope })
}

/** The component of what has to be a structure. */
export function structureComponent(owner: unknown, name: unknown, scope: Place): unknown {
  const structure = resolve(owner)
  if (structure !== undefined && !isStructure(structure)) runtimeError('STRUCTURE_ILLEGAL')
  return component(owner, name, scope)
}

function behindSelector(
  selector: '->' | '-',
  owner: unknown,
  { name, scope }: { name: unknown; scope: Place }
): unknown {
  const steps = stepsOf(selector + String(scalarOf(name)).trim().toUpperCase())
  const start = pointed(owner)
  return steps === undefined || start === undefined ? undefined : follow(start, steps, scope)
}

/** `class=>(name)`, `(class)=>name`, `(class)=>(name)`. */
export function ofClass(type: unknown, name: unknown, scope: Place): unknown {
  const found = classNamed(String(scalarOf(type)), scope)
  const steps = stepsOf(`=>${String(scalarOf(name)).trim().toUpperCase()}`)
  const [first, ...more] = steps ?? []
  if (found === undefined || first === undefined) return undefined
  return follow(staticAttribute(found, first.name, scope), more, scope)
}
