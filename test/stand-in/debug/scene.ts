/**
 * A program that stops twice at a line and ends, as the debugger's documented bytes tell it: a
 * listener that waits, the program in a session of its own, and the calls of the session that has
 * attached. Every name and value is made up.
 */
import type { Exchange, Reply } from '../server.ts'

const adt = '/sap/bc/adt'
export const source = `${adt}/oo/classes/zcl_demo/source/main`
export const breakpointId =
  'KIND=0.SOURCETYPE=ABAP.MAIN_PROGRAM=ZCL_DEMO======================CP.INCLUDE=ZCL_DEMO======================CM001.LINE_NR=5'
const hex = /^[0-9A-F]{32}$/
const identity = { debuggingMode: 'user', requestUser: 'DEVELOPER', terminalId: hex, ideId: hex }
const property = (key: string, value: string) => `<entry key="${key}">${value}</entry>`

/** An exception of the debugger, with its kind. */
export const exception = (
  type: string,
  subType: string,
  more = '',
  message = 'An exception was raised'
) =>
  `<?xml version="1.0" encoding="utf-8"?><exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="${type}"/><message lang="EN">${message}</message><localizedMessage lang="EN">${message}</localizedMessage><properties>${property('com.sap.adt.communicationFramework.subType', subType)}${more}</properties></exc:exception>`

export interface DebuggeeFacts {
  readonly user?: string
  readonly ide?: string
  readonly dump?: string
  readonly impossible?: boolean
}

export const debuggee = ({
  user = 'DEVELOPER',
  ide = '',
  dump = '',
  impossible = false
}: DebuggeeFacts = {}) =>
  `<STPDA_DEBUGGEE><CLIENT>001</CLIENT><DEBUGGEE_ID>0242AC1100021EEB9D9F7A9E4E5F6789</DEBUGGEE_ID><TERMINAL_ID/><IDE_ID>${ide}</IDE_ID><DEBUGGEE_USER>${user}</DEBUGGEE_USER><PRG_CURR>ZCL_DEMO======================CP</PRG_CURR><INCL_CURR>ZCL_DEMO======================CM001</INCL_CURR><LINE_CURR>5</LINE_CURR><DBGEE_KIND>DEBUGGEE</DBGEE_KIND><DUMPID>${dump}</DUMPID><IS_ATTACH_IMPOSSIBLE>${impossible}</IS_ATTACH_IMPOSSIBLE><IS_SAME_SERVER>true</IS_SAME_SERVER><URI>${source}#start=24</URI><TYPE>CLAS/OC</TYPE><NAME>ZCL_DEMO</NAME></STPDA_DEBUGGEE>`
export const debuggees = (...list: readonly string[]) => asx(list.join(''))
const asx = (data: string) =>
  `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${data}</DATA></asx:values></asx:abap>`
const asked = (data: string) => `<?xml version="1.0" encoding="UTF-8"?>${asx(data)}`

export const state = (root: string, reached = breakpointId, more = '') =>
  `<dbg:${root} xmlns:dbg="http://www.sap.com/adt/debugger" isRfc="false" isSameSystem="true" serverName="a4h_A4H_00" debugSessionId="0242" processId="12" isPostMortem="false" isUserAuthorizedForChanges="true" debuggeeSessionId="0242" abapTraceState="off" isSteppingPossible="true" isTerminationPossible="true"><dbg:actions><dbg:action name="stepInto" style="push" group="stepping" title="Step Into" link="" value="" disabled="false"/></dbg:actions><dbg:reachedBreakpoints><dbg:breakpoint id="${reached}" kind="line" unresolvableCondition="" unresolvableConditionErrorOffset=""/></dbg:reachedBreakpoints>${more}</dbg:${root}>`
export const stack = (line: number) =>
  `<dbg:stack xmlns:dbg="http://www.sap.com/adt/debugger" isRfc="false" isSameSystem="true" serverName="a4h_A4H_00" debugCursorStackIndex="2"><dbg:stackEntry stackPosition="1" stackType="ABAP" stackUri="/sap/bc/adt/debugger/stack/type/ABAP/position/1" programName="SAPLSEU" includeName="LSEUU01" line="7" eventType="FUNCTION" eventName="RUN" sourceType="ABAP" systemProgram="true" isVit="false" uri="/sap/bc/adt/functions/groups/seu/includes/lseuu01/source/main#start=7"/><dbg:stackEntry stackPosition="2" stackType="ABAP" stackUri="/sap/bc/adt/debugger/stack/type/ABAP/position/2" programName="ZCL_DEMO======================CP" includeName="ZCL_DEMO======================CM001" line="5" eventType="METHOD" eventName="RUN" sourceType="ABAP" systemProgram="false" isVit="false" uri="${source}#start=${line}"/></dbg:stack>`

export interface VariableFacts {
  readonly id: string
  readonly type?: string
  readonly meta?: string
  readonly value?: string
  readonly lines?: number
  readonly cut?: boolean
}

export const variable = ({
  id,
  type = 'I',
  meta = 'simple',
  value = '',
  lines = 0,
  cut = false
}: VariableFacts) =>
  `<STPDA_ADT_VARIABLE><ID>${id}</ID><NAME>${id}</NAME><DECLARED_TYPE_NAME>${type}</DECLARED_TYPE_NAME><ACTUAL_TYPE_NAME>\\TYPE=${type}</ACTUAL_TYPE_NAME><KIND>LOCAL</KIND><META_TYPE>${meta}</META_TYPE><VALUE>${value}</VALUE><HEX_VALUE>05000000</HEX_VALUE><TECHNICAL_TYPE>I</TECHNICAL_TYPE><LENGTH>4</LENGTH><TABLE_LINES>${lines}</TABLE_LINES><IS_VALUE_INCOMPLETE>${cut ? 'X' : ''}</IS_VALUE_INCOMPLETE></STPDA_ADT_VARIABLE>`

const variablesType =
  'application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.debugger.Variables'
const childrenType =
  'application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.debugger.ChildVariables'

/** Reading variables: what has to be asked for, and what comes. */
export const valuesOf = (ids: readonly string[], ...list: readonly VariableFacts[]): Exchange => ({
  method: 'POST',
  path: `${adt}/debugger`,
  query: { method: 'getVariables' },
  accept: variablesType,
  contentType: variablesType,
  body: asked(ids.map(id => `<STPDA_ADT_VARIABLE><ID>${id}</ID></STPDA_ADT_VARIABLE>`).join('')),
  type: variablesType,
  answer: asx(list.map(variable).join(''))
})
export const childrenOf = (
  parents: readonly string[],
  ...list: readonly (VariableFacts & { readonly parent: string; readonly name: string })[]
): Exchange => ({
  method: 'POST',
  path: `${adt}/debugger`,
  query: { method: 'getChildVariables' },
  accept: childrenType,
  contentType: childrenType,
  body: asked(
    `<HIERARCHIES>${parents.map(id => `<STPDA_ADT_VARIABLE_HIERARCHY><PARENT_ID>${id}</PARENT_ID></STPDA_ADT_VARIABLE_HIERARCHY>`).join('')}</HIERARCHIES>`
  ),
  type: childrenType,
  answer: asx(
    `<HIERARCHIES>${list.map(({ parent, id, name }) => `<STPDA_ADT_VARIABLE_HIERARCHY><PARENT_ID>${parent}</PARENT_ID><CHILD_ID>${id}</CHILD_ID><CHILD_NAME>${name}</CHILD_NAME></STPDA_ADT_VARIABLE_HIERARCHY>`).join('')}</HIERARCHIES><VARIABLES>${list.map(variable).join('')}</VARIABLES>`
  )
})

export const breakpointsBody = (
  breakpoints: string,
  ids = 'debuggingMode="user" requestUser="DEVELOPER" terminalId="[0-9A-F]{32}" ideId="[0-9A-F]{32}"'
) =>
  new RegExp(
    `^<\\?xml version="1\\.0" encoding="UTF-8"\\?><dbg:breakpoints xmlns:dbg="http://www\\.sap\\.com/adt/debugger" scope="external" ${ids} systemDebugging="false" deactivated="false">${breakpoints}</dbg:breakpoints>$`
  )
export const lineBreakpoint = (line: number, more = '') =>
  `<breakpoint xmlns:adtcore="http://www\\.sap\\.com/adt/core" kind="line" clientId="c1" skipCount="0" adtcore:uri="${source}#start=${line}"${more}/>`
export const setAnswer = (...list: readonly string[]) =>
  `<dbg:breakpoints xmlns:dbg="http://www.sap.com/adt/debugger" xmlns:adtcore="http://www.sap.com/adt/core">${list.join('')}</dbg:breakpoints>`
export const isSet = `<breakpoint kind="line" clientId="c1" id="${breakpointId}" nonAbapFlavour="" adtcore:uri="${source}#start=25" adtcore:type="CLAS/OC" adtcore:name="ZCL_DEMO"/>`

export interface Scene {
  readonly exchanges: readonly Exchange[]
  /** How often the process may be let go on before it has ended. */
  stops: number
  listening: boolean
  attached: boolean
  /** How the process came to its end. */
  end: 'continued' | 'terminated' | undefined
  finish(end: 'continued' | 'terminated'): void
}

const documented = {
  gone: (subType: string): Reply => ({ status: 500, answer: exception('AdiFailed', subType) }),
  conflict: exception(
    'conflictText',
    'conflictDetected',
    property('conflictText', 'Another session exists') + property('ideUser', 'DEVELOPER')
  )
}

/** The scene; `more` replaces what the debugger answers, exchange by exchange. */
export function debugScene(more: readonly Exchange[] = []): Scene {
  const caught = Promise.withResolvers<Reply>()
  const over = Promise.withResolvers<Reply>()
  const finish = (end: 'continued' | 'terminated'): void => {
    scene.end = end
    scene.attached = false
    over.resolve(
      end === 'continued'
        ? { type: 'text/plain', answer: 'total 6' }
        : {
            status: 500,
            answer: exception('ExceptionInternalError', 'x', '', 'The program was terminated')
          }
    )
  }
  const session = (
    method: string,
    reply: NonNullable<Exchange['reply']>,
    query: NonNullable<Exchange['query']> = {}
  ): Exchange => ({
    method: 'POST',
    path: `${adt}/debugger`,
    query: { method, ...query },
    accept: 'application/xml',
    reply
  })
  const scene: Scene = {
    stops: 2,
    listening: false,
    attached: false,
    end: undefined,
    finish,
    exchanges: [
      {
        method: 'POST',
        path: `${adt}/debugger/breakpoints`,
        accept: 'application/xml',
        contentType: 'application/xml',
        body: breakpointsBody(lineBreakpoint(24)),
        answer: setAnswer(isSet)
      },
      {
        method: 'DELETE',
        path: `${adt}/debugger/breakpoints/${encodeURIComponent(breakpointId)}`,
        query: { scope: 'external', ...identity },
        accept: 'application/xml'
      },
      {
        method: 'POST',
        path: `${adt}/debugger/listeners`,
        query: {
          ...identity,
          timeout: /^\d+$/,
          checkConflict: 'true',
          isNotifiedOnConflict: 'true'
        },
        accept: 'application/vnd.sap.as+xml',
        type: 'application/vnd.sap.as+xml; charset=utf-8; dataname=com.sap.adt.debugger.DebuggeesList',
        async reply() {
          scene.listening = true
          return await caught.promise
        }
      },
      {
        method: 'GET',
        path: `${adt}/debugger/listeners`,
        query: { ...identity, ideId: '', checkConflict: 'true' },
        accept: 'application/xml',
        reply: () => (scene.listening ? { status: 409, answer: documented.conflict } : {})
      },
      {
        method: 'DELETE',
        path: `${adt}/debugger/listeners`,
        query: { ...identity, checkConflict: 'false', notifyConflict: 'true' },
        reply() {
          scene.listening = false
          caught.resolve({})
          return {}
        }
      },
      {
        method: 'POST',
        path: `${adt}/oo/classrun/ZCL_DEMO`,
        accept: 'text/plain',
        type: 'text/plain',
        async reply() {
          if (scene.listening) caught.resolve({ answer: debuggees(debuggee()) })
          else finish('continued')
          return await over.promise
        }
      },
      session(
        'attach',
        () => {
          scene.attached = true
          return { answer: state('attach') }
        },
        {
          debuggeeId: '0242AC1100021EEB9D9F7A9E4E5F6789',
          dynproDebugging: 'true',
          debuggingMode: 'user',
          requestUser: 'DEVELOPER'
        }
      ),
      session('stepContinue', () => {
        scene.stops--
        if (scene.stops > 0) return { answer: state('step') }
        finish('continued')
        return documented.gone('debuggeeEnded')
      }),
      session('terminateDebuggee', () => {
        finish('terminated')
        return documented.gone('terminateDebuggee')
      }),
      {
        method: 'GET',
        path: `${adt}/debugger/stack`,
        query: { method: 'getStack', emode: '_', semanticURIs: 'true' },
        accept: 'application/xml',
        reply: () => ({ answer: stack(26 - scene.stops + 1) })
      },
      ...more
    ]
  }
  return scene
}
