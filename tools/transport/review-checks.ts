/** The findings of a review, and its single checks: syntax, ATC, drafts, other requests, owners. */
import {
  checkSyntax,
  isErpError,
  listInactive,
  listTransports,
  readSystem,
  runAtc
} from '../../erp-client/index.ts'
import type { AtcFinding, ObjectRef, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { errorWords, inlineProse } from '../failure/prose.ts'
import { groupAtc } from '../diagnose/atc-groups.ts'
import type { RuleGroup } from '../objects/finding-groups.ts'
import { count, findingLine, refWords } from '../objects/words.ts'
import type { ObjectDiff } from './changes.ts'
import { allEntries, entryRef, entryWords, isOpen } from './words.ts'
import type { Dependencies } from './neighbours.ts'

export interface Review {
  readonly inactive: readonly string[]
  /** Objects that are recorded and do not exist. */
  readonly missing: readonly string[]
  readonly findings: readonly string[]
  readonly atc: readonly RuleGroup<AtcFinding>[]
  readonly dependencies: Dependencies
  readonly elsewhere: readonly string[]
  readonly foreign: readonly string[]
  readonly diffs: readonly ObjectDiff[]
  readonly unchecked: readonly string[]
}

const atcFindings = 100

/** Both looks name the object first; one line for each is enough. */
export function byObject(list: readonly string[]): string[] {
  return [
    ...new Map(list.toReversed().map(line => [line.replace(/ \([^(]*\)$/, ''), line])).values()
  ]
}

export async function draftsIn(context: ToolContext, found: Transport): Promise<string[]> {
  const names = new Set(
    allEntries(found)
      .flatMap(entry => entryRef(entry) ?? [])
      .map(refWords)
  )
  const drafts = await listInactive(context.erp, context.signal)
  return [
    ...new Set(
      drafts
        .filter(({ ref, transport }) => transport === found.number || names.has(refWords(ref)))
        .map(({ ref, user }) => `${refWords(ref)} (draft of ${user})`)
    )
  ]
}

function owners(found: Transport): string[] {
  return [...new Set([found.owner, ...found.tasks.map(({ owner }) => owner)])].filter(
    owner => owner !== ''
  )
}

export async function alsoIn(context: ToolContext, found: Transport): Promise<string[]> {
  const own = new Set(
    allEntries(found)
      .filter(({ pgmid }) => pgmid !== 'CORR')
      .map(entryWords)
  )
  const lists = await inParallel(
    owners(found),
    async user => await listTransports(context.erp, { user, statuses: 'D' }, context.signal)
  )
  const others = [
    ...new Map(
      lists
        .flat()
        .filter(other => other.number !== found.number && isOpen(other))
        .map(other => [other.number, other])
    ).values()
  ]
  return others.flatMap(other =>
    allEntries(other)
      .map(entryWords)
      .filter(words => own.has(words))
      .map(
        words => `${words} in ${other.number} (${other.owner}: ${inlineProse(other.description)})`
      )
  )
}

/** The request or tasks of other users: their release needs a decision of its own. */
export async function foreignIn(context: ToolContext, found: Transport): Promise<string[]> {
  const user = context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
  const request = found.owner === user ? [] : [`request ${found.number} is ${found.owner}'s`]
  return [
    ...request,
    ...found.tasks
      .filter(task => task.owner !== user)
      .map(
        task =>
          `task ${task.number} is ${task.owner}'s${isOpen(task) ? ' and open' : ''}, ${count(task.entries.length, 'entry')}`
      )
  ]
}

/**
 * The findings of the test cockpit by rule, the gravest first, and what it could not judge. A
 * request that holds a package holds its attributes; its objects stand in entries of their own.
 */
export async function atcOf(
  context: ToolContext,
  all: readonly ObjectRef[]
): Promise<Pick<Review, 'atc' | 'unchecked'>> {
  const refs = all.filter(({ type }) => type !== 'DEVC')
  if (refs.length === 0) return { atc: [], unchecked: [] }
  try {
    const { findings } = await runAtc(
      context.erp,
      { refs, maxFindings: atcFindings },
      context.signal
    )
    const isCut = findings.length >= atcFindings
    return {
      atc: groupAtc(findings.toSorted((a, b) => a.priority - b.priority)),
      unchecked: isCut ? [`ATC findings after the first ${atcFindings}`] : []
    }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!isErpError(error)) throw error
    return { atc: [], unchecked: [`ATC (not run: ${errorWords(error)})`] }
  }
}

export async function checkSources(
  context: ToolContext,
  refs: readonly ObjectRef[]
): Promise<Pick<Review, 'findings' | 'missing' | 'unchecked'>> {
  const checked = await inParallel(refs, async ref => {
    try {
      const { processed, findings } = await checkSyntax(context.erp, { ref }, context.signal)
      return {
        findings: findings.map(findingLine),
        missing: [],
        unchecked: processed ? [] : [refWords(ref)]
      }
    } catch (error) {
      context.signal.throwIfAborted()
      if (!isErpError(error)) throw error
      const gone = isErpError(error, 'ERP_NOT_FOUND')
      return {
        findings: [],
        missing: gone ? [refWords(ref)] : [],
        unchecked: gone ? [] : [refWords(ref)]
      }
    }
  })
  return {
    findings: checked.flatMap(one => one.findings),
    missing: checked.flatMap(one => one.missing),
    unchecked: checked.flatMap(one => one.unchecked)
  }
}
