/**
 * Marks what the ERP says in prose, so that a model and a client can tell it from what the bridge
 * says.
 */
import { codePointEscape, isErpError, visible } from '../../erp-client/index.ts'
import type { ToolResult } from '../call/result.ts'

const open = '<erp>'
const close = '</erp>'
const tag = /<(?=\/?erp>)/gi

function sealedOff(text: string): string {
  return visible(text).replace(tag, codePointEscape)
}

/** One line of prose inside a line of the bridge; nothing for an empty text. */
export function inlineProse(text: string): string {
  const line = sealedOff(text.replace(/\s+/g, ' ').trim())
  return line === '' ? '' : `${open}${line}${close}`
}

/** Lines that hold prose of the ERP, between two lines that say so; no line for an empty text. */
export function fenced(lines: readonly string[]): string[] {
  return lines.every(line => line === '') ? [] : [open, ...lines.map(sealedOff), close]
}

/** The message of an error, marked where it is the ERP's own. */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  return isErpError(error) && error.quoted
    ? `${open}${sealedOff(error.message)}${close}`
    : error.message
}

/**
 * Structured data in which prose is shown; the same object where nothing has to change.
 * @param verbatim fields that hold source text, which keeps every character
 */
export function shownData(data: object, verbatim: readonly string[] = []): object {
  let copy: Record<string, unknown> | undefined
  for (const name of Object.keys(data)) {
    const value: unknown = (data as Readonly<Record<string, unknown>>)[name]
    const kept = verbatim.includes(name) ? value : shownValue(value, verbatim)
    if (kept === value) continue
    copy ??= (Array.isArray(data) ? [...data] : { ...data }) as Record<string, unknown>
    copy[name] = kept
  }
  return copy ?? data
}

function shownValue(value: unknown, verbatim: readonly string[]): unknown {
  if (typeof value === 'string') return visible(value)
  return typeof value === 'object' && value !== null ? shownData(value, verbatim) : value
}

/** A result that holds text of the ERP: marked as such, and with its prose shown. */
export function ofErp(result: ToolResult): ToolResult {
  const marked = { ...result, untrusted: true as const }
  const { verbatim } = result
  if (marked.kind === 'ask') return { ...marked, text: visible(marked.text) }
  if (marked.kind === 'confirm') {
    return { ...marked, question: visible(marked.question), text: visible(marked.text) }
  }
  const text = verbatim === undefined ? visible(marked.text) : marked.text
  if (!('data' in marked) || marked.data === undefined) return { ...marked, text }
  return { ...marked, text, data: shownData(marked.data, verbatim) }
}
