/** The XML files of abapGit: their values as a tree, and the exact text of a tree. */
import { isErpError } from '../../../erp-client/index.ts'
import { parseXml } from '../../../erp-client/wire/xml.ts'
import type { XmlElement } from '../../../erp-client/wire/xml.ts'
import { ToolError } from '../../failure/errors.ts'

/** An element: a text, or elements below it. */
export interface Value {
  readonly name: string
  readonly content: string | readonly Value[]
}

export interface ObjectXml {
  /** `LCL_OBJECT_CLAS`; empty in a file of a part of an object. */
  readonly serializer: string
  readonly values: readonly Value[]
}

export const byteOrderMark = '\uFEFF'
const head = `${byteOrderMark}<?xml version="1.0" encoding="utf-8"?>\n`

/** Fields with their texts; empty ones are left out, as abapGit leaves out initial values. */
export function section(name: string, fields: Readonly<Record<string, string | undefined>>): Value {
  return {
    name,
    content: Object.entries(fields).flatMap(([field, content]) =>
      content === undefined || content === '' ? [] : [{ name: field, content }]
    )
  }
}

export function childrenOf(value: Value | undefined): readonly Value[] {
  return value === undefined || typeof value.content === 'string' ? [] : value.content
}

export function find(values: readonly Value[], name: string): Value | undefined {
  return values.find(value => value.name === name)
}

/** The text at a path of names; empty where there is none. */
export function textAt(values: readonly Value[], ...path: readonly string[]): string {
  const [name = '', ...rest] = path
  const found = find(values, name)
  if (rest.length > 0) return textAt(childrenOf(found), ...rest)
  return typeof found?.content === 'string' ? found.content : ''
}

function valueOf({ name, text, children }: XmlElement): Value {
  return { name, content: children.length === 0 ? text : children.map(valueOf) }
}

function parsed(text: string, path: string, root: string): XmlElement {
  try {
    return parseXml(text, [root]).element
  } catch (error) {
    if (!isErpError(error, 'ERP_BAD_ANSWER')) throw error
    throw new ToolError('FILE_NOT_READABLE', `${path} is not an XML file of abapGit.`, {
      remedy: 'Correct the file, or take it from the repository again.',
      cause: error
    })
  }
}

function below(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find(child => child.name === name)
}

/** @throws ToolError FILE_NOT_READABLE */
export function readObjectXml(text: string, path: string): ObjectXml {
  const root = parsed(text, path, 'abapGit')
  const at = root.attributes.indexOf('serializer')
  const values = below(below(root, 'abap'), 'values')
  return {
    serializer: at < 0 ? '' : (root.attributes[at + 1] ?? ''),
    values: (values?.children ?? []).map(valueOf)
  }
}

/** The fields of `.abapgit.xml`. @throws ToolError FILE_NOT_READABLE */
export function readRepositoryXml(text: string, path: string): readonly Value[] {
  const data = below(below(parsed(text, path, 'abap'), 'values'), 'DATA')
  return (data?.children ?? []).map(valueOf)
}

function linesOf({ name, content }: Value, indent: string): string[] {
  if (content.length === 0) return [`${indent}<${name}/>`]
  if (typeof content === 'string') return [`${indent}<${name}>${escaped(content)}</${name}>`]
  return [
    `${indent}<${name}>`,
    ...content.flatMap(child => linesOf(child, `${indent} `)),
    `${indent}</${name}>`
  ]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;'
}

/** As ABAP writes texts: quotation marks too are entities, white space stands as it is. */
function escaped(text: string): string {
  return text.replace(/[&<>'"]/g, found => entities[found] ?? found)
}

const envelope = 'xmlns:asx="http://www.sap.com/abapxml" version="1.0"'

export function writeObjectXml({ serializer, values }: ObjectXml): string {
  const by = serializer === '' ? '' : ` serializer="${serializer}" serializer_version="v1.0.0"`
  return `${head}${[
    `<abapGit version="v1.0.0"${by}>`,
    ` <asx:abap ${envelope}>`,
    ...linesOf({ name: 'asx:values', content: values }, '  '),
    ' </asx:abap>',
    '</abapGit>'
  ].join('\n')}\n`
}

export function writeRepositoryXml(fields: readonly Value[]): string {
  return `${head}${[
    `<asx:abap ${envelope}>`,
    ' <asx:values>',
    ...linesOf({ name: 'DATA', content: fields }, '  '),
    ' </asx:values>',
    '</asx:abap>'
  ].join('\n')}\n`
}
