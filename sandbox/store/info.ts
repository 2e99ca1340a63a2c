/** Derives what clients see of objects and parts from what is stored. */
import type { ObjectInfo, ObjectKey, ObjectType, PartInfo, Version } from '../types.ts'
import { decode, partFacts, valuesOf } from './codec.ts'
import { etagOf } from './etag.ts'
import { functionItems, includeNames } from './formats/function-group.ts'
import { descriptionOf, languageOf, packageAttributes, programType } from './formats/metadata.ts'
import { element, textAt } from './formats/xml.ts'
import type { Element } from './formats/xml.ts'
import { filesIn, recordOf, workingFiles } from './model.ts'
import type { PartRecord, StoredObject } from './model.ts'
import { isTextPart, textParts } from './formats/text-pool.ts'
import { classIncludes, fileOf, hasTexts } from './names.ts'
import { StoreError } from './errors.ts'

/** The information on a part from its record alone. */
export function partInfo(object: StoredObject, record: PartRecord): PartInfo {
  const key = { object: object.key, part: record.part }
  return {
    key,
    version: record.version,
    changedBy: record.changedBy,
    changedAt: record.changedAt,
    etag: etagOf(key, record.version, record),
    ...partFacts(key, filesIn(object, record.version))
  }
}

function metadata(object: StoredObject): Element {
  try {
    return valuesOf({ object: object.key }, workingFiles(object)) ?? element('asx:values')
  } catch (error) {
    // A file that was damaged from outside must not hide the object: its text can be repaired.
    if (error instanceof StoreError) return element('asx:values')
    throw error
  }
}

/** The statement that begins the class or interface, comments left out, in upper case. */
function definition(source: string): string {
  const code = source
    .split('\n', 400)
    .filter(line => !line.startsWith('*'))
    .map(line => line.replace(/".*$/, ''))
    .join(' ')
  return (
    /\b(?:CLASS|INTERFACE)\s+\S+\s+(?:DEFINITION|PUBLIC)\b[^.]*/i.exec(code)?.[0].toUpperCase() ??
    ''
  )
}

function classAttributes(object: StoredObject, values: Element): Record<string, string> {
  const head = definition(
    workingFiles(object).get(fileOf({ object: object.key, part: 'main' })) ?? ''
  )
  const superclass = /\bINHERITING\s+FROM\s+(\S+)/.exec(head)?.[1]
  const exception =
    textAt(values, 'VSEOCLASS', 'CATEGORY') === '40' || /^(\/\w+\/)?[YZ]?CX_/.test(object.key.name)
  return {
    final: String(/\bFINAL\b/.test(head)),
    abstract: String(/\bABSTRACT\b/.test(head)),
    visibility: /\bCREATE\s+(PRIVATE|PROTECTED)\b/.exec(head)?.[1]?.toLowerCase() ?? 'public',
    category: exception
      ? 'exceptionClass'
      : /\bFOR\s+TESTING\b/.test(head)
        ? 'testClass'
        : /\bFOR\s+BEHAVIOR\b/.test(head)
          ? 'behaviorPool'
          : 'generalObjectType',
    ...(superclass === undefined ? {} : { superclass })
  }
}

function viewAttributes(object: StoredObject): Record<string, string> {
  const source = workingFiles(object).get(fileOf({ object: object.key, part: 'main' })) ?? ''
  // An unclosed comment extends to the end: a search for its end from every start is quadratic in a
  // hostile source.
  const code = source.replace(/\/\*(?:[^]*?\*\/|[^]*)|\/\/.*|--.*/g, ' ')
  const entity =
    /\bdefine\s+(?:root\s+)?(?:(?:abstract|custom|table|projection|transient)\s+)?(?:view\s+entity|view|entity|table\s+function|function|hierarchy)\s+([\w/]+)/i.exec(
      code
    )?.[1]
  const view = /@AbapCatalog\.sqlViewName\s*:\s*'(\w+)'/i.exec(code)?.[1]
  return {
    ...(entity === undefined ? {} : { entity: entity.toUpperCase() }),
    ...(view === undefined ? {} : { sqlView: view.toUpperCase() })
  }
}

interface Subject {
  readonly object: StoredObject
  readonly values: Element
  readonly parent: ObjectInfo | undefined
  /** The transport layer of packages that name none. */
  readonly layer: string
}

/**
 * The attributes of a package from its file, else from its name and the package
 * above.
 */
function inPackage({
  object: {
    key: { name }
  },
  values,
  parent,
  layer
}: Subject): Record<string, string> {
  const own = packageAttributes(values)
  const inherited = parent?.attributes ?? {}
  const local =
    name.startsWith('$') || (own.softwareComponent ?? inherited.softwareComponent) === 'LOCAL'
  return {
    softwareComponent: local ? 'LOCAL' : (inherited.softwareComponent ?? 'HOME'),
    transportLayer: local ? '' : (inherited.transportLayer ?? layer),
    recordChanges: String(!local),
    applicationComponent: inherited.applicationComponent ?? '',
    superPackage: parent?.key.name ?? '',
    ...own
  }
}

const attributes: Readonly<
  Partial<Record<ObjectType, (subject: Subject) => Record<string, string>>>
> = {
  PROG: ({ values }) => ({ programType: programType(values) }),
  INCL: () => ({ programType: 'includeProgram' }),
  CLAS: ({ object, values }) => classAttributes(object, values),
  DDLS: ({ object }) => viewAttributes(object),
  DEVC: inPackage,
  TABL: ({ values }) => ({
    deliveryClass: textAt(values, 'DD02V', 'CONTFLAG'),
    dataMaintenance: textAt(values, 'DD02V', 'MAINFLAG')
  })
}

/**
 * All that is known of an object beside its sources; `parent` is the super package of a package.
 */
export function objectInfo(
  object: StoredObject,
  parent: ObjectInfo | undefined,
  layer: string
): ObjectInfo {
  const values = metadata(object)
  const { key, responsible, createdBy, createdAt, changedBy, changedAt } = object
  const isNew = object.active.size === 0 && object.drafts.size > 0
  return {
    key,
    package: object.package,
    description: descriptionOf(key.type, values),
    responsible,
    language: languageOf(key.type, values),
    createdBy,
    createdAt,
    changedBy,
    changedAt,
    ...(object.original ? { original: object.original } : {}),
    state: isNew ? 'new' : object.drafts.size > 0 ? 'inactive' : 'active',
    attributes: attributes[key.type]?.({ object, values, parent, layer }) ?? {}
  }
}

function groupParts(key: ObjectKey, files: ReadonlyMap<string, string>): string[] {
  const values = valuesOf({ object: key }, files)
  if (values === undefined) return []
  const functions = functionItems(values).map(item => `function:${textAt(item, 'FUNCNAME')}`)
  const own = fileOf({ object: key, part: 'main' })
  const includes = includeNames(values)
    .map(name => `include:${name}`)
    .filter(part => fileOf({ object: key, part }) !== own)
  return ['main', ...includes, ...functions].filter(part =>
    files.has(fileOf({ object: key, part }))
  )
}

/** The parts that there are, in the order in which clients list them. */
export function partNames(object: StoredObject, version: Version): string[] {
  const { key } = object
  const files = filesIn(object, version)
  if (files.size === 0 && key.type !== 'DEVC') return []
  const texts = hasTexts(key.type)
    ? textParts.filter(part => decode({ object: key, part }, files) !== undefined)
    : []
  if (key.type === 'FUGR') return [...groupParts(key, files), ...texts]
  if (key.type !== 'CLAS') return ['main', ...texts]
  return [
    ...[...Object.keys(classIncludes), 'main'].filter(part =>
      files.has(fileOf({ object: key, part }))
    ),
    ...texts
  ]
}

/**
 * Whether a part can be written: it is there, or it is one of the class includes that are there
 * before the first write.
 */
export function isWritable(object: StoredObject, part: string): boolean {
  if (hasTexts(object.key.type) && isTextPart(part)) return true
  return (
    (object.key.type === 'CLAS' && part in classIncludes && part !== 'testclasses') ||
    partNames(object, 'inactive').includes(part)
  )
}

/** The text of a part in one version. */
export function partText(object: StoredObject, part: string, version: Version): string | undefined {
  return (
    recordOf(object, part, version)?.kept ??
    decode({ object: object.key, part }, filesIn(object, version))
  )
}
