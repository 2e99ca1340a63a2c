/** Changes the named facts of an object without source text. */
import { changeObjectFields, editFields, readDocument } from '../../erp-client/index.ts'
import type { ErpWriter, ObjectRef } from '../../erp-client/index.ts'
import {
  activateSaved,
  activationData,
  activeAtOnceWords,
  changeResult,
  isActiveAtOnce
} from '../activate/activation.ts'
import type { Recheck, ToolContext } from '../call/context.ts'
import { stageFields } from '../change-sets/stage-changes.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { assertFields } from './field-tables.ts'
import { withActivation } from './operation-choice.ts'
import { plannedChange } from './planned-change.ts'
import type { ChangePlan } from './planned-change.ts'
import { compareTexts, diffSize } from './source/diff.ts'
import {
  differenceError,
  impliedLines,
  storedDifferences,
  storedDifferenceLines
} from './stored-differences.ts'
import { checkSaved, savedData } from './source/saved-check.ts'
import { nothingToCheck } from './source/unsaved.ts'

export interface FieldsOptions {
  readonly ref: ObjectRef
  readonly fields: Readonly<Record<string, unknown>>
  readonly transport: string | undefined
  readonly activate: boolean
  readonly dryRun: boolean
  /** Leaves out the check of the saved draft: a batch checks its objects together. */
  readonly unchecked?: boolean | undefined
}

function savedLines(ref: ObjectRef, changed: boolean): readonly string[] {
  if (!changed) return []
  return [
    isActiveAtOnce(ref)
      ? activeAtOnceWords(ref)
      : 'Saved as inactive draft; ERPActivate makes it active.'
  ]
}

/** Changes the named facts; the others stay as they are. */
export async function changeFields(
  context: ToolContext,
  options: FieldsOptions
): Promise<ToolResult> {
  const { ref, fields, transport, activate, dryRun } = options
  assertFields(ref.type, fields)
  // The ERP has no document yet of an object that the change set creates.
  if (context.staging?.draft.creationOf(ref) !== undefined) {
    return stageFields(context, context.staging, options)
  }
  return await plannedChange(context, {
    dryRun,
    operations: withActivation('update', activate),
    targets: [{ ref, transport }],
    locked: true,
    plan: async () => await planOf(context, options),
    execute: async (erp, recheck) => await save(context, options, { erp, recheck })
  })
}

/**
 * Whether the document would get another text. @throws ErpError ERP_BAD_REQUEST where the fields do
 * not fit the stored ones
 */
export async function wouldChange(
  context: ToolContext,
  ref: ObjectRef,
  fields: FieldsOptions['fields']
): Promise<boolean> {
  const before = await readDocument(context.erp, { ref }, context.signal)
  const { text } = await editFields([ref.type, before, fields], context.signal)
  return text !== before
}

/** The change as a difference of the document. */
async function planOf(context: ToolContext, { ref, fields }: FieldsOptions): Promise<ChangePlan> {
  const before = await readDocument(context.erp, { ref }, context.signal)
  const { text, implied } = await editFields([ref.type, before, fields], context.signal)
  const diff = await compareTexts(byLine(before), byLine(text), context.signal)
  const size = `DRY RUN of ${Object.keys(fields).join(', ')}: ${diffSize(diff)}, nothing saved`
  return {
    summary: [`${systemWords(context.erp)} · ${refWords(ref)} · ${size}`],
    details: [
      ...impliedLines(implied),
      nothingToCheck,
      diff.text === '' ? 'It would stay as it is.' : diff.text
    ],
    verbatim: []
  }
}

async function save(
  context: ToolContext,
  { ref, fields, transport, activate, unchecked }: FieldsOptions,
  { erp, recheck }: { readonly erp: ErpWriter; readonly recheck: Recheck }
): Promise<ToolResult> {
  const guard = { recheck, signal: context.signal }
  const changed = await changeObjectFields(erp, { ref, transport, fields }, guard)
  const system = systemWords(context.erp)
  const differences = storedDifferences(changed)
  const recorded = changed.transport === undefined ? '' : ` · recorded in ${changed.transport}`
  const done = context.staging === undefined ? 'Saved' : 'Staged'
  const saved = changed.changed ? done : 'Unchanged: it was already so'
  const names = Object.keys(fields)
  const head = `${saved} · ${system} · ${refWords(ref)} · ${names.join(', ')}${recorded}`
  const facts = {
    system,
    object: refData(ref),
    changed: changed.changed,
    fields: names,
    transport: changed.transport
  }
  const error = differenceError(differences, { head, data: omitUndefined(facts) })
  if (error !== undefined) return error
  const activation = activate ? await activateSaved(context, erp, [ref]) : undefined
  const check =
    activation === undefined && changed.changed && unchecked !== true
      ? await checkSaved(context, ref)
      : undefined
  const data = omitUndefined({
    ...facts,
    outcome: 'done',
    ...differences,
    ...(check === undefined ? {} : savedData(check)),
    ...activationData(activation)
  })
  const next = activation?.lines ?? check?.lines ?? savedLines(ref, changed.changed)
  const text = [head, ...storedDifferenceLines(differences), ...next].join('\n')
  return changeResult(activation, { data, text }, { saved: true })
}

/** One element a line, so that the difference shows single elements. */
function byLine(xml: string): string {
  return xml.replaceAll(/>\s*</g, '>\n<')
}
