/** What a change set does, as one difference to what the ERP had when it was staged. */
import type { ObjectRef } from '../../erp-client/index.ts'
import { placeWords, shownText } from '../journal/undo/contents.ts'
import { refWords } from '../objects/words.ts'
import { compareTexts } from '../write/source/diff.ts'
import type { SetContent } from './change-sets.ts'

export interface StagedDifference {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly does: 'creates' | 'changes' | 'deletes'
  readonly words: string
  /** Empty where there is no text. */
  readonly text: string
}

/** One entry for each object or part, in the order in which they were staged. */
export async function differencesOf(
  { creations, contents, deletions }: SetContent,
  signal: AbortSignal
): Promise<readonly StagedDifference[]> {
  const found: StagedDifference[] = []
  for (const { ref, package: home, source, fields, description } of creations) {
    const facts = Object.entries({ description, fields }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`]
    )
    const { text } = await compareTexts('', source ?? '', signal)
    found.push({
      ...{ ref, does: 'creates', words: `creates ${refWords(ref)} in package ${home}` },
      text: [...facts, ...(text === '' ? [] : [text])].join('\n')
    })
  }
  for (const content of contents) {
    const { ref, part, kind } = content
    const before = await shownText(content, content.base ?? '')
    const after = await shownText(content, content.text)
    const { text } = await compareTexts(before, after, signal)
    const isNew = content.base === undefined ? ', a new part' : ''
    found.push({
      ...{ ref, part, does: 'changes', text },
      words: `changes ${placeWords({ kind, ref, part })}${isNew}`
    })
  }
  for (const { ref } of deletions) {
    found.push({ ref, does: 'deletes', words: `deletes ${refWords(ref)}`, text: '' })
  }
  return found
}
