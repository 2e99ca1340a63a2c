/** Runs a simple transformation from XML to data. */
import type { MarkupAttribute, MarkupEvent } from '../../../../grammar/markup/events.ts'
import type { LiteralElement, Step, Template } from '../../../../grammar/transformations/model.ts'
import { isTable } from '../../values.ts'
import { insertRow, readContent } from '../asxml/deserialize.ts'
import { TransformationFault } from '../asxml/kinds.ts'
import { conditional, grouped, switched } from './cases.ts'
import { holds } from './conditions.ts'
import {
  at,
  boundNode,
  calledTemplate,
  noAccess,
  returnParameters,
  sourceValue
} from './context.ts'
import type { Context, Extensible, Lax } from './context.ts'
import { Cursor } from './cursor.ts'
import { literalValue, typedValue } from './literals.ts'
import { isLax, markersOf, matches, sameName } from './markers.ts'
import { setValue } from './values.ts'

/** Gives the content of a document to the data of a template. */
export function deserializeTemplate(
  template: Template,
  context: Context,
  events: readonly MarkupEvent[]
): void {
  const cursor = new Cursor(events)
  runSteps(template.body, { ...context, assigned: new Set() }, cursor)
  if (cursor.event !== undefined) throw mismatch('ELEMENT', 'The end of the document', cursor)
}

export function mismatch(
  what: 'ELEMENT' | 'ATTRIBUTE' | 'TEXT' | 'TYPE',
  expected: string,
  cursor?: Cursor
): TransformationFault {
  const event = cursor?.event
  const found =
    event === undefined || event.type === 'close'
      ? ''
      : `, not ${event.type === 'open' ? `the element "${event.name}"` : 'a text'}`
  return new TransformationFault(`CX_ST_MATCH_${what}`, `${expected} is expected${found}`)
}

export function runSteps(steps: readonly Step[], context: Context, cursor: Cursor): void {
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    runStep(step, context, { cursor, until: next?.op === 'text' ? next.value : '' })
  }
}

interface Input {
  readonly cursor: Cursor
  /** The literal text behind a value ends it. */
  readonly until: string
}

function runStep(step: Step, context: Context, input: Input): void {
  const { cursor } = input
  switch (step.op) {
    case 'element':
      return element(step, context, cursor)
    case 'attribute':
      return attribute(step, context)
    case 'text':
      return literal(step.value, cursor)
    case 'value': {
      const node = boundNode(context, step.ref)
      const { unsupported } = context
      setValue(node, textAt(input, context), { form: step.form, unsupported })
      context.assigned?.add(node)
      return
    }
    case 'read':
      return read(step, context, input)
    case 'copy':
      return readContent(cursor.takeRest(), boundNode(context, step.ref), context.unsupported)
    case 'loop':
      return loop(step, context, cursor)
    case 'ref':
      return runSteps(step.body, at(context, step.ref), cursor)
    case 'direction':
      if (step.direction !== 'serialize') runSteps(step.body, context, cursor)
      return
    case 'skip':
      return skip(step, cursor)
    case 'cond':
      return conditional(step, { context, cursor, run: runSteps })
    default:
      return flow(step, context, cursor)
  }
}

function flow(step: Step, context: Context, cursor: Cursor): void {
  switch (step.op) {
    case 'switch':
      return switched(step.cases, { context, cursor, run: runSteps })
    case 'group':
      return grouped(step.cases, { context, cursor, run: runSteps })
    case 'cond-var':
      if (step.check === undefined || holds(context, step.check)) {
        runSteps(step.body, context, cursor)
      }
      return
    case 'switch-var': {
      const chosen =
        step.cases.find(({ check }) => check !== undefined && holds(context, check)) ??
        step.cases.find(({ check }) => check === undefined)
      return runSteps(chosen?.body ?? [], context, cursor)
    }
    case 'assign':
      return assign(step, context)
    case 'clear':
      if (step.target.kind === 'variable') context.frame.variables.get(step.target.name)?.clear()
      else boundNode(context, step.target.node).clear()
      return
    case 'apply':
    case 'call': {
      const { template, inner } = calledTemplate(context, step, 'deserialize')
      runSteps(template.body, inner, cursor)
      return returnParameters(context, { template, inner, call: step, way: 'deserialize' })
    }
    case 'unsupported':
      return context.unsupported(`${step.what} in a simple transformation`)
    default:
  }
}

function element(step: LiteralElement, context: Context, cursor: Cursor): void {
  const lax = isLax(step.lax, context)
  const fits = (): boolean => {
    const { event } = cursor
    return event?.type === 'open' && (lax || sameName(event, step.name))
  }
  while (context.extensible?.here === true && cursor.event?.type === 'open' && !fits()) {
    cursor.takeElement()
  }
  const { event } = cursor
  if (event?.type !== 'open' || !fits()) {
    throw mismatch('ELEMENT', `The element "${step.name.name}"`, cursor)
  }
  compareAttributes(step.attributes, event.attributes)
  cursor.next()
  const extensible = extensibleIn(step.extensible, context)
  const inner = {
    ...at(context, step.ref),
    attributes: event.attributes,
    extensible,
    lax: laxIn(step.lax, context)
  }
  runSteps(step.body, inner, cursor)
  while (extensible.here && cursor.event?.type === 'open') cursor.takeElement()
  if (cursor.event?.type !== 'close') {
    throw mismatch('ELEMENT', `The end of "${step.name.name}"`, cursor)
  }
  cursor.next()
}

function extensibleIn(own: string | undefined, { extensible }: Context): Extensible {
  const below = extensible?.below ?? false
  const dynamic = extensible?.dynamic ?? false
  if (own === undefined) return { here: below, below, dynamic }
  const deep = own.startsWith('deep') && own !== 'deep-off'
  const here = own === 'on' || deep
  if (own === 'on' || own === 'off') return { here, below, dynamic }
  return { here, below: deep, dynamic: own === 'deep-dynamic' }
}

function laxIn(own: string | undefined, { lax }: Context): Lax {
  const below =
    own === undefined || !own.startsWith('deep') ? (lax?.below ?? false) : own === 'deep-on'
  return { here: below, below }
}

function compareAttributes(
  expected: readonly MarkupAttribute[],
  found: readonly MarkupAttribute[]
): void {
  for (const each of expected) {
    const attribute = found.find(other => sameName(each, other))
    if (attribute === undefined) throw mismatch('ATTRIBUTE', `The attribute "${each.name}"`)
    if (attribute.value !== each.value) {
      throw mismatch('TEXT', `The value "${each.value}" of "${each.name}"`)
    }
  }
}

function attribute(step: Extract<Step, { op: 'attribute' }>, context: Context): void {
  const found = context.attributes?.find(each => sameName(each, step.name))
  if (found === undefined) throw mismatch('ATTRIBUTE', `The attribute "${step.name.name}"`)
  const { value } = found
  const cursor = new Cursor([
    { type: 'open', ...step.name, attributes: [], declared: [] },
    { type: 'value', value, blank: false },
    { type: 'close', ...step.name }
  ])
  cursor.next()
  if (value === '') cursor.next()
  runSteps(step.body, at({ ...context, attributes: [] }, step.ref), cursor)
  if (cursor.event?.type === 'value') throw mismatch('TEXT', `The end of "${step.name.name}"`)
}

function literal(value: string, cursor: Cursor): void {
  if (!cursor.text.startsWith(value)) throw mismatch('TEXT', `The text "${value}"`, cursor)
  cursor.readText(value.length)
}

function textAt({ cursor, until }: Input, context: Context): string {
  while (context.extensible?.here === true && cursor.event?.type === 'open') cursor.takeElement()
  if (cursor.event?.type === 'open') throw mismatch('TYPE', 'A value', cursor)
  const { text } = cursor
  const end = until === '' ? -1 : text.indexOf(until)
  const found = end < 0 ? text : text.slice(0, end)
  cursor.readText(found.length)
  return found
}

function read(step: Extract<Step, { op: 'read' }>, context: Context, input: Input): void {
  const { form, type, variable } = step
  const value = typedValue(type, form.maxLength)
  if (value === undefined) return context.unsupported(`tt:read with type ${type}`)
  setValue(value, textAt(input, context), { form, unsupported: context.unsupported })
  context.frame.variables.set(variable, value)
}

function loop(step: Extract<Step, { op: 'loop' }>, context: Context, cursor: Cursor): void {
  const table = boundNode(context, step.ref)
  if (!isTable(table)) throw noAccess(step.ref)
  table.clear()
  const markers = markersOf(step.body, context)
  const goesOn = (): boolean => {
    while (
      context.extensible?.here === true &&
      cursor.event?.type === 'open' &&
      !matches(markers, cursor, context)
    ) {
      cursor.takeElement()
    }
    return markers.length === 0 ? cursor.text !== '' : matches(markers, cursor, context)
  }
  while (goesOn()) {
    const before = cursor.position
    const node = table.getRowType().clone()
    node.clear()
    const aliases =
      step.alias === undefined ? context.aliases : new Map([...context.aliases, [step.alias, node]])
    runSteps(step.body, { ...context, current: { node }, aliases }, cursor)
    insertRow(table, node)
    if (cursor.position === before) break
  }
}

function skip({ name, count }: Extract<Step, { op: 'skip' }>, cursor: Cursor): void {
  if (name === undefined && count === undefined) {
    cursor.takeRest()
    return
  }
  const fits = (): boolean => {
    const { event } = cursor
    return event?.type === 'open' && (name === undefined || sameName(event, name))
  }
  const most = typeof count === 'number' ? count : Infinity
  let skipped = 0
  for (; skipped < most && fits(); skipped++) cursor.takeElement()
  if (typeof count === 'number' && skipped < count) {
    throw mismatch('ELEMENT', `An element${name === undefined ? '' : ` "${name.name}"`}`, cursor)
  }
}

/** Nodes are no sources in deserializations. */
function assign({ target, source }: Extract<Step, { op: 'assign' }>, context: Context): void {
  if (source.kind === 'node') return
  const value = source.kind === 'value' ? literalValue(source.value) : sourceValue(context, source)
  if (value === undefined) throw noAccess(undefined)
  if (target.kind === 'variable') context.frame.variables.set(target.name, value.clone())
  else if (source.kind === 'value' && source.value.type === 'INITIAL') {
    boundNode(context, target.node).clear()
  } else boundNode(context, target.node).set(value)
}
