/** An audit line as an event of the Common Event Format. */
import { isIP } from 'node:net'
import { severityOf, shortened, titleOf, valuesOf } from './fields.ts'
import type { AuditLine, FieldRow } from './fields.ts'

const usualMost = 4000
const longestHeader = 512

/** @param version of the program, in the header */
export function cefOf(line: AuditLine, version: string): string {
  const { kind, outcome } = line
  const signature = typeof outcome === 'string' ? `${kind}.${outcome}` : kind
  const head = ['erp-bridge', 'erp-bridge', version, signature, titleOf(line)].map(header)
  const pairs = [...extensions(line)].map(([key, value]) => `${key}=${escaped(value)}`)
  return `CEF:0|${[...head, severityOf(line)].join('|')}|${pairs.join(' ')}`
}

function* extensions(line: AuditLine): Generator<[string, string]> {
  const { known, other } = valuesOf(line)
  for (const [name, row, value] of known) {
    if (row.cef === undefined) continue
    if (name === 'time') yield [row.cef, String(Date.parse(line.time))]
    else {
      yield* pairsOf(
        row.cef,
        row,
        typeof value === 'object' ? JSON.stringify(value) : String(value)
      )
    }
  }
  const { address, replica } = line
  if (typeof address === 'string') yield* addressOf(address)
  if (typeof replica === 'string') yield ['dvchost', shortened(replica.split('/', 1)[0] ?? '', 100)]
  if (Object.keys(other).length > 0) {
    yield ['ErpBridgeOther', shortened(JSON.stringify(other), usualMost)]
  }
}

function* pairsOf(
  key: string,
  { label, most = usualMost }: FieldRow,
  value: string
): Generator<[string, string]> {
  yield [key, shortened(value, most)]
  if (label !== undefined) yield [`${key}Label`, label]
}

function* addressOf(address: string): Generator<[string, string]> {
  const kind = isIP(address)
  if (kind === 4) yield ['src', address]
  else if (kind === 6) {
    yield ['c6a2', address]
    yield ['c6a2Label', 'Source IPv6 Address']
  } else yield ['ErpBridgeAddress', shortened(address, usualMost)]
}

/** What no escape is for: other control characters and the line ends of Unicode. */
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

function header(value: string): string {
  return shortened(value, longestHeader).replace(/[\\|]/g, '\\$&').replace(control, ' ')
}

function escaped(value: string): string {
  return value
    .replace(/[\\=]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replace(control, '?')
}
