/** Builds and reads the URIs of objects, sources and places in them. */
import type { Location, ObjectKey, ObjectType, PartKey } from '../types.ts'
import { classIncludes, groupKinds, groupPartOf, kindOf, kinds } from './kinds.ts'
import type { GroupPart } from './kinds.ts'
import { basePath } from './router.ts'
import { isTextPart, textPath, textPlace, textType } from './text-elements.ts'

/** What a URI points at. */
export interface Place {
  readonly part: PartKey
  /** The object (or function module, or include of a group) itself, not its source. */
  readonly whole: boolean
  /** The main program of an include, as a URI. */
  readonly context?: string
  readonly start?: { readonly row: number; readonly column?: number }
  readonly end?: { readonly row: number; readonly column?: number }
  /** `type`, `name`, `testclass`, `testmethod` … of the fragment. */
  readonly fragment: Readonly<Record<string, string>>
}

const byCollection = new Map(kinds.map(kind => [kind.collection, kind]))

/**
 * Lower case, percent-encoded with lower-case digits, as the ERP writes names: `$TMP` → `%24tmp`,
 * `/DMO/X` → `%2fdmo%2fx`.
 */
export function encodeName(name: string): string {
  return encodeURIComponent(name.toLowerCase()).toLowerCase()
}

export function objectUri(key: ObjectKey): string {
  return `${basePath}${kindOf(key.type).collection}/${encodeName(key.name)}`
}

/**
 * URI of the ADT object a part belongs to: the function module or the include of a group itself,
 * else the object.
 */
export function entityUri(key: PartKey): string {
  const inGroup = key.object.type === 'FUGR' ? groupPartOf(key.part) : undefined
  if (inGroup === undefined) return objectUri(key.object)
  return `${objectUri(key.object)}/${groupKinds[inGroup.kind].segment}/${encodeName(inGroup.name)}`
}

/** URI of the text elements of an object as a whole. */
export function textUri({ object }: PartKey): string {
  return `${basePath}${textPath(object)}/${encodeName(object.name)}`
}

/** URI of a part's text. */
export function sourceUri(key: PartKey): string {
  if (isTextPart(key)) return `${textUri(key)}/source/${key.part}`
  if (key.object.type === 'CLAS' && key.part !== 'main') {
    return `${objectUri(key.object)}/includes/${key.part}`
  }
  if (!kindOf(key.object.type).source) return objectUri(key.object)
  return `${entityUri(key)}/source/main`
}

/** Sources whose feed of versions stands beside them, as that of an object without a source. */
const feedsBeside: ReadonlySet<ObjectType> = new Set(['DDLS', 'DCLS'])

/** Path of the feed of versions of a part, below the URI of its object. */
export function versionsPath(key: PartKey): string {
  const { type } = key.object
  if (isTextPart(key)) return `source/${key.part}/versions`
  if (type === 'CLAS') return `includes/${key.part}/versions`
  return feedsBeside.has(type) || !kindOf(type).source ? 'versions' : 'source/main/versions'
}

export function versionsUri(key: PartKey): string {
  return `${isTextPart(key) ? textUri(key) : entityUri(key)}/${versionsPath(key)}`
}

/** ADT type of the object a part belongs to. */
export function adtTypeOf(key: PartKey): string {
  const inGroup = key.object.type === 'FUGR' ? groupPartOf(key.part) : undefined
  return inGroup === undefined ? kindOf(key.object.type).adtType : groupKinds[inGroup.kind].adtType
}

/** ADT type of the part itself; an include of a class has its own. */
export function partTypeOf(key: PartKey): string {
  if (isTextPart(key)) return textType(key.object) ?? adtTypeOf(key)
  return key.object.type === 'CLAS' && key.part !== 'main' ? `CLAS/OCN/${key.part}` : adtTypeOf(key)
}

/** Name of the ADT object a part belongs to. */
export function nameOf(key: PartKey): string {
  return (groupPartOf(key.part)?.name ?? key.object.name).toUpperCase()
}

/** What messages call it: `CLASS ZCL_X`. */
export function labelOf(key: PartKey): string {
  const inGroup = groupPartOf(key.part)
  const label =
    inGroup === undefined ? kindOf(key.object.type).label : groupKinds[inGroup.kind].label
  return `${label.toUpperCase()} ${nameOf(key)}`
}

export function startUri(location: Location): string {
  return `${sourceUri(location.part)}#start=${location.range.startRow},${location.range.startColumn}`
}

export function rangeUri(location: Location): string {
  return `${startUri(location)};end=${location.range.endRow},${location.range.endColumn}`
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function groupPlace(rest: readonly string[]): [string, boolean] | undefined {
  const [segment, partName, ...source] = rest
  const kind = (Object.keys(groupKinds) as GroupPart[]).find(
    each => groupKinds[each].segment === segment
  )
  if (kind === undefined || partName === undefined || partName === '') return undefined
  const part = groupKinds[kind].prefix + partName.toUpperCase()
  return suffix(source, part)
}

/** Nothing (the object), `source/main`, or one of the resources below either. */
function suffix(rest: readonly string[], part: string): [string, boolean] | undefined {
  if (rest.length === 0 || rest[0] === 'objectstructure' || rest[0] === 'versions') {
    return [part, true]
  }
  return rest[0] === 'source' && rest[1] === 'main' ? [part, false] : undefined
}

function partOfPath(key: ObjectKey, rest: readonly string[]): [string, boolean] | undefined {
  if (
    key.type === 'FUGR' &&
    rest[0] !== undefined &&
    rest[0] !== 'source' &&
    rest[0] !== 'objectstructure'
  ) {
    return groupPlace(rest)
  }
  if (key.type === 'CLAS' && rest[0] === 'includes') {
    const include = rest[1] === 'main' ? 'main' : classIncludes.find(each => each === rest[1])
    return include === undefined ? undefined : [include, false]
  }
  return suffix(rest, 'main')
}

function parsePath(path: string): { part: PartKey; whole: boolean } | undefined {
  const segments = path.replace(/\/$/, '').split('/').map(decode)
  if (segments[0] === 'vit') return parseWorkbenchPath(segments)
  if (segments[0] === 'textelements') return textPlace(segments.slice(1))
  if (/^ddic\/db\/settings\/[^/]+$/i.test(path)) {
    const object = { type: 'TABL' as const, name: (segments[3] ?? '').toUpperCase() }
    return { part: { object, part: 'main' }, whole: true }
  }
  for (const length of [1, 2, 3]) {
    const kind = byCollection.get('/' + segments.slice(0, length).join('/'))
    const name = segments[length]
    if (kind === undefined || name === undefined || name === '') continue
    const object = { type: kind.type, name: name.toUpperCase() }
    const [part, whole] = partOfPath(object, segments.slice(length + 1)) ?? []
    return part === undefined || whole === undefined ? undefined : { part: { object, part }, whole }
  }
  return undefined
}

/** `vit/wb/object_type/clasoc/object_name/ZCL_X`: how the workbench names objects. */
function parseWorkbenchPath(
  segments: readonly string[]
): { part: PartKey; whole: boolean } | undefined {
  const [, wb, , type, , name] = segments
  const kind = kinds.find(
    each => each.adtType.replace('/', '').toLowerCase() === type?.toLowerCase()
  )
  if (wb !== 'wb' || kind === undefined || name === undefined) return undefined
  return {
    part: { object: { type: kind.type, name: name.toUpperCase() }, part: 'main' },
    whole: true
  }
}

function position(value: string | undefined): { row: number; column?: number } | undefined {
  const [, row, column] = /^(\d+)(?:,(\d+))?$/.exec(value ?? '') ?? []
  if (row === undefined) return undefined
  return column === undefined ? { row: Number(row) } : { row: Number(row), column: Number(column) }
}

function parseFragment(fragment: string): Record<string, string> {
  const pairs = fragment
    .split(';')
    .filter(each => each.includes('='))
    .map(each => {
      const at = each.indexOf('=')
      return [each.slice(0, at), decode(each.slice(at + 1))]
    })
  return Object.fromEntries(pairs)
}

/**
 * Reads a URI of an object or a source, with `?context=` and fragment, in either case and with
 * either spelling of percent-encoding. Undefined when it is none that this system knows; whether
 * the object exists is another question.
 */
export function placeOf(uri: string): Place | undefined {
  const local = uri.trim().replace(/^https?:\/\/[^/]+/i, '')
  const [beforeFragment = '', ...fragments] = local.split('#')
  const [path = '', ...queries] = beforeFragment.split('?')
  if (!path.toLowerCase().startsWith(basePath + '/')) return undefined
  const found = parsePath(path.slice(basePath.length + 1))
  if (found === undefined) return undefined
  const fragment = parseFragment(fragments.join('#'))
  const context = new URLSearchParams(queries.join('?')).get('context')
  const start = position(fragment['start'])
  const end = position(fragment['end'])
  return {
    ...found,
    fragment,
    ...(context === null ? {} : { context }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end })
  }
}
