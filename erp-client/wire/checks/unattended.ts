/**
 * Checks and tests that a communication user starts: their requests, and their results as
 * Checkstyle and JUnit.
 */
import { ErpError } from '../../errors.ts'
import { objectType } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { offLoop } from '../../threads/worker-thread.ts'
import { attribute, children, escapeXml, parseXml, rawText, xmlHead } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { objectSet, unitRunBody, unitRunOf } from './unit-run.ts'
import type { UnitAlert, UnitClass, UnitMethod } from './unit.ts'

/** What one run covers: a package with all packages below it, or a software component. */
export type RunScope = { readonly package: string } | { readonly softwareComponent: string }

/** `atc:runparameters`; without a variant the system takes that of its configuration. */
export function atcRunBody(scope: RunScope, variant: string | undefined): string {
  const set =
    'package' in scope
      ? `<obj:packages><obj:package value="${escapeXml(scope.package)}" includeSubpackages="true"/></obj:packages>`
      : `<obj:softwarecomponents><obj:softwarecomponent value="${escapeXml(scope.softwareComponent)}"/></obj:softwarecomponents>`
  const check = variant === undefined ? '' : ` checkVariant="${escapeXml(variant)}"`
  return `${xmlHead}<atc:runparameters xmlns:atc="http://www.sap.com/adt/atc" xmlns:obj="http://www.sap.com/adt/objectset"${check}><obj:objectSet>${set}</obj:objectSet></atc:runparameters>`
}

/** `aunit:run`; the set of a software component is that of SAP's pipeline steps. */
export function testRunBody(scope: RunScope): string {
  if ('package' in scope) return unitRunBody([{ type: 'DEVC', name: scope.package }], ['harmless'])
  const component = `<osl:softwareComponent name="${escapeXml(scope.softwareComponent)}"/>`
  return unitRunOf(objectSet('multiPropertySet', component), ['harmless'])
}

export interface UnattendedFinding {
  /** Undefined for a type that this client does not know. */
  readonly ref: ObjectRef | undefined
  /** `CLAS ZCL_DEMO`, or what the system wrote in place of it. */
  readonly object: string
  readonly line: number | undefined
  readonly severity: 'error' | 'warning' | 'info'
  /** Class of the check, and the code of the message. */
  readonly source: string
  readonly text: string
}

/** @throws ErpError ERP_BAD_ANSWER for anything but Checkstyle */
export function readCheckstyle(xml: string): UnattendedFinding[] {
  // A software component that is not in the system is answered by a page, with status 200.
  if (/^\s*<html/i.test(xml)) {
    throw new ErpError('ERP_BAD_ANSWER', 'The ERP answered with a page in place of the results', {
      remedy: 'Check that the package or software component is in the system.'
    })
  }
  const { element } = parseXml(xml, ['checkstyle'])
  return children(element, 'file').flatMap(file => {
    const name = attribute(file, 'name') ?? ''
    return children(file, 'error').map(error => findingOf(error, name))
  })
}

function findingOf(error: XmlElement, file: string): UnattendedFinding {
  const line = Number(attribute(error, 'line') ?? '')
  const severity = attribute(error, 'severity')?.toLowerCase()
  return {
    ...objectOf(file),
    line: Number.isInteger(line) && line > 0 ? line : undefined,
    // A severity that is not known counts as the worst.
    severity: severity === 'warning' || severity === 'info' ? severity : 'error',
    source: attribute(error, 'source') ?? '',
    text: attribute(error, 'message') ?? ''
  }
}

/** `PACKAGE/OBJECT_NAME.OBJECT_TYPE`, with dashes in place of the slashes of a namespace. */
function objectOf(file: string): Pick<UnattendedFinding, 'ref' | 'object'> {
  const [, name = '', type = ''] = /([^/]+)\.(\w{4})$/.exec(file) ?? []
  if (name === '') return { ref: undefined, object: file }
  const spaced = spacedName(name)
  return { ref: refOf(type, name), object: `${type.toUpperCase()} ${spaced}` }
}

const spacedName = (name: string): string => name.toUpperCase().replace(/^-(\w{1,8})-(?=.)/, '/$1/')

function refOf(type: string, name: string): ObjectRef | undefined {
  const row = objectType(type.toUpperCase())
  if (row === undefined || name === '') return undefined
  return { type: row.code, name: spacedName(name) }
}

/** Classes with their tests, and what the counts of the document say beyond them. */
export interface UnattendedTests {
  readonly classes: UnitClass[]
  /** A result with doubts is not whole. */
  readonly doubts: readonly string[]
}

/** @throws ErpError ERP_BAD_ANSWER for anything but JUnit */
export function readJunit(xml: string): UnattendedTests {
  const { element } = parseXml(xml, ['testsuites', 'testsuite'])
  const suites = element.name === 'testsuite' ? [element] : children(element, 'testsuite')
  const cases = suites.flatMap(suite => children(suite, 'testcase'))
  const byClass = Map.groupBy(cases, each => attribute(each, 'classname') ?? '')
  const classes = [...byClass].map(([name, list]) => classOf(name, list.map(methodOf)))
  const counted = (name: string) => Number(attribute(element, name) ?? '0')
  const fails = classes.some(each => each.methods.some(({ status }) => /failed|error/.test(status)))
  const doubts = [
    counted('tests') > cases.length &&
      `the result counts ${counted('tests')} tests and names ${cases.length}`,
    counted('failures') + counted('errors') > 0 &&
      !fails &&
      'the result counts failures and names none'
  ]
  return { classes, doubts: doubts.filter(one => one !== false) }
}

/** Only harmless tests are asked for. */
function classOf(name: string, methods: UnitMethod[]): UnitClass {
  return { ...namesOf(name), uri: '', risk: 'harmless', methods, alerts: [] }
}

/**
 * `zpackage.clas:zcl_demo---ltc_demo`, or `fugr:zgroup.ltc_demo` on older systems. The case of a
 * program that could not run names no test class.
 */
function namesOf(classname: string): Pick<UnitClass, 'ref' | 'name'> {
  const [, type = '', rest = ''] = /(?:^|\.)([a-z]{4}):(.+)$/i.exec(classname) ?? []
  const [, object, testClass] = /^(.+?)(?:---|\.)([^.]+)$/.exec(rest) ?? []
  return {
    ref: refOf(type, object ?? rest),
    name: (testClass ?? (rest === '' ? classname : rest)).toUpperCase()
  }
}

const outcomes = {
  error: { status: 'error', kind: 'exception', severity: 'critical' },
  failure: { status: 'failed', kind: 'failedAssertion', severity: 'critical' },
  skipped: { status: 'skipped', kind: 'abortion', severity: 'tolerable' }
} as const

function methodOf(testcase: XmlElement): UnitMethod {
  const seconds = Number.parseFloat(attribute(testcase, 'time') ?? '')
  const names = ['error', 'failure', 'skipped'] as const
  const worst = names.find(name => children(testcase, name).length > 0)
  return {
    name: (attribute(testcase, 'name') ?? '').toUpperCase(),
    status: worst === undefined ? 'passed' : outcomes[worst].status,
    seconds: Number.isNaN(seconds) ? undefined : seconds,
    alerts: names.flatMap(name => children(testcase, name).map(each => alertOf(each, name)))
  }
}

function alertOf(element: XmlElement, name: keyof typeof outcomes): UnitAlert {
  const { kind, severity } = outcomes[name]
  const lines = rawText(element)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const isPlace = (line: string) => /\bInclude: <[^>]+> Line: </.test(line)
  return {
    ...{ kind, severity, title: attribute(element, 'message') ?? '' },
    details: lines.filter(line => !isPlace(line)),
    stack: lines.filter(isPlace).map(text => ({ text: text.replace(/^Stack:\s*/, '') }))
  }
}

export const decodeCheckstyle = offLoop({ readCheckstyle }, import.meta.url)
export const decodeJunit = offLoop({ readJunit }, import.meta.url)
