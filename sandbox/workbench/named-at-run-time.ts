/** Runs programs together with the classes that they name only while they run. */
import type { System } from '../system.ts'
import type { ObjectKey, RepositoryFile, RunAlert } from '../types.ts'

/** What the runtime says of a class that the system has and the program has not. */
const OUTSIDE = /: (\S+) is named when the program runs and is no part of it$/

/** A program that always names a further class is refused by the name of that one in the end. */
const MAX_RUNS = 12

/** What each object has named before, so that its next run has it at once. */
const known = new WeakMap<System, Map<string, Set<string>>>()

export interface RunFiles {
  readonly files: readonly RepositoryFile[]
  /** Classes and interfaces that the system has besides. */
  readonly outside: readonly string[]
}

interface Program<Result> {
  readonly object: ObjectKey
  run(program: RunFiles): Promise<Result>
  alertsOf(result: Result): readonly RunAlert[]
  /** Whether it may run again: a program that is debugged does not. */
  readonly repeats: boolean
}

/**
 * Runs an object with everything that its sources mention. Where it names a class by a value
 * (`CREATE OBJECT … TYPE (name)`), it runs again with that class.
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

const isClass = ({ type }: ObjectKey) => type === 'CLAS' || type === 'INTF'

function filesOf({ store }: System, names: ReadonlySet<string>): string[] {
  if (names.size === 0) return []
  const own = store.keys().filter(key => isClass(key) && names.has(key.name))
  const mounted = store.library.files.filter(({ name }) => names.has(classOf(name) ?? ''))
  return [...store.files('active', own), ...mounted].map(file => file.name)
}

function outsideOf({ store }: System, program: readonly RepositoryFile[]): string[] {
  const inside = new Set(program.map(file => classOf(file.name)))
  return [...store.keys(), ...store.library.keys]
    .filter(key => isClass(key) && !inside.has(key.name))
    .map(key => key.name)
}

/** `zcl_x.clas.locals_imp.abap` → `ZCL_X`. */
function classOf(file: string): string | undefined {
  const [, name] = /^([^.]+)\.(?:clas|intf)\./i.exec(file) ?? []
  return name?.replaceAll('#', '/').toUpperCase()
}
