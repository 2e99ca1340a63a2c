/** Runs a simple transformation from data to XML. */
import type { MarkupAttribute, MarkupEvent, MarkupName } from '../../../../grammar/markup/events.ts'
import type {
  Case,
  LiteralElement,
  Step,
  Template
} from '../../../../grammar/transformations/model.ts'
import { isTable } from '../../values.ts'
import type { AbapValue } from '../../values.ts'
import { pointed, TransformationFault } from '../asxml/kinds.ts'
import { contentEvents } from '../asxml/serialize.ts'
import {
  at,
  boundNode,
  calledTemplate,
  noAccess,
  returnParameters,
  sourceValue
} from './context.ts'
import type { Context } from './context.ts'
import { holds } from './conditions.ts'
import { valueText } from './values.ts'

type Open = Extract<MarkupEvent, { type: 'open' }> & {
  readonly attributes: MarkupAttribute[]
  readonly declared: [prefix: string, uri: string][]
}

const XML_PREFIX = 'xml'

/** Collects the events of a document, and declares the namespaces that its names use. */
class Output {
  readonly events: MarkupEvent[] = []
  readonly #scopes: ReadonlyMap<string, string>[] = [new Map()]

  open(name: MarkupName, declared: LiteralElement['declared']): void {
    this.events.push({ type: 'open', ...name, attributes: [], declared: [] })
    this.#scopes.push(new Map(this.#scopes.at(-1)))
    this.#declare(name.prefix, name.uri)
    for (const [prefix, uri] of declared) this.#declare(prefix, uri)
  }

  /** Attributes follow the begin of an element, before anything else. */
  attribute(attribute: MarkupAttribute): void {
    const element = this.events.at(-1)
    if (element?.type !== 'open') {
      throw new TransformationFault(
        'CX_ST_INVALID_XML',
        `The attribute "${attribute.name}" does not follow the begin of an element`
      )
    }
    if (attribute.prefix !== '') this.#declare(attribute.prefix, attribute.uri)
    ;(element as Open).attributes.push(attribute)
  }

  #declare(prefix: string, uri: string): void {
    const scope = this.#scopes.at(-1) as Map<string, string>
    if (prefix === XML_PREFIX || (scope.get(prefix) ?? '') === uri) return
    scope.set(prefix, uri)
    const element = this.events.at(-1) as Open
    element.declared.push([prefix, uri])
  }

  close({ name, prefix, uri }: MarkupName): void {
    this.#scopes.pop()
    this.events.push({ type: 'close', name, prefix, uri })
  }

  text(value: string): void {
    if (value === '') return
    const last = this.events.at(-1)
    const before = last?.type === 'value' ? last.value : ''
    if (before !== '') this.events.pop()
    const text = before + value
    this.events.push({ type: 'value', value: text, blank: /^[ \t\r\n]*$/.test(text) })
  }
}

/** The events of the document that a template makes. */
export function serializeTemplate(template: Template, context: Context): MarkupEvent[] {
  const output = new Output()
  run(template.body, context, output)
  return output.events
}

function run(steps: readonly Step[], context: Context, output: Output): void {
  for (const step of steps) runStep(step, context, output)
}

function runStep(step: Step, context: Context, output: Output): void {
  switch (step.op) {
    case 'element':
      return element(step, context, output)
    case 'attribute': {
      const { name } = step
      output.attribute({ ...name, value: attributeText(step.body, at(context, step.ref)) })
      return
    }
    case 'text':
      return output.text(step.value)
    case 'value':
      return output.text(valueText(boundNode(context, step.ref), step.form, context.unsupported))
    case 'write':
      return output.text(
        valueText(variable(context, step.variable), step.form, context.unsupported)
      )
    case 'copy':
      return copy(boundNode(context, step.ref), context, output)
    case 'loop':
      return loop(step, context, output)
    case 'ref':
      return run(step.body, at(context, step.ref), output)
    case 'direction':
      if (step.direction !== 'deserialize') run(step.body, context, output)
      return
    case 'cond':
      if (isMet(step, context)) run(step.body, context, output)
      return
    default:
      return flow(step, context, output)
  }
}

function flow(step: Step, context: Context, output: Output): void {
  switch (step.op) {
    case 'switch':
      return choose(step.cases, context, output)
    case 'group':
      for (const each of step.cases) if (isMet(each, context)) run(each.body, context, output)
      return
    case 'cond-var':
      if (step.check === undefined || holds(context, step.check)) run(step.body, context, output)
      return
    case 'switch-var': {
      const chosen =
        step.cases.find(({ check }) => check !== undefined && holds(context, check)) ??
        step.cases.find(({ check }) => check === undefined)
      return run(chosen?.body ?? [], context, output)
    }
    case 'assign': {
      if (step.target.kind !== 'variable') return
      const value = sourceValue(context, step.source)
      if (value === undefined) {
        throw noAccess(step.source.kind === 'node' ? step.source.node : undefined)
      }
      context.frame.variables.set(step.target.name, value.clone())
      return
    }
    case 'clear':
      if (step.target.kind === 'variable') variable(context, step.target.name).clear()
      return
    case 'apply':
    case 'call': {
      const { template, inner } = calledTemplate(context, step, 'serialize')
      run(template.body, inner, output)
      return returnParameters(context, { template, inner, call: step, way: 'serialize' })
    }
    case 'unsupported':
      return context.unsupported(`${step.what} in a simple transformation`)
    default:
  }
}

function variable(context: Context, name: string): AbapValue {
  const value = context.frame.variables.get(name)
  if (value === undefined) throw noAccess(undefined)
  return value
}

function element(step: LiteralElement, context: Context, output: Output): void {
  output.open(step.name, step.declared)
  for (const attribute of step.attributes) output.attribute(attribute)
  run(step.body, at(context, step.ref), output)
  output.close(step.name)
}

function attributeText(body: readonly Step[], context: Context): string {
  const output = new Output()
  run(body, context, output)
  return output.events
    .map(event => {
      if (event.type === 'value') return event.value
      throw new TransformationFault('CX_ST_INVALID_XML', 'An attribute cannot hold elements')
    })
    .join('')
}

function copy(node: AbapValue, { unsupported }: Context, output: Output): void {
  const events = contentEvents(node, unsupported)
  for (const event of events) {
    if (event.type === 'value') output.text(event.value)
    else output.events.push(event)
  }
}

function loop(step: Extract<Step, { op: 'loop' }>, context: Context, output: Output): void {
  const table = boundNode(context, step.ref)
  if (!isTable(table)) throw noAccess(step.ref)
  for (const row of table.array()) {
    const node = pointed(row) as AbapValue
    const aliases =
      step.alias === undefined ? context.aliases : new Map([...context.aliases, [step.alias, node]])
    run(step.body, { ...context, current: { node }, aliases }, output)
  }
}

const hasPrerequisites = ({ using, data, check, serializeCheck }: Case): boolean =>
  using !== undefined || data.length > 0 || check !== undefined || serializeCheck !== undefined

/** The first prerequisite that is not met ends the comparison. */
function isMet(step: Case, context: Context): boolean {
  const { direction, using, data, check, serializeCheck } = step
  return (
    direction !== 'deserialize' &&
    (using === undefined || holds(context, using)) &&
    data.every(each => holds(context, each)) &&
    (check === undefined || holds(context, check)) &&
    (serializeCheck === undefined || holds(context, serializeCheck))
  )
}

function choose(cases: readonly Case[], context: Context, output: Output): void {
  const relevant = cases.filter(({ direction }) => direction !== 'deserialize')
  const chosen =
    relevant.find(each => hasPrerequisites(each) && isMet(each, context)) ??
    relevant.find(each => !hasPrerequisites(each))
  if (chosen === undefined) {
    throw new TransformationFault('CX_ST_SWITCH_NO_CASE', 'No case of tt:switch is met')
  }
  run(chosen.body, context, output)
}
