/**
 * The file of named keys: who owns a key, what it may do, until when; and the identities that are
 * denied, whatever they show.
 */
import { randomBytes } from 'node:crypto'
import { userNameKey } from '../../erp-client/pki/user-name.ts'
import type { Caller, Scope } from '../../tools/index.ts'
import { assertUniqueNames, isRecord } from '../../config/json-text.ts'
import { digestOf } from './method.ts'
import { isScope, isSystemList } from './scopes.ts'

export interface NamedKey {
  readonly name: string
  readonly owner?: string
  /** `sha256:` and 64 hexadecimal digits; the key itself stands nowhere. */
  readonly hash: string
  /** May be empty for a key that approves. */
  readonly scopes: readonly Scope[]
  /** The key decides about waiting changes of others, whatever its scopes. */
  readonly approve?: boolean
  /** ISO 8601. */
  readonly expires?: string
  readonly packages?: readonly string[]
  /** Names of the systems where the key is valid, * as wildcard; everywhere without them. */
  readonly systems?: readonly string[]
  readonly erpUser?: string
}

export interface KeysFile {
  readonly keys: readonly NamedKey[]
  readonly denied: readonly string[]
}

/**
 * A new key with 256 random bits: it cannot be guessed, so one round of a fast hash is enough to
 * store it.
 */
export function makeKey(): { key: string; hash: string } {
  const key = `eb_${randomBytes(32).toString('base64url')}`
  return { key, hash: hashOf(key) }
}

export function hashOf(key: string): string {
  return hashOfDigest(digestOf(key))
}

/** @param digest SHA-256 in hexadecimal digits */
export function hashOfDigest(digest: string): string {
  return `sha256:${digest}`
}

const members = [
  ...['name', 'owner', 'hash', 'scopes', 'approve'],
  ...['expires', 'packages', 'systems', 'erpUser']
]

/** @throws Error with everything that is wrong, in words that continue "the file …" */
export function readKeysFile(text: string): KeysFile {
  const value: unknown = JSON.parse(text)
  assertUniqueNames(text)
  if (!isRecord(value)) throw new Error('is not a JSON object with "keys"')
  const { keys = [], denied = [], ...rest } = value
  const problems: string[] = Object.keys(rest).map(
    name => `has an unknown member ${JSON.stringify(name)}`
  )
  if (!Array.isArray(keys)) throw new Error('has something else than a list in "keys"')
  if (!isTexts(denied)) throw new Error('has something else than a list of texts in "denied"')
  problems.push(
    ...keys.flatMap((key, index) =>
      keyProblems(key).map(problem => `has a key (number ${index + 1}) that ${problem}`)
    )
  )
  for (const member of ['name', 'hash'] as const) {
    if (new Set(keys.map(key => (key as NamedKey)[member])).size !== keys.length) {
      problems.push(`has two keys with the same ${member}`)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('; it '))
  return { keys: keys as NamedKey[], denied }
}

function keyProblems(key: unknown): string[] {
  if (!isRecord(key)) return ['is no object']
  const { name, owner, hash, scopes, approve, expires, packages, systems, erpUser } = key
  const checks: readonly (readonly [boolean, string])[] = [
    [
      typeof name === 'string' && /^[\w.@-]{1,64}$/.test(name),
      'has no "name" of up to 64 letters, digits and . _ @ -'
    ],
    [
      typeof hash === 'string' && /^sha256:[0-9a-f]{64}$/.test(hash),
      'has no "hash" of the form sha256:… (make one with erp-bridge keys create)'
    ],
    [
      Array.isArray(scopes) && (scopes.length > 0 || approve === true) && scopes.every(isScope),
      'has no "scopes" out of read, write, admin'
    ],
    [
      approve === undefined || typeof approve === 'boolean',
      'has an "approve" that is not true or false'
    ],
    [
      expires === undefined || (typeof expires === 'string' && !Number.isNaN(Date.parse(expires))),
      'has an "expires" that is no date'
    ],
    [
      packages === undefined ||
        (isTexts(packages) &&
          packages.length > 0 &&
          packages.every(item => /^[A-Za-z0-9_/$*#&-]+$/.test(item))),
      'has "packages" that are no package names'
    ],
    [systems === undefined || isSystemList(systems), 'has "systems" that are no names of systems'],
    [
      [owner, erpUser].every(
        item => item === undefined || (typeof item === 'string' && item !== '')
      ),
      'has an "owner" or "erpUser" that is no text'
    ],
    [
      Object.keys(key).every(member => members.includes(member)),
      `has members other than ${members.join(', ')}`
    ]
  ]
  return checks.filter(([good]) => !good).map(([, problem]) => problem)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string' && item !== '')
}

/** Who a key is. */
export function callerOfKey(key: NamedKey): Caller {
  const { name, owner, scopes, approve, packages, systems, erpUser } = key
  const approves = approve === true ? ({ approves: true } as const) : {}
  return {
    principal: {
      name,
      kind: 'key',
      id: `key ${name}`,
      ...(erpUser === undefined ? {} : { erpUser })
    },
    scopes: new Set(scopes),
    method: 'api-key',
    ...approves,
    ...(owner === undefined ? {} : { client: owner }),
    ...(packages === undefined ? {} : { packages }),
    ...(systems === undefined ? {} : { grants: [{ scopes, systems, ...approves }] })
  }
}

/**
 * A denial names an identity, its user name, its ERP user, its client, or the fingerprint of one
 * token as it stands in the log. User names count in every spelling that the ERP takes for the same
 * user.
 */
export function createDenials(denied: readonly string[]): (caller: Caller) => boolean {
  const marks = new Set(denied)
  const users = new Set(denied.map(userNameKey))
  if (denied.length === 0) return () => false
  return ({ principal: { kind, id, name, login, erpUser }, client, tokenId }) =>
    [id, name, client, tokenId].some(mark => mark !== undefined && marks.has(mark)) ||
    // The name of a key is no user's.
    [kind === 'user' ? name : undefined, login, erpUser].some(
      user => user !== undefined && users.has(userNameKey(user))
    )
}
