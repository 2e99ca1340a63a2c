import { objectOfUri, readSource } from '../../erp-client/index.ts'
import type { ObjectRef, RenamePlan, SyntaxResult, TouchedObject } from '../../erp-client/index.ts'
import type { ToolContext } from '../context.ts'
import { inParallel } from '../parallel.ts'
import { count, findingLine, placeWords, refWords } from '../words.ts'
import { applied } from './quick-fix.ts'
import { checkUnsaved } from './unsaved.ts'

/** Objects and findings of one answer. */
const mostObjects = 5
const mostFindings = 20

/**
 * What the ERP's check says about the sources as they would be after the rename, each object with all its own renamed sources. Other
 * objects are seen as they are stored, which the lines say where several are touched.
 */
export async function renameFindings (context: ToolContext, { touched, newName }: RenamePlan): Promise<string[]> {
  const objects = byObject(touched)
  const asked = objects.slice(0, mostObjects)
  const checks = await inParallel(asked, async (sources) => await checkRenamed(context, sources))
  const findings = checks.flatMap((check) => check.findings)
  const skipped = asked.filter((_sources, index) => checks[index]?.processed !== true).map((sources) => wordsOf(sources))
  const left = objects.slice(mostObjects).map((sources) => wordsOf(sources))
  const checked = asked.length - skipped.length
  const verdict = checked === 0 ? 'not possible' : findings.length === 0 ? 'clean' : count(findings.length, 'finding')
  return [
    `syntax check of the renamed sources: ${verdict}${objects.length === 1 ? '' : ` (${count(checked, 'object')} of ${objects.length})`}`,
    ...alike(findings).slice(0, mostFindings),
    ...(alike(findings).length > mostFindings ? [`${alike(findings).length - mostFindings} more findings`] : []),
    ...(findings.length > 0 && objects.length > 1 ? [`Each object was checked against the others as stored: a finding that ${newName} is unknown may be gone after the rename.`] : []),
    ...(skipped.length > 0 && checked > 0 ? [`Could not be checked: ${skipped.join(', ')}.`] : []),
    ...(left.length > 0 ? [`Not checked: ${left.slice(0, 10).join(', ')}${left.length > 10 ? ` and ${left.length - 10} more` : ''}.`] : [])
  ]
}

/** What is said of many places of an object is said once. */
function alike (findings: SyntaxResult['findings']): string[] {
  const groups = Map.groupBy(findings, ({ severity, ref, part, text }) => [severity, ref === undefined ? '' : refWords(ref), part, text].join('\n'))
  return [...groups.values()].flatMap(([first, ...rest]) => first === undefined ? [] : [findingLine(first), ...(rest.length === 0 ? [] : [`  also ${rest.map(({ line, column }) => placeWords({ line, column })).join(', ')}`])])
}

interface Renamed extends TouchedObject { readonly ref: ObjectRef }

function byObject (touched: readonly TouchedObject[]): Renamed[][] {
  const groups = new Map<string, Renamed[]>()
  for (const { ref, ...rest } of touched) {
    if (ref !== undefined && rest.edits.length > 0) groups.set(refWords(ref), [...groups.get(refWords(ref)) ?? [], { ref, ...rest }])
  }
  return [...groups.values()]
}

function wordsOf ([first]: readonly Renamed[]): string {
  return first === undefined ? '' : refWords(first.ref)
}

async function checkRenamed (context: ToolContext, sources: readonly Renamed[]): Promise<SyntaxResult> {
  const [first] = sources
  if (first === undefined) return { processed: false, findings: [] }
  const edits = new Map<string | undefined, TouchedObject['edits'][number][]>()
  for (const { uri, edits: own } of sources) {
    const part = objectOfUri(uri)?.part
    edits.set(part, [...edits.get(part) ?? [], ...own])
  }
  const further: { part: string | undefined, source: string }[] = []
  for (const [part, own] of edits) {
    const source = await renamedSource(context, { ref: first.ref, part }, own)
    if (source === undefined) return { processed: false, findings: [] }
    further.push({ part, source })
  }
  return await checkUnsaved(context, { ref: first.ref, further })
}

/** The source with the new name; undefined where it is not the text that the plan was made of, for checking another one would tell of nothing. */
async function renamedSource (context: ToolContext, of: { readonly ref: ObjectRef, readonly part: string | undefined }, edits: TouchedObject['edits']): Promise<string | undefined> {
  const { text } = await readSource(context.erp, of, context.signal)
  const lines = text.split('\n')
  const holds = edits.every(({ line, column, before }) => lines[line - 1]?.slice(column - 1, column - 1 + before.length).toLowerCase() === before.toLowerCase())
  return holds ? applied(text, edits) : undefined
}
