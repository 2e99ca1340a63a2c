/** The content of a new object: its first source or fields, its activation, and the report. */
import {
  changeObjectFields,
  changeSource,
  isErpError,
  objectType,
  readSource,
  sourceHash
} from '../../erp-client/index.ts'
import type { ErpWriter, FieldsChange, ObjectRef } from '../../erp-client/index.ts'
import {
  activateSaved,
  activationData,
  activeAtOnceWords,
  changeResult,
  isActiveAtOnce
} from '../activate/activation.ts'
import type { ActivationReport } from '../activate/activation.ts'
import type { Recheck, ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { failureResult } from '../failure/result.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { fieldUse } from './field-tables.ts'
import { isGenerated } from './generated.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import { withHead } from './source/function-signature.ts'
import { checkSaved, savedData } from './source/saved-check.ts'
import type { SavedCheck } from './source/saved-check.ts'
import {
  createdDifferences,
  differenceError,
  joinedDifferences,
  storedDifferences,
  storedDifferenceLines
} from './stored-differences.ts'
import type { StoredDifferences } from './stored-differences.ts'

export interface CreateOptions {
  readonly type: string
  readonly name: string
  readonly group?: string | undefined
  readonly package?: string | undefined
  readonly description?: string | undefined
  readonly languageVersion?: string | undefined
  readonly responsible?: string | undefined
  readonly source?: string | undefined
  /** Facts of the type as data, see the tables of fields. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly transport?: string | undefined
  readonly activate?: boolean | undefined
  readonly dryRun?: boolean | undefined
  /** Leaves out the check of the saved draft: a batch checks its objects together. */
  readonly unchecked?: boolean | undefined
  /** Only determines what exists under this name. */
  readonly preflight?: boolean | undefined
  /** An earlier call has created the object without its content. */
  readonly begun?: boolean | undefined
}

const createdRemedy =
  'It exists so, and is not activated: activate it as it is, or delete it and create it anew.'

/** An object that exists since this call or an earlier one, still without its content. */
interface NewObject {
  readonly erp: ErpWriter
  readonly recheck: Recheck
  readonly ref: ObjectRef
  readonly package: string
}

/**
 * Writes the content of an object that has none yet, checks or activates it, and reports.
 * @throws ToolError CREATED_WITHOUT_SOURCE where the object exists now and its content does not
 */
export async function writeContent(
  context: ToolContext,
  options: CreateOptions,
  created: NewObject
): Promise<ToolResult> {
  const { erp, ref } = created
  const content = await contentOf(context, options, created)
  const { source } = content
  const { description, fields } = options
  const facts = await createdDifferences(context, {
    ref,
    package: created.package,
    // A source states the facts of its object anew.
    description: source?.includes('@EndUserText.label') === true ? undefined : description,
    options: source === undefined && fieldUse(ref.type) === 'create' ? fields : undefined
  })
  const differences = joinedDifferences(content.differences ?? {}, facts)
  const error = differenceError(differences, {
    head: `Created · ${systemWords(context.erp)} · ${refWords(ref)}`,
    data: { object: refData(ref), package: created.package, created: true },
    ...(content.differences?.notKept === undefined ? { remedy: createdRemedy } : {})
  })
  if (error !== undefined) return error
  const activation =
    options.activate === true ? await activateSaved(context, erp, [ref]) : undefined
  const written = source !== undefined || content.differences !== undefined
  const check =
    activation === undefined && written && options.unchecked !== true
      ? await checkSaved(context, ref)
      : undefined
  return report(context, {
    ...content,
    differences,
    ref,
    package: created.package,
    activation,
    check
  })
}

/** What was written: the source or the fields, and the request that recorded it. */
interface Content {
  readonly source: string | undefined
  readonly differences: StoredDifferences | undefined
  readonly transport: string | undefined
}

async function contentOf(
  context: ToolContext,
  options: CreateOptions,
  created: NewObject
): Promise<Content> {
  try {
    const source = await firstSource(context, options, created.ref)
    const written = await write({ ...options, source }, created)
    return {
      source,
      differences:
        written !== undefined && 'implied' in written ? storedDifferences(written) : undefined,
      transport: written?.transport ?? options.transport
    }
  } catch (error) {
    throw withoutContent(context, created.ref, error)
  }
}

/** The source to write: the caller's, with the parameters that were given as data in its head. */
async function firstSource(
  context: ToolContext,
  { source, fields }: CreateOptions,
  ref: ObjectRef
): Promise<string | undefined> {
  if (fields === undefined || fieldUse(ref.type) !== 'signature') return source
  return withHead(source ?? (await readSource(context.erp, { ref })).text, ref.name, fields)
}

type Written = FieldsChange | { readonly transport?: string | undefined }

async function write(
  { source, fields, transport, type, begun }: CreateOptions,
  { erp, recheck, ref }: NewObject
): Promise<Written | undefined> {
  // Without the signal of the call: an empty object could become active, so a cancelled call still
  // writes the content.
  const guard = { recheck }
  if (fields !== undefined && fieldUse(type) === 'document') {
    return await changeObjectFields(erp, { ref, transport, fields }, guard)
  }
  if (source === undefined) return undefined
  if (begun !== true) {
    return await changeSource(
      erp,
      { ref, transport, edit: () => toLf(source), readBefore: false },
      guard
    )
  }
  return await changeSource(
    erp,
    { ref, transport, edit: current => overGenerated(ref, current.text, source) },
    guard
  )
}

/** Refuses where the object has got a content since it was inspected. */
function overGenerated(ref: ObjectRef, current: string, source: string): string {
  if (isGenerated(ref.type, current)) return toLf(source)
  throw new ToolError(
    'TOOL_STALE_HASH',
    `${refWords(ref)} has got a content since this call looked at it.`,
    {
      remedy: 'Read it again with ERPRead; its source was not changed.'
    }
  )
}

function withoutContent(context: ToolContext, ref: ObjectRef, error: unknown): ToolError {
  const { text } = failureResult(error, {
    signal: context.signal,
    log: context.log,
    changes: false
  })
  const unknown = isErpError(error) && error.outcome === 'unknown'
  const content = unknown
    ? 'whether its content was written is not known'
    : 'its content was not written'
  return new ToolError(
    'CREATED_WITHOUT_SOURCE',
    `${refWords(ref)} was created, but ${content}: ${text}`,
    {
      remedy:
        'The object exists now as the ERP generated it. Write it with ERPWrite update (source with overwrite: true, or fields), or remove the object with ERPWrite delete.',
      outcome: 'failed',
      data: { created: true, object: refData(ref) },
      cause: error
    }
  )
}

interface Created extends Content {
  readonly ref: ObjectRef
  readonly package: string
  readonly activation: ActivationReport | undefined
  readonly check: SavedCheck | undefined
}

function report(context: ToolContext, created: Created): ToolResult {
  const { ref, transport, source, activation, check, differences } = created
  const system = systemWords(context.erp)
  const hash = source === undefined ? undefined : sourceHash(toLf(source))
  const head = [
    `Created · ${system}`,
    refWords(ref),
    `package ${created.package}`,
    ...(hash === undefined ? [] : [`hash ${hash}`]),
    ...(transport === undefined ? [] : [`recorded in ${transport}`])
  ]
  const end = activation?.lines ?? check?.lines ?? [nextWords(ref, source)]
  const text = [head.join(' · '), ...storedDifferenceLines(differences ?? {}), ...end].join('\n')
  const data = omitUndefined({
    system,
    outcome: 'done',
    object: refData(ref),
    package: created.package,
    version: activation?.outcome === 'activated' || isActiveAtOnce(ref) ? 'active' : 'inactive',
    hash,
    transport,
    ...(check === undefined ? {} : savedData(check)),
    ...differences,
    ...activationData(activation)
  })
  return changeResult(activation, { data, text }, { created: true })
}

function nextWords(ref: ObjectRef, source: string | undefined): string {
  if (isActiveAtOnce(ref)) return activeAtOnceWords(ref)
  return source === undefined && objectType(ref.type)?.abilities.has('source') === true
    ? 'It has a generated source: read it with ERPRead, then change it with ERPWrite.'
    : 'Saved as inactive draft; ERPActivate makes it active.'
}
