import { AdtError, notFound } from '../http/errors.ts'
import { programsOf } from '../http/program-names.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import {
  adtTypeOf,
  nameOf,
  objectUri,
  partTypeOf,
  placeOf,
  sourceUri,
  startUri
} from '../http/uris.ts'
import type { Place } from '../http/uris.ts'
import { child, descendants } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { declare, document, element, leaf } from '../http/xml.ts'
import { limits } from '../not-implemented.ts'
import type { FileRange, Location, ObjectKey, RunAlert } from '../types.ts'
import { sameObject } from '../workbench/checks.ts'
import { runTests } from '../workbench/tests.ts'
import type { ClassResult, ProgramResult, TestFilter, TestTarget } from '../workbench/tests.ts'

const risks = ['harmless', 'dangerous', 'critical'] as const
const durations = ['short', 'medium', 'long'] as const

function chosen<T extends string>(
  options: XmlElement | undefined,
  name: string,
  all: readonly T[]
): ReadonlySet<T> {
  const flags = child(options, name)?.attributes
  return new Set(flags === undefined ? all : all.filter(each => (flags[each] ?? 'true') === 'true'))
}

function filterOf(root: XmlElement): TestFilter {
  const options = child(root, 'options')
  const coverage = child(child(root, 'external'), 'coverage')?.attributes.active === 'true'
  return {
    risks: chosen(options, 'testRiskLevels', risks),
    durations: chosen(options, 'testDurations', durations),
    coverage
  }
}

/**
 * `name` of a semantic fragment is the class padded to 30 characters and the method, or the class
 * alone.
 */
function classAndMethod({ fragment }: Place): { testClass?: string; testMethod?: string } {
  const {
    name = '',
    testclass = name.slice(0, 30).trim(),
    testmethod = name.slice(30).trim()
  } = fragment
  return {
    ...(testclass === '' ? {} : { testClass: testclass }),
    ...(testmethod === '' ? {} : { testMethod: testmethod })
  }
}

function objectsBelow(request: Request, packageName: string): ObjectKey[] {
  const { store } = request.system
  const own = store
    .list({ package: packageName })
    .map(info => info.key)
    .filter(key => ['CLAS', 'PROG', 'FUGR'].includes(key.type))
  return [
    ...own,
    ...store.subPackages(packageName).flatMap(info => objectsBelow(request, info.key.name))
  ]
}

function targetsOf(request: Request, root: XmlElement): TestTarget[] {
  return descendants(root, 'objectReference')
    .flatMap(({ attributes: { uri = '' } }): TestTarget[] => {
      const place = placeOf(uri)
      const info = place === undefined ? undefined : request.system.store.get(place.part.object)
      if (place === undefined || info === undefined) {
        throw notFound(place === undefined ? uri : nameOf(place.part))
      }
      if (info.key.type === 'DEVC') {
        return objectsBelow(request, info.key.name).map(object => ({ object }))
      }
      return [{ object: info.key, ...classAndMethod(place) }]
    })
    .filter(
      (target, index, all) =>
        all.findIndex(
          each =>
            sameObject(each.object, target.object) &&
            each.testClass === target.testClass &&
            each.testMethod === target.testMethod
        ) === index
    )
}

interface Frame {
  readonly object: ObjectKey
  locate(place: FileRange): Location | undefined
}

const severities: Readonly<
  Record<RunAlert['kind'], readonly [kind: string, severity: string, prefix: string]>
> = {
  failedAssertion: ['failedAssertion', 'critical', ''],
  exception: ['exception', 'critical', ''],
  unsupported: ['exception', 'fatal', `${limits.runtimeConstruct.replace(/\.$/, '')}: `],
  limit: ['exception', 'fatal', ''],
  // A test that skips itself.
  warning: ['abortion', 'tolerable', '']
}

function stackEntry(frame: Frame, { file, row, text }: RunAlert['stack'][number]): string {
  const location = frame.locate({ file, startRow: row, startColumn: 0, endRow: row, endColumn: 0 })
  if (location === undefined) return ''
  return element('stackEntry', {
    'adtcore:uri': startUri(location),
    'adtcore:type': partTypeOf(location.part),
    'adtcore:name': nameOf(location.part),
    'adtcore:description': `Include: <${programsOf(location.part)[1]}> Line: <${location.range.startRow}>${text === '' ? '' : ` (${text})`}`
  })
}

function alertElement(frame: Frame, alert: RunAlert, test?: string): string {
  const [kind, severity, prefix] = severities[alert.kind]
  const [program] = programsOf({ object: frame.object, part: 'main' })
  const details =
    test === undefined
      ? alert.details
      : [...alert.details, `Test '${test}' in Main Program '${program}'.`]
  return element('alert', { kind, severity }, [
    leaf('title', prefix + alert.title),
    element(
      'details',
      {},
      details.map(text => element('detail', { text }))
    ),
    element(
      'stack',
      {},
      alert.stack.map(entry => stackEntry(frame, entry))
    )
  ])
}

function alerts(frame: Frame, list: readonly RunAlert[], test?: string): string {
  return list.length === 0
    ? ''
    : element(
        'alerts',
        {},
        list.map(alert => alertElement(frame, alert, test))
      )
}

function semantic(uri: string, type: string, name: string): string {
  return `${uri}#type=${encodeURIComponent(type)};name=${encodeURIComponent(name)}`
}

function testClassElement(frame: Frame, { test, alerts: own, methods }: ClassResult): string {
  const location = frame.locate(test)
  const uri = location === undefined ? objectUri(frame.object) : sourceUri(location.part)
  const methodElements = methods.map(method => {
    const place = test.methods.find(each => each.name === method.name)
    const at = place === undefined ? undefined : frame.locate(place)
    return element(
      'testMethod',
      {
        'adtcore:uri': semantic(
          uri,
          'CLAS/OLD',
          test.name.toUpperCase().padEnd(30) + method.name.toUpperCase()
        ),
        'adtcore:type': 'CLAS/OLI',
        'adtcore:name': method.name.toUpperCase(),
        executionTime: (method.milliseconds / 1000).toFixed(3),
        unit: 's',
        uriType: 'semantic',
        navigationUri: at === undefined ? undefined : startUri(at)
      },
      alerts(frame, method.alerts, `${test.name.toUpperCase()}->${method.name.toUpperCase()}`)
    )
  })
  return element(
    'testClass',
    {
      'adtcore:uri': semantic(uri, 'CLAS/OCL', test.name.toUpperCase()),
      'adtcore:type': 'CLAS/OL',
      'adtcore:name': test.name.toUpperCase(),
      uriType: 'semantic',
      navigationUri: location === undefined ? undefined : startUri(location),
      durationCategory: test.duration,
      riskLevel: test.risk
    },
    [alerts(frame, own), element('testMethods', {}, methodElements)]
  )
}

function syntaxAlert({ syntaxErrors }: ProgramResult): string {
  if (syntaxErrors.length === 0) return ''
  const details = syntaxErrors.map(({ text, location }) =>
    element('detail', { text: `${startUri(location)}: ${text}` })
  )
  return element(
    'alerts',
    {},
    element('alert', { 'aunit:hasSyntaxErrors': true, kind: 'warning', severity: 'critical' }, [
      leaf('title', 'The program has syntax errors and was not run'),
      element('details', {}, details),
      element('stack')
    ])
  )
}

function programElement(request: Request, result: ProgramResult): string {
  const frame = {
    object: result.object,
    locate: (place: FileRange) => request.system.store.toPart(place)
  }
  const part = { object: result.object, part: 'main' }
  return element(
    'program',
    {
      'adtcore:uri': objectUri(result.object),
      'adtcore:type': adtTypeOf(part),
      'adtcore:name': result.object.name,
      uriType: 'semantic'
    },
    [
      syntaxAlert(result),
      result.syntaxErrors.length > 0
        ? ''
        : element(
            'testClasses',
            {},
            result.classes.map(each => testClassElement(frame, each))
          )
    ]
  )
}

const nothing = element(
  'alerts',
  {},
  element('alert', { kind: 'noTestClasses', severity: 'tolerable' }, [
    leaf('title', 'The task definition does not refer to any test'),
    element('details')
  ])
)

/** Where releases that measure coverage have it. */
const measurementsPath = '/sap/bc/adt/runtime/traces/coverage/measurements'

function external(measurement: string): string {
  return element(
    'external',
    {},
    element('coverage', { 'adtcore:uri': `${measurementsPath}/${measurement}` })
  )
}

async function run(request: Request): Promise<Answer> {
  const root = request.xml()
  if (root.name !== 'runConfiguration') {
    throw new AdtError(`A run configuration was expected, not ${root.name}`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  const filter = filterOf(root)
  const results = await runTests(request, targetsOf(request, root), filter)
  const { coverage: measurements, personality } = request.system
  const measured =
    filter.coverage === true && personality.absent(measurementsPath) === undefined
      ? external(
          measurements.keep(
            results.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage]))
          )
        )
      : ''
  const programs = results.map(result => programElement(request, result))
  return {
    body: document(
      element('aunit:runResult', declare('aunit', 'adtcore'), [
        measured,
        ...(programs.length === 0 ? [nothing] : programs)
      ])
    )
  }
}

const configurations = ['v4', 'v3', 'v2', 'v1'].map(
  version => `application/vnd.sap.adt.abapunit.testruns.config.${version}+xml`
)

const resultTypes = [
  'application/vnd.sap.adt.abapunit.testruns.result.v2+xml',
  'application/vnd.sap.adt.abapunit.testruns.result.v1+xml',
  'application/xml'
]

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/abapunit/testruns',
    accepts: configurations,
    produces: resultTypes,
    collection: {
      workspace: 'ABAP Unit',
      title: 'ABAP Unit Test Runs',
      category: ['abapunit', 'unittestruns']
    },
    handler: run
  },
  {
    method: 'POST',
    path: '/abapunit/testruns/evaluation',
    produces: resultTypes,
    accepts: [3, 2, 1].map(
      version => `application/vnd.sap.adt.abapunit.testruns.evaluation.config.v${version}+xml`
    ),
    collection: {
      workspace: 'ABAP Unit',
      title: 'Evaluation of ABAP Unit Tests',
      category: ['abapunit', 'evaluation']
    },
    handler: run
  }
]
