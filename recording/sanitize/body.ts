/** A request or answer body without secrets, names and values, by its media type. */
import { blank } from './scramble.ts'
import type { Scrambler } from './scramble.ts'
import { base64Like, isBase64, meaningOfBase64 } from './escapes.ts'
import { replaceInJson } from './json.ts'
import type { Known } from './known.ts'
import { isOutput, isQuery, treatmentOf } from './rules.ts'
import type { Place, Treatment } from './rules.ts'
import type { CleanText } from './text.ts'
import { replaceInXml } from './xml.ts'

export interface BodyOptions {
  readonly scrambler: Scrambler
  readonly known: Known
  readonly clean: CleanText
  /** Keep source texts and descriptions, with names replaced. */
  readonly sources: boolean
}

export interface BodyPlace {
  readonly path: string
  readonly mediaType: string
}

export type CleanBody = (body: string, place: BodyPlace) => string

type Kind = 'xml' | 'json' | 'text'

export function createBodyCleaner(options: BodyOptions): CleanBody {
  return (body, { path, mediaType }) => {
    const kind = kindOf(body, mediaType)
    if (kind === 'text') return plainText(body, path, options)
    // What one part of a document teaches holds for all its parts.
    learn(body, { kind, path }, options.known)
    return kind === 'xml' ? cleanXml(body, path, options) : cleanJson(body, path, options)
  }
}

function kindOf(body: string, mediaType: string): Kind {
  const start = body
    .slice(0, 200)
    .trimStart()
    .replace(/^\uFEFF/, '')
  if (/[+/](?:xml|html)\b/i.test(mediaType) || start.startsWith('<')) return 'xml'
  if (/[+/]json\b/i.test(mediaType) || /^[{[]/.test(start)) return 'json'
  return 'text'
}

function plainText(body: string, path: string, options: BodyOptions): string {
  if (isQuery(path)) return options.clean(withoutLiterals(body))
  if (isOutput(path)) return blank(body)
  return options.sources ? options.clean(body) : sourceShape(body, options.scrambler)
}

/** A statement without the values in it. */
export function withoutLiterals(statement: string): string {
  return statement.replace(/'(?:[^']|'')*'?|`[^`]*`?|(?<![\w.~])\d+(?:\.\d+)?(?!\w)/g, literal =>
    blank(literal)
  )
}

/** As many lines as the source has; the same for the same source, whatever its line ends. */
export function sourceShape(source: string, { digest }: Pick<Scrambler, 'digest'>): string {
  const plain = source.replaceAll('\r\n', '\n').trimEnd()
  if (plain === '') return source
  const whole = digest(plain)
  let line = 0
  return source.replace(/[^\r\n]+/g, () => `* ${digest(`${whole} ${++line}`)}`)
}

interface DocumentPlace {
  readonly kind: Exclude<Kind, 'text'>
  readonly path: string
}

function learn(body: string, { kind, path }: DocumentPlace, known: Known): void {
  const see = (value: string, place: Omit<Place, 'path'>) => {
    learnProse(value, known)
    learnValue(value, treatmentOf({ path, ...place }), known)
    return value
  }
  if (kind === 'json') {
    replaceInJson(body, {
      string: (value, name, parent) => see(value, { name, parent }),
      number: digits => digits,
      name: name => name
    })
  } else {
    replaceInXml(body, {
      text: (value, name, parent) => see(value, { name, parent }),
      attribute: (value, name, parent) => see(value, { name, parent, isAttribute: true }),
      name: name => name
    })
  }
}

/** Words that stand where a user stands, and name none. */
const noUser = /^(?:true|false|none|null|all|active|inactive|yes|no|x|[A-Z]{2}|\d+)$/i

const systemId = /^[A-Z][A-Z0-9]{2}$/

export function learnValue(value: string, treatment: Treatment, known: Known): void {
  if (treatment === 'contributor') {
    learnValue(value, systemId.test(value.trim()) ? 'system' : 'user', known)
  } else if (treatment === 'user' && /^[\p{L}\p{N}_.@~#$!+-]+$/u.test(value.trim())) {
    if (!noUser.test(value.trim())) known.user(value)
  } else if (treatment === 'system') known.system(value.trim())
  else if (treatment === 'handle') known.handle(value)
  else if (treatment === 'host') learnHost(value, known)
}

/** Messages of the ERP that name a user: `User MILLER is currently editing ZCL_A`. */
const named =
  /\b(?:[Uu]ser|[Bb]enutzer|[Ll]ocked by|[Gg]esperrt von|[Gg]esperrt durch)(?: user)?:? +"?'?([A-Z][A-Z0-9_.-]{2,11})\b/g

/** The id of a dump: a time, the application server, the user. */
const dumpId =
  /\b\d{14}([A-Za-z][\w-]*?_[A-Z][A-Z0-9]{2}_\d\d)(?:[ +]*([A-Z][A-Z0-9_.-]{1,11})[ +]+\d{3}\b)?/g

export function learnProse(value: string, known: Known): void {
  if (value.length > 4000) return
  for (const [, name = ''] of value.matchAll(named)) if (!noUser.test(name)) known.user(name)
  for (const [, host = '', user] of value.matchAll(dumpId)) {
    learnHost(host, known)
    if (user !== undefined) known.user(user)
  }
}

/** `host_DEV_00` is an application server: host, system and instance. */
export function learnHost(value: string, known: Known): void {
  const [, host, system] = /^(.*?)_([A-Z][A-Z0-9]{2})_\d\d$/.exec(value.trim()) ?? []
  known.host(host ?? value)
  if (system !== undefined) known.system(system)
}

function cleanXml(body: string, path: string, options: BodyOptions): string {
  const { clean } = options
  return replaceInXml(body, {
    text: (value, name, parent) => treat(value, treatmentOf({ path, name, parent }), options),
    attribute: (value, name, parent) =>
      treat(value, treatmentOf({ path, name, parent, isAttribute: true }), options),
    name: name => (/(?:^|[:_])[YZ]/i.test(name) ? clean(name) : name)
  })
}

function cleanJson(body: string, path: string, options: BodyOptions): string {
  return replaceInJson(body, {
    string: (value, name, parent) => treat(value, treatmentOf({ path, name, parent }), options),
    number: (digits, name) => {
      const treatment = treatmentOf({ path, name })
      return treatment === 'value' || treatment === 'secret' ? '0' : digits
    },
    name: options.clean
  })
}

function treat(value: string, treatment: Treatment, options: BodyOptions): string {
  const { clean, scrambler, sources } = options
  if (value.trim() === '') return value
  if (treatment === 'secret') return '[secret]'
  if (treatment === 'value') return withoutValues(value)
  if (treatment === 'person' || (treatment === 'text' && !sources)) return proseOf(value, scrambler)
  const isName = treatment === 'user' || treatment === 'contributor'
  if (isName && /\s/.test(value.trim())) return proseOf(value, scrambler)
  if (treatment === 'source' && !sources) return embedded(value, options)
  return packed(value, options) ?? clean(value)
}

/** The form of a value; the references of a document stay well-formed. */
function withoutValues(value: string): string {
  return value.replace(/(&(?:#\w+|\w+);)|([^&]+|&)/g, (all, reference?: string) =>
    reference === undefined ? blank(all) : /^&#/.test(reference) ? 'x' : reference
  )
}

/** Source text in an element: as text, or in base64. */
function embedded(value: string, { scrambler }: BodyOptions): string {
  const meant = isBase64(value) ? meaningOfBase64(value) : undefined
  return meant === undefined
    ? sourceShape(value, scrambler)
    : base64Like(value, sourceShape(meant, scrambler))
}

/** A value that is base64 as a whole; bytes that are no text are dropped. */
function packed(value: string, { clean }: BodyOptions): string | undefined {
  if (value.length < 400 || !isBase64(value)) return undefined
  const meant = meaningOfBase64(value)
  return meant === undefined ? '' : base64Like(value, clean(meant))
}

function proseOf(value: string, { scramble }: Scrambler): string {
  return value.replace(/&(?:#\w+|\w+);|[\p{L}\p{N}]+/gu, word =>
    word.startsWith('&') ? word : scramble(`text ${word}`, 5).slice(-word.length)
  )
}
