/** The syntax check of a batch before its first change: all changed sources together, as unsaved. */
import { isErpError, objectType } from '../../../erp-client/index.ts'
import type { Finding, ObjectRef, SyntaxResult, UnsavedPart } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { ToolError } from '../../failure/errors.ts'
import { count, findingLines, refWords } from '../../objects/words.ts'
import { checkUnsaved } from '../source/unsaved.ts'
import type { BatchItem, Step } from './items.ts'
import type { Inspected } from './preflight.ts'

/** Beyond these bounds the check at the end of the batch reports the findings. */
const most = { objects: 20, characters: 1 << 20, findings: 20 }
const longestMs = 30_000

/** A text that is a syntax error in every type of object. */
const noSource = '?\n'

/** An existing object with the sources that the batch gives it. */
interface Changed {
  readonly ref: ObjectRef
  readonly sources: readonly UnsavedPart[]
  /** Names in these sources. */
  readonly named: ReadonlySet<string>
}

/**
 * Refuses a batch that brings syntax errors into existing objects. The ERP checks neither new objects
 * nor fields before they are saved, so objects that name them, also through others, are not judged.
 *
 * @throws ToolError SYNTAX_ERRORS
 */
export async function assertSyntax(
  context: ToolContext,
  steps: readonly Step<BatchItem>[],
  inspected: readonly Inspected[]
): Promise<void> {
  const pending = steps.flatMap((step, at) => {
    const found = inspected[at]
    return found?.state === 'todo' || found?.state === 'begun' ? [{ step, found }] : []
  })
  const objects = [...Map.groupBy(pending, ({ step }) => refWords(step.ref)).values()]
  const changed = objects.flatMap(changedIn)
  const known = new Set(changed.map(({ ref }) => ref.name))
  const unsettled = pending.map(({ step }) => step.ref.name).filter(name => !known.has(name))
  const judged = changed
    .map(one => ({ one, related: relatedTo(one, changed) }))
    .filter(({ related }) => !related.some(({ named }) => unsettled.some(name => named.has(name))))
  if (judged.length > most.objects) return
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(longestMs)])
  const findings = await inParallel(
    judged,
    async ({ one, related }) => await newErrors({ erp: context.erp, signal }, one, related)
  )
  context.signal.throwIfAborted()
  if (findings.some(found => found.length > 0)) throw refusal(findings.flat())
}

/** Nothing where the text of a step depends on the step before it. */
function changedIn(
  steps: readonly { readonly step: Step<BatchItem>; readonly found: Inspected }[]
): Changed[] {
  const [first] = steps
  if (first === undefined) return []
  const { ref } = first.step
  const sources = steps.flatMap(({ found }) => (found.after === undefined ? [] : [found.after]))
  if (sources.length < steps.length || objectType(ref.type)?.abilities.has('source') !== true) {
    return []
  }
  const words = sources.flatMap(({ source }) => source.toUpperCase().match(/[\w/$]+/g) ?? [])
  return [{ ref, sources: sources.map(source => ({ ref, ...source })), named: new Set(words) }]
}

/** The object and all that it names among the changed ones, also through others. */
function relatedTo(one: Changed, all: readonly Changed[]): readonly Changed[] {
  const related = new Set([one])
  for (const each of related) {
    for (const other of all) if (each.named.has(other.ref.name)) related.add(other)
  }
  return [...related]
}

/** Errors that the stored object does not have; none where the ERP cannot judge. */
async function newErrors(
  context: Pick<ToolContext, 'erp' | 'signal'>,
  one: Changed,
  related: readonly Changed[]
): Promise<readonly Finding[]> {
  const { ref } = one
  const others = related.filter(other => other !== one).flatMap(({ sources }) => sources)
  const further = [...one.sources, ...others]
  if (further.reduce((sum, { source }) => sum + source.length, 0) > most.characters) return []
  try {
    const errors = errorsOf(ref, await checkUnsaved(context, { ref, further }))
    if (errors.length === 0) return []
    const known = new Set(errorsOf(ref, await checkUnsaved(context, { ref })).map(keyOf))
    const fresh = errors.filter(error => !known.has(keyOf(error)))
    if (fresh.length === 0 || others.length === 0) return fresh
    // Some releases check against the other objects as stored: then the errors say nothing.
    const broken = others.map(other => ({ ...other, source: noSource }))
    const alone = errorsOf(
      ref,
      await checkUnsaved(context, { ref, further: [...one.sources, ...broken] })
    )
    return alone.map(keyOf).join() === errors.map(keyOf).join() ? [] : fresh
  } catch (error) {
    if (isErpError(error)) return []
    throw error
  }
}

function errorsOf(ref: ObjectRef, { processed, findings }: SyntaxResult): readonly Finding[] {
  return findings.filter(
    finding =>
      processed &&
      finding.severity === 'error' &&
      (finding.ref === undefined || refWords(finding.ref) === refWords(ref))
  )
}

/** Without the line, which an edit moves. */
function keyOf({ part, text }: Finding): string {
  return `${part ?? ''}\n${text}`
}

function refusal(findings: readonly Finding[]): ToolError {
  const more =
    findings.length > most.findings ? [`${findings.length - most.findings} more errors.`] : []
  return new ToolError(
    'SYNTAX_ERRORS',
    [
      `the batch would bring in ${count(findings.length, 'syntax error')}:`,
      ...findingLines(findings.slice(0, most.findings)),
      ...more
    ].join('\n'),
    {
      remedy:
        'All entries were looked at before the first change: nothing was changed. Correct these and send the batch again; a call of its own saves a draft with errors.',
      showsSource: true,
      outcome: 'failed'
    }
  )
}
