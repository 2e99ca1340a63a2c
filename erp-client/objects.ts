/** Names and URIs of repository objects, in both directions, by the table of object types. */
import { ErpError } from './errors.ts'
import { assertGrammar } from './adt/names.ts'
import { objectTypes } from './object-types.ts'
import type { Ability, ObjectTypeRow } from './object-types.ts'
import { trimEndOf } from './wire/tails.ts'

export type { Ability, CreateFacts, CreatePart, ObjectTypeRow } from './object-types.ts'
export { objectTypes } from './object-types.ts'

export interface ObjectRef {
  /** Code in the table of types, e.g. `CLAS`. */
  readonly type: string
  /** Upper case. */
  readonly name: string
  /** Function group, for function modules and function-group includes. */
  readonly group?: string | undefined
}

/** The object, part and position that a URI of the ERP names. Line and column are 1-based. */
export interface ObjectPlace extends ObjectRef {
  readonly part?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
}

const byCode = new Map<string, ObjectTypeRow>()
for (const row of objectTypes) {
  for (const name of [row.adtType, ...row.aliases]) byCode.set(name, row)
}
for (const row of objectTypes) byCode.set(row.code, row)

/**
 * The row of a code or alias, in either case; `CLAS/OC` and the subtypes of a type (`CLAS/OM`) are
 * aliases too.
 */
export function objectType(codeOrAlias: string): ObjectTypeRow | undefined {
  const usual = byCode.get(codeOrAlias)
  if (usual !== undefined) return usual
  const normalised = codeOrAlias
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
  return (
    byCode.get(normalised) ??
    (normalised.includes('/')
      ? byCode.get(normalised.slice(0, normalised.indexOf('/')))
      : undefined)
  )
}

export function codesWith(ability: Ability): string[] {
  return objectTypes.filter(row => row.abilities.has(ability)).map(row => row.code)
}

function rowOf(ref: ObjectRef): ObjectTypeRow {
  const row = objectType(ref.type)
  if (row === undefined) {
    throw new ErpError(
      'ERP_BAD_NAME',
      `There is no object type ${JSON.stringify(ref.type.slice(0, 40))}`,
      {
        remedy: `Known types: ${objectTypes.map(each => each.code).join(', ')}.`,
        outcome: 'failed'
      }
    )
  }
  return row
}

/**
 * Checks type, name and group; says nothing about existence.
 * @throws ErpError ERP_BAD_NAME
 */
export function assertName(ref: ObjectRef): void {
  const row = rowOf(ref)
  assertGrammar(ref.name, { kind: row.label, grammar: row.grammar, maxLength: row.maxNameLength })
  const needsGroup = row.path.includes('{group}')
  if (needsGroup && (ref.group ?? '') === '') {
    throw new ErpError('ERP_BAD_NAME', `${row.label} ${ref.name} needs its function group`, {
      remedy: 'Search for the name to learn the group.',
      outcome: 'failed'
    })
  }
  if (needsGroup) {
    assertGrammar(ref.group ?? '', { kind: 'Function group', grammar: 'free', maxLength: 26 })
  }
}

/** Name as the ERP writes it in paths: lower case, percent-encoded in lower case. */
function lower(name: string): string {
  return /^\w*$/.test(name)
    ? name.toLowerCase()
    : encodeURIComponent(name.toLowerCase()).toLowerCase()
}

/** Path of the object, beginning `/sap/bc/adt/`. @throws ErpError ERP_BAD_NAME */
export function objectUri(ref: ObjectRef): string {
  assertName(ref)
  return rowOf(ref)
    .path.replace('{name}', () => lower(ref.name))
    .replace('{NAME}', () => encodeURIComponent(ref.name))
    .replace('{group}', () => lower(ref.group ?? ''))
}

/**
 * Path of a part's source; without `part` of the main source. @throws ErpError ERP_BAD_NAME,
 * ERP_UNSUPPORTED
 */
export function partUri(ref: ObjectRef, part?: string): string {
  const row = rowOf(ref)
  const name = part ?? defaultPart(ref)
  const path = Object.hasOwn(row.parts, name) ? row.parts[name] : undefined
  if (path === undefined) {
    const known = Object.keys(row.parts)
    throw new ErpError(
      'ERP_UNSUPPORTED',
      known.length === 0
        ? `A ${row.label} has no source text`
        : `A ${row.label} has no part ${JSON.stringify(name.slice(0, 40))}`,
      {
        remedy:
          known.length === 0
            ? `Types with source: ${codesWith('source').join(', ')}.`
            : `Its parts are: ${known.join(', ')}.`,
        outcome: 'failed'
      }
    )
  }
  return `${objectUri(ref)}/${path}`
}

/**
 * Path of the versions of a part, of an object without a source of the object.
 * @throws ErpError ERP_BAD_NAME, ERP_UNSUPPORTED
 */
export function versionsUri(ref: ObjectRef, part = defaultPart(ref)): string {
  const { parts, versionsPath } = rowOf(ref)
  if (Object.keys(parts).length === 0) return `${objectUri(ref)}/versions`
  const source = partUri(ref, part)
  return versionsPath === undefined
    ? `${source}/versions`
    : `${objectUri(ref)}/${versionsPath.replace('{part}', () => part)}`
}

export function defaultPart(ref: ObjectRef): string {
  return Object.keys(rowOf(ref).parts)[0] ?? 'main'
}

/** Path to which a new object of the type is posted. */
export function collectionUri(ref: ObjectRef): string {
  const uri = objectUri(ref)
  return uri.slice(0, uri.lastIndexOf('/'))
}

export function rowFor(ref: ObjectRef): ObjectTypeRow {
  return rowOf(ref)
}

/** A path as a pattern, with the numbers of its capture groups; 0 without a group. */
interface Pattern {
  readonly row: ObjectTypeRow
  readonly area: string
  readonly regex: RegExp
  readonly nameAt: number
  readonly groupAt: number
  readonly restAt: number
}

/**
 * The paths of the table as patterns; longest first, so that parts of a group precede the group.
 */
const patterns: readonly Pattern[] = objectTypes
  .flatMap(row => [row.path, ...(row.alsoAt ?? [])].map(path => ({ row, path })))
  .sort((a, b) => b.path.split('/').length - a.path.split('/').length)
  .map(({ row, path }) => {
    const places = [...path.matchAll(/\{(name|group)\}/gi)].map(([, word = '']) =>
      word.toLowerCase()
    )
    return {
      row,
      area: areaOf(path),
      regex: new RegExp(`^${path.replaceAll(/\{(?:name|group)\}/gi, '([^/]+)')}(?:/(.*))?$`, 'i'),
      nameAt: places.indexOf('name') + 1,
      groupAt: places.indexOf('group') + 1,
      restAt: places.length + 1
    }
  })

/** Patterns by the segment behind /sap/bc/adt/, in their order. */
const patternsBelow = Map.groupBy(patterns, ({ area }) => area)

/** The path segment behind the fourth slash. */
function areaOf(path: string): string {
  let begin = 0
  for (let slashes = 0; slashes < 4; slashes++) begin = path.indexOf('/', begin) + 1 || Infinity
  const end = path.indexOf('/', begin)
  return path.slice(begin, end < 0 ? undefined : end).toLowerCase()
}

const workbench =
  /^\/sap\/bc\/adt\/vit\/wb\/object_type\/(?<type>[^/]+)\/object_name\/(?<name>[^/]+)$/i
const byWorkbenchType = new Map(
  objectTypes.map(row => [row.adtType.replace('/', '').toLowerCase(), row])
)

function decodeName(encoded: string): string | undefined {
  if (!encoded.includes('%')) return encoded.toUpperCase()
  try {
    return decodeURIComponent(encoded).toUpperCase()
  } catch {
    return undefined
  }
}

const partsOf = new Map(
  objectTypes.map(row => [
    row,
    Object.entries(row.parts).map(([part, path]) => ({ part, path, below: `${path}/` }))
  ])
)

function partOf(row: ObjectTypeRow, rest: string): string | undefined {
  const path = rest.toLowerCase()
  return partsOf.get(row)?.find(each => path === each.path || path.startsWith(each.below))?.part
}

function position(fragment: string): { line?: number; column?: number } {
  const [, line, column] = /(?:^|;)start=(\d+)(?:,(\d+))?/.exec(fragment) ?? []
  if (line === undefined) return {}
  return { line: Number(line), ...(column === undefined ? {} : { column: Number(column) + 1 }) }
}

function refOfPath(path: string): { ref: ObjectRef; part: string | undefined } | undefined {
  for (const { row, regex, nameAt, groupAt, restAt } of patternsBelow.get(areaOf(path)) ?? []) {
    const found = regex.exec(path)
    const name = decodeName(found?.[nameAt] ?? '')
    if (found === null || name === undefined || name === '') continue
    const group = groupAt === 0 ? undefined : decodeName(found[groupAt] ?? '')
    return {
      ref: group ? { type: row.code, name, group } : { type: row.code, name },
      part: partOf(row, found[restAt] ?? '')
    }
  }
  const other = workbench.exec(path)?.groups
  const row = byWorkbenchType.get((other?.['type'] ?? '').toLowerCase())
  const name = decodeName(other?.['name'] ?? '')
  return row === undefined || !name || row.path.includes('{group}')
    ? undefined
    : { ref: { type: row.code, name }, part: undefined }
}

/**
 * The object, part and position that a URI of the ERP names; undefined where it names no object of
 * the table.
 */
export function objectOfUri(uri: string): ObjectPlace | undefined {
  const local = uri.startsWith('/') ? uri : uri.replace(/^https?:\/\/[^/]+/i, '')
  const begin = local.indexOf('#')
  const address = begin < 0 ? local : local.slice(0, begin)
  const query = address.indexOf('?')
  const found = refOfPath(trimEndOf(query < 0 ? address : address.slice(0, query), '/'))
  if (found === undefined) return undefined
  return {
    ...found.ref,
    ...(found.part === undefined ? {} : { part: found.part }),
    ...(begin < 0 ? {} : position(local.slice(begin + 1)))
  }
}

/** The object that a URI names, without part and position. */
export function refOfUri(uri: string): ObjectRef | undefined {
  const place = objectOfUri(uri)
  if (place === undefined) return undefined
  const { type, name, group } = place
  return group === undefined ? { type, name } : { type, name, group }
}

export function sameObject(a: ObjectRef, b: ObjectRef): boolean {
  return rowOf(a).code === rowOf(b).code && a.name === b.name && (a.group ?? '') === (b.group ?? '')
}
