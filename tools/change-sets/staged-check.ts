/** The ERP's own syntax check of staged sources, which it gets as unsaved ones. */
import { objectType } from '../../erp-client/index.ts'
import type { Finding, ObjectRef, UnsavedPart } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { objectKey } from '../journal/undo/contents.ts'
import { findingLines, refWords } from '../objects/words.ts'
import { checkUnsaved } from '../write/source/unsaved.ts'
import type { DraftContent } from './content.ts'

/** Beyond these bounds the ERP is not asked. */
const most = { objects: 50, characters: 2_000_000, findings: 20 }

export interface StagedFindings {
  readonly findings: readonly Finding[]
  readonly checked: readonly ObjectRef[]
  /** Objects that the ERP does not check before they are saved, with the reason. */
  readonly unchecked: readonly { readonly ref: ObjectRef; readonly why: string }[]
}

/** Checks the existing objects among these, each with all sources that are staged. */
export async function checkAtErp(
  context: Pick<ToolContext, 'erp' | 'signal'>,
  draft: DraftContent,
  refs: readonly ObjectRef[]
): Promise<StagedFindings> {
  const further: UnsavedPart[] = [...draft.contents.values()].flatMap(
    ({ kind, ref, part, text }) =>
      kind === 'source' && draft.creationOf(ref) === undefined ? [{ ref, part, source: text }] : []
  )
  const size = further.reduce((sum, { source }) => sum + source.length, 0)
  const unchecked: { ref: ObjectRef; why: string }[] = []
  const possible = refs.filter(ref => {
    const why = reasonAgainst(draft, ref, size)
    if (why !== undefined) unchecked.push({ ref, why })
    return why === undefined
  })
  for (const ref of possible.splice(most.objects)) {
    unchecked.push({ ref, why: `more than ${most.objects} objects` })
  }
  const results = await inParallel(possible, async ref => ({
    ref,
    result: await checkUnsaved(context, { ref, further })
  }))
  for (const { ref, result } of results) {
    if (!result.processed) unchecked.push({ ref, why: 'the ERP has no check for it' })
  }
  const done = results.filter(({ result }) => result.processed)
  return {
    findings: unique(
      done.flatMap(({ ref, result }) =>
        result.findings.map(one => ({ ...one, ref: one.ref ?? ref }))
      )
    ),
    checked: done.map(({ ref }) => ref),
    unchecked
  }
}

function reasonAgainst(draft: DraftContent, ref: ObjectRef, size: number): string | undefined {
  if (draft.creationOf(ref) !== undefined) return 'it is new'
  if (draft.isDeleted(ref)) return 'it is deleted'
  if (objectType(ref.type)?.abilities.has('source') !== true) return 'it has no source'
  const hasSource = [...draft.contents.values()].some(
    one => one.kind === 'source' && objectKey(one.ref) === objectKey(ref)
  )
  if (!hasSource) return 'its source is as before'
  return size > most.characters ? 'too much text' : undefined
}

/** Two objects that are checked together have the findings of both. */
function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map(one => [JSON.stringify(one), one])).values()]
}

export function stagedCheckLines({ findings, checked, unchecked }: StagedFindings): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const verdict =
    findings.length === 0 ? 'clean' : `${errors} errors, ${findings.length - errors} further`
  const head =
    checked.length === 0
      ? []
      : [`Syntax check by the ERP, with all that is staged (${checked.length}): ${verdict}`]
  const by = Map.groupBy(unchecked, ({ why }) => why)
  const others = [...by].map(
    ([why, some]) =>
      `Not checked by the ERP, ${why}: ${some.map(({ ref }) => refWords(ref)).join(', ')}`
  )
  return [...head, ...findingLines(findings.slice(0, most.findings)), ...others]
}
