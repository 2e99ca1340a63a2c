/** Changes the texts of an object: text symbols, selection texts, list headings, messages. */
import {
  changeObjectFields,
  changeTexts,
  editFields,
  readDocument,
  readTexts
} from '../../erp-client/index.ts'
import type { ChangeGuard, ErpWriter, ObjectRef, TextsChange } from '../../erp-client/index.ts'
import {
  activateSaved,
  activeAtOnceWords,
  changeResult,
  isActiveAtOnce
} from '../activate/activation.ts'
import type { Recheck, ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { withActivation } from './operation-choice.ts'
import { plannedChange } from './planned-change.ts'
import type { ChangePlan } from './planned-change.ts'
import { compareTexts, diffSize } from './source/diff.ts'
import { differenceError, storedDifferences, storedDifferenceLines } from './stored-differences.ts'
import { compareTextPools, mergeTexts } from './source/text-lines.ts'
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
  const { ref, transport, activate, dryRun } = options
  assertTexts(options)
  return await plannedChange(context, {
    dryRun,
    operations: withActivation('update', activate),
    targets: [{ ref, transport }],
    plan: async () => await planOf(context, options),
    execute: async (erp, recheck) => await save(context, options, { erp, recheck })
  })
}

function assertTexts({ ref, kind, texts }: TextsOptions): void {
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
}

function messageFields({ texts }: TextsOptions): Readonly<Record<string, unknown>> {
  return { messages: texts.map(({ key, text }) => ({ number: key, text })) }
}

async function planOf(context: ToolContext, options: TextsOptions): Promise<ChangePlan> {
  const { ref, kind, texts } = options
  const { erp, signal } = context
  const before =
    kind === 'messages'
      ? await readDocument(erp, { ref }, signal)
      : await readTexts(erp, { ref, kind }, signal)
  const after =
    kind === 'messages'
      ? (await editFields(['MSAG', before, messageFields(options)], signal)).text
      : mergeTexts(before, texts, kind)
  const diff = await compareTexts(before, after, signal)
  const size = `DRY RUN: ${diffSize(diff)}, nothing saved`
  return {
    summary: [`${systemWords(erp)} · ${refWords(ref)} · ${kind} · ${size}`],
    details: [nothingToCheck, diff.text === '' ? 'The texts would stay as they are.' : diff.text],
    verbatim: []
  }
}

async function write(
  erp: ErpWriter,
  options: TextsOptions,
  guard: ChangeGuard
): Promise<TextsChange> {
  const { ref, kind, texts, transport } = options
  if (kind === 'messages') {
    return await changeObjectFields(erp, { ref, transport, fields: messageFields(options) }, guard)
  }
  const edit = (current: string) => mergeTexts(current, texts, kind)
  return await changeTexts(erp, { ref, kind, transport, edit, compare: compareTextPools }, guard)
}

function savedWords(ref: ObjectRef): string {
  return isActiveAtOnce(ref)
    ? activeAtOnceWords(ref)
    : 'Texts become active with their object: ERPActivate.'
}

async function save(
  context: ToolContext,
  options: TextsOptions,
  { erp, recheck }: { readonly erp: ErpWriter; readonly recheck: Recheck }
): Promise<ToolResult> {
  const { ref, kind, texts } = options
  const changed = await write(erp, options, { recheck, signal: context.signal })
  const differences = storedDifferences(changed)
  const system = systemWords(context.erp)
  const done = context.staging === undefined ? 'Saved' : 'Staged'
  const saved = changed.changed ? done : 'Unchanged: the texts were already so'
  const names = texts.map(({ key }) => key)
  const recorded = changed.transport === undefined ? '' : ` · recorded in ${changed.transport}`
  const head = `${saved} · ${system} · ${refWords(ref)} · ${kind} ${names.join(', ')}${recorded}`
  const error = differenceError(differences, {
    head,
    data: { system, object: refData(ref), kind },
    remedy: 'They are saved so, and not activated: send the texts again that the ERP did not keep.'
  })
  if (error !== undefined) return error
  const activation = options.activate ? await activateSaved(context, erp, [ref]) : undefined
  const data = omitUndefined({
    system,
    outcome: 'done',
    object: refData(ref),
    kind,
    changed: changed.changed,
    keys: names,
    ...differences,
    transport: changed.transport,
    activation: activation?.outcome
  })
  const text = [
    head,
    ...storedDifferenceLines(differences),
    ...(activation?.lines ?? (context.staging === undefined ? [savedWords(ref)] : []))
  ].join('\n')
  return changeResult(activation, { data, text }, { saved: true })
}
