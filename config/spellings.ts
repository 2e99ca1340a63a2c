/**
 * Spellings of values that have one obvious meaning, brought into the form of the table of settings.
 * Everything else stays as it was given, and the check refuses it.
 */
import type { Setting } from './settings.ts'

const truths: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map(word => [word, true] as const),
  ...['false', '0', 'no', 'off'].map(word => [word, false] as const)
])

/** What the documentation says of each kind of value. */
export const spellingRows: readonly (readonly [kind: string, accepted: string, example: string])[] =
  [
    ['switch', 'true, 1, yes, on; false, 0, no, off; in any case', 'ERP_READ_ONLY=Yes'],
    [
      'word of a list',
      'in any case; features take the words of a switch too',
      'ERP_FEATURE_DB=OFF'
    ],
    ['operation letters', 'in any case, with or without commas, semicolons, blanks', 'r, s'],
    ['time', 'hours, minutes, seconds in this order; a plain number is seconds', '1h30m, 90s, 300'],
    ['milliseconds', 'a plain number, or a time with its unit', '120000, 2m, 500ms'],
    [
      'URL',
      'scheme in any case; one slash at the end is ignored',
      'HTTPS://erp.example.com:44300/'
    ],
    [
      'issuer',
      'with or without one slash at the end; tokens are compared with the form that the discovery document states',
      'https://login.example.com'
    ]
  ]

/** What a text says of a switch; undefined where it says nothing. */
export function truthOf(text: string): boolean | undefined {
  return truths.get(text.trim().toLowerCase())
}

/** The value in the form of the table, or as it was given. */
export function spelled(row: Setting, value: unknown): unknown {
  if (row.type === 'boolean') return switchOf(value)
  if (row.type === 'integer') return integerOf(row, value)
  if (row.type === 'array') return listOf(row, value)
  if (row.enum !== undefined) return choiceOf(row.enum, value)
  if (row.spelling === 'letters') return lettersOf(value)
  if (row.spelling === 'duration') return durationOf(value)
  if (typeof value !== 'string') return value
  if (row.spelling === 'url') return urlOf(value)
  if (row.spelling === 'scheme') return withPlainScheme(value)
  // Blanks around a secret may belong to it.
  return row.pattern === undefined || row.writeOnly === true ? value : value.trim()
}

function switchOf(value: unknown): unknown {
  if (typeof value === 'string') return truthOf(value) ?? value
  return value === 1 || value === 0 ? value === 1 : value
}

/** YAML takes `on` and `off` without quotation marks for switches. */
function choiceOf(choices: readonly string[], value: unknown): unknown {
  const text = typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') return value
  const truth = choices.includes('on') && choices.includes('off') ? truthOf(text) : undefined
  if (truth !== undefined) return truth ? 'on' : 'off'
  return choices.find(choice => choice === text.trim().toLowerCase()) ?? value
}

/** A list whose flag may stand alone takes the words of a switch: all of it, or nothing. */
function listOf({ bare, items, spelling }: Setting, value: unknown): unknown {
  const list: unknown = typeof value === 'boolean' ? [String(value)] : value
  if (!Array.isArray(list)) return value
  const [first] = list as unknown[]
  if (bare !== undefined && list.length === 1 && typeof first === 'string') {
    const truth = new RegExp(items?.pattern ?? '').test(first) ? undefined : truthOf(first)
    if (truth !== undefined) return truth ? [bare] : []
  }
  return (list as unknown[]).map(item => {
    if (typeof item !== 'string') return item
    if (spelling === 'words') return item.toLowerCase()
    return spelling === 'url' ? urlOf(item) : item
  })
}

/** Numbers stay numbers: a switch is no number, though the validator would take it for one. */
function integerOf({ value: unit }: Setting, value: unknown): unknown {
  if (typeof value === 'boolean') return String(value)
  if (unit !== 'MS' || typeof value !== 'string') return value
  const [, milliseconds] = /^(\d{1,9})\s*ms$/i.exec(value.trim()) ?? []
  if (milliseconds !== undefined) return Number(milliseconds)
  const seconds = /[a-z]/i.test(value) ? secondsOf(value) : undefined
  return seconds === undefined ? value : seconds * 1000
}

function lettersOf(value: unknown): unknown {
  const isList = Array.isArray(value) && value.every(item => typeof item === 'string')
  const text: unknown = isList ? value.join('') : value
  return typeof text === 'string' ? text.replace(/[\s,;]/g, '').toUpperCase() : value
}

/** In the largest unit that holds the time exactly: `1h30m` is `90m`. */
function durationOf(value: unknown): unknown {
  const isText = typeof value === 'string' || typeof value === 'number'
  const seconds = isText ? secondsOf(String(value)) : undefined
  if (seconds === undefined) return value
  if (seconds % 3600 === 0) return `${seconds / 3600}h`
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}

function secondsOf(text: string): number | undefined {
  const amount = String.raw`(\d{1,6})\s*`
  const pattern = new RegExp(`^(?:${amount}h)?\\s*(?:${amount}m)?\\s*(?:${amount}s?)?$`, 'i')
  const [all, hours = '0', minutes = '0', seconds = '0'] = pattern.exec(text.trim()) ?? []
  if (all === undefined || all === '') return undefined
  // In `1h30` the unit of the second number is a guess.
  if (/[hm]\s*\d+$/i.test(all)) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function urlOf(text: string): string {
  return withPlainScheme(text).replace(/([^/])\/$/, '$1')
}

function withPlainScheme(text: string): string {
  return text.trim().replace(/^[A-Za-z][A-Za-z0-9+.-]*(?=:\/\/)/, scheme => scheme.toLowerCase())
}
