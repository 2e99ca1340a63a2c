/** Navigation: definitions, where-used lists and their code snippets. */
import { ErpError, isErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { uriInContext } from './main-program.ts'
import { defaultPart, objectUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { readSource } from './source.ts'
import { fragment } from '../wire/places.ts'
import {
  decodeSnippets,
  decodeUsages,
  readTargetXml,
  snippetBody,
  usageBody
} from '../wire/usages.ts'
import type { Place } from '../wire/places.ts'
import type { Snippet, Reference } from '../wire/usages.ts'
import { longTimeoutMs } from '../request.ts'

export interface DefinitionArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  /** 1-based. */
  readonly line: number
  /** 1-based. */
  readonly column: number
  /** Exclusive; default: the end of the name at the position. */
  readonly endColumn?: number | undefined
  /** Source of the position; default: the newest version. */
  readonly source?: string | undefined
  readonly implementation?: boolean | undefined
}

/** 1-based start and exclusive end of the name at a column, e.g. `zcl_x` in `zcl_x=>run( )`. */
function wordAt(line: string, column: number): { start: number; end: number } {
  for (const found of line.matchAll(/<[\w/]+>|[\w/$%@!]+/g)) {
    const start = found.index + 1
    const end = start + found[0].length
    if (column >= start && column <= end) return { start, end }
  }
  return { start: column, end: column + 1 }
}

/**
 * Place where the name at a position is defined, or implemented.
 * @throws ErpError ERP_NOT_FOUND when the ERP has no such place
 */
export async function findDefinition(
  erp: ErpReader,
  args: DefinitionArgs,
  signal?: AbortSignal
): Promise<Place> {
  const source =
    args.source ?? (await readSource(erp, { ref: args.ref, part: args.part }, signal)).text
  const line = source.split('\n')[args.line - 1]
  if (line === undefined || args.column < 1) {
    throw new ErpError('ERP_BAD_REQUEST', `The source has no line ${args.line}`)
  }
  const word =
    args.endColumn === undefined
      ? wordAt(line, args.column)
      : { start: args.column, end: args.endColumn }
  const uri = await uriInContext(
    erp,
    { ref: args.ref, part: args.part ?? defaultPart(args.ref) },
    signal
  )
  const response = await erp.request(
    {
      operation: 'navigation.target',
      effect: 'none',
      method: 'POST',
      path: '/sap/bc/adt/navigation/target',
      query: {
        uri: uri + fragment({ line: args.line, column: word.start }, word.end),
        filter: args.implementation === true ? 'implementation' : 'definition'
      },
      contentType: 'text/plain; charset=utf-8',
      accept: 'application/*',
      body: source
    },
    signal
  )
  return readTargetXml(response.text)
}

export interface ReferencesArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  /** 1-based; without a position the usages of the object itself. */
  readonly line?: number | undefined
  /** 1-based. */
  readonly column?: number | undefined
}

/**
 * Usages of an object, or of the name at a position.
 * @throws ErpError ERP_UNSUPPORTED on releases without the service
 */
export async function findReferences(
  erp: ErpReader,
  args: ReferencesArgs,
  signal?: AbortSignal
): Promise<{ total: number; references: Reference[] }> {
  const uri =
    args.line === undefined
      ? objectUri(args.ref)
      : (await uriInContext(
          erp,
          { ref: args.ref, part: args.part ?? defaultPart(args.ref) },
          signal
        )) + fragment({ line: args.line, column: args.column ?? 1 })
  const response = await erp.request(
    {
      operation: 'usages.find',
      effect: 'none',
      method: 'POST',
      path: '/sap/bc/adt/repository/informationsystem/usageReferences',
      query: { uri },
      contentType: 'application/*',
      accept: 'application/*',
      body: usageBody,
      timeoutMs: longTimeoutMs
    },
    signal
  )
  return await decodeUsages([response.text], signal)
}

/** Code snippets of references, by object identifier. Identifiers without snippets are missing. */
export async function readSnippets(
  erp: ErpReader,
  args: { identifiers: readonly string[] },
  signal?: AbortSignal
): Promise<Map<string, (Snippet & { uri: string })[]>> {
  if (args.identifiers.length === 0) return new Map()
  try {
    const response = await erp.request(
      {
        operation: 'usages.snippets',
        effect: 'none',
        method: 'POST',
        path: '/sap/bc/adt/repository/informationsystem/usageSnippets',
        contentType: 'application/*',
        accept: 'application/*',
        body: snippetBody(args.identifiers),
        timeoutMs: longTimeoutMs
      },
      signal
    )
    return await decodeSnippets([response.text], signal)
  } catch (error) {
    if (isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND')) return new Map()
    throw error
  }
}
