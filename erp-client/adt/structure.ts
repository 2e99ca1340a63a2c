/** Metadata, packages and outlines of objects. */
import { ErpError, isErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import { isLocalPackage } from './names.ts'
import { foreignObject } from '../permissions/ownership.ts'
import type { ForeignObject } from '../permissions/ownership.ts'
import { objectUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { otherLanguage } from '../wire/document/original-language.ts'
import type { OtherLanguage } from '../wire/document/original-language.ts'
import { readMetadataXml } from '../wire/metadata.ts'
import { decodeOutline } from '../wire/outline.ts'
import type { Metadata } from '../wire/metadata.ts'
import type { OutlineNode } from '../wire/outline.ts'

/** `auto` is the newest version: the draft if there is one, else the active version. */
export type VersionOptions = 'active' | 'inactive' | 'auto'

/** Without the parameter the ERP returns the newest version for this user. */
export function versionQuery(version: VersionOptions | undefined): { version?: string } {
  return version === undefined || version === 'auto' ? {} : { version }
}

/** Classic tags are 14 digits of time, then 001 for active or 000 for inactive. */
export function versionOfTag(etag: string): 'active' | 'inactive' | undefined {
  const [, digits] = /^(?:W\/)?"?\d{14}(000|001)/.exec(etag) ?? []
  return digits === undefined ? undefined : digits === '000' ? 'inactive' : 'active'
}

/** The version of a part, or of the object where the ERP reports none for the part. */
export function versionOfPart(metadata: Metadata | undefined, part: string): 'active' | 'inactive' {
  const own = metadata?.includes.find(each => each.part === part)?.version
  const reported = own !== undefined && own !== '' ? own : metadata?.version
  return reported === undefined || reported === 'active' ? 'active' : 'inactive'
}

/** How long a cached package is used; the facts of a lock shorten it. */
const packageMilliseconds = 30_000

/** The package of an object, and the system where it is developed, as far as its document says. */
export interface Home {
  readonly package: string
  readonly original?: string | undefined
  /** Set where its document is shown in another language than the original one. */
  readonly shownIn?: OtherLanguage | undefined
}

/** Caches the package of an object for the checks before a change. */
export function rememberPackage(
  erp: ErpReader,
  ref: ObjectRef,
  { package: name, ...facts }: Home
): void {
  const uri = objectUri(ref)
  const { packages } = cacheOf(erp)
  packages.set(
    uri,
    { name, ...facts, at: Date.now(), isLocal: packages.get(uri)?.isLocal },
    uri.length + name.length + 100
  )
}

/**
 * The home of a locked object: the cached one, unless the lock contradicts it in whether the object
 * is local. Undefined where the ERP does not name its package.
 */
export async function homeUnderLock(
  erp: ErpReader,
  ref: ObjectRef,
  isLocal: boolean
): Promise<Home | undefined> {
  const { packages, readsPackageUnderLock } = cacheOf(erp)
  const uri = objectUri(ref)
  const before = packages.get(uri)
  // A package that another call has read since the check may be outdated.
  const isUnchanged =
    !readsPackageUnderLock &&
    before !== undefined &&
    isLocal === (before.isLocal ?? isLocalPackage(before.name))
  try {
    const home = await resolveHome(erp, { ref, fresh: !isUnchanged })
    const { package: name, ...facts } = home
    packages.set(
      uri,
      { name, ...facts, at: isUnchanged ? before.at : Date.now(), isLocal },
      uri.length + name.length + 100
    )
    return home
  } catch (error) {
    if (isErpError(error, 'ERP_BAD_ANSWER')) return undefined
    throw error
  }
}

/** @throws ErpError ERP_NOT_FOUND, ERP_BAD_NAME, ERP_BAD_ANSWER */
export async function readMetadata(
  erp: ErpReader,
  args: { ref: ObjectRef; version?: VersionOptions | undefined },
  signal?: AbortSignal
): Promise<Metadata> {
  const { mediaType } = rowFor(args.ref)
  const response = await erp.request(
    {
      operation: 'metadata.read',
      effect: 'none',
      method: 'GET',
      path: objectUri(args.ref),
      query: versionQuery(args.version),
      accept: `${mediaType}, application/*;q=0.8`
    },
    signal
  )
  const metadata = readMetadataXml(response.text, args.ref)
  if (metadata.package !== undefined) {
    rememberPackage(erp, args.ref, { package: metadata.package, ...factsOf(metadata) })
  }
  return metadata
}

/**
 * Use of a cached package: in general, until the lock reads it again, or not at all, so that the
 * answer is not cached either.
 */
export type PackageTrust = 'recent' | 'until locked' | 'never'

interface HomeArgs {
  readonly ref: ObjectRef
  readonly fresh?: boolean | undefined
  readonly trust?: PackageTrust | undefined
}

/** The package alone, as `resolveHome` finds it. */
export async function resolvePackage(
  erp: ErpReader,
  args: HomeArgs,
  signal?: AbortSignal
): Promise<string> {
  return (await resolveHome(erp, args, signal)).package
}

export interface Owner {
  readonly package: string | undefined
  readonly foreign: ForeignObject | undefined
}

/**
 * The package, and whether the object is one of one's own as far as its document says.
 * `isOptional`: where the ERP does not name the package, it stays open and the name of the object
 * decides alone.
 */
export async function resolveOwner(
  erp: ErpReader,
  { isOptional, ...args }: HomeArgs & { readonly isOptional: boolean },
  signal?: AbortSignal
): Promise<Owner> {
  try {
    const { package: name, original } = await resolveHome(erp, args, signal)
    return { package: name, foreign: await foreignObject(erp, args.ref, { original }) }
  } catch (error) {
    const isUnknown = isErpError(
      error,
      'ERP_BAD_ANSWER',
      'ERP_NOT_ACCEPTABLE',
      'ERP_NOT_FOUND',
      'ERP_UNSUPPORTED'
    )
    if (!isOptional || !isUnknown) throw error
    return { package: undefined, foreign: await foreignObject(erp, args.ref, {}) }
  }
}

/**
 * The home of an object: its own package, or that of its function group. `fresh` requests it from
 * the ERP in any case.
 *
 * @throws ErpError ERP_NOT_FOUND; ERP_BAD_ANSWER when the ERP does not name the package
 */
export async function resolveHome(
  erp: ErpReader,
  args: HomeArgs,
  signal?: AbortSignal
): Promise<Home> {
  const { ref } = args
  const cache = cacheOf(erp)
  if (args.trust !== undefined && args.trust !== 'recent') cache.readsPackageUnderLock = true
  if (args.trust === 'never') {
    try {
      return await resolveHome(erp, { ref, fresh: true }, signal)
    } finally {
      cache.packages.delete(objectUri(ref))
    }
  }
  const known = cache.packages.get(objectUri(ref))
  if (args.fresh !== true && known !== undefined && Date.now() - known.at < packageMilliseconds) {
    return { package: known.name, original: known.original, shownIn: known.shownIn }
  }
  const metadata = await readMetadata(erp, { ref }, signal)
  const facts = factsOf(metadata)
  if (metadata.package !== undefined) return { package: metadata.package, ...facts }
  const owner = metadata.container ?? ownerOf(ref)
  if (owner === undefined) {
    throw new ErpError(
      'ERP_BAD_ANSWER',
      `The ERP does not tell the package of ${ref.type} ${ref.name}`,
      {
        outcome: 'failed',
        remedy: 'Without its package the object cannot be changed under package rules.'
      }
    )
  }
  const above = await resolveHome(erp, { ref: owner, fresh: args.fresh }, signal)
  const home = { ...facts, package: above.package, original: facts.original ?? above.original }
  rememberPackage(erp, ref, home)
  return home
}

function factsOf({ attributes }: Metadata): Pick<Home, 'original' | 'shownIn'> {
  return {
    original: attributes['masterSystem'],
    shownIn: otherLanguage(name => attributes[name])
  }
}

/** The object that a part of a function group or of a table belongs to. */
function ownerOf({ type, name, group }: ObjectRef): ObjectRef | undefined {
  if (group !== undefined) return { type: 'FUGR', name: group }
  const { partOf } = rowFor({ type, name })
  return partOf === undefined ? undefined : { type: partOf, name }
}

/**
 * The outline of a class, interface, program or function group: the first `most` parts.
 * @throws ErpError ERP_UNSUPPORTED for other types
 */
export async function readOutline(
  erp: ErpReader,
  args: { ref: ObjectRef; version?: VersionOptions | undefined; most?: number },
  signal?: AbortSignal
): Promise<OutlineNode> {
  const path = `${objectUri(args.ref)}/objectstructure`
  const response = await erp.request(
    {
      operation: 'outline.read',
      effect: 'none',
      method: 'GET',
      path,
      query: { ...versionQuery(args.version), withShortDescriptions: true },
      accept: 'application/vnd.sap.adt.objectstructure.v2+xml, application/*;q=0.8'
    },
    signal
  )
  return await decodeOutline([response.text, path, args.most], signal)
}
