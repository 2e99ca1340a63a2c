/**
 * Traces what tables and views are made of, by the sources of the CDS views, down to the tables.
 */
import { readAccess } from './cds-access.ts'
import type { CdsAccess } from './cds-access.ts'
import { extended, readExtensions } from './cds-extension.ts'
import type { CdsExtension } from './cds-extension.ts'
import { CdsError } from './cds-tokens.ts'
import { readEntities } from './cds.ts'
import type { CdsEntity } from './cds.ts'
import { nowhere, readsOf } from './branch-reads.ts'
import type { Read } from './branch-reads.ts'

/** A table that a query reads without naming it, and the view through which it does. */
export interface Behind {
  readonly table: string
  readonly through: string
}

/** A name whose reads are not known, and why. */
export interface Untraceable {
  readonly name: string
  readonly through: string
  readonly why: string
}

export interface Lineage {
  readonly behind: readonly Behind[]
  readonly untraceable: readonly Untraceable[]
  /** Names in the sources of views that the grammar says are no tables. */
  readonly mentions: readonly Behind[]
}

export interface Question {
  readonly names: readonly string[]
  /** Associations that the statement itself goes along; `*` stands for any. */
  readonly along: readonly string[]
}

/** What the ERP has under a name. */
export type Definition =
  | { readonly kind: 'table' }
  | { readonly kind: 'view'; readonly source: string; readonly access?: string | undefined }
  | { readonly kind: 'other' | 'nothing'; readonly why: string }

export interface CdsSource {
  readonly name: string
  readonly source: string
}

/** The CDS sources that use a view, or why they are not known. */
export type Users =
  | { readonly kind: 'known'; readonly sources: readonly CdsSource[] }
  | { readonly kind: 'unknown'; readonly why: string }

export interface Definitions {
  find(name: string): Promise<Definition>
  /** Asked for views that sources of other names can extend. */
  usersOf(name: string): Promise<Users>
}

const mostViews = 200

/** @throws what `definitions` throws */
export async function lineageOf(definitions: Definitions, question: Question): Promise<Lineage> {
  const trace = new Trace(definitions)
  const along = new Set(question.along)
  for (const name of question.names) await trace.follow(name, along)
  return trace.result(along)
}

interface Readable {
  readonly entities: readonly CdsEntity[]
  readonly access?: CdsAccess
  /** Names of the sources that extend it. */
  readonly extensions: readonly string[]
}

class Trace {
  readonly #definitions: Definitions
  readonly #behind = new Map<string, Behind>()
  readonly #mentions = new Map<string, Behind>()
  readonly #untraceable: Untraceable[] = []
  readonly #known = new Map<string, Readable | undefined>()
  readonly #found = new Set<string>()

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  result(along: ReadonlySet<string>): Lineage {
    const [behind, mentions] = [[...this.#behind.values()], [...this.#mentions.values()]]
    const undefinedAssociations = [...along]
      .filter(one => one !== '*' && !this.#found.has(one))
      .map((name): Untraceable => ({ name: `\\${name}`, through: '', why: 'no source defines it' }))
    return { behind, mentions, untraceable: [...this.#untraceable, ...undefinedAssociations] }
  }

  /** Follows all reads of one name of the statement. */
  async follow(root: string, along: ReadonlySet<string>): Promise<void> {
    const asked = new Map<string, ReadonlySet<string>>()
    const wanted = new Map<string, string>()
    const inheritors = new Map<string, readonly string[]>()
    const found = new Set<string>()
    const open: Read[] = [{ name: root, along }]
    for (const { name, along: demand } of open) {
      const before = asked.get(name)
      if (before !== undefined && isWithin(demand, before)) continue
      // Most names are tables, whose demand is never read, so it is not copied for them.
      const combined = before === undefined ? demand : new Set([...before, ...demand])
      asked.set(name, combined)
      const read = await this.#read(name, root)
      const { names, inherits } = read?.access ?? nothing
      for (const one of inherits) {
        open.push({ name: one, along: nowhere })
        inheritors.set(one, [...(inheritors.get(one) ?? []), name])
      }
      // Inherited conditions apply to the elements of the inheritor.
      const affected = names.size === 0 ? [] : (inheritors.get(name) ?? [])
      open.push(...affected.map(one => ({ name: one, along: names })))
      const all = names.size === 0 ? combined : new Set([...combined, ...names])
      for (const branch of read?.entities.flatMap(({ branches }) => branches) ?? []) {
        const reads = readsOf(branch, all)
        open.push(...reads.reads)
        for (const one of reads.found) found.add(one)
        for (const one of reads.wanted) wanted.set(one, name)
      }
    }
    for (const { name } of open.slice(1)) this.#note(name, root)
    for (const one of found) this.#found.add(one)
    for (const [one, name] of wanted) {
      if (found.has(one)) continue
      this.#refuse({
        name,
        through: root,
        why: 'no source defines an association that it goes along'
      })
    }
  }

  #note(table: string, through: string): void {
    this.#behind.set(`${table} ${through}`, { table, through })
  }

  #refuse(untraceable: Untraceable): void {
    this.#untraceable.push(untraceable)
  }

  /** Undefined for a table, and for what cannot be read, which is noted. */
  async #read(name: string, through: string): Promise<Readable | undefined> {
    if (!this.#known.has(name)) this.#known.set(name, await this.#load(name, through))
    const read = this.#known.get(name)
    for (const one of read?.extensions ?? []) this.#note(one, through)
    for (const { mentions, branches, sqlView } of read?.entities ?? []) {
      if (sqlView !== undefined) this.#note(sqlView, through)
      const own = new Set(branches.flatMap(({ associations }) => associations.map(one => one.name)))
      for (const one of mentions) {
        if (!own.has(one) && one !== name) this.#mentions.set(one, { table: one, through })
      }
    }
    return read
  }

  async #load(name: string, through: string): Promise<Readable | undefined> {
    const refuse = (why: string): undefined => {
      this.#untraceable.push({ name, through, why })
    }
    if (this.#known.size >= mostViews) return refuse(`more than ${mostViews} views are behind it`)
    const definition = await this.#definitions.find(name)
    if (definition.kind === 'table') return undefined
    if (definition.kind !== 'view') return refuse(definition.why)
    try {
      const read = readable(name, definition)
      if (!read.entities.some(({ extensible }) => extensible)) return read
      const users = await this.#definitions.usersOf(name)
      if (users.kind === 'known') return withExtensions(name, read, users.sources)
      return refuse(`its source lets others extend it, and ${users.why}`)
    } catch (error) {
      if (!(error instanceof CdsError)) throw error
      return refuse(error.message)
    }
  }
}

const nothing: CdsAccess = { names: nowhere, inherits: nowhere }

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return some === all || [...some].every(one => all.has(one))
}

function readable(
  name: string,
  { source, access }: Extract<Definition, { kind: 'view' }>
): Readable {
  const entities = readEntities(source)
  if (entities.some(entity => entity.name !== name)) {
    throw new CdsError('its source defines an entity of another name')
  }
  return {
    entities,
    extensions: [],
    ...(access === undefined ? {} : { access: readAccess(access) })
  }
}

/** @throws CdsError where a source that extends it is not understood */
function withExtensions(name: string, read: Readable, users: readonly CdsSource[]): Readable {
  const found = users
    .map(user => ({ user, extensions: extensionsIn(user, name) }))
    .filter(({ extensions }) => extensions.length > 0)
  const all = found.flatMap(({ extensions }) => extensions)
  return {
    ...read,
    entities: read.entities.map(entity => extended(entity, all)),
    extensions: found.map(({ user }) => user.name)
  }
}

function extensionsIn({ name, source }: CdsSource, base: string): readonly CdsExtension[] {
  try {
    return readExtensions(source, base)
  } catch (error) {
    if (!(error instanceof CdsError)) throw error
    throw new CdsError(`${name} may extend it, but ${error.message}`)
  }
}
