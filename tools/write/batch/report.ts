/** The entries of a finished batch and of a dry run, in as few words as tell them apart. */
import type { ToolContext } from '../../call/context.ts'
import type { ToolResult } from '../../call/result.ts'
import { omitUndefined, refData } from '../../schema/output.ts'
import { refWords } from '../../objects/words.ts'
import { creationHead } from '../create.ts'
import type { BatchItem, Step } from './items.ts'
import { confirmAloneWords } from './preflight.ts'
import type { Progress } from './stop.ts'

/** One line for each kind of change that leaves nothing else to say, one for every other entry. */
export function doneLines(progress: readonly Progress<BatchItem>[]): string[] {
  const plain = new Map<string, string[]>()
  const others: string[] = []
  for (const one of progress) {
    const line = lineOf(one)
    if (typeof line === 'string') others.push(`  ${line}`)
    else plain.set(line.kind, [...(plain.get(line.kind) ?? []), line.object])
  }
  return [...[...plain].map(([kind, objects]) => `  ${kind} ${objects.join(', ')}`), ...others]
}

/** The words of an entry; in two halves where other entries can share the first. */
function lineOf({
  step: { item, ref },
  state,
  text = '',
  hash
}: Progress<BatchItem>): string | { readonly kind: string; readonly object: string } {
  const name = refWords(ref)
  if (state === 'changed since') {
    return {
      kind: `Changed since this batch did it, and left as it is: ${item.action}`,
      object: name
    }
  }
  if (state === 'was so') {
    const absent = item.action === 'delete' ? ' (it does not exist)' : ''
    return { kind: `Was so: ${item.action}`, object: `${name}${absent}` }
  }
  const [kind = ''] = text.split(' ', 1)
  if (text === `${kind} ${name}`) return { kind, object: name }
  return hash !== undefined && text === `${kind} ${name} · hash ${hash}`
    ? { kind, object: `${name} (hash ${hash})` }
    : text
}

/**
 * The facts of an entry; its hash is what the next update of the object expects. The outcome of the
 * batch says the state `done`.
 */
export function doneData({ step: { item, ref }, state, hash }: Progress<BatchItem>): object {
  return omitUndefined({
    action: item.action,
    ...refData(ref),
    hash,
    state: state === 'done' ? undefined : state
  })
}

/** The answer to the dry run of one entry, without what the head of the batch says. */
export function entryWords(context: ToolContext, step: Step<BatchItem>, text: string): string {
  const { item, ref, target } = step
  const title = `${item.action} ${refWords(ref)}`
  const head = creationHead(context, ref, target.newIn ?? '')
  if (text === head) return title
  return `=== ${title}\n${text.startsWith(`${head}\n`) ? text.slice(head.length + 1) : text}`
}

/** The codes with which the real run of an entry would be refused. */
export function refusedBy(result: ToolResult | undefined): readonly string[] {
  if (result?.kind === 'error') return [result.code]
  return result?.kind === 'text' || result?.kind === 'data' ? (result.refusals ?? []) : []
}

/** A confirmation belongs to one call, and an entry of a batch is not a call. */
export function withoutHandle(result: ToolResult): string {
  const digest = result.kind === 'text' ? result.digest : undefined
  return digest === undefined
    ? result.text
    : result.text
        .split('\n')
        .map(line => (line.includes(digest) ? confirmAloneWords : line))
        .join('\n')
}
