/** Stages what is no text of an object: its creation and its deletion. */
import type { ObjectRef } from '../../erp-client/index.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { wholeHash } from '../journal/whole-object.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { CreateOptions } from '../write/create-content.ts'
import { findExisting } from '../write/existing.ts'
import { judgeNewSource } from '../write/source/new-source.ts'
import type { Staging } from './staging.ts'

/** @throws ToolError ERP_ALREADY_EXISTS */
export async function stageCreation(
  context: ToolContext,
  { draft }: Staging,
  options: CreateOptions & { readonly ref: ObjectRef; readonly package: string }
): Promise<ToolResult> {
  const { ref, source, fields, transport, description, languageVersion, responsible } = options
  const text = source === undefined ? undefined : toLf(source)
  // An object that is staged is new for the ERP, and its existence there is asked about first.
  if (draft.creationOf(ref) === undefined && !draft.isDeleted(ref)) {
    if ((await findExisting(context, options)) !== 'absent') throw exists(ref)
  }
  draft.create({
    ...{ ref, package: options.package, source: text },
    ...omitUndefined({ fields, transport, description, languageVersion, responsible })
  })
  const system = systemWords(context.erp)
  const judged = text === undefined ? [] : await judgeNewSource(context, { ref, source: text })
  return {
    kind: 'data',
    data: omitUndefined({
      ...{ system, outcome: 'done', object: refData(ref), package: options.package, transport }
    }),
    text: [
      `Staged new · ${system} · ${refWords(ref)} · package ${options.package}`,
      ...judged
    ].join('\n')
  }
}

function exists(ref: ObjectRef): ToolError {
  return new ToolError('ERP_ALREADY_EXISTS', `${refWords(ref)} exists already.`, {
    remedy: 'Choose another name, or change the existing object with update or edit.',
    outcome: 'failed'
  })
}

export async function stageDeletion(
  context: ToolContext,
  { draft }: Staging,
  { ref, transport }: { readonly ref: ObjectRef; readonly transport: string | undefined }
): Promise<ToolResult> {
  const isNew = draft.creationOf(ref) !== undefined
  draft.forget(ref)
  const hash = isNew ? '' : ((await wholeHash(context.erp, ref)) ?? '')
  draft.delete({ ref, hash, ...omitUndefined({ transport }) })
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: { system, outcome: 'done', object: refData(ref) },
    text: `${isNew ? 'No longer staged' : 'Staged for deletion'} · ${system} · ${refWords(ref)}`
  }
}

interface StagedFields {
  readonly ref: ObjectRef
  readonly fields: Readonly<Record<string, unknown>>
  readonly dryRun: boolean
}

/** Facts of an object that the set creates are facts of its creation. */
export function stageFields(
  { erp }: Pick<ToolContext, 'erp'>,
  { draft }: Staging,
  { ref, fields, dryRun }: StagedFields
): ToolResult {
  const system = systemWords(erp)
  const names = Object.keys(fields)
  if (!dryRun) draft.describe(ref, fields)
  const done = dryRun ? 'DRY RUN: would stage' : 'Staged'
  return {
    kind: 'data',
    data: { system, outcome: 'done', object: refData(ref), fields: names },
    text: `${done} · ${system} · ${refWords(ref)} · ${names.join(', ')}`
  }
}
