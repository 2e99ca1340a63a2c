/** Routes of the call stack of an attached program. */
import type { Answer, Request, Route } from '../../http/route.ts'
import { nameOf, startUri } from '../../http/uris.ts'
import { declare, document, element } from '../../http/xml.ts'
import type { System } from '../../system.ts'
import type { Location, RunPlace } from '../../types.ts'
import { refusal, standing } from './shared.ts'

const path = '/sap/bc/adt/debugger/stack/type/ABAP/position/'

/** A row of a file as a place in a part. */
export function partAt({ store }: System, { file, row }: RunPlace): Location | undefined {
  return store.toPart({ file, startRow: row, startColumn: 0, endRow: row, endColumn: 0 })
}

/** The stack, innermost first; the outermost call has position 1. */
export function stackAnswer(request: Request): Answer {
  const { stop } = standing(request)
  const { frames } = stop
  const entries = frames.map((frame, index) => {
    const location = partAt(request.system, frame)
    const program = location === undefined ? frame.file : nameOf(location.part)
    const position = frames.length - index
    const [event = ''] = frame.procedure.split('->').slice(-1)
    return element('stackEntry', {
      stackPosition: position,
      stackType: 'ABAP',
      stackUri: `${path}${position}`,
      programName: program,
      includeName: program,
      line: location?.range.startRow ?? frame.row,
      eventType: (frame.kind ?? 'method').toUpperCase(),
      eventName: event,
      sourceType: 'ABAP',
      systemProgram: location === undefined,
      isVit: false,
      'adtcore:uri': location === undefined ? undefined : startUri(location)
    })
  })
  const head = { isRfc: false, debugCursorStackIndex: 0, isSameSystem: true, serverName: 'sandbox' }
  return {
    type: 'application/xml',
    body: document(element('dbg:stack', { ...declare('dbg', 'adtcore'), ...head }, entries))
  }
}

/** Chooses the frame whose variables are read; the program stays where it is. */
export function choose(request: Request, position: number): Answer {
  const { debuggee, stop } = standing(request)
  const frame = stop.frames[stop.frames.length - position]
  if (frame === undefined) throw refusal('setStackPosition', `There is no frame ${position}`)
  debuggee.frame = frame.frame
  return {}
}

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/debugger/stack',
    produces: ['application/xml'],
    collection: {
      workspace: 'Debugger',
      title: 'Debugger Stack',
      category: ['debugger', 'debugger-stack']
    },
    handler: stackAnswer
  },
  {
    method: 'PUT',
    path: '/debugger/stack/type/{type}/position/{position}',
    handler: request => choose(request, Number(request.param('position')))
  }
]
