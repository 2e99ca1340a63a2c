/** Marks text of the ERP, so that a model and a client can distinguish it from text of the bridge. */
import { codePointEscape, isErpError, visible } from '../../erp-client/index.ts'
import type { ToolResult } from '../call/result.ts'

const open = '<erp>'
const close = '</erp>'
const tag = /<(?=\/?erp>)/gi

function escapeFence(text: string): string {
  return visible(text).replace(tag, codePointEscape)
}

/** One line of prose inside a line of the bridge; nothing for an empty text. */
export function inlineProse(text: string): string {
  const line = escapeFence(text.replace(/\s+/g, ' ').trim())
  return line === '' ? '' : `${open}${line}${close}`
}

/** Lines that hold prose of the ERP, between two lines that say so; no line for an empty text. */
export function fenced(lines: readonly string[]): string[] {
  return lines.every(line => line === '') ? [] : [open, ...lines.map(escapeFence), close]
}

/** The message of an error, marked where it quotes the ERP. */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  return isErpError(error) && error.quoted
    ? `${open}${escapeFence(error.message)}${close}`
    : error.message
}

/**
 * Structured data whose prose has no invisible characters; the same object where none had.
 * @param verbatim fields that hold source text, which keeps every character
 */
export function visibleData(data: object, verbatim: readonly string[] = []): object {
  let copy: Record<string, unknown> | undefined
  for (const name of Object.keys(data)) {
    const value: unknown = (data as Readonly<Record<string, unknown>>)[name]
    const shown = verbatim.includes(name) ? value : visibleValue(value, verbatim)
    if (shown === value) continue
    copy ??= (Array.isArray(data) ? [...data] : { ...data }) as Record<string, unknown>
    copy[name] = shown
  }
  return copy ?? data
}

function visibleValue(value: unknown, verbatim: readonly string[]): unknown {
  if (typeof value === 'string') return visible(value)
  return typeof value === 'object' && value !== null ? visibleData(value, verbatim) : value
}

/** Marks a result that holds text of the ERP, and makes invisible characters of its prose visible. */
export function markErpText(result: ToolResult): ToolResult {
  const marked = { ...result, untrusted: true as const }
  const { verbatim } = result
  if (marked.kind === 'ask') return { ...marked, text: visible(marked.text) }
  if (marked.kind === 'confirm') {
    return { ...marked, question: visible(marked.question), text: visible(marked.text) }
  }
  const text = verbatim === undefined ? visible(marked.text) : marked.text
  if (!('data' in marked) || marked.data === undefined) return { ...marked, text }
  return { ...marked, text, data: visibleData(marked.data, verbatim) }
}
