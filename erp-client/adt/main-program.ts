/**
 * Main programs of includes: an include is compiled within a program, which requests have to name.
 */
import { isErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { objectUri, partUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import type { ReadOperation } from '../reading-operations.ts'
import { attribute, children, parseXml } from '../wire/xml.ts'

const unknown = [
  'ERP_NOT_FOUND',
  'ERP_UNSUPPORTED',
  'ERP_NOT_ACCEPTABLE',
  'ERP_BAD_REQUEST',
  'ERP_BAD_ANSWER',
  'ERP_SERVER_ERROR',
  'ERP_FORBIDDEN'
] as const

/**
 * URIs of the programs that contain an include; empty for other objects, and where the ERP does not
 * name them.
 */
export async function mainPrograms(
  erp: ErpReader,
  { ref }: { ref: ObjectRef },
  signal?: AbortSignal
): Promise<string[]> {
  if (ref.type !== 'INCL') return []
  const uri = objectUri(ref)
  const listed = await textOrNothing(
    erp,
    { operation: 'include.programs', path: `${uri}/mainprograms`, accept: 'application/*' },
    signal
  )
  const named = listed === '' ? [] : urisOf(listed, 'objectReferences', 'objectReference')
  if (named.length > 0) return named
  const described = await textOrNothing(
    erp,
    {
      operation: 'metadata.read',
      path: uri,
      accept: `${rowFor(ref).mediaType}, application/*;q=0.8`
    },
    signal
  )
  return described === '' ? [] : urisOf(described, 'abapInclude', 'contextRef')
}

function urisOf(xml: string, root: string, name: string): string[] {
  try {
    return children(parseXml(xml, [root]).element, name)
      .flatMap(each => attribute(each, 'uri') ?? [])
      .filter(each => /^\/sap\/bc\/adt\/[^?#\s"]+$/.test(each))
  } catch (error) {
    if (isErpError(error)) return []
    throw error
  }
}

async function textOrNothing(
  erp: ErpReader,
  ask: { operation: ReadOperation; path: string; accept: string },
  signal: AbortSignal | undefined
): Promise<string> {
  try {
    return (await erp.request({ effect: 'none', method: 'GET', ...ask }, signal)).text.trim()
  } catch (error) {
    if (isErpError(error, ...unknown)) return ''
    throw error
  }
}

/**
 * URI of an object, with the main program where it is an include; of several programs the first.
 */
export async function uriInContext(
  erp: ErpReader,
  { ref, part }: { ref: ObjectRef; part?: string | undefined },
  signal?: AbortSignal
): Promise<string> {
  const uri = part === undefined ? objectUri(ref) : partUri(ref, part)
  const [main] = await mainPrograms(erp, { ref }, signal)
  return main === undefined
    ? uri
    : `${uri}?context=${encodeURIComponent(main).replace(/%../g, hex => hex.toLowerCase())}`
}
