/** Results of ABAP Unit in the form of JUnit. */
import type { System } from '../../system.ts'
import type { FileRange, RunAlert } from '../../types.ts'
import type { ClassResult, ProgramResult } from '../../workbench/tests.ts'
import type { TestObstacle } from '../../workbench/test-obstacles.ts'
import { stackLine } from './unit-result.ts'
import type { Frame } from './unit-result.ts'
import { isoTime } from '../times.ts'
import { document, element, text } from '../xml.ts'

type Kind = 'failure' | 'error' | 'skipped'

const kindOf = ({ kind }: RunAlert): Kind =>
  kind === 'failedAssertion' ? 'failure' : kind === 'warning' ? 'skipped' : 'error'

interface Case {
  readonly markup: string
  readonly seconds: number
  readonly kinds: readonly Kind[]
}

/** What the alerts of a program are written with. */
interface Program {
  readonly classname: string
  readonly frame: Frame
}

function alertElement(frame: Frame, alert: RunAlert): string {
  const kind = kindOf(alert)
  const stack = alert.stack.flatMap(place => stackLine(frame, place) ?? [])
  const lines = [...alert.details, ...stack.map((line, at) => (at === 0 ? `Stack: ${line}` : line))]
  return element(
    kind,
    { ...(kind === 'skipped' ? {} : { type: alert.kind }), message: alert.title },
    text(lines.filter(line => line !== '').join('\n'))
  )
}

const seconds = (value: number) => value.toFixed(3)

function caseOf(
  { classname, frame }: Program,
  name: string,
  outcome: { ms: number; alerts: readonly RunAlert[] }
): Case {
  const { ms, alerts } = outcome
  const facts = { classname, name: name.toLowerCase(), time: seconds(ms / 1000), asserts: 0 }
  return {
    markup: element(
      'testcase',
      facts,
      alerts.map(alert => alertElement(frame, alert))
    ),
    seconds: ms / 1000,
    kinds: alerts.map(kindOf)
  }
}

function casesOf(program: Program, { test, alerts, methods }: ClassResult): Case[] {
  const own = methods.map(({ name, milliseconds, alerts: found }) =>
    caseOf(program, name, { ms: milliseconds, alerts: found })
  )
  return alerts.length === 0 ? own : [...own, caseOf(program, test.name, { ms: 0, alerts })]
}

function counts(cases: readonly Case[]) {
  const of = (kind: Kind) => cases.filter(({ kinds }) => kinds.includes(kind)).length
  return {
    tests: cases.length,
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
    asserts: of('failure')
  }
}

const total = (cases: readonly Case[]) =>
  seconds(cases.reduce((sum, each) => sum + each.seconds, 0))

function obstacleAlerts({ title, errors }: TestObstacle): RunAlert[] {
  const titles = errors.length === 0 ? [title] : errors.map(({ text: found }) => found)
  return titles.map(found => ({ kind: 'exception', title: found, details: [], stack: [] }))
}

interface RunFacts {
  readonly title: string
  readonly user: string
  readonly startedAt: number
  readonly results: readonly ProgramResult[]
}

/** One suite a test class; a program that was not run is a case with an error. */
export function junitDocument(system: System, run: RunFacts): string {
  const timestamp = isoTime(run.startedAt)
  const suites = run.results.flatMap(({ object, classes, obstacle }) => {
    const home = (system.store.get(object)?.package ?? '').toLowerCase()
    const classname = `${home}.${object.type.toLowerCase()}:${object.name.toLowerCase()}`
    const frame = { object, locate: (place: FileRange) => system.store.toPart(place) }
    const broken = obstacle === undefined ? [] : obstacleAlerts(obstacle)
    const cases =
      broken.length > 0
        ? [[caseOf({ classname, frame }, object.name, { ms: 0, alerts: broken })]]
        : classes.map(each => {
            const ofClass = `${classname}---${each.test.name.toLowerCase()}`
            return casesOf({ classname: ofClass, frame }, each)
          })
    return cases.map(own => ({ home, own }))
  })
  const all = suites.flatMap(({ own }) => own)
  return document(
    element(
      'testsuites',
      {
        title: run.title,
        system: system.id,
        client: system.client,
        executedBy: run.user,
        time: total(all),
        timestamp,
        ...counts(all)
      },
      suites.map(({ home, own }) =>
        element(
          'testsuite',
          {
            name: '',
            ...counts(own),
            package: home,
            timestamp,
            time: total(own),
            hostname: 'sandbox'
          },
          own.map(({ markup }) => markup)
        )
      )
    )
  )
}
