/** Searches for objects by name, contents of packages, and texts in sources. */
import { ErpError, isErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { assertPackage } from './names.ts'
import { assertName, objectType } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { decodeNodes, decodeReferences, decodeSourceHits } from '../wire/search.ts'
import type { ObjectHit, SourceHit } from '../wire/search.ts'
import { longTimeoutMs } from '../request.ts'
import { coalesce } from '../cache/coalesce.ts'

/**
 * Finds objects by name pattern (`*` and `?`); without a wildcard only the exact name.
 *
 * @throws ErpError ERP_BAD_NAME for an invalid package name
 */
export function searchObjects(
  erp: ErpReader,
  args: SearchArgs,
  signal?: AbortSignal
): Promise<readonly ObjectHit[]> {
  return coalesce(erp, ['search.objects', args], {
    request: own => searchObjectsNow(erp, args, own),
    signal
  })
}

/** A text or a name, and where to search for it. */
interface SearchArgs {
  readonly query: string
  readonly type?: string | undefined
  readonly package?: string | undefined
  readonly maxResults: number
}

async function searchObjectsNow(
  erp: ErpReader,
  args: SearchArgs,
  signal: AbortSignal
): Promise<readonly ObjectHit[]> {
  const type = args.type === undefined ? undefined : objectType(args.type)
  const packageName = args.package?.toUpperCase()
  if (packageName !== undefined) assertPackage(packageName)
  const response = await erp.request(
    {
      operation: 'search.objects',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/repository/informationsystem/search',
      query: {
        operation: 'quickSearch',
        query: args.query.trim().toUpperCase(), // 7.40 compares letter by letter
        maxResults: args.maxResults,
        objectType: adtTypeOf(args.type),
        packageName
      },
      accept: 'application/xml'
    },
    signal
  )
  return await decodeReferences(
    [response.text, { type: type?.code, package: packageName, most: args.maxResults }],
    signal
  )
}

/**
 * Objects and packages directly in a package; empty for an unknown package.
 * @throws ErpError ERP_BAD_NAME
 */
export async function packageContents(
  erp: ErpReader,
  args: { package: string },
  signal?: AbortSignal
): Promise<PackageContents> {
  const name = args.package.toUpperCase()
  assertPackage(name)
  return await coalesce(erp, ['package.contents', name], {
    request: own => packageContentsNow(erp, name, own),
    signal
  })
}

interface PackageContents {
  readonly objects: readonly ObjectHit[]
  readonly subPackages: readonly string[]
}

async function packageContentsNow(
  erp: ErpReader,
  name: string,
  signal: AbortSignal
): Promise<PackageContents> {
  const nodes = await nodesBelow(erp, { parent_type: 'DEVC/K', parent_name: name }, signal)
  const isPackage = (hit: ObjectHit) => hit.adtType === 'DEVC/K'
  return {
    objects: nodes.filter(hit => !isPackage(hit)),
    subPackages: nodes.filter(isPackage).map(hit => hit.name)
  }
}

/**
 * The function modules and own includes of a function group; includes of others that it uses are
 * left out. Empty for an unknown group.
 */
export async function groupContents(
  erp: ErpReader,
  { group }: { group: string },
  signal?: AbortSignal
): Promise<ObjectRef[]> {
  const name = group.toUpperCase()
  assertName({ type: 'FUGR', name })
  const [, space = '', base = ''] = /^(\/\w+\/)?(.*)$/.exec(name) ?? []
  const query = {
    parent_type: 'FUGR/F',
    parent_name: name,
    parent_tech_name: `${space}SAPL${base}`
  }
  const nodes = await nodesBelow(erp, query, signal)
  return nodes
    .filter(
      ({ adtType, name: node }) =>
        adtType === 'FUGR/FF' || (adtType === 'FUGR/I' && node.startsWith(`${space}L${base}`))
    )
    .map(({ adtType, name: node }) => ({
      type: adtType === 'FUGR/FF' ? 'FUNC' : 'FINC',
      name: node,
      group: name
    }))
}

async function nodesBelow(
  erp: ErpReader,
  parent: Readonly<Record<'parent_type' | 'parent_name', string>> & { parent_tech_name?: string },
  signal: AbortSignal | undefined
): Promise<ObjectHit[]> {
  const response = await erp.request(
    {
      operation: 'package.contents',
      effect: 'none',
      method: 'POST',
      path: '/sap/bc/adt/repository/nodestructure',
      query: { ...parent, withShortDescriptions: true },
      timeoutMs: longTimeoutMs
    },
    signal
  )
  return await decodeNodes([response.text, parent.parent_name], signal)
}

/**
 * Finds text in sources.
 * @throws ErpError ERP_UNSUPPORTED where the release has no source search or it is not set up
 */
export function searchSource(
  erp: ErpReader,
  args: SearchArgs,
  signal?: AbortSignal
): Promise<{ readonly hits: readonly SourceHit[] }> {
  return coalesce(erp, ['search.source', args], {
    request: own => searchSourceNow(erp, args, own),
    signal
  })
}

async function searchSourceNow(
  erp: ErpReader,
  args: SearchArgs,
  signal: AbortSignal
): Promise<{ readonly hits: readonly SourceHit[] }> {
  try {
    const response = await erp.request(
      {
        operation: 'search.source',
        effect: 'none',
        method: 'GET',
        path: '/sap/bc/adt/repository/informationsystem/textsearch',
        query: {
          searchString: args.query,
          searchFromIndex: 1,
          searchToIndex: args.maxResults,
          getAllResults: false,
          packageName: args.package?.toUpperCase(),
          objectType: adtTypeOf(args.type)
        },
        accept: 'application/xml, application/*;q=0.8',
        timeoutMs: longTimeoutMs
      },
      signal
    )
    return { hits: await decodeSourceHits([response.text, args.maxResults], signal) }
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_SERVER_ERROR') || error.outcome !== undefined) {
      throw error
    }
    throw noSourceSearch(error)
  }
}

function noSourceSearch(error: ErpError): ErpError {
  return new ErpError('ERP_UNSUPPORTED', `This system cannot search in sources: ${error.message}`, {
    cause: error,
    status: error.status,
    remedy: 'Search by name, or have the source search set up (SAP Note 3605050).'
  })
}

/** ADT type of a code or alias; a type that the table does not know stays as it is. */
function adtTypeOf(type: string | undefined): string | undefined {
  return type === undefined ? undefined : (objectType(type)?.adtType ?? type.toUpperCase())
}
