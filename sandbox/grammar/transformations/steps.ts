/** Takes the statements of templates apart. */
import type { MarkupAttribute } from '../markup/events.ts'
import {
  CONDITIONS,
  actuals,
  assignment,
  cases,
  condition,
  directed,
  node,
  only,
  variableCase
} from './flow.ts'
import type { Step } from './model.ts'
import type { Reader } from './reader.ts'
import { attributeOf, elementsOf, isStatement, qualified, ST_URI } from './tree.ts'
import type { ProgramElement } from './tree.ts'

/** The steps of what is inside of an element. */
export function stepsOf(reader: Reader, parent: ProgramElement): Step[] {
  return parent.children.flatMap((child): Step[] => {
    if (typeof child === 'string') {
      return /^[ \t\r\n]*$/.test(child) ? [] : [{ op: 'text', value: child }]
    }
    if (child.uri !== ST_URI) return [elementOf(reader, child)]
    const statement = STATEMENTS[child.name]
    if (statement === undefined) {
      reader.report(child, `"tt:${child.name}" is not a statement that can stand here.`)
      return []
    }
    reader.allow(child, statement.attributes)
    return statement.read(reader, child)
  })
}

interface Statement {
  readonly attributes: readonly string[]
  read(reader: Reader, element: ProgramElement): Step[]
}

const VALUE_ATTRIBUTES = ['map', 'length', 'minLength', 'maxLength', 'option', 'xsd-type']

function body(reader: Reader, element: ProgramElement, current: boolean, alias?: string): Step[] {
  return current ? reader.within(alias, () => stepsOf(reader, element)) : stepsOf(reader, element)
}

function value(reader: Reader, element: ProgramElement, attribute = 'ref'): Step {
  const form = reader.form(element)
  const ref = reader.address(element, attribute)
  return typeof form === 'string'
    ? reader.unsupported(`tt:value with ${form}`)
    : { op: 'value', ref, form }
}

const STATEMENTS: Readonly<Record<string, Statement>> = {
  value: {
    attributes: ['ref', ...VALUE_ATTRIBUTES],
    read: (reader, element) => [value(reader, element)]
  },
  copy: {
    attributes: ['ref'],
    read: (reader, element) => [{ op: 'copy', ref: reader.address(element) }]
  },
  text: {
    attributes: [],
    read: (_reader, element) => [
      { op: 'text', value: element.children.filter(each => typeof each === 'string').join('') }
    ]
  },
  attribute: {
    attributes: ['name', 'ref', 'value-ref', ...VALUE_ATTRIBUTES],
    read: (reader, element) => attribute(reader, element)
  },
  loop: {
    attributes: ['ref', 'name'],
    read(reader, element) {
      const alias = attributeOf(element, 'name')?.toUpperCase()
      const ref = reader.address(element)
      return [{ op: 'loop', ref, alias, body: body(reader, element, true, alias) }]
    }
  },
  ref: {
    attributes: ['name'],
    read(reader, element) {
      reader.required(element, 'name')
      const ref = reader.address(element, 'name')
      return ref === undefined ? [] : [{ op: 'ref', ref, body: body(reader, element, true) }]
    }
  },
  serialize: {
    attributes: [],
    read: (reader, element) => [directed(reader, element, 'serialize')]
  },
  deserialize: {
    attributes: [],
    read: (reader, element) => [directed(reader, element, 'deserialize')]
  },
  skip: { attributes: ['name', 'count'], read: (reader, element) => skip(reader, element) },
  cond: { attributes: CONDITIONS, read: (reader, element) => [condition(reader, element)] },
  's-cond': { attributes: CONDITIONS, read: (reader, element) => [condition(reader, element)] },
  'd-cond': { attributes: CONDITIONS, read: (reader, element) => [condition(reader, element)] },
  switch: {
    attributes: [],
    read: (reader, element) => [{ op: 'switch', cases: cases(reader, element) }]
  },
  group: {
    attributes: [],
    read: (reader, element) => [{ op: 'group', cases: cases(reader, element) }]
  },
  empty: { attributes: [], read: () => [{ op: 'empty' }] },
  'cond-var': {
    attributes: ['check'],
    read(reader, element) {
      reader.required(element, 'check')
      return [{ op: 'cond-var', ...variableCase(reader, element) }]
    }
  },
  'switch-var': {
    attributes: [],
    read: (reader, element) => [
      {
        op: 'switch-var',
        cases: only(reader, element, ['cond-var']).map(each => variableCase(reader, each))
      }
    ]
  },
  assign: {
    attributes: ['to-ref', 'to-var', 'ref', 'val', 'var'],
    read: (reader, element) => assignment(reader, element)
  },
  clear: {
    attributes: ['ref', 'var'],
    read(reader, element) {
      const variable = reader.variable(element, 'var')
      const target =
        variable === undefined
          ? node(reader, element, 'ref')
          : { kind: 'variable' as const, name: variable }
      return [{ op: 'clear', target }]
    }
  },
  write: {
    attributes: ['var', ...VALUE_ATTRIBUTES],
    read(reader, element) {
      reader.required(element, 'var')
      const form = reader.form(element)
      if (typeof form === 'string') return [reader.unsupported(`tt:write with ${form}`)]
      return [{ op: 'write', variable: reader.variable(element, 'var') ?? '', form }]
    }
  },
  read: {
    attributes: ['var', 'type', 'decimals', ...VALUE_ATTRIBUTES],
    read(reader, element) {
      reader.required(element, 'var')
      const form = reader.form(element)
      if (typeof form === 'string') return [reader.unsupported(`tt:read with ${form}`)]
      const type = attributeOf(element, 'type')?.toUpperCase() ?? 'STRING'
      return [{ op: 'read', variable: reader.variable(element, 'var') ?? '', type, form }]
    }
  },
  apply: {
    attributes: ['name', 'ref'],
    read(reader, element) {
      const name = reader.required(element, 'name').toUpperCase()
      reader.call(element, name)
      return [{ op: 'apply', name, ref: reader.address(element), ...actuals(reader, element) }]
    }
  },
  call: {
    attributes: ['transformation'],
    read(reader, element) {
      const name = reader.required(element, 'transformation').toUpperCase()
      return [{ op: 'call', name, ...actuals(reader, element) }]
    }
  },
  ...Object.fromEntries(
    ['call-method', 'create-object', 'cast'].map(name => [
      name,
      {
        attributes: [
          'var',
          'class',
          'name',
          's-name',
          'd-name',
          'reader',
          'writer',
          'to-var',
          'ref',
          'to-ref'
        ],
        read: (reader: Reader) => [reader.unsupported(`tt:${name}`)]
      }
    ])
  )
}

function elementOf(reader: Reader, element: ProgramElement): Step {
  const own = (name: string): string | undefined =>
    element.attributes.find(each => each.uri === ST_URI && each.name === name)?.value
  const attributes: MarkupAttribute[] = element.attributes.filter(({ uri }) => uri !== ST_URI)
  const statement = {
    ...element,
    attributes: element.attributes
      .filter(({ uri }) => uri === ST_URI)
      .map(each => ({ ...each, uri: '' }))
  }
  const spaces = elementsOf(element).filter(child => isStatement(child, 'namespace'))
  const declared = spaces.map(child => {
    const prefix = reader.required(child, 'name')
    const uri = child.uris.get(prefix)
    if (uri === undefined) {
      reader.report(child, `The namespace "${prefix}" is not declared.`, 'name')
    }
    return [prefix, uri ?? ''] as const
  })
  const ref = reader.address(statement)
  const rest = {
    ...element,
    children: element.children.filter(child => !spaces.includes(child as ProgramElement))
  }
  const inside = (): Step[] =>
    own('value-ref') === undefined ? stepsOf(reader, rest) : [value(reader, statement, 'value-ref')]
  return {
    op: 'element',
    name: { name: element.name, prefix: element.prefix, uri: element.uri },
    attributes,
    declared,
    ref,
    lax: own('lax'),
    extensible: own('extensible'),
    body: ref === undefined ? inside() : reader.within(undefined, inside)
  }
}

function attribute(reader: Reader, element: ProgramElement): Step[] {
  const raw = reader.required(element, 'name')
  const name = qualified(element, raw)
  if (name === undefined) {
    reader.report(element, `The namespace of "${raw}" is not declared.`, 'name')
    return []
  }
  const ref = reader.address(element)
  const inside =
    attributeOf(element, 'value-ref') === undefined
      ? body(reader, element, ref !== undefined)
      : [value(reader, element, 'value-ref')]
  return [{ op: 'attribute', name, ref, body: inside }]
}

function skip(reader: Reader, element: ProgramElement): Step[] {
  const [raw, count] = [attributeOf(element, 'name'), attributeOf(element, 'count')]
  if (count !== undefined && !/^(\d+|\*)$/.test(count)) {
    reader.report(element, `"${count}" is neither a number nor "*".`, 'count')
  }
  const name = raw === undefined ? undefined : elementName(element, raw)
  return [
    {
      op: 'skip',
      name,
      count: count === undefined || count === '*' ? (count as '*' | undefined) : Number(count)
    }
  ]
}

/** Names of elements without a prefix are in the default namespace. */
function elementName(
  element: ProgramElement,
  raw: string
): { name: string; prefix: string; uri: string } {
  const found = qualified(element, raw) ?? { name: raw, prefix: '', uri: '' }
  return found.prefix === '' ? { ...found, uri: element.uris.get('') ?? '' } : found
}
