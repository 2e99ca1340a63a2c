/** Reads what the staged objects use, within bounds. */
import type { System } from '../system.ts'
import type { ObjectKey } from '../types.ts'
import { classDeclaration, functionDeclaration, isOwnCode } from './declaration.ts'
import { activate, assume, placeOf, put, remake } from './objects.ts'
import type { TwinBounds, TwinErp, TwinObject, TwinRead, TwinStub, TwinWanted } from './types.ts'

const atATime = 4
const shownNames = 5

/** What was read for a check, and what could not be. */
export interface Dependencies {
  /** Reads what these objects use, and what that uses. */
  follow(keys: readonly ObjectKey[]): Promise<void>
  /** Reads names that a finding mentions. False where nothing new is known afterwards. */
  followNames(names: readonly string[]): Promise<boolean>
  /** Reads the statements of own classes, which tests run. */
  followStatements(): Promise<void>
  /** One more request of the ERP that is no dependency. */
  rest(object: TwinObject): Promise<TwinObject | undefined>
  readonly read: number
  readonly requests: number
  readonly stubs: readonly TwinStub[]
  readonly notJudged: readonly string[]
}

export interface DependencyOptions {
  readonly erp: TwinErp
  readonly bounds: TwinBounds
  /** Objects that a staged deletion removes: they stay unknown. */
  readonly deleted: ReadonlySet<string>
}

export function createDependencies(system: System, options: DependencyOptions): Dependencies {
  const reading = new Reading(system, options)
  return {
    follow: async keys => await reading.follow(keys, true),
    followNames: async names => await reading.followNames(names),
    followStatements: async () => await reading.followStatements(),
    rest: async object => await reading.rest(object),
    get read() {
      return reading.objects.length
    },
    get requests() {
      return reading.requests
    },
    get stubs() {
      return [...reading.stubs].map(([name, known]) => ({ name, known }))
    },
    get notJudged() {
      return reading.notJudged()
    }
  }
}

class Reading {
  readonly objects: TwinObject[] = []
  readonly stubs = new Map<string, TwinStub['known']>()
  readonly #system: System
  readonly #options: DependencyOptions
  readonly #tried = new Set<string>()
  readonly #leftOut = new Map<string, string[]>()
  #characters = 0
  requests = 0

  constructor(system: System, options: DependencyOptions) {
    this.#system = system
    this.#options = options
  }

  /** @param areStaged names that the ERP does not know are findings then */
  async follow(start: readonly ObjectKey[], areStaged: boolean): Promise<void> {
    let frontier = start
    let isStaged = areStaged
    for (let depth = 0; frontier.length > 0; depth++) {
      const next: ObjectKey[] = []
      // Superclasses and interfaces first: they declare types that would be asked for otherwise.
      for (const use of ['class', undefined] as const) {
        for (;;) {
          const open = await this.#open([...frontier, ...next], use)
          if (open.length === 0) break
          const outside = depth >= this.#options.bounds.depth ? 'depth' : undefined
          next.push(...(await this.#readAll(open, { isStaged, outside })))
          if (use === undefined) break
        }
      }
      frontier = next
      isStaged = false
    }
  }

  async followNames(names: readonly string[]): Promise<boolean> {
    const open = names
      .map(name => ({ name: name.toUpperCase(), use: 'type' as const }))
      .filter(({ name }) => !this.#isTried({ name, use: 'type' }))
    if (open.length === 0) return false
    const found = await this.#readAll(open, { isStaged: true, outside: undefined })
    await this.follow(found, false)
    return found.length > 0
  }

  async followStatements(): Promise<void> {
    const own = this.objects.filter(({ type, name }) => type === 'CLAS' && isOwnCode(name))
    const keys: ObjectKey[] = []
    for (const object of own) {
      if (this.#outside() !== undefined) {
        this.#leaveOut('tests', object.name)
        continue
      }
      const whole = await this.rest(object)
      if (whole === undefined) continue
      const parts = whole.parts.filter(({ part }) => part !== 'testclasses')
      const place = placeOf(object)
      if (place === undefined || put(this.#system, { ...object, parts }) !== undefined) continue
      this.stubs.delete(object.name)
      keys.push(place.key)
    }
    await activate(this.#system, keys)
    await this.follow(keys, false)
    if (keys.length > 0 && this.objects.length > own.length) await this.#followNewStatements(own)
  }

  /** Statements of the classes that these statements have brought. */
  async #followNewStatements(known: readonly TwinObject[]): Promise<void> {
    const fresh = this.objects.some(
      object => object.type === 'CLAS' && isOwnCode(object.name) && !known.includes(object)
    )
    if (fresh) await this.followStatements()
  }

  async rest(object: TwinObject): Promise<TwinObject | undefined> {
    const { type, name, group } = object
    const { requests, object: found } = await this.#options.erp.readRest({ type, name, group })
    this.requests += requests
    for (const { text } of found?.parts ?? []) this.#characters += text.length
    return found
  }

  notJudged(): string[] {
    return [...this.#leftOut].map(([bound, names]) => {
      const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : ''
      return `${boundWords[bound] ?? bound}: ${names.slice(0, shownNames).join(', ')}${more}.`
    })
  }

  async #open(keys: readonly ObjectKey[], use: 'class' | undefined): Promise<TwinWanted[]> {
    const files = this.#system.store.files('active', keys).map(({ name }) => name)
    const names = await this.#system.engine.unknownNames({ files })
    return names.filter(
      wanted => (use === undefined || wanted.use === use) && !this.#isTried(wanted)
    )
  }

  #isTried({ name }: TwinWanted): boolean {
    return this.#tried.has(name) || this.#options.deleted.has(name)
  }

  async #readAll(
    open: readonly TwinWanted[],
    { isStaged, outside }: { isStaged: boolean; outside: string | undefined }
  ): Promise<ObjectKey[]> {
    const unique = [...new Map(open.map(wanted => [wanted.name, wanted])).values()]
    for (const { name } of unique) this.#tried.add(name)
    const found: ObjectKey[] = []
    const assumed: string[] = []
    for (let at = 0; at < unique.length; at += atATime) {
      const bound = outside ?? this.#outside()
      const some = unique.slice(at, bound === undefined ? at + atATime : undefined)
      if (bound !== undefined) {
        for (const { name } of some) this.#leaveOut(bound, name)
        assumed.push(...some.map(({ name }) => name))
        break
      }
      const answers = await Promise.all(some.map(wanted => this.#options.erp.read(wanted)))
      for (const [index, read] of answers.entries()) {
        const wanted = some[index]
        if (wanted === undefined) continue
        const key = this.#keep(wanted, read)
        if (key !== undefined) found.push(key)
        else if (read.absence !== 'absent' || !isStaged) assumed.push(wanted.name)
        else if (isLate(wanted)) this.#note('late', wanted.name)
      }
    }
    await assume(this.#system, assumed)
    await this.#activated(found)
    return found
  }

  /** The type of a field depends on the kind of its type, which may be read after its table. */
  async #activated(found: readonly ObjectKey[]): Promise<void> {
    const { store } = this.#system
    await activate(this.#system, found)
    const names = new Set(found.map(({ name }) => name))
    const users = store.keys().filter(({ type, name }) => {
      if ((type !== 'TABL' && type !== 'STRU') || names.has(name)) return false
      const text = store.read({ object: { type, name }, part: 'main' }, 'active')?.text ?? ''
      return text
        .toUpperCase()
        .split(/[^\w/]+/)
        .some(word => names.has(word))
    })
    // A field whose type is named as before keeps its kind: the table is made anew.
    for (const key of users) remake(this.#system, key)
    await activate(this.#system, users)
  }

  #keep(wanted: TwinWanted, read: TwinRead): ObjectKey | undefined {
    this.requests += read.requests
    const { object } = read
    if (object === undefined) {
      if (read.absence === 'unreadable') this.stubs.set(wanted.name, 'name')
      return undefined
    }
    for (const { text } of object.parts) this.#characters += text.length
    const place = placeOf(object)
    const refused = put(this.#system, declared(object))
    if (place === undefined || refused !== undefined) {
      this.stubs.set(wanted.name, 'name')
      return undefined
    }
    this.objects.push(object)
    if (object.type === 'CLAS' || object.type === 'FUNC') this.stubs.set(object.name, 'signature')
    return place.key
  }

  #outside(): string | undefined {
    const { objects, requests, characters } = this.#options.bounds
    if (this.objects.length >= objects) return 'objects'
    if (this.requests >= requests) return 'requests'
    return this.#characters >= characters ? 'characters' : undefined
  }

  #leaveOut(bound: string, name: string): void {
    this.#note(bound, name)
    this.stubs.set(name, 'name')
  }

  #note(reason: string, name: string): void {
    this.#leftOut.set(reason, [...(this.#leftOut.get(reason) ?? []), name])
  }
}

const boundWords: Readonly<Record<string, string>> = {
  objects: 'Not read, because the number of dependencies is bounded, so that every use is accepted',
  depth:
    'Not read, because the steps from the staged objects are bounded, so that every use is accepted',
  requests: 'Not read, because the requests to the ERP are bounded, so that every use is accepted',
  characters:
    'Not read, because the size of the dependencies is bounded, so that every use is accepted',
  tests: 'Statements not read, so that tests do not enter them',
  late: 'The ERP does not have these, which shows at run time alone'
}

/** What a source names in a literal: that it is missing is no error of the syntax. */
function isLate({ use }: TwinWanted): boolean {
  return use === 'function' || use === 'message'
}

/** A dependency without its statements. */
function declared(object: TwinObject): TwinObject {
  const { type, name } = object
  if (type !== 'CLAS' && type !== 'FUNC') return object
  const parts = object.parts
    .filter(({ part }) => part === 'main')
    .map(({ part, text }) => ({
      part,
      text: type === 'CLAS' ? classDeclaration(name, text) : declaredFunction(text)
    }))
  return { ...object, parts }
}

/** A source that the store cannot read either is refused there, with its place. */
function declaredFunction(text: string): string {
  try {
    return functionDeclaration(text)
  } catch {
    return text
  }
}
