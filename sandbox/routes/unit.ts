/** Routes of ABAP Unit test runs. */
import { unitDocument } from '../http/documents/unit-result.ts'
import { AdtError, notFound } from '../http/errors.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { nameOf, placeOf } from '../http/uris.ts'
import type { Place } from '../http/uris.ts'
import { child, descendants } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { element } from '../http/xml.ts'
import type { System } from '../system.ts'
import type { ObjectKey } from '../types.ts'
import { sameObject } from '../workbench/checks.ts'
import { runTests } from '../workbench/tests.ts'
import type { ProgramResult, TestFilter, TestTarget } from '../workbench/tests.ts'

const risks = ['harmless', 'dangerous', 'critical'] as const
const durations = ['short', 'medium', 'long'] as const

function selectedTests<T extends string>(
  options: XmlElement | undefined,
  name: string,
  all: readonly T[]
): ReadonlySet<T> {
  const flags = child(options, name)?.attributes
  return new Set(flags === undefined ? all : all.filter(each => (flags[each] ?? 'true') === 'true'))
}

/** The tests that the options of a run select, by the names of their elements. */
export function testSelection(
  options: XmlElement | undefined,
  names: { readonly risks: string; readonly durations: string },
  coverage: boolean
): TestFilter {
  return {
    risks: selectedTests(options, names.risks, risks),
    durations: selectedTests(options, names.durations, durations),
    coverage
  }
}

function filterOf(root: XmlElement): TestFilter {
  const coverage = child(child(root, 'external'), 'coverage')?.attributes.active === 'true'
  const names = { risks: 'testRiskLevels', durations: 'testDurations' }
  return testSelection(child(root, 'options'), names, coverage)
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

/** Where releases that measure coverage have it. */
const measurementsPath = '/sap/bc/adt/runtime/traces/coverage/measurements'

function external(measurement: string): string {
  return element(
    'external',
    {},
    element('coverage', { 'adtcore:uri': `${measurementsPath}/${measurement}` })
  )
}

/** Names the measurement of a run where the release measures coverage; empty otherwise. */
export function coverageElement(
  { coverage: measurements, releaseAdapter }: System,
  results: readonly ProgramResult[]
): string {
  if (releaseAdapter.absent(measurementsPath) !== undefined) return ''
  return external(
    measurements.keep(results.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage])))
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
  const { system } = request
  const measured = filter.coverage === true ? coverageElement(system, results) : ''
  return { body: unitDocument(system.store, results, measured) }
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
