/** What goes into a bundle: without secrets, hosts, users and names of a customer. */
import { endpointOf } from '../../erp-client/correlation/endpoints.ts'
import { objectTypes } from '../../erp-client/index.ts'
import { createSanitizer } from '../../recording/sanitize/sanitizer.ts'
import type { Sanitizer } from '../../recording/sanitize/sanitizer.ts'
import { blank } from '../../recording/sanitize/scramble.ts'

export interface Cleaner {
  /** The name of a system, which becomes `system-1`. */
  system(name: string): string
  /** Learns a name that identifies a person, a host or a thing. */
  learn(kind: 'user' | 'host' | 'name', value: string): void
  /** Learns from the members of a value, before anything is written. */
  learnFrom(value: unknown): void
  text(text: string): string
  /** A value of JSON, whose members are treated by their names. */
  value(value: unknown, name?: string): unknown
}

/** Members that name people. */
const users = /^(?:user|erpuser|identity|by|haltedidentity|owner|responsible|client|username)$/i
const hosts = /^(?:host|hostname|url|origin|replica|address|server)$/i
/** Members that name things of the customer. */
const things = /^(?:object|package|transport|tables|title|label|contact)$/i
/** Members of the bridge's own words and the form of these words; other values are texts. */
const code = /^[\w .:+-]{1,60}$/
const own: Readonly<Record<string, RegExp>> = {
  tool: /^ERP[A-Z][a-z]{2,11}$/,
  action: /^[a-z_]{2,30}$/,
  operation: /^[a-z]+(?:[.+][a-zA-Z]+)*$/,
  method: /^(?:[A-Z]{3,7}|[a-z-]{2,16})$/,
  intent: /^[\w-]{12}$/,
  ...Object.fromEntries(
    'level time outcome code letters effect kind state erpCallId erpRequestId traceId version node platform arch'
      .split(' ')
      .map(name => [name, code])
  )
}
const typeCodes: ReadonlySet<string> = new Set(objectTypes.map(({ code }) => code))
/** Shorter names are ordinary words too often. */
const shortestName = 4

export function createCleaner(redact: (text: string) => string, key?: Uint8Array): Cleaner {
  const sanitizer = createSanitizer(key === undefined ? {} : { key })
  const systems = new Map<string, string>()
  const system = (name: string) => {
    const known = systems.get(name) ?? `system-${systems.size + 1}`
    systems.set(name, known)
    if (name.length >= shortestName && name !== 'default') sanitizer.user(name)
    sanitizer.system(name.toUpperCase())
    return known
  }
  const text = (given: string) =>
    redact(sanitizer.text(withoutPaths(learnPaths(redact(given), sanitizer))))
  const learn: Cleaner['learn'] = (kind, value) => learnName(kind, value, sanitizer)
  const learnFrom = (value: unknown, name = '') => {
    if (Array.isArray(value)) for (const one of value) learnFrom(one, name)
    else if (typeof value === 'object' && value !== null) {
      for (const [member, one] of Object.entries(value)) learnFrom(one, member)
    } else if (typeof value === 'string') {
      if (name === 'system') system(value)
      else if (users.test(name)) learn('user', value)
      else if (hosts.test(name)) learn('host', value)
      else if (things.test(name)) learn('name', value)
    }
  }
  const clean = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map(one => clean(one, name))
    if (typeof value === 'object' && value !== null) {
      if (name === 'erpRequests') return endpoints(value)
      const members = Object.entries(value).map(([member, one]) => [
        text(member),
        clean(one, member)
      ])
      return Object.fromEntries(members) as object
    }
    if (typeof value !== 'string') return value
    if (name === 'system') return system(value)
    if (name === 'path' || name === 'url.path') return endpointOf(value)
    if (things.test(name)) return replaced(value, text, /([\s,]+)/)
    if (users.test(name) || hosts.test(name)) return replaced(value, text, /([:/]+)/)
    if (Object.hasOwn(own, name) && own[name]?.test(value) === true) return redact(value)
    return text(value)
  }
  return { system, learn, learnFrom, text, value: clean }
}

/** Counts by endpoint, whatever a line claims to be one. */
function endpoints(counts: object): object {
  return Object.fromEntries(
    Object.entries(counts).map(([endpoint, count]) => {
      const [, method = '', path = ''] = /^([A-Z]{3,7}) (.*)$/s.exec(endpoint) ?? []
      return [`${method} ${endpointOf(path)}`, typeof count === 'number' ? count : 0]
    })
  )
}

function learnName(kind: 'user' | 'host' | 'name', value: string, sanitizer: Sanitizer): void {
  if (kind === 'host') {
    const host = URL.canParse(value) ? new URL(value).hostname : (value.split('/', 1)[0] ?? '')
    sanitizer.host(host)
    return
  }
  const words = kind === 'name' ? value.split(/[\s,]+/) : [value, ...value.split(/[\s:@\\/]+/)]
  for (const word of words) {
    if (word.length >= shortestName && !typeCodes.has(word)) sanitizer.user(word)
  }
  if (kind === 'name') sanitizer.user(value)
}

/** The name of a person in a path of the machine. */
function learnPaths(text: string, sanitizer: Sanitizer): string {
  for (const [, name = ''] of text.matchAll(/(?:\/home\/|[\\/]Users[\\/])([^\\/\s"':]+)/g)) {
    sanitizer.user(name)
  }
  return text
}

const machinePath =
  /(?:\/(?:home|Users|etc|opt|var|usr|srv|tmp|mnt|data|app|root|run|private)|[A-Z]:)(?:[\\/][^\\/\s"':,;)]+)+/g

/** Folders of a machine may have any name; a file of a program says where it failed. */
function withoutPaths(text: string): string {
  return text.replace(machinePath, path => {
    const [, file = ''] = /[\\/]([\w.-]+\.[cm]?[jt]s)$/.exec(path) ?? []
    return file === '' ? '[path]' : `[path]/${file}`
  })
}

/** Of what could not be learned, the form alone shows. */
function replaced(value: string, text: (given: string) => string, between: RegExp): string {
  return value
    .split(between)
    .map((word, at) => {
      if (at % 2 === 1 || typeCodes.has(word) || !/[\p{L}\p{N}]/u.test(word)) return word
      const clean = text(word)
      return clean === word ? blank(word) : clean
    })
    .join('')
}
