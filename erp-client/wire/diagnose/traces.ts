/** Evaluations of ABAP traces: hit lists and database accesses. */
import type { XmlElement } from '../xml.ts'
import { attribute, child, children, parseXml } from '../xml.ts'
import { offLoop } from '../../threads/worker-thread.ts'

export interface TraceHit {
  readonly text: string
  readonly hits: number
  readonly program: string
  readonly place: string
  readonly gross: number
  readonly net: number
  readonly percent: number
}

export interface DbAccess {
  readonly table: string
  readonly statement: string
  readonly count: number
  readonly buffered: number
  readonly time: number
  readonly percent: number
}

export function readHitlist(xml: string): TraceHit[] {
  return children(parseXml(xml, ['hitlist']).element, 'entry').map(entry => {
    const calling = child(entry, 'callingProgram')
    return {
      text: attribute(entry, 'description') ?? '',
      hits: number(entry, 'hitCount'),
      program: attribute(child(entry, 'calledProgram'), 'context') ?? '',
      place: attribute(calling, 'uri') ?? attribute(calling, 'context') ?? '',
      gross: number(child(entry, 'grossTime'), 'time'),
      net: number(child(entry, 'traceEventNetTime'), 'time'),
      percent: number(child(entry, 'traceEventNetTime'), 'percentage')
    }
  })
}

export const decodeHits = offLoop({ readHitlist }, import.meta.url)

export function readDbAccesses(xml: string): DbAccess[] {
  return children(parseXml(xml, ['dbAccesses']).element, 'dbAccess').map(access => ({
    table: attribute(access, 'tableName') ?? '',
    statement: attribute(access, 'statement') ?? '',
    count: number(access, 'totalCount'),
    buffered: number(access, 'bufferedCount'),
    time: number(child(access, 'accessTime'), 'total'),
    percent: number(child(access, 'accessTime'), 'ratioOfTraceTotal')
  }))
}

export const decodeAccesses = offLoop({ readDbAccesses }, import.meta.url)

function number(element: XmlElement | undefined, name: string): number {
  return Number(attribute(element, name) ?? '0') || 0
}
