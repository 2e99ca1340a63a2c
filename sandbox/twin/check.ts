/** Checks staged objects together: sources, what they use, and their unit tests. */
import type { System } from '../system.ts'
import type { EngineMessage, ObjectKey } from '../types.ts'
import { check } from '../workbench/checks.ts'
import { createDependencies } from './dependencies.ts'
import type { Dependencies } from './dependencies.ts'
import { newDocument } from './new-documents.ts'
import { activate, assume, placeOf, put, refOf } from './objects.ts'
import { reach } from './reach.ts'
import { runTests } from './tests.ts'
import type {
  TwinErp,
  TwinFinding,
  TwinObject,
  TwinRef,
  TwinRequest,
  TwinTest,
  TwinVerdict
} from './types.ts'

/** Further names are read where a finding mentions them, so many times. */
const furtherRounds = 3
const longestText = 500

/** Runs one check on a system without objects of its own. */
export async function checkStaged(
  system: System,
  { objects, tests: wantsTests, bounds, testMilliseconds }: Omit<TwinRequest, 'folder'>,
  erp: TwinErp
): Promise<TwinVerdict> {
  const notJudged: string[] = []
  const deleted = new Set(objects.filter(each => each.deleted === true).map(({ name }) => name))
  const dependencies = createDependencies(system, { erp, bounds, deleted })
  const staged = objects.filter(each => each.deleted !== true)
  const { keys, refused } = await stage(system, { staged, dependencies, notJudged })
  await dependencies.follow(keys)
  const messages = await messagesOf(system, keys, dependencies)
  const findings = [...refused, ...messages.flatMap(findingOf)]
  const hasErrors = findings.some(({ severity }) => severity === 'error')
  let tests: readonly TwinTest[] = []
  if (wantsTests && !hasErrors) {
    tests = await runTests(system, { keys, dependencies, testMilliseconds })
  }
  notJudged.push(...messages.flatMap(reservationOf), ...dependencies.notJudged)
  const stubs = dependencies.stubs.filter(({ known }) => known === 'name' || tests.length > 0)
  const isOpen = notJudged.length > 0 || stubs.some(({ known }) => known === 'name')
  return {
    result: hasErrors ? 'errors' : isOpen ? 'incomplete' : 'clean',
    findings,
    tests,
    checked: keys.length,
    dependenciesRead: dependencies.read,
    requests: dependencies.requests,
    stubs,
    notJudged,
    reach
  }
}

interface Staging {
  readonly staged: readonly TwinObject[]
  readonly dependencies: Dependencies
  readonly notJudged: string[]
}

/** Puts the staged objects with the parts that the ERP has beside them. */
async function stage(
  system: System,
  { staged, dependencies, notJudged }: Staging
): Promise<{ keys: ObjectKey[]; refused: TwinFinding[] }> {
  const keys = new Map<string, ObjectKey>()
  const refused: TwinFinding[] = []
  // Dictionary objects first: the fields of a table follow from the kinds of their types.
  for (const object of [...staged].sort((a, b) => rank(a) - rank(b))) {
    const place = placeOf(object)
    if (place === undefined) {
      notJudged.push(`${object.type} ${object.name}: the engine does not check this type.`)
      continue
    }
    if (isKnownByName(object)) {
      notJudged.push(`${object.type} ${object.name}: its content is not known to the engine.`)
      await assume(system, [object.name])
      continue
    }
    if (hasParts(object)) await putRest(system, object, dependencies)
    const unreadable = put(system, object)
    if (unreadable === undefined) keys.set(`${place.key.type} ${place.key.name}`, place.key)
    else refused.push({ ...bare(object), ...unreadable, severity: 'error' })
  }
  await activate(system, [...keys.values()])
  return { keys: [...keys.values()], refused }
}

const withoutSource = new Set(['DOMA', 'DTEL', 'TTYP', 'MSAG', 'ENQU'])

/** An object without a source of which nothing is staged that the engine understands. */
function isKnownByName({ type, parts, fields = {} }: TwinObject): boolean {
  return withoutSource.has(type) && parts.length === 0 && newDocument(type, fields) === undefined
}

const ranks = ['DOMA', 'DTEL', 'TTYP', 'STRU', 'TABL']

function rank({ type }: TwinObject): number {
  const at = ranks.indexOf(type)
  return at < 0 ? ranks.length : at
}

function bare({ type, name, group }: TwinObject): TwinRef {
  return { type, name, ...(group === undefined ? {} : { group }) }
}

/** Whether the ERP may have parts of the object that are not staged. */
function hasParts({ type }: TwinObject): boolean {
  return type === 'CLAS' || type === 'FUNC' || type === 'FINC' || type === 'FUGR'
}

async function putRest(
  system: System,
  object: TwinObject,
  dependencies: Dependencies
): Promise<void> {
  const isInGroup = object.type === 'FUNC' || object.type === 'FINC'
  const whole = isInGroup ? { type: 'FUGR', name: object.group ?? '', parts: [] } : object
  const place = placeOf(whole)
  if (place === undefined || system.store.get(place.key) !== undefined) return
  const rest = await dependencies.rest(whole)
  const staged = new Set(object.parts.map(({ part }) => part))
  const parts = rest?.parts.filter(({ part }) => !staged.has(part)) ?? []
  if (parts.length > 0 || isInGroup) put(system, { ...whole, parts })
}

async function messagesOf(
  system: System,
  keys: readonly ObjectKey[],
  dependencies: Dependencies
): Promise<EngineMessage[]> {
  const request = { objects: keys, sources: [], drafts: false }
  let messages = await check(system, request)
  for (let round = 0; round < furtherRounds; round++) {
    const names = messages.filter(({ severity }) => severity === 'E').flatMap(namesIn)
    if (names.length === 0 || !(await dependencies.followNames(names))) break
    messages = await check(system, request)
  }
  return messages
}

/** Names of objects that a message may mention as unknown. */
function namesIn({ text }: EngineMessage): string[] {
  if (!/not found|unknown|does not exist|is not defined/i.test(text)) return []
  if (!/\b(?:type|class|interface|table|view)\b/i.test(text)) return []
  return [...text.matchAll(/"([\w/]{2,40})"/g)].map(([, name = '']) => name)
}

/** Messages that say that something was not checked: no verdict, and no error. */
const unchecked = new Set(['sandbox_unchecked', 'check_include', 'bounds'])

function isReservation({ rule }: EngineMessage): boolean {
  return unchecked.has(rule)
}

function reservationOf(message: EngineMessage): string[] {
  if (!isReservation(message)) return []
  const { object } = message.location.part
  return [`${object.type} ${object.name}: ${message.text}`]
}

function findingOf(message: EngineMessage): TwinFinding[] {
  const { severity, text, location } = message
  if (severity === 'I' || isReservation(message)) return []
  return [
    {
      ...refOf(location.part.object, location.part.part),
      line: location.range.startRow,
      column: location.range.startColumn,
      severity: severity === 'E' ? 'error' : 'warning',
      text: text.slice(0, longestText)
    }
  ]
}
