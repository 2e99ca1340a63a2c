/** What a release shows differently: routes, media types, refusals and the form of bodies. */
import { differences, standardRelease } from '../../releases.ts'
import type { Difference, Release } from '../../releases.ts'
import { checkCloudCreation, createsObject } from './cloud-creation.ts'
import {
  flatReferences,
  labelledNames,
  splitMethods,
  withoutAttributes,
  withoutElements
} from './body-edits.ts'
import { withoutTemplates } from './release-templates.ts'
import { AdtError, PlainError, t100, kindOnly } from '../errors.ts'
import type { Answer, Request, Route } from '../route.ts'
import { basePath } from '../router.ts'
import { hidingConflicts, modifiableOnly, ownerOnly } from './old-transports.ts'
import { declare, document, element } from '../xml.ts'

/** Adapts routes and answers to the release that the system reports. */
export interface ReleaseAdapter {
  readonly release: Release
  /** The routes as the release has them: without those it lacks, with its paths and media types. */
  routes(all: readonly Route[]): readonly Route[]
  /** The refusal for a path that the release lacks, whether the sandbox has it or not. */
  absent(path: string): AdtError | undefined
  /** The status a HEAD is refused with; undefined when it is served. */
  headStatus(path: string): number | undefined
  /** A refusal in the words and with the status of the release. */
  refusal<T extends AdtError | PlainError>(error: T, path: string): T | AdtError
  readonly statefulSessions: boolean
  /** The rules of ABAP cloud hold for packages and data. */
  readonly isCloud: boolean
  /** Whether a new data element takes no original language from its document. */
  readonly ignoresLanguages: boolean
  /** Whether coverage names a method's type with its visibility. */
  readonly methodsByVisibility: boolean
  /** Whether a line of a query that is cut at a blank loses its rest. */
  readonly cutsQueriesAtBlanks: boolean
  readonly tlsMaxVersion: 'TLSv1.2' | undefined
  /** Software components that contain the release. */
  readonly components: readonly (readonly [name: string, release: string])[]
}

type Kind = Difference['kind']
type Of<K extends Kind> = Extract<Difference, { kind: K }>
/** The differences of one kind that are the release's own. */
type Own = <K extends Kind>(kind: K) => readonly Of<K>[]

function fullPath(path: string): string {
  return path.startsWith('/sap/') ? path : basePath + path
}

/** Names are compared in lower case: the ERP ignores case here, and clients differ in it. */
function below(path: string, prefix: string): boolean {
  const [given, wanted] = [path.toLowerCase(), fullPath(prefix).toLowerCase()]
  return given === wanted || given.startsWith(wanted + '/')
}

function resourceMissing(path: string): AdtError {
  return new AdtError(`Resource  ${path} does not exist.`, {
    status: 404,
    type: 'ExceptionResourceNotFound',
    properties: t100('SADT_RESOURCE', '007', path)
  })
}

function movedPath(moves: readonly Of<'moved'>[], route: Route): Route {
  const move = moves.find(({ from }) => route.path === from || route.path.startsWith(from + '/'))
  return move === undefined
    ? route
    : { ...route, path: move.to + route.path.slice(move.from.length) }
}

function withTypes(route: Route, known: (type: string) => boolean, accepts: boolean): Route {
  const { collection } = route
  const announced = collection && (collection.accept ?? route.accepts)
  return {
    ...route,
    ...(route.produces === undefined ? {} : { produces: route.produces.filter(known) }),
    ...(route.accepts === undefined ? {} : { accepts: route.accepts.filter(known) }),
    ...(collection === undefined
      ? {}
      : { collection: { ...collection, accept: accepts ? (announced?.filter(known) ?? []) : [] } })
  }
}

const edited = (answer: Answer, edit: (body: string) => string): Answer =>
  typeof answer.body === 'string' ? { ...answer, body: edit(answer.body) } : answer

type Handler = Route['handler']
type Decorator = (inner: Handler) => Handler

const checked: Decorator = inner => request => {
  checkCloudCreation(request)
  return inner(request)
}

const editAnswer =
  (edit: (body: string, request: Request) => string): Decorator =>
  inner =>
  async request => {
    const answer = await inner(request)
    return edited(answer, body => edit(body, request))
  }

function answerFor(other: Route | undefined): Decorator {
  return inner => async request => {
    try {
      return await inner(request)
    } catch (error) {
      if (other === undefined || !(error instanceof AdtError) || error.status !== 404) throw error
      return await other.handler(request)
    }
  }
}

/** The wrappers that make one route behave as the release does. */
function decoratorsOf(own: Own, route: Route, all: readonly Route[]): Decorator[] {
  const here = (path: string) => route.path === path || route.path.startsWith(path + '/')
  const each = <K extends Kind>(
    kind: K,
    wrap: (difference: Of<K>) => Decorator | undefined
  ): Decorator[] => own(kind).flatMap(difference => wrap(difference) ?? [])
  return [
    ...each('worklistOnly', ({ path }) =>
      (route.path === path || route.path === `${path}/{number}`) && route.method === 'GET'
        ? () => modifiableOnly(all.find(other => other.path === path && other.method === 'GET'))
        : undefined
    ),
    ...each('changesOwnerOnly', ({ path }) =>
      route.path === path && route.method === 'PUT' ? ownerOnly : undefined
    ),
    ...each('hiddenConflicts', ({ status }) =>
      route.method === 'GET' ? undefined : hidingConflicts(status)
    ),
    ...each('alsoServes', ({ path, from }) =>
      here(path) && route.method === 'GET'
        ? answerFor(
            all.find(
              other => other.path === from + route.path.slice(path.length) && other.method === 'GET'
            )
          )
        : undefined
    ),
    ...each('moved', ({ from, to }) =>
      here(from)
        ? editAnswer(body => body.replaceAll(`="${fullPath(from)}/`, `="${to}/`))
        : undefined
    ),
    ...each('splitMethods', ({ path }) =>
      route.path === path ? editAnswer(splitMethods) : undefined
    ),
    ...each('labelledNames', ({ path, labels }) =>
      here(path) ? editAnswer(body => labelledNames(body, labels)) : undefined
    ),
    ...each('withoutAttributes', ({ path, names }) =>
      here(path) ? editAnswer(body => withoutAttributes(body, names)) : undefined
    ),
    ...each('withoutElements', ({ path, names }) =>
      here(path) ? editAnswer(body => withoutElements(body, names)) : undefined
    ),
    ...each('flatInactiveObjects', ({ always }) =>
      here('/activation/inactiveobjects')
        ? editAnswer((body, { type }) =>
            always || type === 'application/xml' ? flatReferences(body) : body
          )
        : undefined
    ),
    ...each('silentActivations', () => (here('/activation') ? silent : undefined)),
    ...each('caseSensitiveSearch', () =>
      here('/repository/informationsystem/search') ? upperCaseOnly : undefined
    ),
    ...each('cloudRules', () => (createsObject(route) ? checked : undefined)),
    ...each('refused', ({ method, path, status, message }) =>
      route.path === path && route.method === method
        ? () => () => {
            throw new AdtError(message, { status, type: 'ExceptionInvalidData' })
          }
        : undefined
    )
  ]
}

const silent: Decorator = inner => async request => {
  const answer = await inner(request)
  const isBare = typeof answer.body === 'string' && !answer.body.includes('<msg ')
  return isBare && answer.body.includes('activationExecuted="true"') ? {} : answer
}

const upperCaseOnly: Decorator = inner => request => {
  const wanted = request.query.get('query') ?? ''
  if (wanted === wanted.toUpperCase()) return inner(request)
  return { body: document(element('adtcore:objectReferences', declare('adtcore'))) }
}

function createRoutes(own: Own, absent: (path: string) => boolean): ReleaseAdapter['routes'] {
  const types = new Set(own('unknownTypes').flatMap(each => each.types))
  const known = (type: string) => !types.has(type.split(';')[0]?.trim() ?? '')
  const accepts = own('noAccepts').length === 0
  const hidden = own('unannounced').flatMap(each => each.paths)
  const moves = own('moved')
  const laterPaths = new Set(own('laterRoutes').flatMap(each => each.paths))
  return all =>
    all
      .filter(route => !laterPaths.has(route.path))
      .flatMap(route => {
        const typed = withTypes(route, known, accepts)
        const wrapped = {
          ...typed,
          handler: decoratorsOf(own, route, all).reduce<Handler>(
            (inner, wrap) => wrap(inner),
            route.handler
          )
        }
        const moved = movedPath(moves, wrapped)
        if (absent(fullPath(moved.path))) return []
        const { collection: _, ...quiet } = moved
        return [hidden.includes(route.path) ? quiet : withoutTemplates(moved, absent)]
      })
}

/** The adapter of a release, built from its rows in the table of releases. */
export function createReleaseAdapter(release: Release): ReleaseAdapter {
  const rows = differences.filter(each => each.releases.includes(release))
  const own = <K extends Kind>(kind: K) => rows.filter((each): each is Of<K> => each.kind === kind)
  const lacks = (path: string) =>
    own('absent').some(each => each.paths.some(prefix => below(path, prefix)))
  return {
    release,
    statefulSessions: own('noStatefulSessions').length === 0,
    isCloud: own('cloudRules').length > 0,
    ignoresLanguages: own('languagesIgnored').length > 0,
    methodsByVisibility: own('methodsByVisibility').length > 0,
    cutsQueriesAtBlanks: own('queriesCutAtBlanks').length > 0,
    tlsMaxVersion: own('tls')[0]?.maxVersion,
    components: Object.entries(own('components')[0]?.list ?? { SAP_BASIS: standardRelease }),
    routes: rows.length === 0 ? all => all : createRoutes(own, lacks),
    absent: path => (lacks(path) ? resourceMissing(path) : undefined),
    headStatus: path =>
      own('head').find(each => each.path === undefined || fullPath(each.path) === path)?.status,
    refusal(error, path) {
      if (!(error instanceof AdtError)) return error
      const text =
        error.type === 'ExceptionResourceNotFound' && error.properties['T100KEY-ID'] === 'SWB_TOOL'
          ? own('notFoundText').find(each => each.paths.some(prefix => below(path, prefix)))?.text
          : undefined
      return new AdtError(
        text?.replace('{name}', error.properties['T100KEY-V1'] ?? '') ?? error.message,
        {
          status: own('status').find(each => each.type === error.type)?.status ?? error.status,
          type: error.type,
          namespace: error.namespace,
          properties: own('noProperties').length > 0 ? kindOnly(error) : error.properties,
          cause: error.cause
        }
      )
    }
  }
}
