/** Documents of the ABAP debugger: breakpoints, processes, stacks and variables. */
import { objectOfUri } from '../../objects.ts'
import type { ObjectPlace } from '../../objects.ts'
import {
  asxData,
  asxDocument,
  attribute,
  child,
  children,
  escapeXml,
  parseXml,
  rawText,
  textOf,
  xmlHead
} from '../xml.ts'
import type { XmlElement } from '../xml.ts'

/** Where to stop: at a line, or at an event anywhere. */
export type BreakpointOptions =
  | { readonly kind: 'line'; readonly uri: string; readonly condition?: string | undefined }
  | {
      readonly kind: 'exception'
      readonly exceptionClass: string
      readonly condition?: string | undefined
    }
  | {
      readonly kind: 'statement'
      readonly statement: string
      readonly condition?: string | undefined
    }
  | {
      readonly kind: 'message'
      readonly msgId: string
      readonly msgNo: string
      readonly msgTy: string
      readonly condition?: string | undefined
    }

export interface Breakpoint {
  /** Id at the ERP; empty for a refused breakpoint. */
  readonly id: string
  readonly kind: string
  readonly clientId: string
  /** Actual place: the ERP moves a line to the next executable one. */
  readonly place?: ObjectPlace | undefined
  /** Event at which it stops, for kinds without a place. */
  readonly what: string
  readonly condition: string
  readonly refused?: string | undefined
}

/** Owner of breakpoints and processes: the ERP distinguishes all four. */
export interface DebugIdentity {
  /** `user`: all processes of the user; `terminal`: those that were started from the terminal. */
  readonly debuggingMode: 'user' | 'terminal'
  readonly requestUser: string
  readonly terminalId: string
  readonly ideId: string
}

/**
 * Body that adds breakpoints. It names no scope to synchronize: with a scope the ERP would replace
 * the breakpoints of other programs of the user.
 */
export function breakpointsBody(
  identity: DebugIdentity,
  requested: readonly BreakpointOptions[]
): string {
  const head = Object.entries({
    scope: 'external',
    ...identity,
    systemDebugging: 'false',
    deactivated: 'false'
  }).map(([name, value]) => `${name}="${escapeXml(value)}"`)
  return `${xmlHead}<dbg:breakpoints xmlns:dbg="http://www.sap.com/adt/debugger" ${head.join(' ')}>${requested.map(breakpointText).join('')}</dbg:breakpoints>`
}

function breakpointText(options: BreakpointOptions, index: number): string {
  const { kind, condition, ...target } = options
  const facts: Record<string, string | undefined> = {
    kind,
    clientId: `c${index + 1}`,
    skipCount: '0',
    ...rename(target),
    condition
  }
  const pairs = Object.entries(facts).filter(
    (pair): pair is [string, string] => pair[1] !== undefined
  )
  return `<breakpoint xmlns:adtcore="http://www.sap.com/adt/core" ${pairs.map(([name, value]) => `${name}="${escapeXml(value)}"`).join(' ')}/>`
}

function rename({ uri, ...rest }: Readonly<Record<string, string>>): Record<string, string> {
  return uri === undefined ? rest : { 'adtcore:uri': uri }
}

/** Result of each breakpoint; an empty answer has none. */
export function readBreakpoints(xml: string): Breakpoint[] {
  if (xml.trim() === '') return []
  return children(parseXml(xml, ['breakpoints']).element, 'breakpoint').map(one => {
    const word = (name: string) => attribute(one, name) ?? ''
    const id = word('id')
    return {
      id,
      kind: word('kind'),
      clientId: word('clientId'),
      place: objectOfUri(word('uri')),
      what:
        [word('exceptionClass'), word('statement'), word('msgId'), word('msgNo'), word('msgTy')]
          .filter(part => part !== '')
          .join(' ') || whatOf(id),
      condition: word('condition'),
      ...(id === '' ? { refused: word('errorMessage') || 'the ERP gives no reason' } : {})
    }
  })
}

/** Ids of breakpoints without a place contain the event at which they stop. */
function whatOf(id: string): string {
  return (
    /EXCEPTION_CLASS=([^.]+)/.exec(id)?.[1] ??
    /STATEMENT=([^.]+)/.exec(id)?.[1] ??
    /MSGID=([^.]+)\.MSGNO=([^.]+)\.MSGTY=([^.]+)/.exec(id)?.slice(1).join(' ') ??
    ''
  )
}

/** A stopped process, until a debugger attaches or its wait ends. */
export interface Debuggee {
  readonly id: string
  readonly client: string
  readonly user: string
  readonly terminalId: string
  readonly ideId: string
  readonly program: string
  /** The remains of a process after a short dump; nothing runs there. */
  readonly isDump: boolean
  readonly canAttach: boolean
}

/** Processes that a listener caught; none after its timeout. */
export function readDebuggees(xml: string): Debuggee[] {
  if (xml.trim() === '') return []
  return children(asxData(xml), 'STPDA_DEBUGGEE').map(one => ({
    id: textOf(one, 'DEBUGGEE_ID'),
    client: textOf(one, 'CLIENT'),
    user: textOf(one, 'DEBUGGEE_USER'),
    terminalId: textOf(one, 'TERMINAL_ID'),
    ideId: textOf(one, 'IDE_ID'),
    program: textOf(one, 'PRG_CURR'),
    isDump: textOf(one, 'DUMPID') !== '' || textOf(one, 'DUMP_ID') !== '',
    canAttach: textOf(one, 'IS_ATTACH_IMPOSSIBLE') !== 'true'
  }))
}

export interface DebugState {
  /** Ids of the reached breakpoints; none where a statement of the program stops the process. */
  readonly reached: readonly string[]
  /** Reached watchpoints: their variables. */
  readonly watched: readonly string[]
  readonly isPostMortem: boolean
  readonly canStep: boolean
}

/** State in the answer to attaching and to a step. */
export function readState(xml: string): DebugState {
  const { element } = parseXml(xml, ['attach', 'step'])
  return {
    reached: children(element, 'reachedBreakpoints', 'breakpoint').map(
      one => attribute(one, 'id') ?? ''
    ),
    watched: children(element, 'reachedWatchpoints', 'watchpoint').map(
      one => attribute(one, 'variableName') ?? ''
    ),
    isPostMortem: attribute(element, 'isPostMortem') === 'true',
    canStep: attribute(element, 'isSteppingPossible') !== 'false'
  }
}

export interface StackFrame {
  readonly position: number
  readonly program: string
  readonly include: string
  readonly line: number
  readonly event: string
  readonly place?: ObjectPlace | undefined
  readonly isSystem: boolean
  /** Path of the frame at the debugger, to choose it; older releases name none. */
  readonly path?: string | undefined
  /** Source with the line, as the ERP names it. */
  readonly uri?: string | undefined
}

const framePath = /^\/sap\/bc\/adt\/debugger\/stack\/type\/\w+\/position\/\d+$/

/** The call stack, innermost first. */
export function readStack(xml: string): StackFrame[] {
  const { element } = parseXml(xml, ['stack'])
  return children(element, 'stackEntry')
    .map(one => ({
      position: Number(attribute(one, 'stackPosition') ?? '0'),
      program: attribute(one, 'programName') ?? '',
      include: attribute(one, 'includeName') ?? '',
      line: Number(attribute(one, 'line') ?? '0'),
      event: [attribute(one, 'eventType'), attribute(one, 'eventName')].filter(Boolean).join(' '),
      place: objectOfUri(attribute(one, 'uri') ?? ''),
      isSystem: attribute(one, 'systemProgram') === 'true',
      path: framePath.exec(attribute(one, 'stackUri') ?? '')?.[0],
      uri: attribute(one, 'uri')
    }))
    .sort((one, other) => other.position - one.position)
}

export interface Variable {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Type of the value, with its prefix: `\TYPE=T000`; of a variable without a declared type too. */
  readonly actualType: string
  /** simple, string, structure, table, dataref, objectref, … */
  readonly meta: string
  readonly value: string
  /** The ERP cut the value. */
  readonly isCut: boolean
  /** Number of rows of a table. */
  readonly lines: number
}

export function variablesBody(ids: readonly string[]): string {
  return asxDocument(
    ids.map(id => `<STPDA_ADT_VARIABLE><ID>${escapeXml(id)}</ID></STPDA_ADT_VARIABLE>`).join('')
  )
}

export function readVariables(xml: string): Variable[] {
  if (xml.trim() === '') return []
  return variablesIn(children(asxData(xml), 'STPDA_ADT_VARIABLE'))
}

function variablesIn(rows: readonly XmlElement[]): Variable[] {
  return rows.map(row => ({
    id: textOf(row, 'ID'),
    name: textOf(row, 'NAME'),
    type:
      textOf(row, 'DECLARED_TYPE_NAME') ||
      textOf(row, 'ACTUAL_TYPE_NAME') ||
      textOf(row, 'TECHNICAL_TYPE'),
    actualType: textOf(row, 'ACTUAL_TYPE_NAME'),
    meta: textOf(row, 'META_TYPE'),
    value: valueOf(row),
    isCut: !['', 'false', '0'].includes(textOf(row, 'IS_VALUE_INCOMPLETE')),
    lines: Number(textOf(row, 'TABLE_LINES')) || 0
  }))
}

/** Kinds of numbers whose text ends in a column for the sign: `15 `, `12.50-`. */
const signed = new Set(['I', 'P', 'b', 's', '8', 'INT8'])

function valueOf(row: XmlElement): string {
  const text = rawText(child(row, 'VALUE'))
  const [, digits, sign] = /^ *(\d[\d.,]*)([ -])$/.exec(text) ?? []
  if (digits === undefined || !signed.has(textOf(row, 'TECHNICAL_TYPE'))) return text
  return sign === '-' ? `-${digits}` : digits
}

export function childrenBody(parents: readonly string[]): string {
  return asxDocument(
    `<HIERARCHIES>${parents.map(id => `<STPDA_ADT_VARIABLE_HIERARCHY><PARENT_ID>${escapeXml(id)}</PARENT_ID></STPDA_ADT_VARIABLE_HIERARCHY>`).join('')}</HIERARCHIES>`
  )
}

export interface ChildVariable extends Variable {
  readonly parent: string
}

/** The requested components, each with the id of its parent; an empty answer has none. */
export function readChildren(xml: string): ChildVariable[] {
  if (xml.trim() === '') return []
  const data = asxData(xml)
  const variables = new Map(
    variablesIn(children(data, 'VARIABLES', 'STPDA_ADT_VARIABLE')).map(one => [one.id, one])
  )
  return children(data, 'HIERARCHIES', 'STPDA_ADT_VARIABLE_HIERARCHY').flatMap(row => {
    const found = variables.get(textOf(row, 'CHILD_ID'))
    return found === undefined
      ? []
      : [
          {
            ...found,
            name: textOf(row, 'CHILD_NAME') || found.name,
            parent: textOf(row, 'PARENT_ID')
          }
        ]
  })
}
