/** The syntax check of all changed sources together, before anything is saved. */
import type { Finding, ObjectRef, SyntaxResult, UnsavedPart } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { fenced } from '../failure/prose.ts'
import { count, findingLine, placeWords, refWords } from '../objects/words.ts'
import { checkUnsaved } from '../write/source/unsaved.ts'
import { namesByType } from './changed-source.ts'
import type { ChangedSource, SourcesChange } from './changed-source.ts'

/** Objects and findings of one answer, and the text that one check may carry along. */
const most = { objects: 40, findings: 20, characters: 1 << 20 }

/** A text that is a syntax error in every type of object. */
const noSource = '?\n'

/** An object with all its own changed sources. */
interface ChangedObject {
  readonly ref: ObjectRef
  readonly own: readonly ChangedSource[]
  readonly parts: readonly UnsavedPart[]
}

/** `alone`: the ERP judged the object as if the others had not changed. */
interface CheckedObject {
  readonly ref: ObjectRef
  readonly processed: boolean
  readonly findings: readonly Finding[]
  readonly alone?: boolean
}

type Checked = Pick<SourcesChange, 'sources' | 'asBefore'>

/**
 * Every object is checked with the changed sources of all others. A finding that the stored source
 * has as well is no finding of the change. Where findings remain, a check with the other sources
 * broken shows whether the ERP checks them at all.
 */
export async function changeFindings(context: ToolContext, change: Checked): Promise<string[]> {
  const objects = byObject(change.sources)
  const asked = objects.slice(0, most.objects)
  const all = objects.flatMap(({ parts }) => parts)
  const fits = all.reduce((sum, { source }) => sum + source.length, 0) <= most.characters
  const judged = await inParallel(
    asked,
    async object => await checkObject(context, change, { object, all: fits ? all : [] })
  )
  return reportOf(judged, objects)
}

function reportOf(judged: readonly CheckedObject[], objects: readonly ChangedObject[]): string[] {
  const findings = judged.flatMap(one => one.findings)
  const skipped = judged.filter(({ processed }) => !processed).map(({ ref }) => ref)
  const checked = judged.length - skipped.length
  const verdict =
    checked === 0
      ? 'not possible'
      : findings.length === 0
        ? 'clean'
        : count(findings.length, 'finding')
  const shown = alike(findings)
  const isAlone =
    objects.length > 1 && findings.length > 0 && judged.every(({ alone }) => alone !== false)
  const left = objects.slice(judged.length).map(({ ref }) => ref)
  return [
    `syntax check of the changed sources: ${verdict}${objects.length === 1 ? '' : ` (${count(checked, 'object')} of ${objects.length})`}`,
    ...fenced(shown.slice(0, most.findings)),
    ...(shown.length > most.findings ? [`${shown.length - most.findings} more findings`] : []),
    ...(isAlone
      ? [
          'The ERP checked each object against the others as stored: a finding about what another object declares may be gone after the change.'
        ]
      : []),
    ...(skipped.length > 0 && checked > 0
      ? [`Could not be checked: ${namesByType(skipped, 10)}.`]
      : []),
    ...(left.length === 0 ? [] : [`Not checked: ${namesByType(left, 10)}.`])
  ]
}

interface ToCheck {
  readonly object: ChangedObject
  readonly all: readonly UnsavedPart[]
}

async function checkObject(
  context: ToolContext,
  change: Checked,
  { object, all }: ToCheck
): Promise<CheckedObject> {
  const { ref, parts } = object
  const others = all.filter(one => !parts.includes(one))
  const further = [...parts, ...others]
  const { processed, findings } = await checkUnsaved(context, { ref, further })
  if (findings.length === 0) return { ref, processed, findings }
  const known = (await checkUnsaved(context, { ref })).findings
  const caused = causedFindings(change, { before: known, after: findings })
  if (caused.length === 0) return { ref, processed, findings: caused }
  const broken = others.map(one => ({ ...one, source: noSource }))
  const alone = sameFindings(
    await checkUnsaved(context, { ref, further: [...parts, ...broken] }),
    findings
  )
  return { ref, processed, findings: caused, alone }
}

interface Findings {
  readonly before: readonly Finding[]
  readonly after: readonly Finding[]
}

/**
 * The findings after the change without those that were there before. Lines may have moved: a
 * finding is the same where its words and the text of its line are, or where its words are and the
 * line of the earlier one no longer exists.
 */
export function causedFindings(
  { sources, asBefore = text => text }: Checked,
  { before, after }: Findings
): Finding[] {
  const lines = new ChangedLines(sources)
  const wordsOf = ({ severity, ref, part = 'main', text }: Finding) =>
    asBefore([severity, ref === undefined ? '' : refWords(ref), part, text].join('\n'))
  const groups = Map.groupBy(before, wordsOf)
  return [...Map.groupBy(after, wordsOf)].flatMap(([words, own]) => {
    const earlier = [...(groups.get(words) ?? [])]
    const fresh = own.filter(finding => {
      const line = asBefore(lines.textOf(finding, 'after'))
      const at = earlier.findIndex(one => asBefore(lines.textOf(one, 'before')) === line)
      if (at >= 0) earlier.splice(at, 1)
      return at < 0
    })
    const gone = earlier.filter(finding => !lines.stays(finding))
    return fresh.slice(gone.length)
  })
}

/** Finds the text of a line by a finding; a line of a source that does not change by its number. */
class ChangedLines {
  readonly #sources: ReadonlyMap<string, Record<'before' | 'after', readonly string[]>>

  constructor(sources: readonly ChangedSource[]) {
    this.#sources = new Map(
      sources.map(({ before, after }) => [
        keyOf(before.ref, before.part),
        { before: trimmedLines(before.text), after: trimmedLines(after) }
      ])
    )
  }

  textOf(finding: Finding, side: 'before' | 'after'): string {
    const { line } = finding
    if (line === undefined) return ''
    return this.#sourceOf(finding)?.[side][line - 1] ?? String(line)
  }

  /** Whether the line of an earlier finding is among the lines after the change. */
  stays(finding: Finding): boolean {
    return this.#sourceOf(finding)?.after.includes(this.textOf(finding, 'before')) ?? true
  }

  #sourceOf({ ref, part }: Finding) {
    if (ref !== undefined) return this.#sources.get(keyOf(ref, part))
    const [only] = this.#sources.values()
    return this.#sources.size === 1 ? only : undefined
  }
}

const trimmedLines = (text: string) => text.split('\n').map(line => line.trim())

const keyOf = (ref: ObjectRef, part: string | undefined) => `${refWords(ref)}\n${part ?? 'main'}`

function sameFindings(a: SyntaxResult, b: readonly Finding[]): boolean {
  const words = (findings: readonly Finding[]) => JSON.stringify(findings.map(exactly).toSorted())
  return words(a.findings) === words(b)
}

function exactly({ severity, ref, part, line, text }: Finding): string {
  return [severity, ref === undefined ? '' : refWords(ref), part, line, text].join('\n')
}

/** Joins equal findings at several places of an object. */
function alike(findings: readonly Finding[]): string[] {
  const groups = Map.groupBy(findings, ({ severity, ref, part, text }) =>
    [severity, ref === undefined ? '' : refWords(ref), part, text].join('\n')
  )
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return []
    const also = rest.map(({ line, column }) => placeWords({ line, column })).join(', ')
    return [findingLine(first), ...(rest.length === 0 ? [] : [`  also ${also}`])]
  })
}

function byObject(sources: readonly ChangedSource[]): ChangedObject[] {
  const groups = Map.groupBy(sources, ({ before }) => refWords(before.ref))
  return [...groups.values()].flatMap(own => {
    const ref = own[0]?.before.ref
    return ref === undefined
      ? []
      : [
          {
            ref,
            own,
            parts: own.map(({ before, after }) => ({ ref, part: before.part, source: after }))
          }
        ]
  })
}
