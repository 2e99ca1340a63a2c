/** Compares an answer of the ERP with the shape that the bridge assumes. */
import type { ErpResponse } from '../../erp-client/index.ts'
import { attribute, children, parseXml } from '../../erp-client/wire/xml.ts'
import type { XmlElement } from '../../erp-client/wire/xml.ts'
import type { AnswerShape } from './check.ts'

const xmlTypes = /[/+]xml$/

/** The first difference between an answer and its shape; undefined where there is none. */
export function differenceOf(
  { status, headers, text }: ErpResponse,
  shape: AnswerShape,
  changes: boolean
): string | undefined {
  const known = shape.status ?? (changes ? undefined : [200])
  if (known?.includes(status) === false) {
    return `the status is ${String(status)} instead of ${known.join(' or ')}`
  }
  if (status === 304 || (text.trim() === '' && shape.mayBeEmpty === true)) return undefined
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const expected = shape.type ?? (shape.root === undefined ? undefined : xmlTypes)
  if (expected?.test(type) === false) {
    return `the media type is ${type === '' ? 'not given' : type}`
  }
  if (shape.json !== undefined) return jsonDifference(text, shape.json)
  return shape.root === undefined ? undefined : xmlDifference(text, shape)
}

function jsonDifference(text: string, fields: readonly string[]): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'the answer is not JSON'
  }
  const missing = fields.find(
    field => typeof value !== 'object' || value === null || !Object.hasOwn(value, field)
  )
  return missing === undefined ? undefined : `the field ${missing} is missing`
}

function xmlDifference(text: string, { root = [], has = [] }: AnswerShape): string | undefined {
  let document: ReturnType<typeof parseXml>
  try {
    document = parseXml(text)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  if (!root.includes(document.root)) {
    return `the root element is ${document.root} instead of ${root.join(' or ')}`
  }
  const missing = has.find(path => !isThere(document.element, path))
  return missing === undefined
    ? undefined
    : `${missing.replace(/^\?/, '')} is missing in ${document.root}`
}

function isThere(root: XmlElement, described: string): boolean {
  const optional = described.startsWith('?')
  const [path = '', name] = described.slice(optional ? 1 : 0).split('@')
  const steps = path.split('/').filter(step => step !== '')
  const parents =
    name === undefined
      ? children(root, ...steps.slice(0, -1))
      : steps.length === 0
        ? [root]
        : children(root, ...steps)
  const all = steps.length <= 1 && name === undefined ? [root] : parents
  if (all.length === 0) return optional
  return all.every(each =>
    name === undefined
      ? children(each, steps.at(-1) ?? '').length > 0
      : attribute(each, name) !== undefined
  )
}
