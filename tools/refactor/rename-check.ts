/** The syntax check of all sources as they would be after a rename. */
import { objectOfUri, readSource } from '../../erp-client/index.ts'
import type {
  Finding,
  ObjectRef,
  RenamePlan,
  SyntaxResult,
  TouchedObject,
  UnsavedPart
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { fenced } from '../failure/prose.ts'
import { count, findingLine, placeWords, refWords } from '../objects/words.ts'
import { applied } from './quick-fix.ts'
import { checkUnsaved } from '../write/source/unsaved.ts'

/** Objects and findings of one answer, and the text that one check may carry along. */
const most = { objects: 20, findings: 20, characters: 1 << 20 }

/** A text that is a syntax error in every type of object. */
const noSource = '?\n'

/**
 * An object with all its own renamed sources; undefined where one of them is not the text that the
 * plan was made of.
 */
interface Renamed {
  readonly ref: ObjectRef
  readonly sources: readonly UnsavedPart[] | undefined
}

/** `alone`: the ERP judged the object as if the others had not changed. */
interface CheckedObject {
  readonly renamed: Renamed
  readonly processed: boolean
  readonly findings: readonly Finding[]
  readonly alone?: boolean
}

/**
 * Every object is checked with the renamed sources of all others. A finding that the stored source
 * has as well is no finding of the rename. Where findings remain, a check with the other sources
 * broken shows whether the ERP checks them at all.
 */
export async function renameFindings(
  context: ToolContext,
  { touched, newName }: RenamePlan
): Promise<string[]> {
  const objects = await inParallel(
    byObject(touched),
    async sources => await renamedOf(context, sources)
  )
  const asked = objects.slice(0, most.objects)
  const all = objects.flatMap(({ sources }) => sources ?? [])
  const fits = all.reduce((sum, { source }) => sum + source.length, 0) <= most.characters
  const judged = await inParallel(
    asked,
    async renamed => await checkRenamed(context, renamed, fits ? all : [])
  )
  const findings = judged.flatMap(one => one.findings)
  const skipped = judged
    .filter(({ processed }) => !processed)
    .map(({ renamed }) => refWords(renamed.ref))
  const checked = asked.length - skipped.length
  const verdict =
    checked === 0
      ? 'not possible'
      : findings.length === 0
        ? 'clean'
        : count(findings.length, 'finding')
  const shown = alike(findings)
  const isAlone =
    objects.length > 1 && findings.length > 0 && judged.every(({ alone }) => alone !== false)
  return [
    `syntax check of the renamed sources: ${verdict}${objects.length === 1 ? '' : ` (${count(checked, 'object')} of ${objects.length})`}`,
    ...fenced(shown.slice(0, most.findings)),
    ...(shown.length > most.findings ? [`${shown.length - most.findings} more findings`] : []),
    ...(isAlone
      ? [
          `The ERP checked each object against the others as stored: a finding that ${newName} is unknown may be gone after the rename.`
        ]
      : []),
    ...(skipped.length > 0 && checked > 0 ? [`Could not be checked: ${skipped.join(', ')}.`] : []),
    ...leftOut(objects.slice(most.objects))
  ]
}

function leftOut(objects: readonly Renamed[]): string[] {
  if (objects.length === 0) return []
  const names = objects
    .slice(0, 10)
    .map(({ ref }) => refWords(ref))
    .join(', ')
  return [`Not checked: ${names}${objects.length > 10 ? ` and ${objects.length - 10} more` : ''}.`]
}

async function checkRenamed(
  context: ToolContext,
  renamed: Renamed,
  all: readonly UnsavedPart[]
): Promise<CheckedObject> {
  const { ref, sources } = renamed
  if (sources === undefined) return { renamed, processed: false, findings: [] }
  const others = all.filter(one => !sources.includes(one))
  const { processed, findings } = await checkUnsaved(context, {
    ref,
    further: [...sources, ...others]
  })
  if (findings.length === 0) return { renamed, processed, findings }
  const known = new Set((await checkUnsaved(context, { ref })).findings.map(keyOf))
  const fresh = findings.filter(finding => !known.has(keyOf(finding)))
  if (fresh.length === 0) return { renamed, processed, findings: fresh }
  const broken = others.map(one => ({ ...one, source: noSource }))
  const alone = sameFindings(
    await checkUnsaved(context, { ref, further: [...sources, ...broken] }),
    findings
  )
  return { renamed, processed, findings: fresh, alone }
}

function sameFindings(a: SyntaxResult, b: readonly Finding[]): boolean {
  return (
    JSON.stringify(a.findings.map(keyOf).toSorted()) === JSON.stringify(b.map(keyOf).toSorted())
  )
}

/** A rename moves no line. */
function keyOf({ severity, ref, part, line, text }: Finding): string {
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

interface Touched extends TouchedObject {
  readonly ref: ObjectRef
}

function byObject(touched: readonly TouchedObject[]): Touched[][] {
  const groups = new Map<string, Touched[]>()
  for (const { ref, ...rest } of touched) {
    if (ref !== undefined && rest.edits.length > 0) {
      groups.set(refWords(ref), [...(groups.get(refWords(ref)) ?? []), { ref, ...rest }])
    }
  }
  return [...groups.values()]
}

async function renamedOf(context: ToolContext, touched: readonly Touched[]): Promise<Renamed> {
  const [{ ref } = { ref: { type: '', name: '' } }] = touched
  const edits = new Map<string | undefined, TouchedObject['edits'][number][]>()
  for (const { uri, edits: own } of touched) {
    const part = objectOfUri(uri)?.part
    edits.set(part, [...(edits.get(part) ?? []), ...own])
  }
  const sources: UnsavedPart[] = []
  for (const [part, own] of edits) {
    const source = await renamedSource(context, { ref, part }, own)
    if (source === undefined) return { ref, sources: undefined }
    sources.push({ ref, part, source })
  }
  return { ref, sources }
}

interface Part {
  readonly ref: ObjectRef
  readonly part: string | undefined
}

/**
 * The source with the new name; undefined where it is not the text that the plan was made of, whose
 * check would say nothing.
 */
async function renamedSource(
  context: ToolContext,
  of: Part,
  edits: TouchedObject['edits']
): Promise<string | undefined> {
  const { text } = await readSource(context.erp, of, context.signal)
  const lines = text.split('\n')
  const holds = edits.every(({ line, column, before }) => {
    const found = lines[line - 1]?.slice(column - 1, column - 1 + before.length)
    return found?.toLowerCase() === before.toLowerCase()
  })
  return holds ? applied(text, edits) : undefined
}
