/** Routes of ABAP Unit runs that go on after their start: start, progress and results. */
import { junitDocument } from '../../http/documents/junit-result.ts'
import { unitDocument } from '../../http/documents/unit-result.ts'
import { invalidData, notFound } from '../../http/errors.ts'
import { objectsOfSet } from '../../http/object-sets.ts'
import { basePath } from '../../http/router.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { isoTime } from '../../http/times.ts'
import { child, childrenOf } from '../../http/xml-reader.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import { document, element } from '../../http/xml.ts'
import type { BackgroundRun } from '../../workbench/background-runs.ts'
import { runTests } from '../../workbench/tests.ts'
import type { TestTarget, UnitRunResult } from '../../workbench/tests.ts'
import { coverageElement, testSelection } from '../unit.ts'

const vendor = (name: string) => `application/vnd.sap.adt.api.${name}+xml`
const statusType = vendor('abapunit.run-status.v1')
const resultType = vendor('abapunit.run-result.v1')
const junitType = vendor('junit.run-result.v1')
const namespace = 'http://www.sap.com/adt/api/aunit'
const noRun = '0'.repeat(32)
/** How long a client waits that asks for an answer at the end. */
const longPollMilliseconds = 20_000

function targetsOf({ system }: Request, root: XmlElement): TestTarget[] {
  const set = child(root, 'objectSet')
  const objects = set === undefined ? [] : objectsOfSet(system, set)
  const named = childrenOf(child(root, 'tests'), 'test').map(({ attributes }): TestTarget => {
    const object = {
      type: 'CLAS',
      name: (attributes['containerClass'] ?? '').toUpperCase()
    } as const
    if (system.store.get(object) === undefined) throw notFound(object.name)
    return { object, testClass: attributes['class'] ?? '' }
  })
  if (set === undefined && named.length === 0) throw invalidData('The run names no objects')
  const testable = objects.filter(({ type }) => ['CLAS', 'PROG', 'FUGR'].includes(type))
  return [...testable.map(object => ({ object })), ...named]
}

function start(base: string): Route['handler'] {
  return (request): Answer => {
    const { system, user } = request
    const root = request.xml()
    if (root.name !== 'run') throw invalidData(`A run was expected, not ${root.name}`)
    const targets = targetsOf(request, root)
    const options = child(root, 'options')
    const coverage = child(options, 'measurements')?.attributes['type'] === 'coverage'
    const filter = testSelection(options, { risks: 'riskLevel', durations: 'duration' }, coverage)
    const id = system.unitRuns.start(user, async () => {
      const results = await runTests(request, targets, filter)
      return { results, measured: coverage ? coverageElement(system, results) : '' }
    })
    const { title = '', context = '' } = root.attributes
    system.unitTitles.set(id, { title, context })
    return { status: 201, headers: { location: `${basePath}${base}/runs/${id}` } }
  }
}

function ownRun({ system, user }: Request, id: string): BackgroundRun<UnitRunResult> {
  const run = system.unitRuns.get(id)
  if (run === undefined || run.user !== user) throw notFound(id)
  return run
}

/** The run of zeros is asked for by clients that need a token; it is none. */
function status(base: string): Route['handler'] {
  return async (request): Promise<Answer> => {
    const id = request.param('id')
    if (id === noRun) return { body: runDocument({}, 'Not Created', []) }
    ownRun(request, id)
    if (request.query.get('withLongPolling') === 'true') {
      await request.system.unitRuns.settled(id, longPollMilliseconds)
    }
    const { state, startedAt, endedAt, user } = ownRun(request, id)
    const ended = state !== 'running'
    const link = (type: string, title: string) =>
      element('atom:link', {
        'xmlns:atom': 'http://www.w3.org/2005/Atom',
        href: `${basePath}${base}/results/${id}`,
        rel: 'http://www.sap.com/adt/relations/api/abapunit/run-result',
        type,
        title
      })
    return {
      body: runDocument(
        request.system.unitTitles.get(id) ?? {},
        state === 'running' ? 'RUNNING' : state === 'finished' ? 'FINISHED' : 'ABORTED',
        [
          element('aunit:executedBy', { user }),
          element('aunit:time', {
            started: isoTime(startedAt),
            ended: ended ? isoTime(endedAt) : undefined
          }),
          ...(state === 'finished'
            ? [
                link(junitType, 'Run Result (JUnit Format)'),
                link(resultType, 'Run Result (ABAP Unit Format)')
              ]
            : [])
        ]
      )
    }
  }
}

function runDocument(
  facts: { readonly title?: string; readonly context?: string },
  state: string,
  content: readonly string[]
): string {
  const progress = { status: state, percentage: state === 'RUNNING' ? 50 : 100 }
  return document(
    element('aunit:run', { ...facts, 'xmlns:aunit': namespace }, [
      element('aunit:progress', progress),
      ...content
    ])
  )
}

function results(request: Request): Answer {
  const { system } = request
  const { id, user, startedAt, result } = ownRun(request, request.param('id'))
  if (result === undefined) throw notFound(id)
  const title = system.unitTitles.get(id)?.title ?? ''
  return {
    body:
      request.type === junitType
        ? junitDocument(system, { title, user, startedAt, results: result.results })
        : unitDocument(system.store, result.results, result.measured)
  }
}

const bases = ['/abapunit', '/api/abapunit'] as const

export const routes: readonly Route[] = bases.flatMap((base): Route[] => [
  {
    method: 'POST',
    path: `${base}/runs`,
    accepts: [vendor('abapunit.run.v2'), vendor('abapunit.run.v1')],
    ...(base === '/abapunit'
      ? {
          collection: {
            workspace: 'ABAP Unit',
            title: 'ABAP Unit',
            category: ['api/abapunit', 'runs'] as const,
            accept: []
          }
        }
      : {}),
    handler: start(base)
  },
  {
    method: 'GET',
    path: `${base}/runs/{id}`,
    produces: [statusType, 'application/xml'],
    handler: status(base)
  },
  {
    method: 'GET',
    path: `${base}/results/{id}`,
    produces: [resultType, junitType, 'application/xml'],
    handler: results
  }
])
