/** Unit test runs: configuration and results. */
import { refOfUri } from '../../objects.ts'
import { offLoop } from '../../threads/worker-thread.ts'
import { placeOf } from '../places.ts'
import { attribute, child, children, objectReferences, parseXml, textOf, xmlHead } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import type { ObjectRef } from '../../objects.ts'

export type RiskLevel = 'harmless' | 'dangerous' | 'critical'

export interface UnitAlert {
  /** The object of an alert that stands above its classes. */
  readonly ref?: ObjectRef | undefined
  readonly kind: string
  readonly severity: string
  readonly title: string
  readonly details: string[]
  readonly stack: {
    readonly text: string
    readonly ref?: ObjectRef | undefined
    readonly part?: string | undefined
    readonly line?: number | undefined
  }[]
}

export interface UnitMethod {
  readonly name: string
  /**
   * `skipped`: the method ended itself before its first assertion. `unproven`: its class or program
   * failed, and nothing shows that the method ran.
   */
  readonly status: 'passed' | 'failed' | 'error' | 'skipped' | 'unproven'
  readonly seconds?: number | undefined
  readonly alerts: UnitAlert[]
}

export interface UnitClass {
  readonly name: string
  /** Object that contains the class. */
  readonly ref?: ObjectRef | undefined
  readonly uri: string
  readonly risk: RiskLevel
  /** short, medium or long. */
  readonly duration?: string | undefined
  readonly methods: UnitMethod[]
  /** Alerts of the class: a failed set-up, a skip. */
  readonly alerts: UnitAlert[]
  /** Why the class did not run. */
  readonly skipped?: string | undefined
}

/** Methods by status, and skipped classes; optional counts are present when they are not 0. */
export interface UnitTotals {
  readonly passed: number
  readonly failed: number
  /** Methods that ended with an error, and classes that failed as a whole. */
  readonly errors: number
  readonly skippedClasses: number
  readonly skippedMethods?: number
  readonly unproven?: number
}

export interface UnitResult {
  readonly classes: UnitClass[]
  /** Alerts of the run or program: a syntax error, nothing to test. */
  readonly alerts: UnitAlert[]
  readonly totals: UnitTotals
  /**
   * `passed` only if something ran, nothing failed, nothing was skipped and nothing is unproven.
   */
  readonly verdict: 'passed' | 'failed' | 'nothing_run' | 'incomplete'
  /** Path of the coverage measurement, for `readCoverage`. */
  readonly measurement?: string
}

const levels: readonly RiskLevel[] = ['harmless', 'dangerous', 'critical']

/** Attributes that say which risk levels may run. */
export function allowedRisks(risks: readonly RiskLevel[]): string {
  return levels.map(level => `${level}="${risks.includes(level)}"`).join(' ')
}

/** `aunit:runConfiguration` for objects and the risk levels that may run. */
export function unitBody(
  uris: readonly string[],
  risks: readonly RiskLevel[],
  coverage = false
): string {
  return (
    `${xmlHead}<aunit:runConfiguration xmlns:aunit="http://www.sap.com/adt/aunit"><external><coverage active="${coverage}"/></external><options>` +
    '<uriType value="semantic"/><testDeterminationStrategy sameProgram="true" assignedTests="false" appendAssignedTestsPreview="true"/>' +
    `<testRiskLevels ${allowedRisks(risks)}/><testDurations short="true" medium="true" long="true"/><withNavigationUri enabled="true"/></options>` +
    `<adtcore:objectSets xmlns:adtcore="http://www.sap.com/adt/core"><objectSet kind="inclusive">${objectReferences(uris.map(uri => ({ uri })))}</objectSet></adtcore:objectSets>` +
    '</aunit:runConfiguration>'
  )
}

/** Lines of a detail, its nested lines indented below it. */
function detailLines(element: XmlElement | undefined, depth = 0): string[] {
  return children(element, 'detail').flatMap(detail => [
    '  '.repeat(depth) + (attribute(detail, 'text') ?? ''),
    ...detailLines(child(detail, 'details'), depth + 1)
  ])
}

function readAlert(alert: XmlElement): UnitAlert {
  const stack = children(alert, 'stack', 'stackEntry').map(entry => {
    const { ref, part, line } = placeOf(attribute(entry, 'uri') ?? '')
    return { text: attribute(entry, 'description') ?? '', ref, part, line }
  })
  return {
    kind: attribute(alert, 'kind') ?? '',
    severity: attribute(alert, 'severity') ?? '',
    title: textOf(alert, 'title'),
    details: detailLines(child(alert, 'details')),
    stack
  }
}

function alertsOf(element: XmlElement): UnitAlert[] {
  return children(element, 'alerts', 'alert').map(readAlert)
}

/** Alerts of a program belong to its object. */
function programAlerts(program: XmlElement): UnitAlert[] {
  const ref = refOfUri(attribute(program, 'uri') ?? '')
  return alertsOf(program).map(alert => (ref === undefined ? alert : { ...alert, ref }))
}

function isSevere(alert: UnitAlert): boolean {
  return alert.severity === 'critical' || alert.severity === 'fatal'
}

function statusOf(alerts: readonly UnitAlert[]): UnitMethod['status'] {
  const harmful = alerts.filter(alert => alert.kind === 'failedAssertion' || isSevere(alert))
  if (harmful.length === 0) {
    return alerts.some(({ kind }) => kind === 'abortion') ? 'skipped' : 'passed'
  }
  return harmful.every(alert => alert.kind === 'failedAssertion') ? 'failed' : 'error'
}

/** @param outer alerts of the class and the program, which may have prevented the method */
function readMethod(method: XmlElement, outer: readonly UnitAlert[]): UnitMethod {
  const alerts = alertsOf(method)
  const measured = Number(attribute(method, 'executionTime') ?? Number.NaN)
  const seconds = Number.isNaN(measured) ? undefined : measured
  const own = statusOf(alerts)
  const silent = own === 'passed' && (seconds ?? 0) === 0
  return {
    name: attribute(method, 'name') ?? '',
    status: silent && outer.some(isSevere) ? 'unproven' : own,
    seconds,
    alerts
  }
}

/** Why a class without results was skipped: its alerts are not severe. */
function skipReason(
  methods: readonly UnitMethod[],
  alerts: readonly UnitAlert[]
): string | undefined {
  const [first] = alerts
  return methods.length > 0 || first === undefined || alerts.some(isSevere)
    ? undefined
    : first.title
}

function readClass(testClass: XmlElement, outer: readonly UnitAlert[]): UnitClass {
  const uri = attribute(testClass, 'navigationUri') ?? attribute(testClass, 'uri') ?? ''
  const alerts = alertsOf(testClass)
  const methods = children(testClass, 'testMethods', 'testMethod').map(method =>
    readMethod(method, [...outer, ...alerts])
  )
  return {
    name: attribute(testClass, 'name') ?? '',
    ref: refOfUri(uri) ?? refOfUri(attribute(testClass, 'uri') ?? ''),
    uri,
    risk:
      levels.find(level => level === attribute(testClass, 'riskLevel')?.toLowerCase()) ??
      'critical',
    duration: attribute(testClass, 'durationCategory') || undefined,
    methods,
    alerts,
    skipped: skipReason(methods, alerts)
  }
}

function verdictOf(totals: UnitResult['totals']): UnitResult['verdict'] {
  const { failed, errors, unproven = 0, skippedClasses, skippedMethods = 0 } = totals
  if (failed + errors + unproven > 0) return 'failed'
  if (skippedClasses + skippedMethods > 0) return 'incomplete'
  return totals.passed > 0 ? 'passed' : 'nothing_run'
}

/** Whether the class failed without a failed method. */
function failedAsWhole({ alerts, methods }: UnitClass): boolean {
  const severe = alerts.some(alert => alert.kind === 'failedAssertion' || isSevere(alert))
  return severe && !methods.some(({ status }) => status === 'error' || status === 'unproven')
}

/** Reads `aunit:runResult`. @throws ErpError ERP_BAD_ANSWER */
export function readUnitXml(xml: string): UnitResult {
  const { element } = parseXml(xml, ['runResult'])
  const programs = children(element, 'program')
  const classes = programs.flatMap(program => {
    const outer = alertsOf(program)
    return children(program, 'testClasses', 'testClass').map(testClass =>
      readClass(testClass, outer)
    )
  })
  const alerts = [...alertsOf(element), ...programs.flatMap(programAlerts)]
  const measurement = attribute(child(element, 'external', 'coverage'), 'uri')
  return {
    ...unitResult(classes, alerts),
    ...(measurement === undefined || measurement === '' ? {} : { measurement })
  }
}

/** Totals and verdict of the classes of a run, or of some of them. */
export function unitResult(classes: UnitClass[], alerts: UnitAlert[]): UnitResult {
  const methods = classes.flatMap(each => each.methods)
  const count = (status: UnitMethod['status']) =>
    methods.filter(each => each.status === status).length
  const [skippedMethods, unproven] = [count('skipped'), count('unproven')]
  const totals: UnitTotals = {
    passed: count('passed'),
    failed: count('failed'),
    errors: count('error') + classes.filter(failedAsWhole).length + alerts.filter(isSevere).length,
    skippedClasses: classes.filter(each => each.skipped !== undefined).length,
    ...(skippedMethods === 0 ? {} : { skippedMethods }),
    ...(unproven === 0 ? {} : { unproven })
  }
  return { classes, alerts, totals, verdict: verdictOf(totals) }
}

export const decodeUnit = offLoop({ readUnitXml }, import.meta.url)
