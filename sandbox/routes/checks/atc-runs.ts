/** Routes of ATC runs: within the request, or going on after it, also for communication users. */
import { AdtError, invalidData, notFound } from '../../http/errors.ts'
import { objectsOfSet } from '../../http/object-sets.ts'
import { basePath } from '../../http/router.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { placeOf } from '../../http/uris.ts'
import { child, descendants } from '../../http/xml-reader.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import { workbenchType } from '../../transports/recording.ts'
import type { ObjectKey } from '../../types.ts'
import { defaultVariant, runChecks, variantsOf } from '../../workbench/atc.ts'
import type { CheckedObject, Worklist } from '../../workbench/atc.ts'
import type { BackgroundRun } from '../../workbench/background-runs.ts'
import { atcInfo, missingInfos, timestamp, worklistOrNone } from '../atc.ts'

const backgroundType = 'application/vnd.sap.adt.backgroundrun.v1+xml'
const runType = 'application/vnd.sap.atc.run.v1+xml'
const checkstyleType = 'application/vnd.sap.atc.checkstyle.v1+xml'
const parametersType = 'application/vnd.sap.atc.run.parameters.v1+xml'
const noRun = '0'.repeat(32)
const mostFindings = 5000

/** A package stands for all that is in it and below. */
function objectsOf(
  request: Request,
  uris: readonly string[]
): { keys: ObjectKey[]; missing: string[] } {
  const { store } = request.system
  const missing: string[] = []
  const contents = (name: string): ObjectKey[] => [
    ...store
      .list({ package: name })
      .map(({ key }) => key)
      .filter(({ type }) => type !== 'DEVC'),
    ...store.subPackages(name).flatMap(({ key }) => contents(key.name))
  ]
  const keys = uris.flatMap(uri => {
    const key = placeOf(uri)?.part.object
    if (key === undefined || store.get(key) === undefined) {
      missing.push(uri)
      return []
    }
    return key.type === 'DEVC' ? contents(key.name) : [key]
  })
  const distinct = new Map(keys.map(key => [JSON.stringify(key), key]))
  return { keys: [...distinct.values()], missing }
}

async function fill(request: Request, list: Worklist, max: number): Promise<Worklist> {
  const { system } = request
  const uris = descendants(request.xml(), 'objectReference').map(
    each => each.attributes['uri'] ?? ''
  )
  const { keys, missing } = objectsOf(request, uris)
  if (list.variant === undefined) return list
  const objects = await runChecks(system, { keys, variant: list.variant, max })
  system.atc.fill(list.id, { at: Date.now(), objects, missing })
  return system.atc.get(list.id) ?? list
}

/** Waits for the findings, unless the client says that it does not; then the run goes on. */
async function run(request: Request): Promise<Answer> {
  const { system, user, query } = request
  const list = worklistOrNone(request, request.required('worklistId'))
  const max = Number(request.xml().attributes['maximumVerdicts'] ?? '100')
  if (!Number.isInteger(max) || max < 1) {
    throw invalidData('maximumVerdicts must be a number above 0')
  }
  const work = async () => await fill(request, list, Math.min(max, mostFindings))
  if (query.get('clientWait') === 'false') {
    const id = system.atcRuns.start(user, async () => (await work()).id)
    return { status: 201, headers: { location: `${basePath}/atc/runs/${id}` } }
  }
  const { run: done } = await work()
  const findings = (done?.objects ?? []).flatMap(each => each.findings)
  const count = (priority: number) => findings.filter(each => each.priority === priority).length
  return {
    ...(list.variant === undefined
      ? { headers: { 'x-sandbox-note': `Worklist ${list.id} does not exist: nothing was checked` } }
      : {}),
    body: document(
      element('atcworklist:worklistRun', declare('atcworklist'), [
        leaf('atcworklist:worklistId', list.id),
        leaf('atcworklist:worklistTimestamp', timestamp(done?.at ?? Date.now())),
        element('atcworklist:infos', {}, [
          atcInfo('FINDING_STATS', [1, 2, 3].map(count).join()),
          missingInfos(done?.missing ?? [])
        ])
      ])
    )
  }
}

function ownRun({ system, user }: Request, id: string): BackgroundRun<string> {
  const found = system.atcRuns.get(id)
  if (found === undefined || found.user !== user) throw notFound(id)
  return found
}

function status(request: Request): Answer {
  const { id, state, result } = ownRun(request, request.param('id'))
  const link = element('atom:link', {
    ...declare('atom'),
    href: `${basePath}/atc/worklists/${result ?? ''}`,
    rel: 'http://www.sap.com/abap/checks/atc/relations/results/worklistid',
    type: 'application/vnd.sap.atc.worklistsummary.v1+xml',
    title: 'Worklist'
  })
  return {
    headers: { location: `${basePath}/atc/runs/${id}` },
    body: document(
      element(
        'runs:run',
        { 'xmlns:runs': 'http://www.sap.com/adt/backgroundruns', 'runs:status': state },
        result === undefined ? [] : element('runs:result', {}, link)
      )
    )
  }
}

/** A run for users that have no worklists of their own: its findings are read as checkstyle. */
async function start(request: Request): Promise<Answer> {
  const { system, user } = request
  const root = request.xml()
  const set = child(root, 'objectSet')
  if (root.name !== 'runparameters' || set === undefined) {
    throw invalidData('Run parameters with a set of objects were expected')
  }
  const wanted = root.attributes['checkVariant']?.trim().toUpperCase() || defaultVariant
  const variants = (await variantsOf(system)).map(({ name }) => name)
  if (!variants.includes(wanted)) {
    throw new AdtError(`Check variant ${wanted} does not exist; there are ${variants.join(', ')}`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  const keys = objectsOfSet(system, set)
  if (keys.length === 0) return { status: 201, headers: { location: apiRunAt(noRun) } }
  const list = system.atc.create(user, wanted)
  const id = system.atcRuns.start(user, async () => {
    const objects = await runChecks(system, { keys, variant: wanted, max: mostFindings })
    system.atc.fill(list.id, { at: Date.now(), objects, missing: [] })
    return list.id
  })
  return { status: 201, headers: { location: apiRunAt(id) } }
}

const apiRunAt = (id: string) => `${basePath}/api/atc/runs/${id}`

const states = { running: 'Running', finished: 'Completed', aborted: 'Aborted' } as const

function apiStatus(request: Request): Answer {
  const id = request.param('id')
  if (id === noRun) {
    const description = 'No run was created, no objects had to be checked'
    return { headers: { location: apiRunAt(id) }, body: apiRun('Not Created', description, []) }
  }
  const { state } = ownRun(request, id)
  const link = element('atom:link', {
    ...declare('atom'),
    href: `${basePath}/api/atc/results/${id}`,
    rel: 'http://www.sap.com/abap/checks/atc/relations/results/displayid',
    type: 'application/xml',
    title: 'Result'
  })
  return {
    body: apiRun(states[state], `Run ${states[state]}`, state === 'finished' ? [link] : [])
  }
}

function apiRun(status: string, description: string, links: readonly string[]): string {
  return document(
    element('atc:run', { ...declare('atc'), status }, [
      element('atc:progress', { description }),
      ...links
    ])
  )
}

const severities = { 1: 'error', 2: 'warning', 3: 'info' } as const
const withoutSlashes = (name: string) => name.replaceAll('/', '-')

/** Nothing names the part of an object that a line belongs to. */
function fileElement({ info, findings }: CheckedObject): string {
  const { key } = info
  const type = workbenchType(key.type)
  return element(
    'file',
    { name: `${withoutSlashes(info.package)}/${withoutSlashes(key.name)}.${type}` },
    findings.map(({ location, message, rule, priority }) =>
      element('error', {
        message: message.text,
        source: `ABAPLINT#${rule.key.toUpperCase()}`,
        line: location.range.startRow,
        severity: severities[priority]
      })
    )
  )
}

function results(request: Request): Answer {
  const { result, id } = ownRun(request, request.param('id'))
  const list = result === undefined ? undefined : request.system.atc.get(result)
  if (list === undefined) throw notFound(id)
  return {
    body: document(
      element('checkstyle', { version: '1.0' }, (list.run?.objects ?? []).map(fileElement))
    )
  }
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/atc/runs',
    produces: ['application/xml'],
    collection: {
      workspace: 'ABAP Test Cockpit',
      title: 'ATC runs',
      category: ['atc', 'runs'],
      templates: [
        {
          rel: 'http://www.sap.com/adt/atc/relations/worklist',
          template: `${basePath}/atc/runs{?worklistId,clientWait}`,
          title: 'ATC run in worklist mode'
        }
      ]
    },
    handler: run
  },
  { method: 'GET', path: '/atc/runs/{id}', produces: [backgroundType], handler: status },
  { method: 'POST', path: '/api/atc/runs', accepts: [parametersType], handler: start },
  {
    method: 'GET',
    path: '/api/atc/runs/{id}',
    produces: [runType, 'application/xml'],
    handler: apiStatus
  },
  {
    method: 'GET',
    path: '/api/atc/results/{id}',
    produces: [checkstyleType, 'application/xml'],
    handler: results
  }
]
