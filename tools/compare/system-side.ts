/** A side of a comparison that reads from an ERP system. */
import {
  groupContents,
  isErpError,
  packageContents,
  readActiveText,
  readComparableDocument,
  readDiscovery,
  readTexts
} from '../../erp-client/index.ts'
import type { ErpReader, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { ToolError } from '../failure/errors.ts'
import { errorWords } from '../failure/prose.ts'
import { documentPart, poolOf, staticParts } from './object-parts.ts'
import { countedReader, NotComparable } from './side.ts'
import type { PartName, Side } from './side.ts'

const mostPackages = 300

/** Failures that concern one object; every other failure ends the comparison. */
const ofOneObject = [
  'ERP_FORBIDDEN',
  'ERP_UNSUPPORTED',
  'ERP_NOT_ACCEPTABLE',
  'ERP_BAD_ANSWER',
  'ERP_BAD_REQUEST',
  'ERP_BAD_NAME',
  'ERP_SERVER_ERROR'
] as const

/** Failures that also a system gives whose development services are switched off. */
const unserved = ['ERP_FORBIDDEN', 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED'] as const

export interface SystemSideOptions {
  /** The name of the system; the first answer may tell a better one. */
  readonly label: () => string
  /** Reads text elements too. */
  readonly texts: boolean
}

/** The active contents of a system. */
export function systemSide(context: ToolContext, { label, texts }: SystemSideOptions): Side {
  const { erp, count } = countedReader(context.erp)
  const { signal } = context
  const served = probeOnce(erp, label)
  const guarded = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      signal.throwIfAborted()
      if (isErpError(error, ...unserved)) await served()
      throw isErpError(error, ...ofOneObject)
        ? new NotComparable(`${label()}: ${errorWords(error)}`)
        : error
    }
  }
  return {
    get label() {
      return label()
    },
    get requests() {
      return count()
    },
    partsOf: async ref =>
      await partsOf(
        ref,
        async () =>
          await guarded(async () => await groupContents(erp, { group: ref.name }, signal)),
        texts
      ),
    async textOf(part) {
      const text = await guarded(async () => await read(erp, part, signal))
      if (text === undefined) await served()
      return text
    },
    list: async home => await objectsBelow({ erp, signal }, home, served)
  }
}

/** Function modules and includes belong to their group. */
async function partsOf(
  ref: ObjectRef,
  members: () => Promise<readonly ObjectRef[]>,
  texts: boolean
): Promise<readonly PartName[]> {
  const own = staticParts(ref, texts)
  if (ref.type !== 'FUGR') return own
  const parts = (await members()).map(member => ({
    name: `${member.type} ${member.name}`,
    kind: 'abap' as const,
    ref: member
  }))
  return [...own, ...parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))]
}

async function read(
  erp: ErpReader,
  part: PartName,
  signal: AbortSignal
): Promise<string | undefined> {
  const { ref, name } = part
  const kind = poolOf(part)
  // An object without texts and one with an empty list of texts are the same.
  if (kind !== undefined) return (await readTexts(erp, { ref, kind }, signal)).trim() || undefined
  if (name === documentPart) return await readComparableDocument(erp, { ref }, signal)
  const member = name.includes(' ') ? 'main' : name
  return await readActiveText(erp, { ref, part: member }, signal)
}

/**
 * Throws where the system has no development services at all; asks at most once. Any other answer
 * shows that they are there, and any other failure shows again in the next request.
 */
function probeOnce(erp: ErpReader, label: () => string): () => Promise<void> {
  let probe: Promise<unknown> | undefined
  return async () => {
    probe ??= readDiscovery(erp).catch((error: unknown) => error)
    const error = await probe
    if (isErpError(error, ...unserved)) throw withoutAdt(label(), error)
  }
}

function withoutAdt(
  label: string,
  cause: Error & { readonly status?: number | undefined }
): ToolError {
  const status = cause.status === undefined ? '' : ` (HTTP ${cause.status} for /sap/bc/adt)`
  return new ToolError(
    'SYSTEM_WITHOUT_ADT',
    `The system ${label} does not offer its development services${status}, so nothing can be read there.`,
    {
      remedy:
        'Compare with a folder instead: pull its objects by abapGit and give `folder` (stdio) or `files`. The operator can also activate /sap/bc/adt in transaction SICF for the users of the bridge.',
      cause
    }
  )
}

/** The objects at and below a package, each once; parts of function groups stay with their group. */
async function objectsBelow(
  context: Pick<ToolContext, 'erp' | 'signal'>,
  top: string,
  served: () => Promise<void>
): Promise<ObjectRef[]> {
  const seen = new Set([top])
  const objects: ObjectRef[] = []
  let level = [top]
  while (level.length > 0) {
    const contents = await inParallel(level, async name => {
      try {
        return await packageContents(context.erp, { package: name }, context.signal)
      } catch (error) {
        context.signal.throwIfAborted()
        if (isErpError(error, ...unserved)) await served()
        throw error
      }
    })
    objects.push(...contents.flatMap(({ objects: found }) => found.map(({ ref }) => ref)))
    level = [...new Set(contents.flatMap(({ subPackages }) => subPackages))].filter(
      name => !seen.has(name)
    )
    for (const name of level) seen.add(name)
    if (seen.size > mostPackages) throw tooManyPackages(top)
  }
  return objects.filter(({ group }) => group === undefined)
}

function tooManyPackages(top: string): ToolError {
  return new ToolError(
    'TOOL_TOO_LARGE',
    `${top} has more than ${mostPackages} packages at and below it.`,
    { remedy: 'Compare the packages below it one after another.' }
  )
}
