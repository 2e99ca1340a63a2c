/** Corrects the built-in functions for texts and their regular expressions. */
import { currentRuntime } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { translatePattern } from '../../../sql/pcre.ts'
import { resolve } from '../values.ts'

type Input = Readonly<Record<string, unknown>>
type Builtin = (input: Input) => unknown
type Statement = (...input: never[]) => unknown
interface Runtime {
  builtin: Record<string, unknown>
  readonly statements: Record<string, Statement>
  readonly types: Record<string, new () => { set(value: unknown): object }>
}

const SEARCHING = [
  'contains',
  'count',
  'find',
  'match',
  'matches',
  'replace',
  'substring_after',
  'substring_before'
]

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
  for (const name of SEARCHING) {
    const original = changed[name]
    if (original !== undefined) changed[name] = input => original(translated(input, name))
  }
  const { replace } = changed
  if (replace !== undefined) {
    changed.replace = input => replaceOccurrence(input) ?? replace(withText(input))
  }
  const { find } = changed
  if (find !== undefined) {
    const search: Builtin = input => fromOffset(upToLength(input), find)
    Object.assign(changed, { find: search, find_end: (input: Input) => endOf(input, search) })
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
  const { String: Text } = (currentRuntime() as unknown as Runtime).types
  return isNumber && Text !== undefined ? { ...input, val: new Text().set(value) } : input
}

/** `find( len = … )` searches the part of the text that begins at its offset. */
function upToLength(input: Input): Input {
  const { len, ...others } = input
  if (len === undefined) return input
  const text = String(valueOf(input.val))
  const end = Number(valueOf(input.off) ?? 0) + Number(valueOf(len))
  const Outside = currentRuntime().Classes.CX_SY_RANGE_OUT_OF_BOUNDS
  if (end > text.length && Outside !== undefined) throw new Outside()
  return { ...others, val: text.slice(0, end) }
}

/** `find_end( … )`: the offset behind what is found, or -1. */
function endOf(input: Input, find: Builtin): unknown {
  const place = find(input) as { get(): number; set(place: number): unknown }
  if (place.get() < 0) return place
  if (input.sub !== undefined) return place.set(place.get() + textOf(input.sub).length)
  const { match } = (currentRuntime() as unknown as Runtime).builtin as { match?: Builtin }
  const { off, len, occ, ...others } = input
  const found = match?.({ ...others, val: textOf(input.val).slice(place.get()) })
  return place.set(place.get() + textOf(found).length)
}

/** A regular expression is searched in the part of the text that begins at the offset. */
function fromOffset(input: Input, find: Builtin): unknown {
  const { off, ...others } = input
  if (off === undefined || (input.regex === undefined && input.pcre === undefined)) {
    return find(input)
  }
  const [value, offset] = [String(valueOf(input.val)), Number(valueOf(off))]
  const Outside = currentRuntime().Classes.CX_SY_RANGE_OUT_OF_BOUNDS
  if ((offset < 0 || offset > value.length) && Outside !== undefined) throw new Outside()
  const found = find({ ...others, val: value.slice(offset) }) as {
    get(): number
    set(place: number): unknown
  }
  return found.get() < 0 ? found : found.set(found.get() + offset)
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

const textOf = (value: unknown): string => {
  const actual = resolve(value)
  if (
    typeof actual !== 'object' ||
    actual === null ||
    !('get' in actual) ||
    typeof actual.get !== 'function'
  ) {
    return String(actual)
  }
  const content: unknown =
    'getTrimEnd' in actual && typeof actual.getTrimEnd === 'function'
      ? actual.getTrimEnd()
      : actual.get()
  return String(content)
}

function text(value: string): object {
  const { types } = currentRuntime() as unknown as Runtime
  const Text = types.String
  if (Text === undefined) throw new Error('the runtime has no strings')
  return new Text().set(value)
}

function pattern(value: unknown): object {
  return text(translatePattern(textOf(value), what => refuse(`${what} in a regular expression`)))
}

/** Some functions support one kind of pattern only, and some ignore case by default. */
function translated(input: Input, name: string): Input {
  if (
    typeof input !== 'object' ||
    input === null ||
    (input.pcre === undefined && input.regex === undefined)
  ) {
    return input
  }
  const sensitive = name === 'find' && input.case === undefined ? { case: text('X') } : {}
  if (input.pcre === undefined) return { ...input, ...sensitive }
  const found = pattern(input.pcre)
  return { ...input, ...sensitive, pcre: found, ...(name === 'contains' ? { regex: found } : {}) }
}

/** REPLACE of one occurrence of a text, from either end; without OCC it is the first. */
function replaceOccurrence(input: Input): object | undefined {
  const occurrence =
    input.occ === undefined ? 0 : Number(textOf(input.occ).replace(/^(.*)-$/, '-$1'))
  if (occurrence === 0) return undefined
  if (input.sub === undefined) {
    return refuse('the argument OCC of the function REPLACE with a regular expression')
  }
  const [value, sub] = [textOf(input.val), textOf(input.sub)]
  const places: number[] = []
  if (sub === '') return text(value)
  for (let at = value.indexOf(sub); at >= 0; at = value.indexOf(sub, at + sub.length)) {
    places.push(at)
  }
  const place = occurrence > 0 ? places[occurrence - 1] : places[places.length + occurrence]
  return text(
    place === undefined
      ? value
      : value.slice(0, place) + textOf(input.with) + value.slice(place + sub.length)
  )
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
