/**
 * From what a provider puts into its tokens to the bridge's three scopes, and back to what a client
 * has to ask the provider for.
 */
import type { Grant, Scope } from '../../tools/index.ts'
import { assertUniqueNames } from '../../config/json-text.ts'
import type { Claims } from '../../cloud/jwt-parts.ts'

export const allScopes: readonly Scope[] = ['read', 'write', 'admin']

export interface ScopeRules {
  /**
   * The claim that holds scopes, roles or groups; a dotted path where the token has no claim of
   * that name.
   */
  readonly claim?: string | undefined
  /** What stands before read, write and admin, for example an App ID URI and a slash. */
  readonly prefix?: string | undefined
  /** Role or group → scopes; asked for every token. */
  readonly map?: (() => ReadonlyMap<string, Grant>) | undefined
  /** Where a token names none. */
  readonly fallback: readonly Scope[]
}

const usualScopeClaims = ['scope', 'scp']
const usualRoleClaims = ['roles', 'groups']

/** What a token grants, and at which systems. */
export interface Granted {
  readonly scopes: ReadonlySet<Scope>
  /** Present where a role limits its scopes to some systems. */
  readonly grants?: readonly Grant[]
}

/** What a token grants. Names that are not ours are ignored. */
export function scopesOf(claims: Claims, { claim, prefix, map, fallback }: ScopeRules): Granted {
  const scopeNames = (claim === undefined ? usualScopeClaims : [claim]).flatMap(name =>
    namesIn(claims, name)
  )
  const direct = scopeNames
    .map(name =>
      prefix !== undefined && name.startsWith(prefix) ? name.slice(prefix.length) : name
    )
    .filter(isScope)
  const roles = claim === undefined ? usualRoleClaims.flatMap(name => namesIn(claims, name)) : []
  const byRole = map?.()
  const mapped =
    byRole === undefined ? [] : [...scopeNames, ...roles].flatMap(name => byRole.get(name) ?? [])
  const scopes = new Set([...direct, ...mapped.flatMap(grant => grant.scopes)])
  if (scopes.size === 0) return { scopes: new Set(fallback) }
  return mapped.some(({ systems }) => systems !== undefined)
    ? { scopes, grants: [{ scopes: direct }, ...mapped] }
    : { scopes }
}

/**
 * The names that a client asks the provider for; undefined where the scopes follow from roles or
 * groups, which a client cannot ask for.
 */
export function requestable(
  scopes: readonly Scope[],
  { claim, prefix, map }: ScopeRules
): string[] | undefined {
  if (prefix !== undefined) return scopes.map(scope => `${prefix}${scope}`)
  return map !== undefined || (claim !== undefined && !usualScopeClaims.includes(claim))
    ? undefined
    : [...scopes]
}

function namesIn(claims: Claims, path: string): string[] {
  const value = Object.hasOwn(claims, path)
    ? claims[path]
    : path.split('.').reduce<unknown>(member, claims)
  if (typeof value === 'string') return value.split(' ')
  return Array.isArray(value) ? value.filter(name => typeof name === 'string') : []
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Claims)[name]
    : undefined
}

export function isScope(name: unknown): name is Scope {
  return allScopes.some(scope => scope === name)
}

/** @throws Error that says what is wrong with the text */
export function readScopeMap(text: string): ReadonlyMap<string, Grant> {
  const value: unknown = JSON.parse(text)
  assertUniqueNames(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('is not a JSON object of role or group and scopes')
  }
  return new Map(Object.entries(value).map(([role, granted]) => [role, readGrant(role, granted)]))
}

/** A list of scopes, or an object of scopes and systems. */
function readGrant(role: string, value: unknown): Grant {
  const isLimited = typeof value === 'object' && value !== null && !Array.isArray(value)
  const { scopes, systems, ...rest } = (isLimited ? value : { scopes: value }) as Record<
    string,
    unknown
  >
  const names: unknown[] = Array.isArray(scopes)
    ? scopes
    : typeof scopes === 'string'
      ? scopes.split(/[ ,]+/)
      : []
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) {
    throw new Error(
      `gives ${JSON.stringify(role)} the unknown member ${JSON.stringify(unknown)}; known are scopes and systems`
    )
  }
  if (names.length === 0 || !names.every(isScope)) {
    throw new Error(
      `gives ${JSON.stringify(role)} something else than a list out of ${allScopes.join(', ')}`
    )
  }
  if (systems === undefined && !isLimited) return { scopes: names }
  if (!isSystemList(systems)) {
    throw new Error(
      `gives ${JSON.stringify(role)} "systems" that are no list of names of systems, * as wildcard`
    )
  }
  return { scopes: names, systems }
}

/** Names of systems, * as wildcard. An empty list would be read as none by one and as all by another. */
export function isSystemList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(item => typeof item === 'string' && /^[a-z0-9*-]{1,32}$/.test(item))
  )
}
