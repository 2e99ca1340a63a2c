/** A text without secrets, hosts, users and customer names, whatever the writing of its words. */
import type { Secrets } from '../../config/secrets.ts'
import {
  base64Like,
  chunk as chunkSource,
  isBase64,
  meaningOfBase64,
  replaceEscaped,
  wordWithEscapes
} from './escapes.ts'
import type { Known } from './known.ts'
import { replaceDollar, replaceRequest, replaceSpaced, replaceWord } from './names.ts'
import type { Scrambler } from './scramble.ts'

export interface TextOptions {
  readonly scrambler: Scrambler
  readonly known: Known
  readonly secrets: Pick<Secrets, 'redact'>
}

/** Writings within writings that are looked through. */
const deepest = 5

/** Hosts that stand in names of XML and in documentation of each ERP. */
const publicHost =
  /^(?:[\w-]+\.)*(?:sap\.com|w3\.org|purl\.org|oasis-open\.org|xmlsoap\.org|microsoft\.com|iana\.org|ietf\.org|eclipse\.org|abapgit\.org|openid\.net)$/i
const ownHost = /^(?:localhost|127\.0\.0\.1|\[::1\])$/i

const chunks = new RegExp(
  `(?<key>-----BEGIN [A-Z ]{1,40}-----[^]{0,20000}?-----END [A-Z ]{1,40}-----)|${chunkSource}`,
  'gu'
)
/** What a chunk has in it: addresses, name spaces, words. */
const shapes = [
  '(?<address>[a-z][a-z0-9+.-]{1,20}:\\/\\/[^\\s/"\'<>?#\\\\)\\]}|`=]{1,300})',
  '(?<spaced>(?<![\\p{L}\\p{N}_/.:%@)-])\\/[A-Za-z][A-Za-z0-9_]{1,9}\\/\\w*(?![\\w/]))',
  `(?<word>${wordWithEscapes})`
].join('|')
/** The parts of a word without escapes. */
const parts = [
  '(?<mail>[\\p{L}\\p{N}._+~*-]{1,64}@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63})+)',
  '(?<ip>(?<![\\d.])\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}(?![\\d.]))',
  '(?<request>(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]{2}[Kk]\\d{6}(?![A-Za-z0-9]))',
  '(?<dollar>\\$[A-Za-z]\\w{2,})',
  '(?<name>[A-Za-z0-9_]+)'
].join('|')

export type CleanText = (text: string) => string

/** Words that are remembered with their replacement. */
const mostWords = 50_000

export function createTextCleaner(options: TextOptions): CleanText {
  const { known, secrets, scrambler } = options
  const cache = new Map<string, string>()
  let version = -1
  let whole = expressionOf(undefined, shapes)
  let inner = expressionOf(undefined, parts)
  const refresh = () => {
    if (version === known.version) return
    version = known.version
    cache.clear()
    whole = expressionOf(known.literals, shapes)
    inner = expressionOf(known.literals, parts)
  }
  const clean = (text: string, depth: number): string =>
    text.replace(chunks, (match: string, key: string | undefined) =>
      key === undefined ? chunk(match, depth) : blankKey(match)
    )
  const chunk = (text: string, depth: number): string => {
    const packed = unpacked(text, depth)
    if (packed !== undefined) return packed
    return text.replace(whole, (match: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Groups
      if (groups['literal'] !== undefined) return known.ofLiteral(match)
      if (groups['address'] !== undefined) return address(match, depth)
      if (groups['spaced'] !== undefined) return replaceSpaced(match, scrambler)
      return unpacked(match, depth) ?? word(match, depth)
    })
  }
  /** The text in base64 with another meaning, where it is base64 of something to replace. */
  const unpacked = (text: string, depth: number): string | undefined => {
    if (depth >= deepest || !isBase64(text)) return undefined
    const meant = meaningOfBase64(text)
    const cleaned = meant === undefined ? undefined : clean(meant, depth + 1)
    return cleaned === meant || cleaned === undefined ? undefined : base64Like(text, cleaned)
  }
  const address = (match: string, depth: number): string => {
    const at = match.indexOf('://') + 3
    const [, login = '', host = '', port = ''] = /^(.*@)?(.*?)(:\d+)?$/.exec(match.slice(at)) ?? []
    const begin = match.slice(0, at) + (login === '' ? '' : '[secret]@')
    if (publicHost.test(host) || ownHost.test(host)) return begin + host + port
    // Links of the ERP name the system in place of a host.
    if (match.startsWith('adt://')) known.system(host.toUpperCase())
    else known.host(host)
    refresh()
    return begin + word(host, depth) + port
  }
  const word = (match: string, depth: number): string => {
    const remembered = cache.get(match)
    if (remembered !== undefined) return remembered
    const replaced = wordOf(match, depth)
    if (cache.size >= mostWords) cache.clear()
    if (match.length < 200) cache.set(match, replaced)
    return replaced
  }
  const wordOf = (match: string, depth: number): string => {
    if (depth < deepest && /[%&\\]/.test(match)) {
      const replaced = replaceEscaped(match, meant => clean(meant, depth + 1))
      if (replaced !== match) return replaced
    }
    return match.replace(inner, (part: string, ...rest: unknown[]) =>
      partOf(part, rest.at(-1) as Groups, options)
    )
  }
  return text => {
    refresh()
    return clean(secrets.redact(text), 0)
  }
}

type Groups = Readonly<Record<string, string | undefined>>

const expressionOf = (literals: string | undefined, rest: string) =>
  new RegExp(literals === undefined ? rest : `(?<literal>${literals})|${rest}`, 'gu')

function partOf(part: string, groups: Groups, { scrambler, known }: TextOptions): string {
  if (groups['literal'] !== undefined) return known.ofLiteral(part)
  if (groups['mail'] !== undefined) return mailOf(part, scrambler)
  if (groups['ip'] !== undefined) {
    return part === '127.0.0.1' ? part : `192.0.2.${lastPart(part, scrambler)}`
  }
  if (groups['request'] !== undefined) return replaceRequest(part, scrambler)
  if (groups['dollar'] !== undefined) return replaceDollar(part, scrambler)
  return known.ofWord(part) ?? chunksOf(part, { scrambler, known })
}

/** The id of a dump has a time before the host, and an instance before the user. */
function behindDigits(chunk: string, known: Known): string {
  const [, digits = '', rest = ''] = /^(\d+)([A-Za-z]\w*)$/.exec(chunk) ?? []
  return digits === '' ? chunk : digits + (known.ofWord(rest) ?? rest)
}

/** A word may have known ones between underscores: a server is `host_DEV_00`. */
function chunksOf(word: string, { scrambler, known }: Pick<TextOptions, 'scrambler' | 'known'>) {
  const replaced = replaceWord(word, scrambler)
  if (replaced !== word || !/_|^\d+[A-Za-z]/.test(word)) return replaced
  return word
    .split('_')
    .map(chunk => known.ofWord(chunk) ?? behindDigits(chunk, known))
    .join('_')
}

/** The top level domain stays. */
function mailOf(mail: string, { scramble }: Scrambler): string {
  const end = mail.lastIndexOf('.')
  return scramble(`mail ${mail.slice(0, end)}`, 5).slice(5) + mail.slice(end)
}

/** Addresses for documentation, of which none is in use (RFC 5737). */
function lastPart(ip: string, { digest }: Scrambler): number {
  return 1 + (Number.parseInt(digest(ip).slice(0, 4), 16) % 250)
}

function blankKey(match: string): string {
  const [begin = '', end = ''] = [
    /^-----[^-]+-----/.exec(match)?.[0],
    /-----[^-]+-----$/.exec(match)?.[0]
  ]
  return `${begin}[secret]${end}`
}
