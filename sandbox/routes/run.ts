/** Routes that run a class or a report, and answer its output. */
import { AdtError, notFound, notImplemented } from '../http/errors.ts'
import { basePath } from '../http/router.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { startUri } from '../http/uris.ts'
import { limits } from '../not-implemented.ts'
import type { Dump } from '../dump-types.ts'
import type { ConsoleRun, ObjectKey, RunAlert, RunDebugger, Runtime } from '../types.ts'
import { recordDumps, recordEnd, unattended } from '../workbench/dumps/second-run.ts'
import { runNamed } from '../workbench/named-at-run-time.ts'
import { callerOf } from '../workbench/tests.ts'
import { recordTrace } from '../workbench/traces/record.ts'

function failure({ system }: Request, alert: RunAlert, ended?: Dump): AdtError {
  const places = alert.stack.flatMap(({ file, row }) => {
    const location = system.store.toPart({
      file,
      startRow: row,
      startColumn: 0,
      endRow: row,
      endColumn: 0
    })
    return location === undefined ? [] : [startUri(location)]
  })
  const error = alert.dump?.error ?? ended?.error
  const isNamed = error === undefined || alert.title.includes(error)
  const what = isNamed || alert.kind !== 'limit' ? [] : [`Runtime Error ${error} (short dump)`]
  const at = (ended?.frames ?? []).map(({ uri }) => uri)
  const words = [alert.title, ...what, ...alert.details, ...places, ...at].join(' | ')
  if (alert.kind === 'unsupported') return notImplemented(limits.runtimeConstruct, words)
  return new AdtError(words, { status: 500, type: 'ExceptionInternalError' })
}

/**
 * Of the rows that a run changes, those are kept that it commits; a header says so when there are
 * others.
 */
const uncommitted = {
  'x-sandbox-note': 'Rows were changed without COMMIT WORK: those changes are gone with the run'
}

type Program = Omit<Parameters<Runtime['console']>[0], 'class'>
type Start = (runtime: Runtime, program: Program) => Promise<ConsoleRun>

interface Way {
  readonly debug?: RunDebugger | undefined
  readonly isTraced?: boolean
}

interface Ended {
  readonly run: ConsoleRun
  /** How many files the program has. */
  readonly files: number
}

/** Rows are changed in a copy of the database: a run that is repeated has left nothing. */
async function runOnce(
  request: Request,
  { object, start }: { readonly object: ObjectKey; readonly start: Start },
  { debug, isTraced = false }: Way
): Promise<Ended> {
  const { runtime, dictionary, database } = request.system
  let files = 0
  const run = await runNamed(request.system, {
    object,
    repeats: debug === undefined,
    alertsOf: ({ alert }: ConsoleRun) => (alert === undefined ? [] : [alert]),
    run: program => {
      files = program.files.length
      return start(runtime, {
        caller: callerOf(request),
        ...(debug === undefined ? { isTraced } : { debug }),
        ...program,
        tables: dictionary.tables(),
        database: database.file
      })
    }
  })
  return { run, files }
}

/** The id of the parameters of a trace; the URI of them is sent. */
function profilerOf({ query }: Request): string | undefined {
  const uri = query.get('profilerId') ?? ''
  return uri === '' ? undefined : uri.slice(uri.lastIndexOf('/') + 1)
}

/** Runs the active version as the user of the request. */
async function runObject(request: Request, object: ObjectKey, start: Start): Promise<Answer> {
  const { system } = request
  const { store, database } = system
  if (
    store.get(object) === undefined ||
    store.read({ object, part: 'main' }, 'active') === undefined
  ) {
    throw notFound(object.name)
  }
  system.administration.refresh()
  const debug = system.debuggers.forRun(request.user.toUpperCase())
  const title =
    debug === undefined
      ? system.store.traces.requests.take(request.user.toUpperCase(), profilerOf(request))
      : undefined
  const way = { debug, isTraced: title !== undefined }
  const { run, files } = await runOnce(request, { object, start }, way)
  if (run.trace !== undefined) recordTrace(request, { object, title: title ?? '' }, run.trace)
  const { alert, changes } = run
  if (alert?.dump !== undefined) {
    // before changes are applied: the second run sees the rows that the first one saw
    await recordDumps(request, { alerts: [alert], files }, async () => {
      const again = await runOnce(request, { object, start }, { debug: unattended })
      return again.run.alert === undefined ? [] : [again.run.alert]
    })
  }
  const ended = await recordEnd(request, { terminated: alert?.terminated, files }, async debug => {
    const again = await runOnce(request, { object, start }, { debug })
    return again.run.alert === undefined ? [] : [again.run.alert]
  })
  if (changes !== undefined) {
    await system.exclusive(() => database.apply(changes))
    system.administration.forget()
  }
  if (alert !== undefined) throw failure(request, alert, ended)
  return {
    type: 'text/plain; charset=utf-8',
    body: run.output,
    ...(run.uncommitted === true ? { headers: uncommitted } : {})
  }
}

async function runClass(request: Request): Promise<Answer> {
  const name = request.param('name').toUpperCase()
  return await runObject(request, { type: 'CLAS', name }, (runtime, program) =>
    runtime.console({ ...program, class: name })
  )
}

/** Runs a report with the start values of its selection screen; the answer is its list. */
async function runReport(request: Request): Promise<Answer> {
  const name = request.param('name').toUpperCase()
  const info = request.system.store.get({ type: 'PROG', name })
  const kind = info?.attributes['programType'] ?? 'executableProgram'
  if (info !== undefined && kind !== 'executableProgram') {
    throw new AdtError(`Program ${name} is not executable`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  return await runObject(request, { type: 'PROG', name }, (runtime, program) =>
    runtime.report({ ...program, program: name })
  )
}

function parameterMissing(name: string): AdtError {
  return new AdtError(`Parameter ${name} could not be found.`, {
    status: 400,
    type: 'ExceptionParameterNotFound'
  })
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/oo/classrun/{name}',
    produces: ['text/plain'],
    handler: runClass
  },
  {
    method: 'GET',
    path: '/oo/classrun',
    collection: {
      workspace: 'Class Run',
      title: 'Run a Class',
      category: ['oo', 'classrun'],
      accept: ['text/plain'],
      templates: [
        {
          rel: 'http://www.sap.com/adt/relations/oo/classrun',
          template: `${basePath}/oo/classrun/{classname}{?profilerId}`
        }
      ]
    },
    handler() {
      throw parameterMissing('classname')
    }
  },
  {
    method: 'POST',
    path: '/programs/programrun/{name}',
    produces: ['text/plain'],
    handler: runReport
  },
  {
    method: 'GET',
    path: '/programs/programrun',
    collection: {
      workspace: 'Programs',
      title: 'Run Program',
      category: ['programs', 'programrun'],
      accept: ['text/plain'],
      templates: [
        {
          rel: 'http://www.sap.com/adt/relations/programs/programrun',
          template: `${basePath}/programs/programrun/{programname}{?profilerId}`
        }
      ]
    },
    handler() {
      throw parameterMissing('programname')
    }
  }
]
