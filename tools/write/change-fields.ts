import { changeObjectFields, editFields, readDocument } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import { activateSaved, activationData } from '../activate/activation.ts'
import type { ToolContext } from '../call/context.ts'
import type { OperationName } from '../operations.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { compareTexts, diffSize } from './source/diff.ts'
import { assertFields } from './field-tables.ts'
import { differs, impliedLines, keptData, keptLines } from './source/kept.ts'
import { checkSaved, savedData } from './source/saved-check.ts'
import { nothingToCheck } from './source/unsaved.ts'

export interface FieldsOptions {
  readonly ref: ObjectRef
  readonly fields: Readonly<Record<string, unknown>>
  readonly transport: string | undefined
  readonly activate: boolean
  readonly dryRun: boolean
  /** What was saved is not checked: the caller checks several objects together. */
  readonly unchecked?: boolean | undefined
}

/** Changes the named facts of an object without source text; the others stay as they are. */
export async function changeFields(
  context: ToolContext,
  { ref, fields, transport, activate, dryRun, unchecked }: FieldsOptions
): Promise<ToolResult> {
  assertFields(ref.type, fields)
  const system = systemWords(context.erp)
  const names = Object.keys(fields).join(', ')
  if (dryRun) return await dryRunOf(context, { ref, fields, transport, activate })
  return await context.change({ ref, transport, locked: true }, async (erp, recheck) => {
    const changed = await changeObjectFields(
      erp,
      { ref, transport, fields },
      { recheck, signal: context.signal }
    )
    const kept = keptData(changed)
    const recorded = changed.transport === undefined ? '' : ` · recorded in ${changed.transport}`
    const head = `${changed.changed ? 'Saved' : 'Unchanged: it was already so'} · ${system} · ${refWords(ref)} · ${names}${recorded}`
    const facts = {
      system,
      object: refData(ref),
      changed: changed.changed,
      fields: Object.keys(fields),
      transport: changed.transport
    }
    const wrong = differs(kept, { head, data: omitUndefined(facts) })
    if (wrong !== undefined) return wrong
    const activation = activate ? await activateSaved(context, erp, [ref]) : undefined
    const check =
      activation === undefined && changed.changed && unchecked !== true
        ? await checkSaved(context, ref)
        : undefined
    const data = omitUndefined({
      ...facts,
      outcome: 'done',
      ...kept,
      ...(check === undefined ? {} : savedData(check)),
      ...activationData(activation)
    })
    const text = [
      head,
      ...keptLines(kept),
      ...(activation?.lines ??
        check?.lines ?? ['Saved as inactive draft; ERPActivate makes it active.'])
    ].join('\n')
    return activation === undefined || activation.outcome === 'activated'
      ? { kind: 'data', data, text }
      : {
          kind: 'error',
          code: activation.code,
          text,
          data: { ...data, outcome: activation.outcome, saved: true }
        }
  })
}

/** What a run would change in the document, and whether it would be allowed. */
async function dryRunOf(
  context: ToolContext,
  { ref, fields, transport, activate }: Omit<FieldsOptions, 'dryRun'>
): Promise<ToolResult> {
  const operations: readonly OperationName[] = activate ? ['update', 'activate'] : ['update']
  const [before, refusal] = await Promise.all([
    readDocument(context.erp, { ref }, context.signal),
    context.refusalOf(operations, [{ ref, transport }])
  ])
  const { text, implied } = await editFields([ref.type, before, fields], context.signal)
  const diff = await compareTexts(byLine(before), byLine(text), context.signal)
  const lines = [
    `${systemWords(context.erp)} · ${refWords(ref)} · DRY RUN of ${Object.keys(fields).join(', ')}: ${diffSize(diff)}, nothing saved`,
    ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
    ...impliedLines(implied),
    nothingToCheck,
    diff.text === '' ? 'It would stay as it is.' : diff.text
  ]
  return { kind: 'text', verbatim: [], text: lines.join('\n') }
}

/** One element a line, so that a difference shows what differs. */
function byLine(xml: string): string {
  return xml.replaceAll(/>\s*</g, '>\n<')
}
