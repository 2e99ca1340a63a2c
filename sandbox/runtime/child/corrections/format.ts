/** Completes the formatting options of string templates. */
import { currentRuntime } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { displayed } from './arithmetic.ts'
import { enumeratedText } from './enumerated.ts'
import { zonedText } from '../texts/countries.ts'
import { isTable, resolve, scalarOf, type AbapValue } from '../values.ts'

/**
 * Options of an embedded expression, `{ value WIDTH = 5 }`: words in lower case, or values of the
 * program.
 */
type Options = Readonly<Record<string, unknown>>
type Formatting = (source: unknown, options?: Options) => string
interface Runtime {
  templateFormatting: Formatting
  readonly types: Record<string, new () => object>
  readonly statements: Record<string, unknown>
}

const CURRENCIES_WITHOUT_DECIMALS = new Set([
  'JPY',
  'KRW',
  'VND',
  'CLP',
  'ISK',
  'PYG',
  'UGX',
  'XAF',
  'XOF',
  'XPF'
])
/** What the runtime's own formatting leaves out or does only together with others. */
const IMPLEMENTED_OPTIONS = new Set([
  'case',
  'align',
  'sign',
  'number',
  'width',
  'pad',
  'zero',
  'currency'
])

/** Options that the runtime ignores. */
const REFUSED = new Set(['exponent', 'style', 'xsd'])

function unsupported(option: string): never {
  throw new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: the formatting option ${option.toUpperCase()}`,
    details: [],
    stack: new Error('unsupported').stack ?? ''
  })
}

/**
 * Completes the formatting options of string templates and MOVE-CORRESPONDING between internal
 * tables.
 */
export function completeFormatting(): void {
  const runtime = currentRuntime() as unknown as Runtime
  const formatted = runtime.templateFormatting
  const original: Formatting = (source, options) =>
    formatted(enumeratedText(source) ?? displayed(source), options)
  runtime.templateFormatting = (source, options) => {
    for (const name of Object.keys(options ?? {})) if (REFUSED.has(name)) unsupported(name)
    const zoned = options === undefined ? undefined : zonedText(source, options)
    if (zoned !== undefined) return aligned(zoned, options ?? {})
    if (options?.alpha === 'in' && /[^\d ]/.test(String(plain(source)))) {
      return String(plain(source)).trimEnd()
    }
    if (options === undefined || 'alpha' in options) {
      return original(source, options)
    }
    const rest = Object.fromEntries(
      Object.entries(options).filter(([name]) => !IMPLEMENTED_OPTIONS.has(name))
    )
    const text =
      'currency' in options
        ? amount(source, String(plain(options.currency)))
        : original(source, Object.keys(rest).length === 0 ? undefined : rest)
    return aligned(decorated(text, options), options)
  }
  moveCorrespondingTables(runtime)
}

function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? scalarOf(value) : value
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text)
}

/** SIGN, NUMBER, ZERO and CASE. */
function decorated(text: string, options: Options): string {
  if (options.case === 'upper') return text.toUpperCase()
  if (options.case === 'lower') return text.toLowerCase()
  if (!isNumber(text)) return text
  if (options.zero === 'no' && Number(text) === 0) return ''
  const negative = text.startsWith('-')
  const digits = negative ? text.slice(1) : text
  const grouped =
    options.number === 'user' || options.number === 'environment'
      ? digits.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
      : digits
  switch (options.sign) {
    case 'leftplus':
      return (negative ? '-' : '+') + grouped
    case 'leftspace':
      return (negative ? '-' : ' ') + grouped
    case 'right':
      return grouped + (negative ? '-' : '')
    case 'rightplus':
      return grouped + (negative ? '-' : '+')
    case 'rightspace':
      return grouped + (negative ? '-' : ' ')
    default:
      return (negative ? '-' : '') + grouped
  }
}

const MAX_WIDTH = 100_000

function aligned(text: string, options: Options): string {
  const width = Math.min(MAX_WIDTH, Number(plain(options.width) ?? 0))
  const filler = String(plain(options.pad) ?? ' ').slice(0, 1) || ' '
  if (!(width > text.length)) return text
  if (options.align === 'right') return text.padStart(width, filler)
  if (options.align === 'center') {
    return text
      .padStart(text.length + Math.floor((width - text.length) / 2), filler)
      .padEnd(width, filler)
  }
  return text.padEnd(width, filler)
}

/** The decimals of a currency. */
export function minorUnits(currency: string): number {
  return CURRENCIES_WITHOUT_DECIMALS.has(currency.trim().toUpperCase()) ? 0 : 2
}

/** The digits of the amount with the decimals of its currency. */
function amount(source: unknown, currency: string): string {
  const value = resolve(source) as { getDecimals?(): number } | undefined
  const own = value?.getDecimals?.() ?? 0
  const shift = own - minorUnits(currency)
  return (Number(scalarOf(source)) * 10 ** shift).toFixed(own - shift)
}

function moveCorrespondingTables(runtime: Runtime): void {
  const statements = runtime.statements as {
    moveCorresponding: (source: unknown, target: unknown) => unknown
    insertInternal(input: object): unknown
  }
  const original = statements.moveCorresponding
  statements.moveCorresponding = (source, target) => {
    const [from, to] = [resolve(source), resolve(target)]
    if (!isTable(from) || !isTable(to)) return original(source, target)
    const rows = [...from.array()]
    to.clear()
    for (const row of rows) {
      const line: AbapValue = to.getRowType().clone()
      line.clear()
      original(row, line)
      statements.insertInternal({ table: to, data: line, noClone: true })
    }
    return to
  }
}
