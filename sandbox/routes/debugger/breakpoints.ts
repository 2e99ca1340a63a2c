/** Routes of breakpoints and of listeners that wait for programs. */
import { AdtError } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { parseCondition } from '../../grammar/breakpoint-conditions.ts'
import { adtTypeOf, nameOf, placeOf, sourceUri, startUri } from '../../http/uris.ts'
import { asx, asxType, declare, document, element, leaf } from '../../http/xml.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import type {
  Breakpoint,
  BreakpointScope,
  DebugIdentity,
  Debuggee
} from '../../workbench/debugger.ts'
import { requestedBreakpoint } from './requested.ts'
import { ownerOf, ownerOfQuery } from './shared.ts'
import { partAt } from './stack.ts'

const scopeOf = (text: string | null | undefined): BreakpointScope =>
  text === 'debugger' ? 'debugger' : 'external'

/**
 * Adds breakpoints. With a scope they replace those of the owner: all of them, or those of the
 * sources that are named.
 */
function setBreakpoints(request: Request): Answer {
  const root = request.xml()
  const owner = ownerOf(request, name => root.attributes[name] ?? '')
  const scope = scopeOf(root.attributes['scope'])
  for (const one of root.children) {
    if (one.name === 'syncScope') replace(request, { owner, scope }, one)
  }
  const rows = root.children
    .filter(({ name }) => name === 'breakpoint')
    .map(one => breakpoint(request, { owner, scope }, one))
  return {
    type: 'application/xml',
    body: document(element('dbg:breakpoints', declare('dbg', 'adtcore'), rows))
  }
}

type Own = Pick<Breakpoint, 'owner' | 'scope'>

function replace({ system }: Request, { owner, scope }: Own, { attributes, children }: XmlElement) {
  const isPartial = attributes['mode'] === 'partial'
  const sources = children.flatMap(({ attributes: { uri = '' } }) => {
    const place = placeOf(uri)
    return place === undefined ? [] : [`${sourceUri(place.part)}#`]
  })
  const isIn = (one: Breakpoint) => {
    if (one.kind !== 'line') return false
    const { file, row } = one.place
    const at = system.store.toPart({
      file,
      startRow: row,
      startColumn: 0,
      endRow: row,
      endColumn: 0
    })
    return at !== undefined && sources.includes(`${sourceUri(at.part)}#`)
  }
  system.debuggers.remove(owner, one => one.scope === scope && (!isPartial || isIn(one)))
}

function breakpoint(request: Request, own: Own, asked: XmlElement): string {
  const { kind = '', clientId = '', condition = '' } = asked.attributes
  const found = requestedBreakpoint(request, asked)
  if ('refused' in found) {
    return element('breakpoint', {
      ...{ kind, clientId, errorMessage: found.refused, nonAbapFlavour: '' }
    })
  }
  request.system.debuggers.set({ ...found.breakpoint, ...own })
  return element('breakpoint', {
    ...{ kind, clientId, id: found.breakpoint.id, ...found.facts },
    ...(condition === '' ? {} : { condition })
  })
}

function removeBreakpoint(request: Request): Answer {
  const id = request.param('id')
  const scope = scopeOf(request.query.get('scope'))
  request.system.debuggers.remove(
    ownerOfQuery(request),
    one => one.id === id && one.scope === scope
  )
  return {}
}

/** Whether a condition of a breakpoint is valid. */
function checkCondition(request: Request): Answer {
  const parsed = parseCondition(request.xml().text.trim())
  const facts =
    parsed.kind === 'wrong'
      ? { valid: false, message: parsed.reason, offset: parsed.at }
      : { valid: true }
  return {
    type: 'application/xml',
    body: document(element('dbg:condition', { ...declare('dbg'), ...facts }))
  }
}

const MAX_SECONDS = 3600

async function listen(request: Request): Promise<Answer> {
  const owner = ownerOfQuery(request)
  assertNoConflict(request, owner)
  const seconds = Math.min(MAX_SECONDS, Number(request.query.get('timeout')) || 60)
  const debuggee = await request.system.debuggers.listen(owner, seconds * 1000)
  if (debuggee === undefined) return {}
  return {
    type: asxType('com.sap.adt.debugger.DebuggeesList'),
    body: asx(debuggeeRow(request, debuggee))
  }
}

function debuggeeRow({ system }: Request, debuggee: Debuggee): string {
  const [top] = debuggee.stop?.frames ?? []
  const location = top === undefined ? undefined : partAt(system, top)
  const part = location?.part
  const facts: Readonly<Record<string, string | number>> = {
    CLIENT: system.client,
    DEBUGGEE_ID: debuggee.id,
    TERMINAL_ID: debuggee.terminalId,
    IDE_ID: debuggee.ideId,
    DEBUGGEE_USER: debuggee.user,
    PRG_CURR: part === undefined ? '' : nameOf(part),
    INCL_CURR: part === undefined ? '' : nameOf(part),
    LINE_CURR: location?.range.startRow ?? 0,
    APPLSERVER: 'sandbox',
    SYSID: system.id,
    DBGEE_KIND: 'DEBUGGEE',
    IS_ATTACH_IMPOSSIBLE: 'false',
    IS_SAME_SERVER: 'true',
    URI: location === undefined ? '' : startUri(location),
    TYPE: part === undefined ? '' : adtTypeOf(part),
    NAME: part === undefined ? '' : nameOf(part)
  }
  const fields = Object.entries(facts).map(([name, value]) => leaf(name, value))
  return element('STPDA_DEBUGGEE', {}, fields)
}

/** Another program of the user waits already. */
function assertNoConflict({ system }: Request, owner: DebugIdentity): void {
  const other = system.debuggers.listening(owner)
  if (other === undefined) return
  throw new AdtError(`Debugging is active for user ${other.user} already`, {
    status: 409,
    type: 'conflictText',
    properties: {
      conflictText: `Debugging is active for user ${other.user} already`,
      ideUser: other.user,
      'com.sap.adt.communicationFramework.subType': 'conflictDetected'
    }
  })
}

function listening(request: Request): Answer {
  assertNoConflict(request, ownerOfQuery(request))
  return {}
}

function unlisten(request: Request): Answer {
  request.system.debuggers.unlisten(ownerOfQuery(request))
  return {}
}

const collection = (title: string, term: string) => ({
  workspace: 'Debugger',
  title,
  category: ['debugger', term] as const
})

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/debugger/breakpoints',
    produces: ['application/xml'],
    collection: collection('Breakpoints', 'debugger-breakpoints'),
    handler: setBreakpoints
  },
  // the list of breakpoints is kept by clients: the ERP answers nothing
  { method: 'GET', path: '/debugger/breakpoints', handler: () => ({}) },
  { method: 'DELETE', path: '/debugger/breakpoints/{id}', handler: removeBreakpoint },
  {
    method: 'POST',
    path: '/debugger/breakpoints/conditions',
    produces: ['application/xml'],
    collection: collection('Breakpoint Condition', 'debugger-breakpoints-conditions'),
    handler: checkCondition
  },
  {
    method: 'POST',
    path: '/debugger/listeners',
    collection: collection('Listeners', 'debugger-listeners'),
    handler: listen
  },
  { method: 'GET', path: '/debugger/listeners', handler: listening },
  { method: 'DELETE', path: '/debugger/listeners', handler: unlisten }
]
