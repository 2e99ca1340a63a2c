/** Routes of an attached debugger: attaching, steps, variables and watchpoints. */
import { invalidData, notImplemented, parameterMissing } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { placeOf } from '../../http/uris.ts'
import { asx, asxType, declare, document, element, leaf } from '../../http/xml.ts'
import { limits } from '../../not-implemented.ts'
import type { RunStep, RunStop, RunVariable } from '../../types.ts'
import { isOver, refusal, standing } from './shared.ts'
import { choose, stackAnswer } from './stack.ts'

const steps = {
  stepInto: 'into',
  stepOver: 'over',
  stepReturn: 'return',
  stepContinue: 'continue'
} as const

const methods: Readonly<Record<string, (request: Request) => Answer | Promise<Answer>>> = {
  attach,
  stepRunToLine: async request => await step(request, lineStep(request)),
  terminateDebuggee: terminate,
  getStack: stackAnswer,
  setStackPosition: request => choose(request, Number(request.required('position'))),
  getVariables: variables,
  getChildVariables: children,
  setVariableValue: change,
  setDebuggerSettings: settings,
  ...Object.fromEntries(
    Object.entries(steps).map(([method, kind]) => [
      method,
      async (request: Request) => await step(request, { kind })
    ])
  )
}

async function run(request: Request): Promise<Answer> {
  const method = request.required('method')
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (handler === undefined) {
    throw notImplemented(limits.debugger, `The debugger of the sandbox has no ${method}.`)
  }
  return await handler(request)
}

function attach(request: Request): Answer {
  const { context, session, system } = request
  const id = request.required('debuggeeId')
  if (context === undefined) throw refusal('noSessionAttached', 'Attaching needs a session')
  const debuggee = system.debuggers.attach(id, { context, session })
  if (debuggee?.stop === undefined) throw refusal('invalidDebuggee', 'Debuggee cannot be attached')
  return state('attach', request, debuggee.stop)
}

async function step(request: Request, wanted: RunStep): Promise<Answer> {
  const { debuggee } = standing(request)
  const stop = await request.system.debuggers.step(debuggee, wanted)
  if (stop === undefined) throw isOver()
  return state('step', request, stop)
}

/** The ERP lets the program go where the line is missing, and answers with a refusal all the same. */
function lineStep(request: Request): RunStep {
  const { debuggee, stop } = standing(request)
  const uri = request.query.get('uri') ?? ''
  if (uri === '') {
    debuggee.stop = undefined
    stop.go({ kind: 'continue' })
    throw parameterMissing('uri')
  }
  const place = placeOf(uri)
  const row = place?.start?.row
  const at =
    place === undefined || row === undefined
      ? undefined
      : request.system.store.toFile({ part: place.part, row, column: 0 })
  if (at === undefined) throw invalidData(`There is no line at ${uri}`)
  return { kind: 'line', place: at }
}

async function terminate(request: Request): Promise<Answer> {
  const { debuggee } = standing(request)
  await request.system.debuggers.terminate(debuggee)
  throw refusal('terminateDebuggee', 'Debuggee session terminated')
}

function state(root: 'attach' | 'step', { system, user }: Request, stop: RunStop): Answer {
  const head = {
    isRfc: false,
    isSameSystem: true,
    serverName: 'sandbox',
    processId: 1,
    isUserAuthorizedForChanges: true,
    isSteppingPossible: true,
    isTerminationPossible: true,
    ...(root === 'attach' ? { isPostMortem: false } : { isDebuggeeChanged: false })
  }
  const unresolvable = new Set(
    stop.reached.flatMap(({ id, isUnresolvable }) => (isUnresolvable ? [id] : []))
  )
  const ids = stop.reached.map(({ id }) => id)
  const reached = system.debuggers.withIds(user.toUpperCase(), ids).map(one =>
    element('dbg:breakpoint', {
      id: one.id,
      kind: one.kind,
      unresolvableCondition: unresolvable.has(one.id) ? (one.condition ?? '') : '',
      unresolvableConditionErrorOffset: unresolvable.has(one.id) ? 0 : ''
    })
  )
  const watched = stop.watched.map(variableName => element('watchpoint', { variableName }))
  return {
    type: 'application/xml',
    body: document(
      element(`dbg:${root}`, { ...declare('dbg'), ...head }, [
        element('dbg:actions'),
        reached.length === 0 ? '' : element('dbg:reachedBreakpoints', {}, reached),
        watched.length === 0 ? '' : element('dbg:reachedWatchpoints', {}, watched)
      ])
    )
  }
}

/** Gives a variable of an elementary type another value; the program stays where it is. */
async function change(request: Request): Promise<Answer> {
  const { debuggee, stop } = standing(request)
  const name = request.required('variableName').toUpperCase()
  const refused = await stop.set(debuggee.frame, name, request.text())
  if (refused !== undefined) throw refusal('setVariableValue', refused, 400)
  const [variable] = await stop.variables(debuggee.frame, [name])
  return { type: 'text/plain; charset=utf-8', body: variable?.value ?? '' }
}

const SETTINGS = [
  'systemDebugging',
  'createExceptionObject',
  'backgroundRFC',
  'sharedObjectDebugging',
  'showDataAging',
  'updateDebugging'
]

/** Settings are answered as they are given: none of them changes what is debugged here. */
function settings(request: Request): Answer {
  const { attributes } = request.xml()
  const given = Object.fromEntries(SETTINGS.map(name => [name, attributes[name] ?? 'false']))
  return {
    type: 'application/xml',
    body: document(element('dbg:settings', { ...declare('dbg'), ...given }))
  }
}

function idsOf(request: Request, ...path: readonly string[]): string[] {
  const rows = path.reduce(
    (found, name) => found.flatMap(one => one.children.filter(child => child.name === name)),
    [request.xml()]
  )
  return rows.map(row => row.text)
}

async function variables(request: Request): Promise<Answer> {
  const { debuggee, stop } = standing(request)
  const ids = idsOf(request, 'values', 'DATA', 'STPDA_ADT_VARIABLE', 'ID')
  const found = await stop.variables(debuggee.frame, ids)
  return {
    type: asxType('com.sap.adt.debugger.Variables'),
    body: asx(found.map(variableRow))
  }
}

async function children(request: Request): Promise<Answer> {
  const { debuggee, stop } = standing(request)
  const row = 'STPDA_ADT_VARIABLE_HIERARCHY'
  const parents = idsOf(request, 'values', 'DATA', 'HIERARCHIES', row, 'PARENT_ID')
  const found = await stop.children(debuggee.frame, parents)
  const groups = parents.includes('@ROOT') ? ['@PARAMETERS', '@LOCALS', '@GLOBALS'] : []
  const below = (parent: string, id: string, name: string) =>
    element(row, {}, [leaf('PARENT_ID', parent), leaf('CHILD_ID', id), leaf('CHILD_NAME', name)])
  const hierarchies = [
    ...groups.map(id => below('@ROOT', id, id.slice(1))),
    ...found.map(({ parent, id, name }) => below(parent, id, name))
  ]
  return {
    type: asxType('com.sap.adt.debugger.ChildVariables'),
    body: asx([
      element('VARIABLES', {}, found.map(variableRow)),
      element('HIERARCHIES', {}, hierarchies)
    ])
  }
}

function variableRow({ id, name, meta, type, technical, value, lines }: RunVariable): string {
  const facts = {
    ID: id,
    NAME: name,
    DECLARED_TYPE_NAME: type,
    ACTUAL_TYPE_NAME: type,
    META_TYPE: meta,
    VALUE: value,
    TECHNICAL_TYPE: technical,
    TABLE_LINES: lines,
    IS_VALUE_INCOMPLETE: ''
  }
  return element(
    'STPDA_ADT_VARIABLE',
    {},
    Object.entries(facts).map(([field, text]) => leaf(field, text))
  )
}

async function watch(request: Request): Promise<Answer> {
  const { debuggee, stop } = standing(request)
  const variableName = request.required('variableName').toUpperCase()
  if ((request.query.get('condition') ?? '') !== '') {
    throw notImplemented(limits.debugger, 'The sandbox evaluates no conditions of watchpoints.')
  }
  const [variable] = await stop.variables(0, [variableName])
  if (variable === undefined) throw refusal('watchpoint', `${variableName} is not known here`, 400)
  let id = 1
  while (debuggee.watches.has(String(id))) id++
  debuggee.watches.set(String(id), variableName)
  await stop.watch([...debuggee.watches.values()])
  return watchpoints([[String(id), variableName]])
}

async function unwatch(request: Request): Promise<Answer> {
  const { debuggee, stop } = standing(request)
  const id = request.param('id')
  if (!debuggee.watches.delete(id)) throw refusal('watchpoint', `No watchpoint ${id}`, 404)
  await stop.watch([...debuggee.watches.values()])
  return {}
}

function watchpoints(list: readonly (readonly [string, string])[]): Answer {
  const rows = list.map(([id, variableName]) =>
    element(
      'watchpoint',
      { id, variableName, kind: 'local', active: true, expired: false },
      element('condition')
    )
  )
  return {
    type: 'application/xml',
    body: document(element('dbg:watchpoints', declare('dbg'), rows))
  }
}

const collection = (title: string, term: string) => ({
  workspace: 'Debugger',
  title,
  category: ['debugger', term] as const
})

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/debugger',
    collection: collection('Debugger', 'debugger'),
    handler: run
  },
  {
    method: 'POST',
    path: '/debugger/watchpoints',
    collection: collection('Debugger Watchpoints', 'debugger-watchpoints'),
    handler: watch
  },
  {
    method: 'GET',
    path: '/debugger/watchpoints',
    produces: ['application/xml'],
    handler: request => watchpoints([...standing(request).debuggee.watches])
  },
  { method: 'DELETE', path: '/debugger/watchpoints/{id}', handler: unwatch }
]
