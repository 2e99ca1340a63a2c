/** Describes an object as plain data, by its own document or by a search result. */
import { isErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { objectUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { versionQuery } from './structure.ts'
import { readFacts } from '../wire/facts.ts'
import type { Facts } from '../wire/facts.ts'
import { readMetadataXml } from '../wire/metadata.ts'
import { attribute, parseXml } from '../wire/xml.ts'
import type { Metadata } from '../wire/metadata.ts'
import type { VersionOptions } from './structure.ts'

export type { Fact, Facts } from '../wire/facts.ts'

export interface Description {
  readonly metadata: Metadata
  readonly root: string
  readonly facts: Facts
}

/**
 * The document of an object as data, with or without source text.
 * @throws ErpError ERP_NOT_FOUND
 */
export async function describeObject(
  erp: ErpReader,
  args: { ref: ObjectRef; version?: VersionOptions | undefined },
  signal?: AbortSignal
): Promise<Description> {
  const response = await erp.request(
    {
      operation: 'object.describe',
      effect: 'none',
      method: 'GET',
      path: objectUri(args.ref),
      query: versionQuery(args.version),
      accept: `${rowFor(args.ref).mediaType}, application/*;q=0.8`
    },
    signal
  )
  return { metadata: readMetadataXml(response.text, args.ref), ...readFacts(response.text) }
}

/**
 * Describes an object of an unknown type by the URI of a search result, with its source where the
 * document names one.
 */
export async function describeAt(
  erp: ErpReader,
  args: { uri: string; ref: ObjectRef },
  signal?: AbortSignal
): Promise<Description & { source: string | undefined }> {
  const path = args.uri.split(/[?#]/, 1)[0] ?? ''
  const response = await erp.request(
    {
      operation: 'object.describe',
      effect: 'none',
      method: 'GET',
      path,
      accept: 'application/*, */*;q=0.5'
    },
    signal
  )
  const { element } = parseXml(response.text)
  const sourceUri = attribute(element, 'sourceUri')
  return {
    metadata: readMetadataXml(response.text, args.ref),
    ...readFacts(response.text),
    source:
      sourceUri === undefined
        ? undefined
        : await sourceAt(erp, `${path}/${sourceUri.replace(/^\.?\/?/, '')}`, signal)
  }
}

async function sourceAt(
  erp: ErpReader,
  path: string,
  signal: AbortSignal | undefined
): Promise<string | undefined> {
  try {
    return (
      await erp.request(
        {
          operation: 'source.read',
          effect: 'none',
          method: 'GET',
          path,
          accept: 'text/plain, application/json;q=0.9, */*;q=0.5'
        },
        signal
      )
    ).text
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE')) {
      return undefined
    }
    throw error
  }
}
