/** Breakpoints as clients ask for them: places and events that the debugger of the sandbox can stop at. */
import { parseCondition } from '../../grammar/breakpoint-conditions.ts'
import { AdtError } from '../../http/errors.ts'
import type { Request } from '../../http/route.ts'
import { adtTypeOf, nameOf, placeOf, sourceUri } from '../../http/uris.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import type { Store } from '../../store-types.ts'
import type { PartKey, RunBreakpoint } from '../../types.ts'
import { breakpointPlace } from '../../workbench/dumps/frames.ts'

/** A breakpoint with the attributes that answer it, or why there is none. */
export type Requested =
  | { readonly breakpoint: RunBreakpoint; readonly facts: Readonly<Record<string, string>> }
  | { readonly refused: string }

export function requestedBreakpoint(
  { system: { store } }: Request,
  { attributes }: XmlElement
): Requested {
  const { kind = '', condition = '' } = attributes
  if (condition !== '') {
    const parsed = parseCondition(condition)
    if (parsed.kind === 'wrong') return { refused: parsed.reason }
  }
  const head = condition === '' ? {} : { condition }
  switch (kind) {
    case 'line':
      return atLine(store, attributes['uri'] ?? '', head)
    case 'exception':
      return atException(store, required(attributes, 'exceptionClass'), head)
    case 'statement':
      return atStatement(required(attributes, 'statement'), head)
    case 'message': {
      const [id, number, type] = ['msgId', 'msgNo', 'msgTy'].map(name => required(attributes, name))
      return {
        breakpoint: {
          ...{ id: `KIND=12.MSGID=${id}.MSGNO=${number}.MSGTY=${type}`, kind },
          ...{ message: `${id} ${number} ${type}`, ...head }
        },
        facts: { msgId: id ?? '', msgNo: number ?? '', msgTy: type ?? '' }
      }
    }
    default:
      return { refused: `Invalid breakpoint kind ${kind}` }
  }
}

function required(attributes: XmlElement['attributes'], name: string): string {
  const value = attributes[name]
  if (value !== undefined && value !== '') return value.trim().toUpperCase()
  throw new AdtError(`Attribute '${name}' expected`, { status: 400, type: 'ExceptionInvalidData' })
}

const nowhere = { refused: 'Cannot create a breakpoint at this position' }

interface Conditional {
  readonly condition?: string
}

function atLine(store: Store, uri: string, head: Conditional): Requested {
  const place = partAndRow(store, uri)
  if (place === undefined) return nowhere
  const { part, row } = place
  const lines = store.read(part, 'active')?.text.split('\n')
  const at = store.toFile({ part, row, column: 0 })
  const where =
    lines === undefined || lines.length < row ? undefined : breakpointPlace(store, lines, place)
  if (at === undefined || where === undefined) return nowhere
  const { program, include, line } = where
  const id = `KIND=0.SOURCETYPE=ABAP.MAIN_PROGRAM=${program}.INCLUDE=${include}.LINE_NR=${line}`
  return {
    breakpoint: { id, kind: 'line', place: { file: at.file, row: at.row }, ...head },
    facts: {
      nonAbapFlavour: '',
      'adtcore:uri': `${sourceUri(part)}#start=${row}`,
      'adtcore:type': adtTypeOf(part),
      'adtcore:name': nameOf(part)
    }
  }
}

/** Editors address includes by the names of main program and include, 40 characters each. */
const INCLUDE = /\/vit\/wb\/object_type\/progi[^/]*\/object_name\/([^#?]+)[^#]*#start=(\d+)/i

function partAndRow(
  store: Store,
  uri: string
): { readonly part: PartKey; readonly row: number } | undefined {
  const [, names, line] = INCLUDE.exec(uri) ?? []
  if (names === undefined) {
    const place = placeOf(uri)
    const row = place?.start?.row
    return place === undefined || row === undefined ? undefined : { part: place.part, row }
  }
  const name = decoded(names).slice(40).trim().toUpperCase()
  const part = { object: { type: 'PROG', name }, part: 'main' } as const
  return name === '' || store.get(part.object) === undefined
    ? undefined
    : { part, row: Number(line) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function atException(store: Store, exception: string, head: Conditional): Requested {
  // classes of the standard are no objects of the folder
  const isOwn = /^(?:[YZ]|\/)/.test(exception)
  if (isOwn && store.get({ type: 'CLAS', name: exception }) === undefined) {
    return { refused: `Class ${exception} does not exist` }
  }
  return {
    breakpoint: {
      ...{ id: `KIND=5.EXCEPTION_CLASS=${exception}`, kind: 'exception' },
      ...{ exception, ...head }
    },
    facts: { exceptionClass: exception }
  }
}

/** What ends or divides a block is passed without a stop. */
const PASSED = /^(?:END[A-Z]+|ELSE|ELSEIF|WHEN|CATCH|CLEANUP|TRY|METHOD|FORM|FUNCTION|DATA|TYPES)\b/

function atStatement(statement: string, head: Conditional): Requested {
  if (PASSED.test(statement)) return { refused: `The sandbox does not stop at ${statement}` }
  return {
    breakpoint: { id: `KIND=1.STATEMENT=${statement}`, kind: 'statement', statement, ...head },
    facts: { statement }
  }
}
