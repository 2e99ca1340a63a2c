/**
 * Reads and changes named fields of a document in place; everything else is sent back byte for
 * byte.
 */
import { ErpError } from '../../errors.ts'
import { offLoop } from '../../threads/worker-thread.ts'
import { attributeNamed, childNamed, elementAt, refused } from './find.ts'
import { setLeaf, setReference } from './leaf.ts'
import { requireOriginal } from './original-language.ts'
import { fieldTypes, rowsOf } from './rows.ts'
import type { DocumentRows } from './rows.ts'
import { spliced, without, withValue } from './splice.ts'
import type { Splice } from './splice.ts'
import { placeXml } from './tree.ts'
import type { PlacedElement } from './tree.ts'
import { fieldOfText, textOfField } from './values.ts'
import type { Fields, FieldRow } from './values.ts'

export interface EditedFields {
  readonly text: string
  /** Fields that follow from the changed ones, with their new values. */
  readonly implied: Fields
}

function tableOf(type: string): DocumentRows {
  const table = rowsOf(type)
  if (table !== undefined) return table
  throw new ErpError('ERP_UNSUPPORTED', `The facts of a ${type} cannot be given as fields`, {
    outcome: 'failed',
    remedy: `Types with fields: ${fieldTypes.join(', ')}.`
  })
}

interface Place {
  readonly steps: readonly string[]
  readonly last: string
  readonly attribute: boolean
}

function placeOf({ path }: FieldRow): Place {
  const steps = path.split('/')
  const last = steps.pop() ?? ''
  return last.startsWith('@')
    ? { steps, last: last.slice(1), attribute: true }
    : { steps, last, attribute: false }
}

/** The current text of a field; undefined where the document has no place for it. */
function textAt(root: PlacedElement, row: FieldRow, known: readonly string[]): string | undefined {
  const { steps, last, attribute } = placeOf(row)
  const parent = elementAt(root, steps, known)
  if (parent === undefined) return undefined
  if (attribute) return attributeNamed(parent, last)?.value
  const found = childNamed(parent, last, known)
  if (row.kind !== 'reference' || found === undefined) return found?.text
  return attributeNamed(found, 'name')?.value ?? found.text
}

function fieldsOf(root: PlacedElement, { namespaces, rows, lists }: DocumentRows): Fields {
  const single = Object.entries(rows).map(([name, row]) => {
    const text = textAt(root, row, namespaces)
    return [name, text === undefined ? undefined : fieldOfText(row, text)] as const
  })
  return Object.fromEntries([
    ...single,
    ...Object.entries(lists).map(([name, list]) => [name, list.read(root)] as const)
  ])
}

/**
 * The fields of a document; undefined for a type without fields. @throws ErpError ERP_BAD_ANSWER
 */
export function readFields(type: string, document: string): Fields | undefined {
  const table = rowsOf(type)
  return table === undefined ? undefined : fieldsOf(placeXml(document), table)
}

/** Why these values are invalid for a type, independent of the document. */
export function fieldsFault(type: string, fields: Fields): string | undefined {
  const { rows, lists } = tableOf(type)
  for (const [name, value] of Object.entries(fields)) {
    const [row, list] = [
      Object.hasOwn(rows, name) ? rows[name] : undefined,
      Object.hasOwn(lists, name) ? lists[name] : undefined
    ]
    if (row === undefined && list === undefined) {
      return `a ${type} has no field \`${name.slice(0, 40)}\``
    }
    const found =
      row === undefined ? list?.fault(value) : textOfField(row, name, { value, before: '' }).fault
    if (found !== undefined) return found
  }
  return undefined
}

/** Why these values are invalid for a new object, which has no other fields. */
export function newFieldsFault(type: string, fields: Fields): string | undefined {
  const { implied, fault, lists } = tableOf(type)
  const empty = Object.fromEntries(Object.keys(lists).map(name => [name, []]))
  return (
    fieldsFault(type, fields) ??
    fault?.({ ...empty, ...fields, ...implied?.({}, fields) }, fields, true)
  )
}

/** Called before anything is read or locked. @throws ErpError ERP_UNSUPPORTED, ERP_BAD_REQUEST */
export function assertFields(type: string, fields: Fields): void {
  demand(fieldsFault(type, fields))
}

function demand(fault: string | undefined): void {
  if (fault !== undefined) {
    throw refused(`The fields cannot be set so: ${fault}`, 'Correct the fields.')
  }
}

/** Refuses a document that would not be sent back unchanged. */
function requireReadable(document: string): void {
  const [, encoding = 'utf-8'] =
    /^\uFEFF?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(document.slice(0, 200)) ?? []
  if (!/^(?:utf-?8|us-ascii)$/i.test(encoding)) {
    throw refused(
      `The document is written in ${encoding}, and would be sent back in UTF-8`,
      'Change the object in the editor of the ERP.'
    )
  }
  if (document.includes('\uFFFD')) {
    throw refused(
      'The document has characters that could not be read and would be lost',
      'Change the object in the editor of the ERP.'
    )
  }
}

/**
 * Changes exactly the named fields and those that follow from them.
 * @throws ErpError ERP_UNSUPPORTED, ERP_BAD_REQUEST, ERP_BAD_ANSWER
 */
export function editFields(type: string, document: string, fields: Fields): EditedFields {
  const table = tableOf(type)
  assertFields(type, fields)
  requireReadable(document)
  const root = placeXml(document)
  const before = fieldsOf(root, table)
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !isSame({ root, table }, name, value))
  )
  const implied = table.implied?.(before, changed) ?? {}
  demand(table.fault?.({ ...before, ...fields, ...implied }, changed, false))
  const splices = Object.entries({ ...changed, ...implied }).flatMap(([name, value]) =>
    spliceOf({ root, table }, name, { value, document })
  )
  if (splices.length > 0) requireOriginal(root)
  return { text: spliced(document, withoutGenerated(root, table, splices)), implied }
}

function withoutGenerated(
  root: PlacedElement,
  { generated = [], namespaces }: DocumentRows,
  splices: readonly Splice[]
): readonly Splice[] {
  if (splices.length === 0) return splices
  const found = generated.flatMap(path => elementAt(root, path.split('/'), namespaces) ?? [])
  return [...splices, ...found.map(without)]
}

interface Edited {
  readonly root: PlacedElement
  readonly table: DocumentRows
}

/** Whether the document has the value already. */
function isSame({ root, table }: Edited, name: string, value: unknown): boolean {
  const list = table.lists[name]
  if (list !== undefined) return JSON.stringify(list.read(root)) === JSON.stringify(value)
  const row = table.rows[name]
  const before = row === undefined ? undefined : textAt(root, row, table.namespaces)
  if (row === undefined || before === undefined) return false
  return sameValue(row, before, textOfField(row, name, { value, before: before.trim() }).value)
}

function spliceOf(
  { root, table }: Edited,
  name: string,
  { value, document }: { readonly value: unknown; readonly document: string }
): readonly Splice[] {
  const list = table.lists[name]
  if (list !== undefined) return list.write(root, value, document)
  const row = table.rows[name]
  return row === undefined ? [] : setField({ root, table, row }, name, value)
}

export const editFieldsAway = offLoop({ editFields }, import.meta.url)

/** The document with the named fields changed; everything else stays byte for byte. */
export function mergeFields(type: string, document: string, fields: Fields): string {
  return editFields(type, document, fields).text
}

interface Target extends Edited {
  readonly row: FieldRow
}

function setField({ root, table, row }: Target, name: string, value: unknown): readonly Splice[] {
  const { steps, last, attribute } = placeOf(row)
  const known = table.namespaces
  const before = textAt(root, row, known)
  const requested = textOfField(row, name, { value, before: before?.trim() ?? '' }).value
  const parent = elementAt(root, steps, known)
  if (parent === undefined || (attribute && before === undefined)) {
    throw refused(
      `The document has no place for \`${name}\``,
      'The release of the ERP may not know it.'
    )
  }
  if (attribute) {
    return [attributeNamed(parent, last)].flatMap(found =>
      found === undefined ? [] : [withValue(found, requested)]
    )
  }
  const found = childNamed(parent, last, known)
  if (row.kind === 'reference') {
    if (found === undefined) {
      throw refused(`The document has no <${last}>`, 'The release of the ERP may not know it.')
    }
    return setReference(found, requested)
  }
  return setLeaf(
    { parent, name: last, sequence: table.sequences[steps.join('/')] ?? [], known },
    requested
  )
}

function sameValue(row: FieldRow, before: string, requested: string): boolean {
  if (row.kind === 'text' || row.words !== undefined) {
    return before === requested || before.trim() === requested
  }
  return fieldOfText(row, before) === fieldOfText(row, requested)
}
