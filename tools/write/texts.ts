import {
  changeObjectFields,
  changeTexts,
  editFields,
  readDocument,
  readTexts
} from '../../erp-client/index.ts'
import type { ObjectRef, TextKind } from '../../erp-client/index.ts'
import { activateSaved } from '../activate/activation.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import type { OperationName } from '../operations.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { compareTexts, diffSize } from './source/diff.ts'
import { differs, keptData, keptLines } from './source/kept.ts'
import { mergeTexts } from './source/text-lines.ts'
import type { TextEntry } from './source/text-lines.ts'
import { nothingToCheck } from './source/unsaved.ts'

export const textKinds = ['symbols', 'selections', 'headings', 'messages'] as const

export interface TextsOptions {
  readonly ref: ObjectRef
  readonly kind: (typeof textKinds)[number]
  readonly texts: readonly TextEntry[]
  readonly transport: string | undefined
  readonly activate: boolean
  readonly dryRun: boolean
}

const keys: Readonly<Record<string, RegExp>> = {
  symbols: /^[A-Za-z0-9]{3}$/,
  selections: /^[A-Za-z_][A-Za-z0-9_]{0,7}$/,
  headings: /^(?:LISTHEADER|COLUMNHEADER_[1-4])$/i,
  messages: /^\d{1,3}$/
}

const longest: Readonly<Record<string, number>> = {
  symbols: 132,
  selections: 30,
  headings: 255,
  messages: 73
}

/** Changes texts by their keys; an empty text deletes its key, every other text stays as it is. */
export async function editTexts(context: ToolContext, options: TextsOptions): Promise<ToolResult> {
  const { ref, kind, texts } = options
  for (const { key, text } of texts) {
    if (keys[kind]?.test(key) !== true) {
      throw badArguments(
        `${JSON.stringify(key.slice(0, 40))} is no key of ${kind}.`,
        'Keys: symbols 001, selections P_FILE, headings LISTHEADER or COLUMNHEADER_1 to _4, messages 001.'
      )
    }
    if (/[\p{Cc}\u2028\u2029]/u.test(text)) {
      throw badArguments(
        `The text of ${key} has a line break or another control character.`,
        'A text is one line.'
      )
    }
    if (text.length > (longest[kind] ?? 0)) {
      throw badArguments(
        `The text of ${key} has ${text.length} characters; ${longest[kind]} are possible.`
      )
    }
  }
  if ((kind === 'messages') !== (ref.type === 'MSAG')) {
    throw badArguments(
      `${refWords(ref)} has no ${kind}.`,
      'Messages belong to message classes (MSAG); symbols, selections and headings to programs, classes and function groups.'
    )
  }
  const isMessage = kind === 'messages'
  const fields = { messages: texts.map(({ key, text }) => ({ number: key, text })) }
  const edit = (current: string) => mergeTexts(current, texts, kind)
  const preview = async (current: string) =>
    isMessage ? (await editFields(['MSAG', current, fields], context.signal)).text : edit(current)
  if (options.dryRun) return await dryRun(context, options, preview)
  return await context.change({ ref, transport: options.transport }, async (erp, recheck) => {
    const guard = { recheck, signal: context.signal }
    const changed = isMessage
      ? await changeObjectFields(erp, { ref, transport: options.transport, fields }, guard)
      : await changeTexts(
          erp,
          { ref, kind: kind as TextKind, transport: options.transport, edit },
          guard
        )
    const kept = 'implied' in changed ? keptData(changed) : {}
    const system = systemWords(context.erp)
    const recorded = changed.transport === undefined ? '' : ` · recorded in ${changed.transport}`
    const head = `${changed.changed ? 'Saved' : 'Unchanged: the texts were already so'} · ${system} · ${refWords(ref)} · ${kind} ${texts.map(({ key }) => key).join(', ')}${recorded}`
    const wrong = differs(kept, { head, data: { system, object: refData(ref), kind } })
    if (wrong !== undefined) return wrong
    const activation = options.activate ? await activateSaved(context, erp, [ref]) : undefined
    const data = omitUndefined({
      system,
      outcome: 'done',
      object: refData(ref),
      kind,
      changed: changed.changed,
      keys: texts.map(({ key }) => key),
      ...kept,
      transport: changed.transport,
      activation: activation?.outcome
    })
    const text = [
      head,
      ...keptLines(kept),
      ...(activation?.lines ?? ['Texts become active with their object: ERPActivate.'])
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

async function dryRun(
  context: ToolContext,
  options: TextsOptions,
  edit: (current: string) => Promise<string>
): Promise<ToolResult> {
  const { ref, kind, transport, activate } = options
  const operations: readonly OperationName[] = activate ? ['update', 'activate'] : ['update']
  const current =
    kind === 'messages'
      ? await readDocument(context.erp, { ref }, context.signal)
      : await readTexts(context.erp, { ref, kind }, context.signal)
  const refusal = await context.refusalOf(operations, [{ ref, transport }])
  const diff = await compareTexts(current, await edit(current), context.signal)
  return {
    kind: 'text',
    verbatim: [],
    text: [
      `${systemWords(context.erp)} · ${refWords(ref)} · ${kind} · DRY RUN: ${diffSize(diff)}, nothing saved`,
      ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
      nothingToCheck,
      diff.text === '' ? 'The texts would stay as they are.' : diff.text
    ].join('\n')
  }
}
