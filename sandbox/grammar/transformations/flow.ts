/** Takes the statements apart that direct the flow, and that pass values. */
import type { Binding, Case, Direction, Source, Step } from './model.ts'
import type { Reader } from './reader.ts'
import { attributeOf, elementsOf, isStatement } from './tree.ts'
import type { ProgramElement } from './tree.ts'

export const CONDITIONS = ['using', 'data', 'check', 's-check', 'd-check', 'frq']

export function directed(reader: Reader, element: ProgramElement, direction: Direction): Step {
  return { op: 'direction', direction, body: reader.steps(element) }
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  cond: 'both',
  's-cond': 'serialize',
  'd-cond': 'deserialize'
}

export function condition(reader: Reader, element: ProgramElement): Case {
  const frequency = attributeOf(element, 'frq')
  if (frequency !== undefined && !/^[1?*]$/.test(frequency)) {
    reader.report(element, `"${frequency}" is not a frequency.`, 'frq')
  }
  const using = reader.conditions(element, 'using')
  return {
    op: 'cond',
    direction: DIRECTIONS[element.name] ?? 'both',
    using: using.length === 0 ? undefined : { op: 'and', all: using },
    data: reader.conditions(element, 'data'),
    check: reader.condition(element, 'check'),
    serializeCheck: reader.condition(element, 's-check'),
    deserializeCheck: reader.condition(element, 'd-check'),
    frequency: frequency as Case['frequency'],
    body: reader.steps(element)
  }
}

export function only(
  reader: Reader,
  element: ProgramElement,
  names: readonly string[]
): ProgramElement[] {
  return elementsOf(element).filter(child => {
    if (isStatement(child) && names.includes(child.name)) return true
    reader.report(
      child,
      `tt:${element.name} can hold ${names.map(name => `tt:${name}`).join(', ')} alone.`
    )
    return false
  })
}

export function cases(reader: Reader, element: ProgramElement): Case[] {
  return only(reader, element, Object.keys(DIRECTIONS)).map(each => {
    reader.allow(each, CONDITIONS)
    return condition(reader, each)
  })
}

export function variableCase(reader: Reader, element: ProgramElement) {
  return { check: reader.condition(element, 'check', true), body: reader.steps(element) }
}

export function node(
  reader: Reader,
  element: ProgramElement,
  attribute: string
): { kind: 'node'; node: ReturnType<Reader['address']> } {
  return { kind: 'node', node: reader.address(element, attribute) }
}

function source(reader: Reader, element: ProgramElement): Source {
  const literal = reader.literal(element, 'val')
  if (literal !== undefined) return { kind: 'value', value: literal }
  const name = reader.variable(element, 'var')
  return name === undefined ? node(reader, element, 'ref') : { kind: 'variable', name }
}

export function assignment(reader: Reader, element: ProgramElement): Step[] {
  if (elementsOf(element).length > 0) return [reader.unsupported('tt:assign to rows of a table')]
  const variable = reader.variable(element, 'to-var')
  const target =
    variable === undefined
      ? node(reader, element, 'to-ref')
      : { kind: 'variable' as const, name: variable }
  return [{ op: 'assign', target, source: source(reader, element) }]
}

export function actuals(
  reader: Reader,
  element: ProgramElement
): { roots: Binding[]; parameters: Binding[] } {
  const found = only(reader, element, ['with-root', 'with-parameter'])
  const bindings = (name: string): Binding[] =>
    found
      .filter(child => child.name === name)
      .map(child => ({
        name: reader.required(child, 'name').toUpperCase(),
        source: source(reader, child)
      }))
  return { roots: bindings('with-root'), parameters: bindings('with-parameter') }
}
