/** CORRESPONDING with EXCEPT, inner mappings, DISCARDING DUPLICATES and the additions for entities. */
import { currentRuntime } from '../abap.ts'
import { isStructure, isTable, resolve, type AbapTable, type AbapValue } from '../values.ts'
import { isGroup, isOn } from '../rap/rows.ts'

interface Rules {
  readonly mapping: readonly Rule[]
  /** Names, or `*` for all that are not mapped. */
  readonly except: readonly string[]
}
interface Rule extends Partial<Rules> {
  readonly to: string
  readonly from: string
}
interface Options extends Rules {
  readonly discarding: boolean
  /** Names in the source and in the target that belong together for the behavior. */
  readonly entity?: { readonly pairs: readonly (readonly [string, string])[] }
  readonly control?: 'using' | 'changing'
}
interface Statements {
  moveCorresponding(source: unknown, target: unknown): unknown
  insertInternal(input: object): unknown
}

interface Comparing {
  readonly compare: { initial(value: unknown): boolean }
}

const statements = (): Statements => currentRuntime().statements as unknown as Statements

/** Fills the target, which is initial, and returns it. */
export function corresponding(
  source: unknown,
  target: AbapValue,
  options: Options,
  newRow?: () => AbapValue
): AbapValue {
  const from = resolve(source)
  if (!isTable(target)) {
    fill(from, target, options)
    return target
  }
  if (!isTable(from)) throw new Error('GETWA_NOT_ASSIGNED')
  for (const row of from.array()) {
    const line = newRow?.() ?? (target as AbapTable).getRowType().clone()
    fill(resolve(row), line, options)
    statements().insertInternal({ table: target, data: line })
  }
  return target
}

function fill(source: unknown, target: unknown, options: Options): void {
  if (!isStructure(source) || !isStructure(target)) {
    statements().moveCorresponding(source, target)
    return
  }
  const [from, to] = [source.get(), target.get()]
  if (options.entity === undefined) move(from, to, options)
  else moveEntity(from, to, options.entity.pairs)
  if (options.control === 'using') dropUnset(from, to, options.entity?.pairs ?? [])
  if (options.control === 'changing') setControl(from, to)
}

type Components = Readonly<Record<string, AbapValue>>

function move(from: Components, to: Components, { mapping, except }: Rules): void {
  const mapped = new Set(mapping.map(rule => rule.to))
  for (const [name, value] of Object.entries(from)) {
    const part = to[name]
    if (part === undefined || mapped.has(name) || isGroup(name)) continue
    if (except.includes('*') || except.includes(name)) continue
    assign(value, part)
  }
  for (const rule of mapping) {
    const [value, part] = [componentIn(from, rule.from), to[rule.to]]
    if (value === undefined || part === undefined) continue
    if (rule.mapping === undefined) assign(value, part)
    else {
      const inner = { mapping: rule.mapping, except: rule.except ?? [], discarding: false }
      corresponding(value, part, inner)
    }
  }
}

function componentIn(from: Components, chain: string): AbapValue | undefined {
  let value: AbapValue | undefined
  let all: Components = from
  for (const name of chain.split('-')) {
    value = all[name]
    const part = resolve(value)
    all = isStructure(part) ? part.get() : {}
  }
  return value
}

/** Fields that the behavior does not map keep their names. */
function moveEntity(
  from: Components,
  to: Components,
  pairs: readonly (readonly [string, string])[]
): void {
  const mapped = new Set(pairs.flatMap(([own, other]) => (own === other ? [] : [own, other])))
  move(from, to, { mapping: [], except: [...mapped] })
  for (const [own, other] of pairs) {
    const [value, part] = [from[own], to[other]]
    if (value !== undefined && part !== undefined) assign(value, part)
  }
}

/** USING CONTROL: fields that %control does not name stay initial. */
function dropUnset(
  from: Components,
  to: Components,
  pairs: readonly (readonly [string, string])[]
): void {
  const control = resolve(from['%control'])
  if (!isStructure(control)) return
  for (const [name, flag] of Object.entries(control.get())) {
    if (isOn(flag)) continue
    const targets = pairs.filter(([own]) => own === name).map(([, other]) => other)
    for (const target of targets.length > 0 ? targets : [name]) to[target]?.clear()
  }
}

/** CHANGING CONTROL marks the fields whose values in the source are not initial. */
function setControl(from: Components, to: Components): void {
  const control = resolve(to['%control'])
  if (!isStructure(control)) return
  const { compare } = currentRuntime() as unknown as Comparing
  for (const [name, flag] of Object.entries(control.get())) {
    const value = from[name]
    if (value !== undefined && !compare.initial(value)) flag.set('01')
  }
}

function assign(value: AbapValue, part: AbapValue): void {
  const actual = resolve(value)
  if (isStructure(actual) || isTable(actual)) statements().moveCorresponding(value, part)
  else part.set(value)
}
