/** Whether the ERP is still as it was when a change set was staged. */
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { ToolError } from '../failure/errors.ts'
import { contentHash, placeWords, readPresent, shownText } from '../journal/undo/contents.ts'
import { unlessMissing, wholeHash } from '../journal/whole-object.ts'
import { refWords } from '../objects/words.ts'
import { compareTexts } from '../write/source/diff.ts'
import type { SetContent, StagedContent } from './change-sets.ts'

/** Differences of an answer; the others are named. */
const mostShown = 10

/**
 * Compares all states before the first change. What is at the ERP already counts as unchanged: an
 * earlier attempt has made it.
 * @throws ToolError CHANGE_SET_DRIFT with the staged change and what came beside it
 */
export async function assertNoDrift(context: ToolContext, content: SetContent): Promise<void> {
  const created = new Set(content.creations.map(({ ref }) => refWords(ref)))
  const existing = content.contents.filter(({ ref }) => !created.has(refWords(ref)))
  const places = (
    await inParallel(existing, async one => ((await isAsStaged(context, one)) ? [] : [one]))
  ).flat()
  const deletions = (
    await inParallel(content.deletions, async ({ ref, hash }) => {
      const now = await unlessMissing(async () => await wholeHash(context.erp, ref))
      return now === undefined || now === hash ? [] : [refWords(ref)]
    })
  ).flat()
  const names = [...places.map(placeWords), ...deletions]
  if (names.length === 0) return
  const lines: string[] = []
  for (const one of places.slice(0, mostShown)) lines.push(...(await threeWay(context, one)))
  throw new ToolError(
    'CHANGE_SET_DRIFT',
    `Changed at the ERP since it was staged: ${names.join(', ')}. Nothing was changed.`,
    {
      remedy: [
        'Discard these objects of the set (mode discard with name), read them again, and stage the change anew.',
        ...lines
      ].join('\n'),
      outcome: 'failed',
      showsSource: true,
      data: { drifted: names }
    }
  )
}

async function isAsStaged(
  { erp, signal }: Pick<ToolContext, 'erp' | 'signal'>,
  content: StagedContent
): Promise<boolean> {
  const { text } = await readPresent(erp, content, signal)
  const now = await contentHash(content, text)
  const { base } = content
  return (
    now === (await contentHash(content, base)) || now === (await contentHash(content, content.text))
  )
}

async function threeWay(context: ToolContext, content: StagedContent): Promise<string[]> {
  const { text = '' } = await readPresent(context.erp, content, context.signal)
  const [base, staged, now] = await Promise.all(
    [content.base ?? '', content.text, text].map(async one => await shownText(content, one))
  )
  const mine = await compareTexts(base ?? '', staged ?? '', context.signal)
  const theirs = await compareTexts(base ?? '', now ?? '', context.signal)
  const words = placeWords(content)
  return [`${words}, before → staged:`, mine.text, `${words}, before → now:`, theirs.text]
}
