/** Runs programs together with the objects that they name while they run. */
import type { System } from '../system.ts'
import type { ObjectKey, OutsideObjects, RepositoryFile, RunAlert, Store } from '../types.ts'

/** What the runtime says of an object that the system has and the program has not. */
const OUTSIDE =
  /: ((?:the function module |the program )?\S+) is named when the program runs and is no part of it$/

/** A program that always names a further class is refused by the name of that one in the end. */
const MAX_RUNS = 12

/** What each object has named before, so that its next run has it at once. */
const known = new WeakMap<System, Map<string, Set<string>>>()

export interface RunFiles {
  readonly files: readonly RepositoryFile[]
  readonly outside: OutsideObjects
}

interface Program<Result> {
  readonly object: ObjectKey
  run(program: RunFiles): Promise<Result>
  alertsOf(result: Result): readonly RunAlert[]
  /** Whether it may run again: a program that is debugged does not. */
  readonly repeats: boolean
}

/**
 * Runs an object with everything that its sources mention. Where it names a class or a
 * function module by a value (`CREATE OBJECT … TYPE (name)`), it runs again with that one.
 */
export async function runNamed<Result>(
  system: System,
  { object, run, alertsOf, repeats }: Program<Result>
): Promise<Result> {
  const named = namesOf(system, object)
  const files = system.store.files('active', [object]).map(file => file.name)
  for (let runs = 1; ; runs++) {
    const also = filesOf(system, named)
    const program = await system.engine.closure({ files, also, overlay: [] })
    system.administration.provide(program)
    const result = await run({ files: program, outside: outsideOf(system, program) })
    const missing = alertsOf(result).flatMap(({ title }) => OUTSIDE.exec(title)?.[1] ?? [])
    if (missing.length === 0 || !repeats || runs === MAX_RUNS) return result
    for (const name of missing) named.add(name)
  }
}

function namesOf(system: System, { type, name }: ObjectKey): Set<string> {
  const objects = known.get(system) ?? new Map<string, Set<string>>()
  known.set(system, objects)
  const names = objects.get(`${type} ${name}`) ?? new Set()
  objects.set(`${type} ${name}`, names)
  return names
}

/** What can be named by a value: kinds of objects by the extension of their files. */
const KINDS: Readonly<Record<string, 'class' | 'group' | 'program'>> = {
  clas: 'class',
  intf: 'class',
  fugr: 'group',
  prog: 'program'
}

/** An object by its name space: classes and interfaces share one. */
const idOf = ({ type, name }: ObjectKey) => `${KINDS[type.toLowerCase()]} ${name}`

/** `zcl_x.clas.locals_imp.abap` → `class ZCL_X`. */
function idOfFile(file: string): string {
  const [, name = '', extension = ''] = /^([^.]+)\.(\w+)\./.exec(file) ?? []
  return `${KINDS[extension]} ${name.replaceAll('#', '/').toUpperCase()}`
}

/** What code calls the object by, in the words of the runtime. */
function namesIn(store: Store, key: ObjectKey): string[] {
  const kind = KINDS[key.type.toLowerCase()]
  if (kind === 'class') return [key.name]
  if (kind === 'program') return [PROGRAM + key.name]
  return kind === 'group' ? modulesOf(store, key).map(name => MODULE + name) : []
}

const MODULE = 'the function module '
const PROGRAM = 'the program '

function modulesOf(store: Store, key: ObjectKey): string[] {
  return store
    .parts(key)
    .filter(({ key: { part }, version }) => part.startsWith('function:') && version === 'active')
    .map(({ key: { part } }) => part.slice('function:'.length))
}

function filesOf({ store }: System, names: ReadonlySet<string>): string[] {
  if (names.size === 0) return []
  const isNamed = (key: ObjectKey) => namesIn(store, key).some(name => names.has(name))
  const own = store.keys().filter(isNamed)
  const mounted = new Set(store.library.keys.filter(isNamed).map(idOf))
  const files = store.library.files.filter(({ name }) => mounted.has(idOfFile(name)))
  return [...store.files('active', own), ...files].map(file => file.name)
}

function outsideOf({ store }: System, program: readonly RepositoryFile[]): OutsideObjects {
  const inside = new Set(program.map(file => idOfFile(file.name)))
  // a library of tables alone does not make its name space one of this system
  const libraries = store.library.keys.filter(({ type }) => type.toLowerCase() in KINDS)
  const all = [...store.keys(), ...libraries]
  const outside = all.filter(key => !inside.has(idOf(key)))
  const ofKind = (kind: string) => outside.filter(({ type }) => KINDS[type.toLowerCase()] === kind)
  return {
    classes: ofKind('class').map(key => key.name),
    programs: ofKind('program').map(key => key.name),
    functions: ofKind('group').flatMap(key => modulesOf(store, key)),
    namespaces: [...new Set(all.flatMap(({ name }) => /^\/[^/]+\//.exec(name)?.[0] ?? []))]
  }
}
