/**
 * From what a provider puts into its tokens to the bridge's three scopes, and back to what a client
 * has to ask the provider for.
 */
import type { Scope } from '../../tools/index.ts'
import { assertUniqueNames } from '../../config/json-text.ts'
import type { Claims } from './jwt-parts.ts'

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
  readonly map?: (() => ReadonlyMap<string, readonly Scope[]>) | undefined
  /** Where a token names none. */
  readonly fallback: readonly Scope[]
}

const usualScopeClaims = ['scope', 'scp']
const usualRoleClaims = ['roles', 'groups']

/** What a token grants. Names that are not ours are ignored. */
export function scopesOf(
  claims: Claims,
  { claim, prefix, map, fallback }: ScopeRules
): ReadonlySet<Scope> {
  const scopeNames = (claim === undefined ? usualScopeClaims : [claim]).flatMap(name =>
    namesIn(claims, name)
  )
  const granted = new Set<Scope>()
  for (const name of scopeNames) {
    const bare = prefix !== undefined && name.startsWith(prefix) ? name.slice(prefix.length) : name
    if (isScope(bare)) granted.add(bare)
  }
  if (map !== undefined) {
    const roles = claim === undefined ? usualRoleClaims.flatMap(name => namesIn(claims, name)) : []
    for (const name of [...scopeNames, ...roles]) {
      for (const scope of map().get(name) ?? []) granted.add(scope)
    }
  }
  return granted.size === 0 ? new Set(fallback) : granted
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
export function readScopeMap(text: string): ReadonlyMap<string, readonly Scope[]> {
  const value: unknown = JSON.parse(text)
  assertUniqueNames(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('is not a JSON object of role or group and scopes')
  }
  return new Map(
    Object.entries(value).map(([role, granted]) => {
      const names: unknown[] = Array.isArray(granted)
        ? granted
        : typeof granted === 'string'
          ? granted.split(/[ ,]+/)
          : []
      if (names.length === 0 || !names.every(isScope)) {
        throw new Error(
          `gives ${JSON.stringify(role)} something else than a list out of ${allScopes.join(', ')}`
        )
      }
      return [role, names]
    })
  )
}
