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
import { noNames, readsOf } from './branch-reads.ts'
import type { Read } from './branch-reads.ts'

/** A table that a query reads without naming it, and the view through which it does. */
export interface IndirectRead {
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
  readonly indirectReads: readonly IndirectRead[]
  readonly untraceable: readonly Untraceable[]
  /** Names in the sources of views that are no tables by the grammar. */
  readonly mentions: readonly IndirectRead[]
}

export interface LineageQuery {
  readonly names: readonly string[]
  /** Associations that the statement itself follows; `*` stands for any. */
  readonly associations: readonly string[]
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
export async function lineageOf(
  definitions: Definitions,
  question: LineageQuery
): Promise<Lineage> {
  const trace = new Trace(definitions)
  const followed = new Set(question.associations)
  for (const name of question.names) await trace.follow(name, followed)
  return trace.result(followed)
}

interface Readable {
  readonly entities: readonly CdsEntity[]
  readonly access?: CdsAccess
  /** Names of the sources that extend it. */
  readonly extensions: readonly string[]
}

class Trace {
  readonly #definitions: Definitions
  readonly #indirectReads = new Map<string, IndirectRead>()
  readonly #mentions = new Map<string, IndirectRead>()
  readonly #untraceable: Untraceable[] = []
  readonly #known = new Map<string, Readable | undefined>()
  readonly #found = new Set<string>()

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  result(followed: ReadonlySet<string>): Lineage {
    const [indirectReads, mentions] = [
      [...this.#indirectReads.values()],
      [...this.#mentions.values()]
    ]
    const undefinedAssociations = [...followed]
      .filter(one => one !== '*' && !this.#found.has(one))
      .map((name): Untraceable => ({ name: `\\${name}`, through: '', why: 'no source defines it' }))
    return {
      indirectReads,
      mentions,
      untraceable: [...this.#untraceable, ...undefinedAssociations]
    }
  }

  /** Follows all reads of one name of the statement. */
  async follow(root: string, followed: ReadonlySet<string>): Promise<void> {
    const traced = new Map<string, ReadonlySet<string>>()
    const required = new Map<string, string>()
    const inheritors = new Map<string, readonly string[]>()
    const found = new Set<string>()
    const open: Read[] = [{ name: root, associations: followed }]
    for (const { name, associations: requested } of open) {
      const before = traced.get(name)
      if (before !== undefined && isWithin(requested, before)) continue
      // Most names are tables, which have no associations, so the set is not copied for them.
      const combined = before === undefined ? requested : new Set([...before, ...requested])
      traced.set(name, combined)
      const read = await this.#read(name, root)
      const { names, inherits } = read?.access ?? nothing
      for (const one of inherits) {
        open.push({ name: one, associations: noNames })
        inheritors.set(one, [...(inheritors.get(one) ?? []), name])
      }
      // Inherited conditions apply to the elements of the inheritor.
      const affected = names.size === 0 ? [] : (inheritors.get(name) ?? [])
      open.push(...affected.map(one => ({ name: one, associations: names })))
      const all = names.size === 0 ? combined : new Set([...combined, ...names])
      for (const branch of read?.entities.flatMap(({ branches }) => branches) ?? []) {
        const reads = readsOf(branch, all)
        open.push(...reads.reads)
        for (const one of reads.defined) found.add(one)
        for (const one of reads.required) required.set(one, name)
      }
    }
    for (const { name } of open.slice(1)) this.#note(name, root)
    for (const one of found) this.#found.add(one)
    for (const [one, name] of required) {
      if (found.has(one)) continue
      this.#refuse({
        name,
        through: root,
        why: 'no source defines an association that it goes along'
      })
    }
  }

  #note(table: string, through: string): void {
    this.#indirectReads.set(`${table} ${through}`, { table, through })
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

const nothing: CdsAccess = { names: noNames, inherits: noNames }

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
