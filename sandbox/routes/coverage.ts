/** Routes of the coverage that test runs measured: totals and statements. */
import { notFound } from '../http/errors.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { adtTypeOf, objectUri, placeOf, rangeUri, sourceUri } from '../http/uris.ts'
import { descendants } from '../http/xml-reader.ts'
import { declare, document, element } from '../http/xml.ts'
import type { ObjectKey } from '../types.ts'
import { sameObject } from '../workbench/checks.ts'
import { measuredObjects, coverageCountsOf } from '../workbench/coverage.ts'
import type { MeasuredProcedure } from '../workbench/coverage.ts'

const results = '/sap/bc/adt/runtime/traces/coverage/results'
const relations = 'http://www.sap.com/adt/relations/runtime/traces/coverage/results'
const types = { method: 'CLAS/OM', function: 'FUGR/FF', form: 'PROG/PU', event: 'PROG/PE' } as const

function measurement(request: Request): readonly MeasuredProcedure[] {
  const id = request.param('id')
  const found = request.system.coverage.get(id)
  if (found === undefined) throw notFound(`The measurement ${id}`)
  return found
}

/** A package and all below it; the tests of a package are run for them, too. */
function withPackagesBelow(request: Request, name: string): string[] {
  const { store } = request.system
  if (store.get({ type: 'DEVC', name }) === undefined) return []
  const below = store.subPackages(name).flatMap(({ key }) => withPackagesBelow(request, key.name))
  return [name, ...below]
}

/** The objects that the query names, those of a package among them; all when it names none. */
function requestedObjects(request: Request, objects: readonly ObjectKey[]): ObjectKey[] {
  const places = descendants(request.xml(), 'objectReference')
    .map(({ attributes: { uri = '' } }) => placeOf(uri)?.part.object)
    .filter(key => key !== undefined)
  if (places.length === 0) return [...objects]
  const named = places.filter(key => key.type === 'DEVC').map(key => key.name)
  const packages = new Set(named.flatMap(name => withPackagesBelow(request, name)))
  return objects.filter(
    object =>
      places.some(key => sameObject(key, object)) ||
      packages.has(request.system.store.get(object)?.package ?? '')
  )
}

function coverages(procedures: readonly MeasuredProcedure[]): string {
  return element(
    'coverages',
    {},
    Object.entries(coverageCountsOf(procedures)).map(([type, { total, executed }]) =>
      element('coverage', { type, total, executed })
    )
  )
}

function statementsPath(id: string, { object, name }: MeasuredProcedure): string {
  return `${results}/${id}/statements/${encodeURIComponent(object.name)}/${encodeURIComponent(name)}`
}

function procedureNode({ system }: Request, id: string, procedure: MeasuredProcedure): string {
  const type =
    types[procedure.kind] +
    (system.releaseAdapter.methodsByVisibility && procedure.visibility !== undefined
      ? `/${procedure.visibility}`
      : '')
  const uri = `${sourceUri(procedure.location.part)}#type=${encodeURIComponent(type)};name=${encodeURIComponent(procedure.name)}`
  return element('node', {}, [
    element('adtcore:objectReference', {
      'adtcore:uri': uri,
      'adtcore:type': type,
      'adtcore:name': procedure.name
    }),
    coverages([procedure]),
    element('atom:link', {
      href: statementsPath(id, procedure),
      rel: `${relations}/statements`,
      type: 'application/xml+scov'
    })
  ])
}

function objectNode(
  request: Request,
  object: ObjectKey,
  all: readonly MeasuredProcedure[]
): string {
  const own = all.filter(procedure => sameObject(procedure.object, object))
  return element('node', {}, [
    element('adtcore:objectReference', {
      'adtcore:uri': objectUri(object),
      'adtcore:type': adtTypeOf({ object, part: 'main' }),
      'adtcore:name': object.name
    }),
    coverages(own),
    element(
      'nodes',
      {},
      own.map(procedure => procedureNode(request, request.param('id'), procedure))
    )
  ])
}

function query(request: Request): Answer {
  const all = measurement(request)
  const id = request.param('id')
  const link = (rel: string, path: string): string =>
    element('atom:link', { href: `${results}/${id}${path}`, rel })
  return {
    body: document(
      element('cov:result', { ...declare('cov', 'adtcore', 'atom'), name: 'ADT_ROOT_NODE' }, [
        link('self', ''),
        link(`${relations}/bulkstatements`, '/statements'),
        element(
          'nodes',
          {},
          requestedObjects(request, measuredObjects(all)).map(object =>
            objectNode(request, object, all)
          )
        )
      ])
    )
  }
}

function response(procedure: MeasuredProcedure): string {
  const reference = (location: MeasuredProcedure['location']): string =>
    element('adtcore:objectReference', { 'adtcore:uri': rangeUri(location) })
  return element('cov:statementsResponse', { name: `${procedure.object.name}.${procedure.name}` }, [
    element('procedure', { executed: procedure.executed }, reference(procedure.location)),
    ...procedure.statements.map(({ location, executed, branch }) =>
      element('statement', { executed }, [
        reference(location),
        branch === undefined ? '' : element('branch', { kind: 'if', ...branch })
      ])
    )
  ])
}

function bulk(request: Request): Answer {
  const all = measurement(request)
  const paths = descendants(request.xml(), 'statementsRequest').map(
    ({ attributes: { get = '' } }) => get
  )
  const found = paths.map(path =>
    all.find(
      procedure =>
        statementsPath(request.param('id'), procedure).toUpperCase() === path.toUpperCase()
    )
  )
  const missing = paths[found.indexOf(undefined)]
  if (missing !== undefined) throw notFound(missing)
  return {
    body: document(
      element(
        'cov:statementsBulkResponse',
        declare('cov', 'adtcore'),
        found.flatMap(each => (each === undefined ? [] : [response(each)]))
      )
    )
  }
}

const produces = ['application/xml', 'application/vnd.sap.adt.coverage.measurements.v1+xml']

export const routes: readonly Route[] = [
  { method: 'POST', path: '/runtime/traces/coverage/measurements/{id}', produces, handler: query },
  {
    method: 'POST',
    path: '/runtime/traces/coverage/results/{id}/statements',
    produces: ['application/xml', 'application/xml+scov'],
    handler: bulk
  }
]
