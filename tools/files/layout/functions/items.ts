/** The rows of a function module in the XML file of its group. */
import { childrenOf, find, section as sectionOf, textAt } from '../values.ts'
import type { Value } from '../values.ts'
import type { Parameter, Section, Signature } from './signature.ts'

export interface ModuleFacts {
  readonly name: string
  readonly description: string
  /** `normal`, `rfc` or `update`. */
  readonly processing: string
}

interface RowKind {
  readonly list: string
  readonly row: string
  readonly section: Section
}

/** In the order of the file. */
const kinds: readonly RowKind[] = [
  { list: 'IMPORT', row: 'RSIMP', section: 'IMPORTING' },
  { list: 'CHANGING', row: 'RSCHA', section: 'CHANGING' },
  { list: 'EXPORT', row: 'RSEXP', section: 'EXPORTING' },
  { list: 'TABLES', row: 'RSTBL', section: 'TABLES' }
]
const modifiers = { 'REF TO': 'CLASS', 'LINE OF': 'LINE_OF', 'TABLE OF': 'TABLE_OF' } as const
/** Those of a module that no document shows stay behind the one that precedes them here. */
const order = [
  'FUNCNAME',
  'GLOBAL_FLAG',
  'REMOTE_CALL',
  'UPDATE_TASK',
  'SHORT_TEXT',
  'REMOTE_BASXML',
  'RFCSCOPE',
  'RFCVERS',
  'IMPORT',
  'CHANGING',
  'EXPORT',
  'TABLES',
  'EXCEPTION',
  'DOCUMENTATION',
  'EXCEPTION_CLASSES'
]

function parameterOf(row: readonly Value[], section: Section): Parameter {
  const at = (name: string) => textAt(row, name)
  const isSet = (name: string) => at(name) === 'X'
  const like = at(section === 'TABLES' ? 'DBSTRUCT' : 'DBFIELD')
  const modifier = (Object.keys(modifiers) as (keyof typeof modifiers)[]).find(each =>
    isSet(modifiers[each])
  )
  return {
    section,
    name: at('PARAMETER'),
    byValue: section !== 'TABLES' && !isSet('REFERENCE'),
    isLike: at('TYP') === '' && like !== '',
    modifier: modifier ?? '',
    type: at('TYP') || like,
    isOptional: isSet('OPTIONAL') || at('DEFAULT') !== '',
    standard: at('DEFAULT')
  }
}

export function signatureOf(item: readonly Value[]): Signature {
  return {
    parameters: kinds.flatMap(({ list, section }) =>
      childrenOf(find(item, list)).map(row => parameterOf(childrenOf(row), section))
    ),
    exceptions: childrenOf(find(item, 'EXCEPTION')).map(row =>
      textAt(childrenOf(row), 'EXCEPTION')
    ),
    isClassBased: textAt(item, 'EXCEPTION_CLASSES') === 'X'
  }
}

/** Sections in one order: the statement may have them in another one. */
export function comparableSignature({ parameters, exceptions, isClassBased }: Signature): string {
  return JSON.stringify([
    kinds.map(({ section }) => parameters.filter(each => each.section === section)),
    exceptions,
    isClassBased && exceptions.length > 0
  ])
}

function parameterRow(parameter: Parameter, { row }: RowKind): Value {
  const { section, name, byValue, isLike, modifier, type, isOptional, standard } = parameter
  const isTable = section === 'TABLES'
  const like = isLike ? type : ''
  return sectionOf(row, {
    PARAMETER: name,
    DBFIELD: isTable ? '' : like,
    DEFAULT: standard,
    OPTIONAL: isOptional ? 'X' : '',
    REFERENCE: byValue || isTable ? '' : 'X',
    DBSTRUCT: isTable ? like : '',
    TYP: isLike ? '' : type,
    ...(modifier === '' ? {} : { [modifiers[modifier]]: 'X' })
  })
}

/** Each parameter and exception has a row for its short text, which no document shows. */
function documentationRows(signature: Signature, before: readonly Value[]): Value[] {
  const old = childrenOf(find(before, 'DOCUMENTATION'))
  const row = (name: string, kind: string): Value =>
    old.find(
      each =>
        textAt(childrenOf(each), 'PARAMETER') === name && textAt(childrenOf(each), 'KIND') === kind
    ) ?? sectionOf('RSFDO', { PARAMETER: name, KIND: kind })
  const inOrder = (['IMPORTING', 'EXPORTING', 'CHANGING', 'TABLES'] as const).flatMap(section =>
    signature.parameters.filter(each => each.section === section)
  )
  return [
    ...inOrder.map(({ name }) => row(name, 'P')),
    ...signature.exceptions.map(name => row(name, 'X'))
  ]
}

function listsOf(signature: Signature, before: readonly Value[]): Value[] {
  const list = (name: string, rows: readonly Value[]): Value[] =>
    rows.length === 0 ? [] : [{ name, content: rows }]
  return [
    ...kinds.flatMap(kind =>
      list(
        kind.list,
        signature.parameters
          .filter(({ section }) => section === kind.section)
          .map(each => parameterRow(each, kind))
      )
    ),
    ...list(
      'EXCEPTION',
      signature.exceptions.map(name => sectionOf('RSEXC', { EXCEPTION: name }))
    ),
    ...list('DOCUMENTATION', documentationRows(signature, before)),
    ...(signature.isClassBased ? [{ name: 'EXCEPTION_CLASSES', content: 'X' }] : [])
  ]
}

const changing: ReadonlySet<string> = new Set([
  ...kinds.map(({ list }) => list),
  'EXCEPTION',
  'DOCUMENTATION',
  'EXCEPTION_CLASSES'
])
const facts: ReadonlySet<string> = new Set(['FUNCNAME', 'REMOTE_CALL', 'UPDATE_TASK', 'SHORT_TEXT'])

/** A remote update module keeps the flag that the processing does not say. */
function factValues({ name, description, processing }: ModuleFacts, old: readonly Value[]) {
  const update = textAt(old, 'UPDATE_TASK')
  return childrenOf(
    sectionOf('item', {
      FUNCNAME: name,
      REMOTE_CALL: processing === 'rfc' ? textAt(old, 'REMOTE_CALL') || 'R' : '',
      UPDATE_TASK: processing === 'update' ? update || '1' : '',
      SHORT_TEXT: description
    })
  )
}

/** The item of a module; rows of an unchanged interface stay as the file has them. */
export function itemOf(
  module: ModuleFacts,
  signature: Signature,
  old: readonly Value[] = []
): Value {
  const isSame =
    old.length > 0 && comparableSignature(signatureOf(old)) === comparableSignature(signature)
  const kept = old.filter(({ name }) => !facts.has(name) && (isSame || !changing.has(name)))
  const values = [...factValues(module, old), ...kept, ...(isSame ? [] : listsOf(signature, old))]
  return {
    name: 'item',
    content: values.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  }
}

export function moduleFacts(item: readonly Value[]): ModuleFacts {
  const isRemote = textAt(item, 'REMOTE_CALL') !== ''
  return {
    name: textAt(item, 'FUNCNAME'),
    description: textAt(item, 'SHORT_TEXT'),
    processing: isRemote ? 'rfc' : textAt(item, 'UPDATE_TASK') === '' ? 'normal' : 'update'
  }
}
