/** The review of a transport request before its release. */
import { readTransport } from '../../erp-client/index.ts'
import type { Transport, TransportEntry } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { atcLines } from '../diagnose/atc-groups.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { reviewAtTarget, targetSections } from './at-target.ts'
import type { AtTarget } from './at-target.ts'
import { changeWords, diffOfObject, objectsOf, sharedSince, sourcesOf } from './changes.ts'
import type { ObjectDiff } from './changes.ts'
import { bounds, heldElsewhere, inactiveOf, missingDependencies } from './neighbours.ts'
import { allEntries, entryRef, entryWords, isOpen, transportHead } from './words.ts'
import { byObject, draftsIn, alsoIn, foreignIn, atcOf, checkSources } from './review-checks.ts'
import type { Review } from './review-checks.ts'

/** The entries of the request for which the review has no difference. */
function entriesBeside(found: Transport, diffs: Review['diffs']): TransportEntry[] {
  const compared = new Set(diffs.map(({ ref }) => refWords(ref)))
  return allEntries(found).filter(
    entry => !compared.has(refWords(entryRef(entry) ?? { type: '', name: '' }))
  )
}

/**
 * Whether a request can go, and whether it should: its changes, drafts in it, syntax and ATC
 * findings, objects that are gone, what its objects use and the target may lack, and what of it
 * belongs to others; with `target` also what it would change at that system.
 */
export async function reviewRequest(
  context: ToolContext,
  { transport: number, target }: { transport: string; target?: string | undefined }
): Promise<ToolResult> {
  const found = await readTransport(context.erp, { number }, context.signal)
  const of = { number: found.number, refs: objectsOf(found) }
  const atTarget =
    target === undefined ? undefined : await reviewAtTarget(context, { ...of, target })
  const review = await look(context, found)
  const verdict = verdictOf(review, atTarget)
  const system = systemWords(context.erp)
  const others = entriesBeside(found, review.diffs)
  const open = found.tasks.filter(isOpen).map(({ number }) => number)
  return {
    kind: 'text',
    text: [
      `${system} · review of ${transportHead(found)} · ${verdict.toUpperCase()}`,
      ...(open.length === 0 ? [] : [`open tasks: ${open.join(', ')}`]),
      ...lines(others.map(entryWords), review, atTarget)
    ].join('\n')
  }
}

/** An import that overwrites a change of the target needs a decision, as the other remarks do. */
function verdictOf(review: Review, atTarget: AtTarget | undefined): string {
  const errors = review.findings.filter(line => line.startsWith('error'))
  const blocks = review.inactive.length + review.missing.length + errors.length
  const remarks =
    review.elsewhere.length +
    review.findings.length +
    review.dependencies.missing.length +
    review.foreign.length +
    (atTarget?.newer.length ?? 0) +
    review.atc.filter(({ first }) => first.priority <= 2).length
  return blocks > 0 ? 'not ready' : remarks > 0 ? 'look first' : 'ready'
}

/** Differences of more bytes are shown by the action diff. */
const shownDiffs = 2000

function areShown(diffs: readonly ObjectDiff[]): boolean {
  return diffs.reduce((sum, { text }) => sum + text.length, 0) <= shownDiffs
}

function diffTitle(diffs: readonly ObjectDiff[]): string {
  const since = sharedSince(diffs)
  const hint = areShown(diffs) ? '' : ' (the action diff shows them)'
  return `Changes${since === undefined ? '' : ` since ${since}`}${hint}`
}

function diffLines(diffs: readonly ObjectDiff[]): string[] {
  const since = sharedSince(diffs)
  const shown = areShown(diffs)
  return diffs.flatMap(diff => [
    `${refWords(diff.ref)}: ${changeWords(diff, since)}`,
    ...(shown && diff.text !== '' ? diff.text.split('\n') : [])
  ])
}

/** A heading with its lines, the words for their absence, and whether they hold prose of the ERP. */
type Section = readonly [title: string, list: readonly string[], none?: string, prose?: true]

/** What was found, and in one line what was looked for and is not there. */
function lines(
  others: readonly string[],
  { inactive, missing, findings, atc, dependencies, elsewhere, foreign, diffs, unchecked }: Review,
  atTarget: AtTarget | undefined
): string[] {
  const sections: readonly Section[] = [
    [diffTitle(diffs), diffLines(diffs), 'objects with a source'],
    ['Other entries', others],
    ...targetSections(atTarget),
    ['Inactive objects, which block the release', inactive, 'inactive'],
    ['Objects that do not exist any more', missing, 'missing'],
    ['Syntax findings', findings, 'syntax findings', true],
    ['ATC', atc.flatMap(group => atcLines(group)), 'ATC findings', true],
    [
      'Used objects that the target may lack',
      dependencies.missing.map(
        ({ object, why, usedBy }) => `${refWords(object)} ${why}; used by ${usedBy.join(', ')}`
      ),
      `used but maybe not in the target${dependencies.checked === 0 ? '' : ` (of ${dependencies.checked})`}`
    ],
    ['The same objects in other open requests', elsewhere, 'in other open requests'],
    ['Of other users', foreign, 'of other users'],
    [
      'Not checked',
      [...unchecked, ...dependencies.left.map(what => `what ${what} uses`)],
      'not checked'
    ]
  ]
  const none = sections.flatMap(([, list, words]) =>
    list.length === 0 && words !== undefined ? [words] : []
  )
  return [
    ...sections.flatMap(([title, list, , prose]) => {
      const indented = list.map(line => `  ${line}`)
      return list.length === 0
        ? []
        : [`${title}:`, ...(prose === true ? fenced(indented) : indented)]
    }),
    ...(none.length === 0 ? [] : [`None: ${none.join(', ')}.`])
  ]
}

async function look(context: ToolContext, found: Transport): Promise<Review> {
  const all = objectsOf(found)
  const refs = all.slice(0, bounds.objects)
  const sources = sourcesOf(found).slice(0, bounds.objects)
  const steps = 6
  const step = (done: number, message: string) => {
    context.progress({ done, total: steps, message })
  }
  step(0, 'comparing')
  const diffs = await inParallel(sources, async ref => await diffOfObject(context, ref, found))
  step(1, 'checking syntax')
  const checked = await checkSources(context, sources)
  step(2, 'running ATC')
  const cockpit = await atcOf(context, refs)
  step(3, 'looking for drafts')
  const inactive = [
    ...new Set([...(await draftsIn(context, found)), ...(await inactiveOf(context, refs))])
  ]
  step(4, 'looking at what it uses')
  const dependencies = await missingDependencies(context, { found, refs: sources })
  step(5, 'looking at other requests')
  const elsewhere = [
    ...new Set([
      ...(await alsoIn(context, found)),
      ...(await heldElsewhere(context, { found, refs }))
    ])
  ]
  const foreign = await foreignIn(context, found)
  return {
    ...checked,
    diffs,
    atc: cockpit.atc,
    dependencies,
    elsewhere,
    foreign,
    inactive: byObject(inactive),
    unchecked: [
      ...checked.unchecked,
      ...cockpit.unchecked,
      ...all.slice(bounds.objects).map(refWords)
    ]
  }
}

/** What would keep the ERP from releasing, as far as it can be seen before: for a dry run. */
export async function blocksOf(
  context: ToolContext,
  found: Transport,
  recursive: boolean
): Promise<string[]> {
  const tasks = recursive
    ? []
    : found.tasks
        .filter(task => isOpen(task) && task.entries.length > 0)
        .map(({ number, owner }) => `task ${number} of ${owner} is open`)
  const inactive = byObject([
    ...(await draftsIn(context, found)),
    ...(await inactiveOf(context, objectsOf(found).slice(0, bounds.objects)))
  ])
  return [...tasks, ...inactive.map(line => `${line} is inactive`)]
}
