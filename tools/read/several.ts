/** Several readings in one answer: each with its share of the size, no head said twice. */
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import type { ToolResult } from '../call/result.ts'
import { failureResult } from '../failure/result.ts'
import type { Reading } from './source.ts'

interface Named {
  readonly type?: string | undefined
  readonly name: string
}

/**
 * Reads every item. Each gets an equal share of the answer first, so that a large source does not
 * push the others out; what the small ones leave goes to those that were cut.
 * @param read reads one item in at most so many bytes
 */
export async function readSeveral<Item extends Named>(
  context: ToolContext,
  items: readonly Item[],
  read: (item: Item, bytes: number) => Promise<Reading>
): Promise<ToolResult> {
  const { bytes } = context.limits
  const share = Math.floor(bytes / items.length)
  const attempt = async (item: Item, most: number): Promise<Reading> => {
    try {
      return await read(item, most)
    } catch (error) {
      return failureOf(context, item, error)
    }
  }
  const first = await inParallel(items, async item => await attempt(item, share))
  const isCut = (reading: Reading) => sizeOf(reading) > share * nearlyAll
  const cut = first.filter(isCut)
  const left = bytes - first.reduce((sum, one) => sum + (isCut(one) ? 0 : sizeOf(one)), 0)
  const larger = Math.floor(left / Math.max(1, cut.length))
  const readings =
    cut.length === 0 || larger < share * worthAgain
      ? first
      : await inParallel(first, async (reading, at) => {
          const item = items[at]
          return item !== undefined && isCut(reading) ? await attempt(item, larger) : reading
        })
  const links = readings.flatMap(({ link }) => link ?? [])
  return {
    kind: 'text',
    text: readings
      .map(({ text }, index) => `=== ${withoutRepetition(text, readings[index - 1]?.text)}`)
      .join('\n\n'),
    verbatim: [],
    ...(links.length === 0 ? {} : { links })
  }
}

/** A text that takes more of its share may have been cut: it ends at a line. */
const nearlyAll = 0.8
/** A second reading asks the ERP again. */
const worthAgain = 1.2

const sizeOf = ({ text }: Reading): number => Buffer.byteLength(text)

function failureOf(context: ToolContext, { type, name }: Named, error: unknown): Reading {
  if (context.signal.aborted) throw error
  const words = failureResult(error, {
    signal: context.signal,
    log: context.log,
    changes: false
  }).text
  return {
    text: `${[type, name].filter(word => word !== undefined).join(' ')} · NOT READ\n${words}`
  }
}

/**
 * System, object, version and hash of a head line; what follows is about the part that was read.
 */
const headOf = (text: string | undefined): string =>
  /^(?:[^\n]*? · ){3}hash [0-9a-f]{16} · /.exec(text ?? '')?.[0] ?? ''

/** A further part of the source before it need not say again what source that is. */
function withoutRepetition(text: string, before: string | undefined): string {
  const head = headOf(text)
  return head === '' || head !== headOf(before)
    ? text
    : `same source · ${text.slice(head.length).replace(/^([^\n]*?) of \d+ lines?(?=\n)/, '$1')}`
}
