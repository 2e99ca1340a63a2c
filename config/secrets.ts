/**
 * The secrets that this process holds, and texts without them. A secret is known by its value, so
 * that it is found in whatever another program quotes: an error of Redis, an answer of an identity
 * provider.
 */

export interface Secrets {
  /** From now on the value, and what encodings make of it, is replaced. Short ones: see `least`. */
  add(value: string): void
  /** For a source that is read again: takes its values in place of the last but one. */
  source(): (values: readonly string[]) => void
  /** The same with an end: from then on what it was given is no longer known. */
  branch(): Secrets & { end(): void }
  /** The text without what is known, and without tokens that show by their form. */
  redact(text: string): string
  /** The same for a line of JSON, which stays JSON. */
  redactLine(line: string): string
}

const mark = '[secret]'
/**
 * Values below `least` would replace half of every text; up to `free` they count as whole words
 * only.
 */
const least = 4
const free = 8
/**
 * Programs cut long texts off: two thirds of a long secret, or so much of it, are taken for the
 * secret.
 */
const beginning = 16
const longEnough = 16

/** Tokens of callers and sessions of the ERP, which are too many to be known by value. */
const tokens = new RegExp(
  [
    // A digit or a change of case tells a token from a word.
    '\\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC) +(?=[\\w.~+/-]*(?:\\d|[a-z][A-Z]))[\\w.~+/-]{8,}=*',
    '\\bSAML2\\.0 +[\\w.~+/-]{8,}=*',
    // Behind a dot it is the middle of a handle, which its caller has to send back.
    '(?<![\\w.-])eyJ[\\w-]{8,}\\.[\\w-]{4,}\\.[\\w-]*',
    '\\beb_[\\w-]{43}',
    '\\b(?:MYSAPSSO2|SAP_SESSIONID_\\w+)=[^;,\\s"\\\\]+'
  ].join('|'),
  'g'
)

/** The values of one branch: those that stay, and those of sources, which change. */
interface Values {
  readonly given: Set<string>
  readonly sources: (readonly (readonly string[])[])[]
}

const valuesOf = ({ given, sources }: Values) => [...given, ...sources.flat(2)]

export function createSecrets(): Secrets {
  const branches = new Set<Values>()
  let search: Search | undefined
  const forget = () => {
    search = undefined
  }
  const redact = (text: string) => {
    search ??= createSearch(new Set([...branches].flatMap(valuesOf).flatMap(formsOf)))
    return replaced(text, search).replace(tokens, mark)
  }
  const open = (): Secrets & { end(): void } => {
    const values: Values = { given: new Set(), sources: [] }
    branches.add(values)
    return {
      ...learners(values, forget),
      branch: open,
      end() {
        if (branches.delete(values)) forget()
      },
      redact,
      redactLine(line) {
        const text = redact(line)
        return text === line ? line : (wholeJson(line, redact) ?? text)
      }
    }
  }
  return open()
}

/** @param onChange called after each change of the values */
function learners(
  { given, sources }: Values,
  onChange: () => void
): Pick<Secrets, 'add' | 'source'> {
  return {
    add(value) {
      if (given.has(value)) return
      given.add(value)
      onChange()
    },
    source() {
      const place = sources.push([]) - 1
      return values => {
        const [newest = []] = sources[place] ?? []
        if (JSON.stringify(newest) === JSON.stringify(values)) return
        // What was good a moment ago may still be quoted by an answer that is on its way.
        sources[place] = [values, newest]
        onChange()
      }
    }
  }
}

// --- forms

/** How a value looks in URLs, forms, JSON (also JSON within JSON), hexadecimal and base64. */
function formsOf(given: string): string[] {
  const secret = given.trim()
  if (secret.length < least) return []
  // Of a key in PEM each line counts, and its last one may be short.
  const isWanted = (line: string) => line.length >= free && !line.startsWith('-----')
  const whole = secret.startsWith('-----') ? [] : [secret]
  const lines = secret.includes('\n')
    ? [...whole, ...secret.split(/\r?\n/).filter(isWanted)]
    : [secret]
  return lines.flatMap(line => {
    const percent = encodeURIComponent(line.toWellFormed())
    const strict = percent.replace(
      /[!'()*]/g,
      one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`
    )
    const quoted = JSON.stringify(line).slice(1, -1)
    const plain = [
      line,
      percent,
      strict,
      strict.toLowerCase(),
      encodeURI(line.toWellFormed()),
      inUrl(line),
      new URLSearchParams({ '': line }).toString().slice(1),
      quoted,
      JSON.stringify(quoted).slice(1, -1)
    ]
    const hex = Buffer.from(line).toString('hex')
    const coded = [hex, hex.toUpperCase(), ...inBase64(line)]
    return [...plain, ...coded.filter(form => form.length >= free)]
  })
}

/** As the part before the host of an address. */
function inUrl(text: string): string {
  const url = new URL('http://host')
  url.password = text
  return url.password
}

/**
 * The characters of base64 that depend on this text alone, at each of its three places behind
 * others.
 */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text)
  const whole = bytes.toString('base64')
  const cores = [0, 1, 2].map(before => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const first = Math.ceil((before * 8) / 6)
    return coded.slice(first, Math.floor(((before + bytes.length) * 8) / 6))
  })
  return [whole, ...cores].flatMap(one => [one, one.replaceAll('+', '-').replaceAll('/', '_')])
}

// --- search

interface Form {
  readonly text: string
  readonly needed: string
}

/**
 * Which characters can be passed over, by the two that stand there (Wu and Manber): a line of the
 * log is looked through in well under a microsecond, however many forms there are
 * (`bench/redaction.mts`).
 */
interface Search {
  readonly window: number
  readonly skip: Uint8Array
  readonly ends: ReadonlyMap<number, readonly Form[]>
}

const pair = (text: string, at: number) =>
  ((text.charCodeAt(at - 1) << 6) ^ text.charCodeAt(at)) & 0xffff

function createSearch(texts: ReadonlySet<string>): Search {
  const neededOf = (text: string) =>
    text.length < longEnough
      ? text
      : text.slice(0, Math.min(beginning, Math.ceil((text.length * 2) / 3)))
  const forms = [...texts].map(text => ({ text, needed: neededOf(text) }))
  const window = Math.min(64, ...forms.map(({ needed }) => needed.length))
  const skip = new Uint8Array(65_536).fill(window - 1)
  const ends = new Map<number, Form[]>()
  for (const form of forms) {
    for (let at = 1; at < window; at++) {
      const key = pair(form.needed, at)
      skip[key] = Math.min(skip[key] ?? 0, window - 1 - at)
    }
    const key = pair(form.needed, window - 1)
    ends.set(key, [...(ends.get(key) ?? []), form])
  }
  return { window, skip, ends }
}

function replaced(text: string, search: Search): string {
  const { window, skip, ends } = search
  if (ends.size === 0) return text
  let result = ''
  let done = 0
  for (let at = window - 1; at < text.length;) {
    const key = pair(text, at)
    const step = skip[key] ?? 0
    if (step > 0) {
      at += step
      continue
    }
    const start = at - window + 1
    const length = longest(text, start, ends.get(key) ?? [])
    if (length === 0) {
      at++
      continue
    }
    result += `${text.slice(done, start)}${mark}`
    done = start + length
    at = done + window - 1
  }
  return done === 0 ? text : result + text.slice(done)
}

/** How many characters from here on belong to a secret. */
function longest(text: string, start: number, forms: readonly Form[]): number {
  let most = 0
  for (const { text: form, needed } of forms) {
    if (!text.startsWith(needed, start)) continue
    let length = needed.length
    while (length < form.length && text[start + length] === form[length]) length++
    if (length >= free || standsAlone(text, start, length)) most = Math.max(most, length)
  }
  return most
}

function standsAlone(text: string, start: number, length: number): boolean {
  return !/\w/.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(start + length))
}

// --- JSON

/** Undefined where the line is no JSON. A number can be a secret as well: it becomes a text. */
function wholeJson(line: string, redact: (text: string) => string): string | undefined {
  try {
    const clean = (value: unknown): unknown => {
      if (typeof value === 'string') return redact(value)
      if (typeof value === 'number') return redact(String(value)) === String(value) ? value : mark
      if (Array.isArray(value)) return value.map(clean)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [redact(name), clean(one)])
      )
    }
    return `${JSON.stringify(clean(JSON.parse(line)))}${line.endsWith('\n') ? '\n' : ''}`
  } catch {
    return undefined
  }
}
