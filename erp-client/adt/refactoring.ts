/** Refactorings of the ERP: rename, extraction of a method, change of package. */
import { ErpError, isErpError } from '../errors.ts'
import type { ErpReader, ErpWriter } from '../erp.ts'
import { uriInContext } from './main-program.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import { assertPackage, assertTransport } from './names.ts'
import { defaultPart, objectUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { forgetObject } from './source.ts'
import { fragment } from '../wire/places.ts'
import {
  changePackageBody,
  extractionAs,
  readChanges,
  readExtraction,
  readRename,
  renameTo,
  unwrapped
} from '../wire/refactoring.ts'
import type { ExtractionProposal, RefactoringPlan, RenamePlan } from '../wire/refactoring.ts'
import { longTimeoutMs } from '../request.ts'

export interface RenameArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly line: number
  readonly column: number
  readonly endColumn: number
  readonly newName: string
}

const path = '/sap/bc/adt/refactorings'
const kind = (name: string) => `http://www.sap.com/adt/relations/refactoring/${name}`
const types = {
  contentType: 'application/*',
  accept: 'application/*',
  timeoutMs: longTimeoutMs
} as const

function withRelease(error: unknown): unknown {
  return isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND') && /refactoring/i.test(error.message)
    ? new ErpError('ERP_UNSUPPORTED', 'This system does not offer refactorings', {
        outcome: 'failed',
        remedy: 'Find the places with where-used and change them with edits.',
        cause: error
      })
    : error
}

/**
 * Plans a rename of the name at a position; changes nothing.
 * @throws ErpError ERP_UNSUPPORTED below release 7.52
 */
export async function planRename(
  erp: ErpReader,
  args: RenameArgs,
  signal?: AbortSignal
): Promise<RenamePlan> {
  const { ref, part, line, column, endColumn, newName } = args
  try {
    const uri =
      (await uriInContext(erp, { ref, part: part ?? defaultPart(ref) }, signal)) +
      fragment({ line, column }, endColumn)
    const evaluated = await erp.request(
      {
        operation: 'rename.evaluate',
        effect: 'none',
        method: 'POST',
        path,
        query: { step: 'evaluate', rel: kind('rename'), uri },
        ...types
      },
      signal
    )
    const plan = readRename(evaluated.text)
    const preview = await erp.request(
      {
        operation: 'rename.preview',
        effect: 'none',
        method: 'POST',
        path,
        query: { step: 'preview', rel: kind('rename') },
        ...types,
        body: renameTo(plan.document, plan.oldName, newName)
      },
      signal
    )
    return { ...readRename(preview.text), oldName: plan.oldName, newName }
  } catch (error) {
    throw withRelease(error)
  }
}

export interface ExtractMethodArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly line: number
  /** The last line, inclusive, with its length. */
  readonly endLine: number
  readonly endColumn: number
  readonly newName: string
  readonly visibility: string
}

/**
 * Plans a method of whole statements; changes nothing.
 * @throws ErpError ERP_UNSUPPORTED where the system offers no such refactoring, ERP_BAD_REQUEST
 * with the reason where these statements cannot become a method
 */
export async function planExtractMethod(
  erp: ErpReader,
  args: ExtractMethodArgs,
  signal?: AbortSignal
): Promise<RefactoringPlan & Pick<ExtractionProposal, 'parameters'>> {
  const { ref, part, line, endLine, endColumn, newName, visibility } = args
  const rel = kind('extractmethod')
  try {
    const source = await uriInContext(erp, { ref, part: part ?? defaultPart(ref) }, signal)
    const uri = `${source}#start=${line},0;end=${endLine},${endColumn}`
    const evaluated = await erp.request(
      {
        operation: 'extract.evaluate',
        effect: 'none',
        method: 'POST',
        path,
        query: { step: 'evaluate', rel, uri },
        ...types
      },
      signal
    )
    const { document, parameters } = readExtraction(evaluated.text)
    const preview = await erp.request(
      {
        operation: 'extract.preview',
        effect: 'none',
        method: 'POST',
        path,
        query: { step: 'preview', rel },
        ...types,
        body: extractionAs(document, newName, visibility)
      },
      signal
    )
    return { ...readChanges(preview.text), parameters }
  } catch (error) {
    throw withRelease(error)
  }
}

/** Executes planned changes in all objects at once; the ERP locks them itself. */
export async function executeRefactoring(
  erp: ErpWriter,
  { plan, transport }: { plan: RefactoringPlan; transport?: string | undefined },
  signal?: AbortSignal
): Promise<void> {
  if (transport !== undefined) assertTransport(transport)
  try {
    await erp.request(
      {
        operation: 'refactoring.execute',
        effect: 'change',
        method: 'POST',
        path,
        query: { step: 'execute' },
        subject: { refs: plan.touched.flatMap(({ ref }) => ref ?? []), transport },
        ...types,
        body: unwrapped(plan.document, transport)
      },
      signal
    )
  } finally {
    for (const { ref } of plan.touched) if (ref !== undefined) forgetObject(erp, ref)
  }
}

/** Moves an object into another package; the ERP checks before it moves. */
export async function changePackage(
  erp: ErpWriter,
  args: { ref: ObjectRef; from: string; to: string; transport?: string | undefined },
  signal?: AbortSignal
): Promise<void> {
  const { ref, from, to, transport } = args
  assertPackage(to)
  if (transport !== undefined) assertTransport(transport)
  const uri = objectUri(ref)
  const body = changePackageBody({ ref, from, to, transport, uri, adtType: rowFor(ref).adtType })
  const request = { method: 'POST', path, ...types } as const
  try {
    const preview = await erp.request(
      {
        ...request,
        operation: 'package.preview',
        effect: 'none',
        query: { step: 'preview', rel: kind('changepackage') },
        body
      },
      signal
    )
    await erp.request(
      {
        ...request,
        operation: 'package.change',
        effect: 'change',
        query: { step: 'execute' },
        subject: { refs: [ref], transport, facts: { package: from, to } },
        body: unwrapped(preview.text, transport)
      },
      signal
    )
  } catch (error) {
    throw withRelease(error)
  } finally {
    forgetObject(erp, ref)
    cacheOf(erp).packages.delete(uri)
  }
}
