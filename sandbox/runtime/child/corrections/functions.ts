/** Corrects the built-in functions for texts and their regular expressions. */
import { currentRuntime } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { translatePattern } from '../../../sql/pcre.ts'
import { stringValue, textOf } from '../texts/operands.ts'
import { resolve } from '../values.ts'
import {
  findPattern,
  outOfBounds,
  replaceMatches,
  TEXT_FUNCTIONS,
  type Builtin,
  type Input
} from './text-functions.ts'

type Statement = (...input: never[]) => unknown
interface Runtime {
  builtin: Record<string, unknown>
  readonly statements: Record<string, Statement>
}

const SEARCHING = [
  'contains',
  'count',
  'match',
  'matches',
  'replace',
  'substring_after',
  'substring_before',
  'substring_from',
  'substring_to'
]

/** Functions whose `val` the runtime takes with the trailing blanks of a field of fixed length. */
const OF_TEXTS = [
  'contains_any_not_of',
  'contains_any_of',
  'count',
  'count_any_of',
  'distance',
  'escape',
  'find',
  'find_any_not_of',
  'find_any_of',
  'matches',
  'reverse',
  'substring',
  'to_lower',
  'to_mixed',
  'to_upper',
  'translate'
]

/** Trailing blanks of a field of fixed length are none of the text. */
function withoutBlanks(input: Input): Input {
  const value = resolve(input.val)
  return typeof value === 'object' && value !== null && 'getTrimEnd' in value
    ? { ...input, val: stringValue(value) }
    : input
}

/**
 * Corrects the functions for texts, and what they and FIND and REPLACE take for a regular
 * expression.
 */
export function correctFunctions(): void {
  const runtime = currentRuntime() as unknown as Runtime
  const changed: Record<string, Builtin> = {}
  for (const [name, original] of Object.entries(runtime.builtin)) {
    if (typeof original === 'function') changed[name] = complete(original as Builtin, name)
  }
  for (const name of OF_TEXTS) {
    const original = changed[name]
    if (original !== undefined) changed[name] = input => original(withoutBlanks(input))
  }
  Object.assign(changed, TEXT_FUNCTIONS)
  for (const name of SEARCHING) {
    const original = changed[name]
    if (original !== undefined) changed[name] = input => original(translated(input))
  }
  const { replace } = changed
  if (replace !== undefined) {
    changed.replace = input => replaceMatches(input) ?? replace(withText(input))
  }
  const { find } = changed
  if (find !== undefined) {
    const search: Builtin = input => find(upToLength(input))
    const pattern = (input: Input, edge: 'END' | 'START') =>
      input.sub === undefined ? findPattern(translated(input), edge) : undefined
    changed.find = input => pattern(input, 'START') ?? search(input)
    changed.find_end = input => pattern(input, 'END') ?? endOf(input, search)
  }
  const { escape } = changed
  if (escape !== undefined) changed.escape = input => escape(withKnownFormat(input))
  runtime.builtin = { ...runtime.builtin, ...changed }
  patternsOfStatements(runtime)
}

const valueOf = (argument: unknown): unknown => {
  const value = resolve(argument)
  return typeof value === 'object' && value !== null && 'get' in value
    ? (value.get as () => unknown).call(value)
    : value
}

/** A number is converted to text as by an assignment: its sign stands behind it. */
function withText(input: Input): Input {
  const value = resolve(input.val)
  const isNumber = typeof value === 'object' && value !== null && !('getOffset' in value)
  return isNumber ? { ...input, val: stringValue(value) } : input
}

/** `find( len = … )` searches the part of the text that begins at its offset. */
function upToLength(input: Input): Input {
  const { len, ...others } = input
  if (len === undefined) return input
  const text = String(valueOf(input.val))
  const end = Number(valueOf(input.off) ?? 0) + Number(valueOf(len))
  if (end > text.length) outOfBounds()
  return { ...others, val: text.slice(0, end) }
}

/** `find_end( … )` of a text: the offset behind what is found, or -1. */
function endOf(input: Input, find: Builtin): unknown {
  const place = find(input) as { get(): number; set(place: number): unknown }
  return place.get() < 0 ? place : place.set(place.get() + textOf(input.sub).length)
}

/** The formats of ESCAPE that the runtime implements; it leaves a text as it is for others. */
const ESCAPING = new Set([0, 1, 4, 5, 8, 12, 14, 16, 18, 24])

function withKnownFormat(input: Input): Input {
  const format = Number((resolve(input.format) as { get?(): unknown } | undefined)?.get?.())
  if (!ESCAPING.has(format)) refuse(`format ${format} of ESCAPE`)
  return input
}

function refuse(what: string): never {
  throw new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${what}`,
    details: [],
    stack: new Error('unsupported').stack ?? ''
  })
}

/**
 * Arguments that a function never looks at would be passed over: what it looks at is read off its
 * code.
 */
function complete(original: Builtin, name: string): Builtin {
  const [, ...body] = String(original).split('{')
  const code = body.join('{')
  const passesInputOn = /\((?:[^()]*, ?)?input[,)]|=> ?input|\.\.\.input/.test(code)
  const known = new Set([...code.matchAll(/\binput\??\.(\w+)/g)].map(([, argument]) => argument))
  if (known.size === 0 || passesInputOn) return original
  return Object.assign((input: Input, ...more: unknown[]) => {
    if (
      typeof input === 'object' &&
      input !== null &&
      Object.getPrototypeOf(input) === Object.prototype
    ) {
      const left = Object.keys(input).find(
        argument => !known.has(argument) && !(argument === 'pcre' && known.has('regex'))
      )
      if (left !== undefined) {
        refuse(`the argument ${left.toUpperCase()} of the function ${name.toUpperCase()}`)
      }
    }
    return (original as (...input: unknown[]) => unknown)(input, ...more)
  }, original)
}

function pattern(value: unknown): object {
  return stringValue(
    translatePattern(textOf(value), what => refuse(`${what} in a regular expression`))
  )
}

/** Perl-compatible patterns as those that the functions run; some support one kind only. */
function translated(input: Input): Input {
  if (typeof input !== 'object' || input === null || input.pcre === undefined) return input
  return { ...input, pcre: pattern(input.pcre) }
}

function patternsOfStatements(runtime: Runtime): void {
  const { find, replace } = runtime.statements as Record<
    string,
    ((...input: unknown[]) => unknown) | undefined
  >
  const options = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('pcre' in value)) return value
    const content: unknown =
      typeof value.pcre === 'object' &&
      value.pcre !== null &&
      'get' in value.pcre &&
      typeof value.pcre.get === 'function'
        ? value.pcre.get()
        : value.pcre
    return typeof content === 'string' ? { ...value, pcre: pattern(value.pcre) } : value
  }
  const statements = runtime.statements as Record<string, (...input: unknown[]) => unknown>
  if (find !== undefined) statements.find = (input, given) => find(input, options(given))
  if (replace !== undefined) statements.replace = input => replace(options(input))
}
