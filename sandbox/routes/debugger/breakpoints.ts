/** Routes of breakpoints and of listeners that wait for programs. */
import { AdtError } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { adtTypeOf, nameOf, placeOf, sourceUri, startUri } from '../../http/uris.ts'
import { asx, asxType, declare, document, element, leaf } from '../../http/xml.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import type { DebugIdentity, Debuggee } from '../../workbench/debugger.ts'
import { ownerOf, ownerOfQuery } from './shared.ts'
import { partAt } from './stack.ts'

const comment = /^\s*(?:"|$)|^\*/

/** Adds breakpoints; with a scope they replace those that the owner has. */
function setBreakpoints(request: Request): Answer {
  const root = request.xml()
  const owner = ownerOf(request, name => root.attributes[name] ?? '')
  if (root.children.some(({ name }) => name === 'syncScope')) {
    request.system.debuggers.remove(owner)
  }
  const rows = root.children
    .filter(({ name }) => name === 'breakpoint')
    .map(one => breakpoint(request, owner, one))
  return {
    type: 'application/xml',
    body: document(element('dbg:breakpoints', declare('dbg', 'adtcore'), rows))
  }
}

function breakpoint(request: Request, owner: DebugIdentity, { attributes }: XmlElement): string {
  const { kind = '', clientId = '', condition = '', uri = '' } = attributes
  const refused = (errorMessage: string) =>
    element('breakpoint', { kind, clientId, errorMessage, nonAbapFlavour: '' })
  if (kind !== 'line') return refused(`The sandbox stops at lines, not at events (${kind})`)
  if (condition !== '') {
    return refused('The sandbox evaluates no conditions of breakpoints')
  }
  const place = placeOf(uri)
  const { store, debuggers } = request.system
  const row = place?.start?.row
  const source = place === undefined ? undefined : store.read(place.part, 'active')?.text
  const line = row === undefined ? undefined : source?.split('\n')[row - 1]
  const at =
    place === undefined || row === undefined
      ? undefined
      : store.toFile({ part: place.part, row, column: 0 })
  if (place === undefined || at === undefined || line === undefined || comment.test(line)) {
    return refused('Cannot create a breakpoint at this position')
  }
  const program = `${nameOf(place.part)}.${place.part.part.toUpperCase()}`
  const id = `KIND=0.SOURCETYPE=ABAP.MAIN_PROGRAM=${nameOf(place.part)}.INCLUDE=${program}.LINE_NR=${row}`
  debuggers.set({ id, owner, place: { file: at.file, row: at.row } })
  return element('breakpoint', {
    kind,
    clientId,
    id,
    nonAbapFlavour: '',
    'adtcore:uri': `${sourceUri(place.part)}#start=${row}`,
    'adtcore:type': adtTypeOf(place.part),
    'adtcore:name': nameOf(place.part)
  })
}

function removeBreakpoint(request: Request): Answer {
  request.system.debuggers.remove(ownerOfQuery(request), request.param('id'))
  return {}
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
    path: '/debugger/listeners',
    collection: collection('Listeners', 'debugger-listeners'),
    handler: listen
  },
  { method: 'GET', path: '/debugger/listeners', handler: listening },
  { method: 'DELETE', path: '/debugger/listeners', handler: unlisten }
]
