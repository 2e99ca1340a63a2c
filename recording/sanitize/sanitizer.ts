/**
 * Replaces in exchanges and texts what belongs to a customer: hosts, users, secrets and names, and
 * drops values. The same name has the same replacement everywhere.
 */
import { randomBytes } from 'node:crypto'
import { createSecrets } from '../../config/secrets.ts'
import { createBodyCleaner, learnHost, learnProse, learnValue } from './body.ts'
import type { BodyPlace } from './body.ts'
import { createKnown } from './known.ts'
import type { Known } from './known.ts'
import { treatmentOf } from './rules.ts'
import { createScrambler } from './scramble.ts'
import { createTextCleaner } from './text.ts'

export interface SanitizerOptions {
  /** Keep source texts and descriptions, with the names in them replaced; default false. */
  readonly sources?: boolean | undefined
  /** The same key gives the same replacements; random if left out. It is a secret. */
  readonly key?: Uint8Array | undefined
}

export interface Sanitizer {
  /** Another number after each value that was learned. */
  readonly version: number
  /** A text or a word, without what is known and what shows by its form. */
  text(text: string): string
  body(body: string, place: BodyPlace): string
  /** Path and query of a request. */
  target(path: string): string
  user(name: string): void
  host(name: string): void
  system(id: string): void
  /** A password, cookie or token, which is removed in all its writings. */
  secret(value: string): void
}

const secretParameter =
  /^(?:sap-password|sap-user|.*(?:passw|token|secret|mysapsso|api_?key|signature).*)$/i

export function createSanitizer(options: SanitizerOptions = {}): Sanitizer {
  const { sources = false, key = randomBytes(32) } = options
  const scrambler = createScrambler(key)
  const known = createKnown(scrambler)
  const secrets = createSecrets()
  const clean = createTextCleaner({ scrambler, known, secrets })
  const cleanBody = createBodyCleaner({ scrambler, known, clean, sources })
  return {
    get version() {
      return known.version
    },
    text(text) {
      learnProse(text, known)
      return clean(text)
    },
    body: (body, place) => cleanBody(secrets.redact(body), place),
    target(path) {
      learnProse(decoded(path), known)
      const at = path.indexOf('?')
      if (at < 0) return clean(path)
      const query = path
        .slice(at + 1)
        .split('&')
        .map(pair => parameter(pair, { clean, known }))
      return `${clean(path.slice(0, at))}?${query.join('&')}`
    },
    user: known.user,
    host: name => {
      learnHost(name, known)
    },
    system: known.system,
    secret(value) {
      // A value that an encoding left alone is no secret: `X`, `1`.
      if (value.trim().length < 4) return
      secrets.add(value)
      secrets.add(escapedXml(value))
    }
  }
}

interface ParameterTools {
  readonly clean: (text: string) => string
  readonly known: Known
}

function parameter(pair: string, { clean, known }: ParameterTools): string {
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  if (secretParameter.test(name) && value !== '') return `${clean(name)}=%5Bsecret%5D`
  const treatment = treatmentOf({ path: '', name: name.replace(/^_/, '') })
  learnValue(decoded(value), treatment, known)
  // Names of parameters belong to the service.
  const isService = /^(?:%24|\$)?[a-x]\w*$/i.test(name) && pair.includes('=')
  return isService ? `${name}=${clean(value)}` : clean(pair)
}

/** As it stands in an error page. */
function escapedXml(text: string): string {
  const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text.replace(/[&<>]/g, one => references[one] ?? one)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
