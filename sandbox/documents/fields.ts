/** The fields that elements of a document share with a file: writing, reading and checking them. */
import { invalidData } from '../http/errors.ts'
import { child } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { leaf } from '../http/xml.ts'
import { textAt, withText } from '../store/formats/xml.ts'
import type { Element } from '../store/formats/xml.ts'

/** One element of a document and the field of the file that holds it. */
export interface Field {
  /** Local name of the element. */
  readonly name: string
  /** Field below the section. */
  readonly field: string
  /** A text, a number with leading zeros, or `true` for `X`. */
  readonly form: 'text' | 'number' | 'flag'
  readonly digits?: number
}

export const text = (name: string, field: string): Field => ({ name, field, form: 'text' })
export const flag = (name: string, field: string): Field => ({ name, field, form: 'flag' })
export const number = (name: string, field: string, digits: number): Field => ({
  name,
  field,
  form: 'number',
  digits
})

export function zeros(value: string, digits: number): string {
  return (value === '' ? '0' : value).padStart(digits, '0')
}

function formatted(value: string, { form, digits = 0 }: Field): string | boolean {
  if (form === 'flag') return value === 'X'
  return form === 'number' ? zeros(value, digits) : value
}

/** The fields as elements with the prefix. */
export function writeFields(
  prefix: string,
  section: Element | undefined,
  fields: readonly Field[]
): string[] {
  return fields.map(field =>
    leaf(`${prefix}:${field.name}`, formatted(textAt(section, field.field), field))
  )
}

/** A value of the document as the file has it; what is initial there is left out. */
function storedValue(given: string, before: string, { name, form, digits = 0 }: Field): string {
  if (form === 'flag') return given.trim() === 'true' || given.trim() === 'X' ? 'X' : ''
  if (form === 'text') return given
  const value = given.trim()
  if (!/^\d*$/.test(value) || value.replace(/^0+/, '').length > digits) {
    throw invalidData(`${name} must be a number of at most ${digits} digits, not ${value}`)
  }
  const same = Number(value) === Number(before === '' ? '0' : before)
  return same ? before : zeros(value.replace(/^0+/, ''), digits)
}

/** The values with the fields that the element has; fields that it does not have stay. */
export function readFields(
  values: Element,
  path: readonly string[],
  given: XmlElement | undefined,
  fields: readonly Field[]
): Element {
  return fields.reduce((result, field) => {
    const found = child(given, field.name)
    if (found === undefined) return result
    const at = [...path, field.field]
    return withText(result, at, storedValue(found.text, textAt(result, ...at), field))
  }, values)
}

/**
 * Throws 400 unless all of these children are there: the transformation of the ERP takes a whole
 * object only.
 */
export function requireAll(parent: XmlElement | undefined, names: readonly string[]): void {
  const missing = names.find(name => child(parent, name) === undefined)
  if (missing !== undefined) {
    throw invalidData(
      `Data is invalid and could not be converted: System expected the element '${missing}' in ${parent?.name ?? 'the document'}`
    )
  }
}

/**
 * Throws 400 unless the known children stand in the order of the schema: the transformation of the
 * ERP reads them one by one.
 */
export function requireOrder(parent: XmlElement | undefined, names: readonly string[]): void {
  let last = -1
  for (const { name } of parent?.children ?? []) {
    const at = names.indexOf(name)
    if (at < 0) continue
    if (at < last) {
      throw invalidData(
        `Data is invalid and could not be converted: ${name} does not stand where it belongs in ${parent?.name ?? ''}`
      )
    }
    last = at
  }
}
