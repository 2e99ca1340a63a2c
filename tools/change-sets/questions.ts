/** What the application of a change set asks before its first change: rows and used objects. */
import { createHash } from 'node:crypto'
import { readFields } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ConfirmResult, ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import type { SetItem } from './apply-items.ts'

/** Facts of domains and data elements whose change converts the tables that use them. */
const converting = ['dataType', 'length', 'decimals', 'typeKind', 'typeName']

interface Asked {
  /** One question for all; undefined where there is nothing to ask, or `confirm` answers it. */
  readonly question?: ConfirmResult
  /** The items, each with the answer to its own question. */
  readonly items: readonly SetItem[]
}

interface Asking {
  readonly steps: readonly { readonly item: SetItem; readonly ref: ObjectRef }[]
  readonly confirm: string | undefined
  readonly name: string
  readonly run: (item: SetItem, ref: ObjectRef) => Promise<ToolResult>
}

export async function askedOf(
  context: ToolContext,
  { steps, confirm, name, run }: Asking
): Promise<Asked> {
  const words: string[] = []
  let converts = false
  const items: SetItem[] = []
  for (const { item, ref } of steps) {
    const own = canLose(item) ? await run(item, ref) : undefined
    const isAsked = own?.kind === 'confirm'
    if (isAsked) words.push(own.question)
    const converted = conversions(item)
    converts ||= converted.length > 0 || (isAsked && item.type === 'TABL')
    words.push(...converted)
    items.push(isAsked && own.digest !== undefined ? { ...item, confirm: own.digest } : item)
  }
  if (words.length === 0) return { items }
  const facts = [systemWords(context.erp), name, words, items.map(one => one.confirm)]
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24)
  if (confirm === digest) return { items }
  return { items, question: questionOf(converts ? [...words, irreversible] : words, digest) }
}

const irreversible = 'A conversion of a table cannot be taken back.'

function questionOf(words: readonly string[], digest: string): ConfirmResult {
  const question = words.join(' ')
  return {
    kind: 'confirm',
    question,
    digest,
    text: `NOT DONE: this can lose data and needs a confirmation. ${question}\nIf the user agrees, repeat the call with confirm: "${digest}".`
  }
}

function canLose({ action, type }: SetItem): boolean {
  return action === 'delete' || (action === 'update' && type === 'TABL')
}

function conversions({ content }: SetItem): string[] {
  if (content === undefined) return []
  return conversionWords(content.ref, content.base ?? '', content.text)
}

/** The changed facts of a domain or data element that convert tables. */
export function conversionWords(ref: ObjectRef, before: string, after: string): string[] {
  if ((ref.type !== 'DOMA' && ref.type !== 'DTEL') || before === '') return []
  const [was, is] = [before, after].map(text => readFields(ref.type, text) ?? {})
  return converting.flatMap(name => {
    const [from, to] = [was?.[name], is?.[name]].map(value => JSON.stringify(value ?? ''))
    return from === to
      ? []
      : [`${refWords(ref)} changes ${name} from ${from} to ${to}: tables with it are converted.`]
  })
}
