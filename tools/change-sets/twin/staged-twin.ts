/** A change set as the twin checks it, and its verdict as lines of an answer. */
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { objectKey } from '../../journal/undo/contents.ts'
import { count, findingLines, refWords } from '../../objects/words.ts'
import { findingData } from '../../schema/output.ts'
import type { SetContent } from '../change-sets.ts'
import { checkTogether } from './twin-reads.ts'
import type { TwinObject, TwinPart, TwinTest, TwinVerdict } from './twin.ts'

const most = { findings: 20, tests: 20, names: 8, notJudged: 8 }

/** The staged objects, with the parts that are staged of each. Texts are no part of a check. */
export function twinObjects({ creations, contents, deletions }: SetContent): TwinObject[] {
  const objects = new Map<string, { ref: ObjectRef; parts: TwinPart[]; more: object }>()
  const at = (ref: ObjectRef) => {
    const known = objects.get(objectKey(ref)) ?? { ref, parts: [], more: {} }
    objects.set(objectKey(ref), known)
    return known
  }
  for (const { ref, source, fields } of creations) {
    const object = at(ref)
    if (source !== undefined) object.parts.push({ part: 'main', text: source })
    if (fields !== undefined) object.more = { fields }
  }
  for (const { kind, ref, part, text } of contents) {
    if (kind === 'texts') continue
    at(ref).parts.push({ part: kind === 'document' ? 'document' : (part ?? 'main'), text })
  }
  for (const { ref } of deletions) at(ref).more = { deleted: true }
  return [...objects.values()].map(({ ref, parts, more }) => ({ ...ref, parts, ...more }))
}

/** A verdict, or why there is none. */
export type TwinOutcome = { readonly verdict: TwinVerdict } | { readonly without: string }

/** Errors of the ERP end the call; where the twin has no verdict, the rest of the check has one. */
export async function checkInTwin(
  context: ToolContext,
  content: SetContent,
  users: readonly TwinObject[]
): Promise<TwinOutcome> {
  try {
    return { verdict: await checkTogether(context, [...twinObjects(content), ...users]) }
  } catch (error) {
    if (!(error instanceof ToolError) || !error.code.startsWith('TWIN_')) throw error
    return { without: `${error.code}: ${error.message} ${error.details.remedy ?? ''}`.trim() }
  }
}

export function twinErrors(outcome: TwinOutcome): number {
  if ('without' in outcome) return 0
  return outcome.verdict.findings.filter(({ severity }) => severity === 'error').length
}

export function twinLines(outcome: TwinOutcome): string[] {
  if ('without' in outcome) return [`Twin: no verdict. ${outcome.without}`]
  const { verdict } = outcome
  const { result, checked, dependenciesRead, requests, stubs, notJudged, reach } = verdict
  const named = stubs.slice(0, most.names).map(({ name, known }) => `${name} (by ${known})`)
  const stubWords =
    stubs.length === 0
      ? 'no stubs'
      : `${count(stubs.length, 'stub')}: ${named.join(', ')}${stubs.length > named.length ? ', …' : ''}`
  return [
    `Twin: ${result} · ${count(checked, 'object')} checked together · ${count(dependenciesRead, 'dependency')} read ` +
      `(${count(requests, 'request')}) · ${stubWords}`,
    ...findingLines(verdict.findings.slice(0, most.findings).map(findingOf)),
    ...moreLine(verdict.findings.length - most.findings, 'finding'),
    ...testLines(verdict.tests),
    ...notJudged.slice(0, most.notJudged).map(one => `Not judged: ${one}`),
    ...moreLine(notJudged.length - most.notJudged, 'reason'),
    reach
  ]
}

function findingOf({ type, name, group, ...rest }: TwinVerdict['findings'][number]) {
  return { ...rest, ref: { type, name, group } }
}

function moreLine(number: number, noun: string): string[] {
  return number > 0 ? [`… and ${count(number, `further ${noun}`)}`] : []
}

function testLines(tests: readonly TwinTest[]): string[] {
  if (tests.length === 0) return []
  const number = (state: TwinTest['state']) => tests.filter(each => each.state === state).length
  const others = tests.filter(({ state }) => state !== 'passed')
  return [
    `Unit tests in the twin: ${number('passed')} passed, ${number('failed')} failed, ${number('not judged')} not judged`,
    ...others.slice(0, most.tests).map(testLine),
    ...moreLine(others.length - most.tests, 'test')
  ]
}

function testLine({ type, name, group, testClass, method, state, texts }: TwinTest): string {
  return `${state} ${refWords({ type, name, group })} ${testClass}=>${method}: ${texts.join('; ')}`
}

/** The verdict as data, as far as the lines show it. */
export function twinData(outcome: TwinOutcome): object {
  if ('without' in outcome) return { result: 'none', reason: outcome.without }
  const { findings, tests, stubs, notJudged, ...facts } = outcome.verdict
  return {
    ...facts,
    findings: findings.slice(0, most.findings).map(one => findingData(findingOf(one))),
    tests: {
      passed: tests.filter(({ state }) => state === 'passed').length,
      others: tests.filter(({ state }) => state !== 'passed').slice(0, most.tests)
    },
    stubs: { count: stubs.length, first: stubs.slice(0, most.names) },
    notJudged: notJudged.slice(0, most.notJudged)
  }
}
