/** Cookies: the jar of one Erp, and the headers `Cookie` and `Set-Cookie`. */
import type * as Undici from 'undici'
import { lazily } from './lazy.ts'

const undici = lazily<typeof Undici>('undici')

/** Whether a cookie identifies one stateful ABAP session. */
export function isContextCookie(name: string): boolean {
  return name.toLowerCase() === 'sap-contextid'
}

/**
 * Cookies by name with their newest value only: of two of one name the ERP honours the older one.
 * Paths, domains and `Secure` are ignored, because a proxy that terminates TLS in front of the ERP
 * makes them wrong.
 */
export interface CookieJar {
  readonly size: number
  get(name: string): string | undefined
  names(): string[]
  set(name: string, value: string): void
  delete(name: string): void
  clear(): void
  /** Value of the `Cookie` header, with the context cookies of one ABAP session. */
  header(context: ReadonlyMap<string, string>): string
}

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>()
  let shared: string | undefined
  const pairs = (map: ReadonlyMap<string, string>) =>
    Array.from(map, ([name, value]) => `${name}=${value}`).join('; ')
  return {
    get size() {
      return cookies.size
    },
    get: name => cookies.get(name),
    names: () => [...cookies.keys()],
    set(name, value) {
      if (cookies.get(name) === value) return
      cookies.set(name, value)
      shared = undefined
    },
    delete(name) {
      if (cookies.delete(name)) shared = undefined
    },
    clear() {
      cookies.clear()
      shared = undefined
    },
    header(context) {
      shared ??= pairs(cookies)
      if (context.size === 0) return shared
      return shared === '' ? pairs(context) : `${shared}; ${pairs(context)}`
    }
  }
}

/** Reads `Set-Cookie`; `value` is undefined for a cookie that the server deletes. */
export function readSetCookie(
  header: string
): { name: string; value: string | undefined } | undefined {
  const cookie = undici().parseCookie(header)
  if (cookie === null || cookie.name === '') return undefined
  const expires = cookie.expires === undefined ? Infinity : Number(cookie.expires)
  const gone = (cookie.maxAge !== undefined && cookie.maxAge <= 0) || expires <= Date.now()
  return { name: cookie.name, value: gone ? undefined : cookie.value }
}

/** Reads the value of a `Cookie` header; the name of the header may precede it. */
export function readCookieText(text: string): [string, string][] {
  return text
    .replace(/^\s*cookie:/i, '')
    .split(/[;\r\n]+/)
    .flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
    })
}
