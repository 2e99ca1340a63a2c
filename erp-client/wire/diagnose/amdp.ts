/** Documents of the AMDP debugger: breakpoints, events, stack frames and variables. */
import { ErpError } from '../../errors.ts'
import { objectOfUri } from '../../objects.ts'
import type { ObjectPlace } from '../../objects.ts'
import { attribute, child, children, escapeXml, parseXml, rawText, xmlHead } from '../xml.ts'
import type { XmlElement } from '../xml.ts'

/** Body that replaces the breakpoints of a session; an empty list clears them. */
export function amdpBreakpointsBody(uris: readonly string[]): string {
  const list = uris
    .map(
      (uri, index) =>
        `<amdpdbg:breakpoint amdpdbg:clientId="c${index + 1}" adtcore:uri="${escapeXml(uri)}"/>`
    )
    .join('')
  return `${xmlHead}<amdpdbg:breakpointsSyncRequest xmlns:amdpdbg="http://www.sap.com/adt/amdp/debugger" xmlns:adtcore="http://www.sap.com/adt/core" amdpdbg:syncMode="FULL"><amdpdbg:breakpoints>${list}</amdpdbg:breakpoints></amdpdbg:breakpointsSyncRequest>`
}

/**
 * Id of the started session: the last segment of the URL in the answer.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function readAmdpMain(location: string): string {
  const [, id] = /\/amdp\/debugger\/main\/([\w.~:%-]+)$/.exec(location) ?? []
  if (id === undefined) {
    throw new ErpError(
      'ERP_BAD_ANSWER',
      'The ERP started the debugger of database procedures and did not name its session',
      { outcome: 'unknown' }
    )
  }
  return id
}

export interface AmdpVariable {
  readonly name: string
  readonly type: string
  /** input, output, local or system. */
  readonly scope: string
  readonly value: string | undefined
  /** Number of rows of a table. */
  readonly rows: number | undefined
}

export interface AmdpFrame {
  readonly procedure: string
  readonly place?: ObjectPlace | undefined
  readonly line: number | undefined
}

/** An event of the session. */
export interface AmdpEvent {
  /** ON_BREAK, ON_EXECUTION_END, STOP, SYNC_BREAKPOINTS, ON_TOGGLE_BREAKPOINTS, … */
  readonly kind: string
  readonly debuggeeId: string
  readonly at: AmdpFrame | undefined
  readonly calls: readonly AmdpFrame[]
  readonly variables: readonly AmdpVariable[]
  /** State of the breakpoints after their synchronization. */
  readonly breakpoints: readonly {
    readonly place?: ObjectPlace | undefined
    readonly state: string
    readonly reason: string
  }[]
}

/** The pending events of the session, in their order. */
export function readAmdpEvents(xml: string): AmdpEvent[] {
  if (xml.trim() === '') return []
  return children(parseXml(xml, ['mainResponseList', 'mainResponses']).element, 'mainResponse').map(
    one => {
      const value = child(one, 'value')
      const position = child(value, 'abapPosition')
      return {
        kind: attribute(one, 'kind') ?? '',
        debuggeeId: attribute(one, 'debuggeeId') ?? '',
        at: position === undefined ? undefined : frameOf(value),
        calls: children(value, 'callstack', 'callstackEntry').map(frameOf),
        variables: children(value, 'variables', 'variable').map(variableOf),
        breakpoints: [
          ...children(value, 'onToggleBreakpoints', 'breakpoints', 'breakpoint'),
          ...children(value, 'breakpoints', 'breakpoint')
        ].map(each => ({
          place: objectOfUri(attribute(each, 'uri') ?? ''),
          state: attribute(each, 'state') ?? '',
          reason: attribute(each, 'errorMessage') ?? ''
        }))
      }
    }
  )
}

/**
 * A statement has a place in the source of its class, and another one in the generated procedure.
 */
function frameOf(element: XmlElement | undefined): AmdpFrame {
  const own = child(element, 'abapPosition')
  const native = child(element, 'nativePosition')
  return {
    procedure: attribute(own, 'procedureName') ?? '',
    place: objectOfUri(attribute(own, 'uri') ?? ''),
    line: Number(attribute(native, 'line')) || undefined
  }
}

function variableOf(element: XmlElement): AmdpVariable {
  const handle = attribute(element, 'tableHandle') ?? '0'
  const isTable = !/^0*$/.test(handle)
  const isNull = attribute(element, 'isNullValue') === 'true'
  return {
    name: attribute(element, 'name') ?? '',
    type: attribute(element, 'type') ?? '',
    scope: attribute(element, 'scope') ?? '',
    value: isTable || isNull ? undefined : rawText(element),
    rows: isTable ? Number(attribute(element, 'tableLength')) || 0 : undefined
  }
}
