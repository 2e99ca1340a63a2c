/** Puts objects of the ERP into the store and the engine of the twin. */
import { assumptionFile } from '../engine/assumed-names.ts'
import { documentText } from '../http/documents/object-document.ts'
import { readXml } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { StoreError } from '../store/errors.ts'
import { objectTypes } from '../store/object-types.ts'
import type { System } from '../system.ts'
import type { ObjectKey, ObjectType } from '../types.ts'
import { newDocument } from './new-documents.ts'
import type { TwinObject, TwinRef } from './types.ts'

const user = 'TWIN'

/** Where an object of the ERP stands in the store: a function module is a part of its group. */
export interface Place {
  readonly key: ObjectKey
  readonly partOf: (part: string) => string
}

/** A source that the store cannot read. */
export interface Unreadable {
  readonly text: string
  readonly part: string
  readonly line: number
  readonly column: number
}

/** Undefined for types that the engine does not know. */
export function placeOf({ type, name, group }: TwinRef): Place | undefined {
  const upper = name.toUpperCase()
  if (type === 'FUNC' || type === 'FINC') {
    if (group === undefined) return undefined
    const part = `${type === 'FUNC' ? 'function' : 'include'}:${upper}`
    return { key: { type: 'FUGR', name: group.toUpperCase() }, partOf: () => part }
  }
  if (!Object.hasOwn(objectTypes, type) || type === 'DEVC') return undefined
  return { key: { type: type as ObjectType, name: upper }, partOf: part => part }
}

/** The object behind a part of the store, as the ERP names it. */
export function refOf(key: ObjectKey, part: string): TwinRef & { readonly part: string } {
  const [kind, name] = part.split(':', 2)
  if (key.type !== 'FUGR' || name === undefined) return { type: key.type, name: key.name, part }
  const type = kind === 'function' ? 'FUNC' : 'FINC'
  return { type, name, group: key.name, part: 'main' }
}

/**
 * Writes the parts of the object, or those that are new; they are active in the store afterwards,
 * and `activate` makes them known to the engine.
 *
 * @returns why the store refuses it; undefined where it does not
 */
export function put({ store }: System, object: TwinObject): Unreadable | undefined {
  const place = placeOf(object)
  if (place === undefined) {
    return refusal('main', `The engine does not know the type ${object.type}.`)
  }
  let part = 'main'
  try {
    const given = object.parts.map(each => ({ ...each, part: place.partOf(each.part) }))
    const sources = given.filter(each => each.part !== 'document')
    if (store.get(place.key) === undefined) create(store, place.key, sources)
    else {
      for (const each of sources) {
        part = each.part
        write(store, place.key, each)
      }
    }
    for (const { text } of given.filter(each => each.part === 'document')) {
      part = 'document'
      writeDocument(store, place.key, text)
    }
    if (object.fields !== undefined) writeNewDocument(store, place.key, object.fields)
    return undefined
  } catch (error) {
    if (error instanceof StoreError) {
      return refusal(part, error.message, error.line, error.column)
    }
    return refusal(part, error instanceof Error ? error.message : String(error))
  }
}

function refusal(part: string, text: string, line = 1, column = 0): Unreadable {
  return { part, text, line, column }
}

type Store = System['store']
type Part = TwinObject['parts'][number]

function create(store: Store, key: ObjectKey, parts: readonly Part[]): void {
  const facts = { package: '$TMP', description: key.name, responsible: user, language: 'EN' }
  store.create({ key, ...facts, createdBy: user, changedBy: user, attributes: {} }, parts, user)
}

function write(store: Store, object: ObjectKey, { part, text }: Part): void {
  const isThere = store.parts(object).some(each => each.key.part === part)
  const isInGroup = part.includes(':')
  if (isInGroup && !isThere) store.addPart({ object, part }, text, user)
  else store.write({ object, part }, text, user)
}

function writeDocument(store: Store, object: ObjectKey, text: string): void {
  writeElement(store, object, readXml(text))
}

function writeNewDocument(
  store: Store,
  object: ObjectKey,
  fields: Readonly<Record<string, unknown>>
): void {
  const document = newDocument(object.type, fields)
  if (document !== undefined) writeElement(store, object, document)
}

function writeElement(store: Store, object: ObjectKey, document: XmlElement): void {
  const part = { object, part: 'main' }
  const info = store.get(object)
  const before = store.read(part, 'workingArea')?.text
  if (info === undefined || before === undefined) return
  store.write(part, documentText(document, before, { store, info }), user)
}

/** Writes an object of one source once more, as if it were new. */
export function remake({ store }: System, key: ObjectKey): void {
  const text = store.read({ object: key, part: 'main' }, 'active')?.text
  if (text === undefined) return
  store.remove(key)
  create(store, key, [{ part: 'main', text }])
}

/** Makes what was put known to the engine. */
export async function activate(
  { store, engine }: System,
  keys: readonly ObjectKey[]
): Promise<void> {
  await engine.apply(store.activate(keys, user))
}

/** From now on every use of these names is accepted. */
export async function assume({ engine }: System, names: readonly string[]): Promise<void> {
  await engine.apply({ put: names.map(assumptionFile), remove: [] })
}
