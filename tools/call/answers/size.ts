/** How large an answer may be: what a model can use, and more where the call asks for it. */
import { cutLines, lineCount } from '../../objects/sources.ts'
import { count } from '../../objects/words.ts'
import type { Limits } from '../context.ts'
import type { ToolResult } from '../result.ts'

/** Arguments with which a call says itself how much it wants. */
const amounts = ['maxResults', 'maxRows', 'maxBytes'] as const

/** The limits of one call: an amount, or lines with both ends, is a request for as much. */
export function limitsOfCall(limits: Limits, args: Readonly<Record<string, unknown>>): Limits {
  const { bytes, askedBytes = bytes } = limits
  const { lines } = args
  const isAsked =
    amounts.some(name => args[name] !== undefined) ||
    (typeof lines === 'string' && /\d\D+\d/.test(lines))
  return isAsked && askedBytes > bytes ? { ...limits, bytes: askedBytes } : limits
}

/**
 * The same result in at most so many bytes of text and as many of data. Most tools page or cut
 * their answer themselves and say how to go on; this is the bound of all others. A confirmation and
 * a question stay whole.
 */
export function boundAnswer<Result extends ToolResult>(result: Result, bytes: number): Result {
  if (result.kind !== 'text' && result.kind !== 'data' && result.kind !== 'error') return result
  const text = boundText(result.text, bytes)
  const whole: object | undefined = 'data' in result ? result.data : undefined
  // Text and data hold the same: beside a short text no data is too large.
  const data =
    whole === undefined || result.text.length < bytes / 8 ? whole : boundData(whole, bytes)
  if (text === result.text && data === whole) return result
  return { ...withHandle(result, text), ...(data === undefined ? {} : { data }) }
}

/** The handle of a dry run stands in its text, and must not be cut off. */
function withHandle<Result extends ToolResult>(result: Result, text: string): Result {
  const digest = 'digest' in result ? result.digest : undefined
  const isLost = digest !== undefined && result.text.includes(digest) && !text.includes(digest)
  return { ...result, text: isLost ? `${text}\nconfirm: "${digest}"` : text }
}

const open = '<erp>'
const close = '</erp>'

/** Tools that cut their answer themselves add a head and the words on how to go on. */
const besides = 1.05

function boundText(text: string, bytes: number): string {
  if (text.length <= (bytes * besides) / 4 || Buffer.byteLength(text) <= bytes * besides) {
    return text
  }
  const cut = cutLines(text, bytes)
  if (cut.lastLine === undefined) return text
  const lines = cut.text.split('\n')
  const isOpen = lines.lastIndexOf(open) > lines.lastIndexOf(close)
  const size = `${cut.lastLine} of ${count(lineCount(text), 'line')}`
  return [
    cut.text,
    ...(isOpen ? [close] : []),
    `… CUT after ${size}: narrow the call, or ask for more with an argument such as maxResults.`
  ].join('\n')
}

/** Values below this size are not worth cutting. */
const smallBytes = 400

/** The same data with its largest lists and texts shortened, and `cut` with their names. */
function boundData(data: object, bytes: number): object {
  let size = sizeOf(data)
  if (size <= bytes * besides) return data
  let bound: Record<string, unknown> = { ...data }
  const cut = new Set<string>()
  while (size > bytes) {
    const [name, value] = largestOf(bound)
    const shorter = shortened(value, size - bytes)
    if (shorter === undefined) break
    bound = { ...bound, [name]: shorter }
    cut.add(name)
    size = sizeOf(bound)
  }
  return { ...bound, ...('complete' in bound ? { complete: false } : {}), cut: [...cut] }
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

function largestOf(data: Readonly<Record<string, unknown>>): readonly [string, unknown] {
  return Object.entries(data).reduce<readonly [string, unknown]>(
    (most, entry) => (sizeOf(entry[1]) > sizeOf(most[1]) ? entry : most),
    ['', '']
  )
}

/** Undefined where the value cannot be shortened. */
function shortened(value: unknown, excess: number): unknown {
  const size = sizeOf(value)
  if (size < smallBytes) return undefined
  const share = Math.max(0, 1 - (excess * 1.1) / size)
  if (typeof value === 'string') return value.slice(0, Math.floor(value.length * share))
  if (Array.isArray(value)) {
    if (value.length > 1) {
      return value.slice(0, Math.min(value.length - 1, Math.floor(value.length * share)))
    }
    const only = shortened(value[0], excess)
    return only === undefined ? undefined : [only]
  }
  if (typeof value !== 'object' || value === null) return undefined
  const [name, inner] = largestOf(value as Readonly<Record<string, unknown>>)
  const shorter = shortened(inner, excess)
  return shorter === undefined ? undefined : { ...value, [name]: shorter }
}
