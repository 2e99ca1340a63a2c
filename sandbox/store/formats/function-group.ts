/** Reads and changes the metadata of a function group: modules, signatures and includes. */
import { StoreError } from '../errors.ts'
import { newMetadata } from './abapgit.ts'
import { commentBlock, fileHeadRows } from './function-comment.ts'
import { parseFunctionSource, writeSignature } from './function-source.ts'
import type { Direction, Parameter, Signature } from './function-source.ts'
import { child, childrenOf, element, leaves, textAt, withChild, withText } from './xml.ts'
import type { Element } from './xml.ts'

interface Section {
  readonly list: string
  readonly row: string
  readonly direction: Direction
}

const sections: readonly Section[] = [
  { list: 'IMPORT', row: 'RSIMP', direction: 'IMPORTING' },
  { list: 'CHANGING', row: 'RSCHA', direction: 'CHANGING' },
  { list: 'EXPORT', row: 'RSEXP', direction: 'EXPORTING' },
  { list: 'TABLES', row: 'RSTBL', direction: 'TABLES' }
]
const itemOrder = [
  'FUNCNAME',
  'GLOBAL_FLAG',
  'REMOTE_CALL',
  'UPDATE_TASK',
  'SHORT_TEXT',
  'REMOTE_BASXML',
  'IMPORT',
  'CHANGING',
  'EXPORT',
  'TABLES',
  'EXCEPTION',
  'DOCUMENTATION',
  'EXCEPTION_CLASSES'
]

export function functionItems(values: Element): Element[] {
  return childrenOf(child(values, 'FUNCTIONS'), 'item')
}

export function functionItem(values: Element, name: string): Element | undefined {
  return functionItems(values).find(item => textAt(item, 'FUNCNAME') === name)
}

export function includeNames(values: Element): string[] {
  return childrenOf(child(values, 'INCLUDES'), 'SOBJ_NAME').map(each => textAt(each))
}

function parameterOf(row: Element, direction: Direction): Parameter {
  const tables = direction === 'TABLES'
  const like = textAt(row, tables ? 'DBSTRUCT' : 'DBFIELD')
  const type = textAt(row, 'TYP')
  const set = (field: string) => textAt(row, field) === 'X'
  return {
    direction,
    name: textAt(row, 'PARAMETER'),
    byValue: !set('REFERENCE'),
    typing: type !== '' ? 'TYPE' : like === '' ? '' : tables ? 'STRUCTURE' : 'LIKE',
    modifier: set('CLASS')
      ? 'REF TO'
      : set('LINE_OF')
        ? 'LINE OF'
        : set('TABLE_OF')
          ? 'TABLE OF'
          : '',
    type: type !== '' ? type : like,
    optional: set('OPTIONAL'),
    standard: textAt(row, 'DEFAULT')
  }
}

export function signatureOf(item: Element): Signature {
  return {
    name: textAt(item, 'FUNCNAME'),
    parameters: sections.flatMap(({ list, row, direction }) =>
      childrenOf(child(item, list), row).map(each => parameterOf(each, direction))
    ),
    exceptions: childrenOf(child(item, 'EXCEPTION'), 'RSEXC').map(each =>
      textAt(each, 'EXCEPTION')
    ),
    classBased: textAt(item, 'EXCEPTION_CLASSES') === 'X'
  }
}

function parameterRow(parameter: Parameter, row: string): Element {
  const { direction, name, byValue, typing, modifier, type, optional, standard } = parameter
  const tables = direction === 'TABLES'
  const like = typing === 'LIKE' || typing === 'STRUCTURE'
  return element(
    row,
    leaves({
      PARAMETER: name,
      [tables ? 'DBSTRUCT' : 'DBFIELD']: like ? type : '',
      DEFAULT: standard,
      OPTIONAL: optional || (standard !== '' && direction !== 'EXPORTING') ? 'X' : '',
      REFERENCE: byValue || tables ? '' : 'X',
      TYP: like ? '' : type,
      CLASS: modifier === 'REF TO' ? 'X' : '',
      LINE_OF: modifier === 'LINE OF' ? 'X' : '',
      TABLE_OF: modifier === 'TABLE OF' ? 'X' : ''
    })
  )
}

/** Short texts of parameters are kept with the parameter's name. */
function documentation(item: Element, signature: Signature): Element {
  const old = childrenOf(child(item, 'DOCUMENTATION'), 'RSFDO')
  const row = (name: string, kind: string) =>
    old.find(each => textAt(each, 'PARAMETER') === name && textAt(each, 'KIND') === kind) ??
    element('RSFDO', leaves({ PARAMETER: name, KIND: kind }))
  return element('DOCUMENTATION', [
    ...signature.parameters.map(({ name }) => row(name, 'P')),
    ...signature.exceptions.map(name => row(name, 'X'))
  ])
}

function sorted(item: Element): Element {
  const rank = (node: Element | string) =>
    typeof node === 'string' ? -1 : itemOrder.indexOf(node.name) + 1 || itemOrder.length + 1
  return { ...item, children: [...item.children].sort((one, other) => rank(one) - rank(other)) }
}

function withSignature(item: Element, signature: Signature): Element {
  let next = item
  for (const { list, row, direction } of sections) {
    const rows = signature.parameters
      .filter(each => each.direction === direction)
      .map(each => parameterRow(each, row))
    next = withChild(next, list, rows.length === 0 ? undefined : element(list, rows))
  }
  const raised = signature.exceptions.map(name => element('RSEXC', leaves({ EXCEPTION: name })))
  next = withChild(
    next,
    'EXCEPTION',
    raised.length === 0 ? undefined : element('EXCEPTION', raised)
  )
  next = withText(next, ['EXCEPTION_CLASSES'], signature.classBased ? 'X' : '')
  const noted = documentation(item, signature)
  return sorted(withChild(next, 'DOCUMENTATION', noted.children.length === 0 ? undefined : noted))
}

function sameSignature(one: Signature, other: Signature): boolean {
  const flat = ({ name, parameters, exceptions, classBased }: Signature) =>
    JSON.stringify([
      name,
      sections.map(({ direction }) =>
        parameters
          .filter(each => each.direction === direction)
          .map(each => ({ ...each, optional: each.optional || each.standard !== '' }))
      ),
      exceptions,
      classBased
    ])
  return flat(one) === flat(other)
}

/**
 * The source with its parameters in the FUNCTION statement, from the file and the group's metadata.
 */
export function functionText(item: Element, file: string): string {
  const body = file.split('\n').slice(fileHeadRows(file))
  return [writeSignature(signatureOf(item)), ...body].join('\n')
}

export interface EncodedFunction {
  readonly values: Element
  readonly file: string
}

/**
 * File and metadata that keep a function module's source. What follows the period on its own line
 * moves to a line below the comment block, its column unchanged. Throws StoreError
 * `INVALID_SOURCE`.
 */
export function withFunctionText(values: Element, name: string, text: string): EncodedFunction {
  const { signature, rest, end } = parseFunctionSource(text)
  if (signature.name !== name) {
    throw new StoreError(
      'INVALID_SOURCE',
      `The source defines function module ${signature.name}, but it belongs to ${name}`,
      { position: { line: 1, column: 0 } }
    )
  }
  const old = functionItem(values, name)
  const item = old ?? element('item', leaves({ FUNCNAME: name }))
  const next =
    old !== undefined && sameSignature(signatureOf(old), signature)
      ? old
      : withSignature(item, signature)
  const items = functionItems(values)
  const at = items.findIndex(each => textAt(each, 'FUNCNAME') > name)
  const list =
    old !== undefined
      ? items.map(each => (each === old ? next : each))
      : items.toSpliced(at < 0 ? items.length : at, 0, next)
  const [first = '', ...lines] = rest.split('\n')
  const moved = first.trim() === '' ? [] : [' '.repeat(end.column) + first]
  const file = [
    `FUNCTION ${name.toLowerCase()}.`,
    ...commentBlock(signature),
    ...moved,
    ...lines
  ].join('\n')
  return { values: withChild(values, 'FUNCTIONS', element('FUNCTIONS', list)), file }
}

export function withoutFunction(values: Element, name: string): Element {
  return withChild(
    values,
    'FUNCTIONS',
    element(
      'FUNCTIONS',
      functionItems(values).filter(item => textAt(item, 'FUNCNAME') !== name)
    )
  )
}

export function withInclude(values: Element, name: string): Element {
  const names = includeNames(values)
  return names.includes(name) ? values : withIncludes(values, [...names, name])
}

export function withIncludes(values: Element, names: readonly string[]): Element {
  return withChild(
    values,
    'INCLUDES',
    element(
      'INCLUDES',
      [...names].sort().map(each => element('SOBJ_NAME', [each]))
    )
  )
}

/** The metadata file of a group's include (or, as `F`, of its main program). */
export function includeMetadata(name: string, kind: 'I' | 'F'): string {
  return newMetadata('FUGR', [
    element(
      'PROGDIR',
      leaves({ NAME: name, DBAPL: 'S', SUBC: kind, APPL: 'S', RLOAD: 'E', UCCHECK: 'X' })
    )
  ])
}

const processing: Readonly<Record<string, string>> = { R: 'rfc' }

export function processingType(item: Element): string {
  const remote = processing[textAt(item, 'REMOTE_CALL')]
  return remote ?? (textAt(item, 'UPDATE_TASK') === '' ? 'normal' : 'update')
}

/** Short text and processing type of a function module. */
export function withFunctionFacts(
  values: Element,
  name: string,
  facts: { description?: string; processingType?: string }
): Element {
  const items = functionItems(values).map(item => {
    if (textAt(item, 'FUNCNAME') !== name) return item
    let next =
      facts.description === undefined ? item : withText(item, ['SHORT_TEXT'], facts.description)
    if (facts.processingType !== undefined) {
      next = withText(next, ['REMOTE_CALL'], facts.processingType === 'rfc' ? 'R' : '')
      next = withText(next, ['UPDATE_TASK'], facts.processingType === 'update' ? '1' : '')
    }
    return sorted(next)
  })
  return withChild(values, 'FUNCTIONS', element('FUNCTIONS', items))
}
