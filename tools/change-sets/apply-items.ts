/** What a change set does, as entries of a batch. */
import { objectType, sourceHash } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { contentHash, placeWords, readPresent, restoreText } from '../journal/undo/contents.ts'
import { systemWords } from '../objects/words.ts'
import type { BatchItem, ItemMode } from '../write/batch/items.ts'
import { runItem } from '../write/object-actions.ts'
import type { ObjectOptions } from '../write/object-actions.ts'
import type { SetContent, StagedContent } from './change-sets.ts'

export interface SetItem extends BatchItem, ObjectOptions {
  readonly name: string
  /** A text that is no source. */
  readonly content?: StagedContent | undefined
}

/** What others are built on goes first and alone: its activation may convert tables. */
const dictionary: ReadonlySet<string> = new Set(['DOMA', 'DTEL', 'STRU', 'TABL', 'TTYP', 'TABT'])

/** The parts of the application, each of which ends with one activation. */
export function phasesOf(items: readonly SetItem[]): readonly (readonly SetItem[])[] {
  const isFirst = ({ action, type = '' }: SetItem) => action !== 'delete' && dictionary.has(type)
  return [items.filter(isFirst), items.filter(item => !isFirst(item))].filter(
    some => some.length > 0
  )
}

export function itemsOf({ creations, contents, deletions }: SetContent): SetItem[] {
  const isSource = ({ kind }: StagedContent) => kind === 'source'
  return [
    ...creations.map(({ ref, ...facts }): SetItem => ({ action: 'create', ...ref, ...facts })),
    ...contents.filter(isSource).map(sourceItem),
    ...contents
      .filter(one => !isSource(one))
      .map((content): SetItem => {
        const { ref, transport } = content
        return { action: 'update', ...ref, transport, content }
      }),
    ...deletions.map(({ ref, transport }): SetItem => ({ action: 'delete', ...ref, transport }))
  ]
}

function sourceItem({ ref, part, base, text, transport }: StagedContent): SetItem {
  const isFirst = part === Object.keys(objectType(ref.type)?.parts ?? {})[0]
  return {
    ...{ action: 'update', ...ref, source: text, transport },
    ...(part === undefined || isFirst ? {} : { include: part as never }),
    ...(base === undefined ? { overwrite: true } : { expectedHash: sourceHash(base) })
  }
}

/** Makes one entry, as a call of its own would. */
export async function applyItem(
  context: ToolContext,
  item: SetItem,
  { ref, mode, transport }: ItemRun
): Promise<ToolResult> {
  return item.content === undefined
    ? await runItem(context, { ...item, ...ref, ...mode })
    : await applyContent(context, item.content, { mode, transport: item.transport ?? transport })
}

interface ItemRun {
  readonly ref: ObjectRef
  readonly mode: ItemMode
  readonly transport: string | undefined
}

async function applyContent(
  context: ToolContext,
  content: StagedContent,
  { mode, transport }: Omit<ItemRun, 'ref'>
): Promise<ToolResult> {
  const { ref, text, base } = content
  if (mode.preflight === true) {
    const present = await readPresent(context.erp, content, context.signal)
    const changed =
      (await contentHash(content, present.text)) !== (await contentHash(content, text))
    return { kind: 'data', data: { changed }, text: '' }
  }
  const expected = base === undefined ? undefined : await contentHash(content, base)
  return await context.change({ ref, transport }, async (erp, recheck) => {
    await restoreText(erp, { place: content, text, transport, expected }, { recheck })
    const system = systemWords(context.erp)
    return { kind: 'data', data: {}, text: `Saved · ${system} · ${placeWords(content)}` }
  })
}
