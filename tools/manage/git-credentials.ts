/**
 * The operator's file of credentials for git servers. Its contents never come from a caller and
 * never go to one.
 */
import { readFileSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import type { GitCredentials } from '../../erp-client/index.ts'
import { isRecord } from '../schema/json.ts'
import type { Log } from '../call/context.ts'

interface Entry extends GitCredentials {
  readonly server: string
  readonly path: string
  readonly endpoint: string
}

const members = new Set(['url', 'user', 'password'])

/**
 * Reads `{ "credentials": [{ "url": "https://git.example/team", "user": "robot", "password": "…" }]
 * }`. `password` may be a token; then
 * `user` may be left out.
 * @throws Error in words that continue "the file …", with the number of the entry and never with
 * what is in it
 */
export function readGitCredentials(text: string): readonly Entry[] {
  const value = json(text)
  if (!isRecord(value) || !Array.isArray(value['credentials']) || Object.keys(value).length !== 1) {
    throw new Error('is not a JSON object with a list "credentials" and nothing else')
  }
  const entries = value['credentials'].map(entry)
  const places = entries.map(({ server, path }) => server + path)
  if (new Set(places).size < places.length) throw new Error('has two entries with the same url')
  return entries
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // the parser's own words quote the text
    throw new Error('is not valid JSON')
  }
}

function entry(value: unknown, index: number): Entry {
  const bad = (what: string): never => {
    throw new Error(`has an entry (number ${index + 1}) ${what}`)
  }
  if (!isRecord(value)) return bad('that is no object')
  const { url, user = '', password } = value
  if (Object.keys(value).some(name => !members.has(name))) {
    return bad('with another member than url, user and password')
  }
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (
    typeof url !== 'string' ||
    address?.protocol !== 'https:' ||
    address.username !== '' ||
    address.password !== '' ||
    address.search !== '' ||
    address.hash !== ''
  ) {
    return bad('whose "url" is no https address without credentials')
  }
  if (typeof user !== 'string' || !isOneLine(user)) {
    return bad('whose "user" is no text of one line')
  }
  if (typeof password !== 'string' || password === '' || !isOneLine(password)) {
    return bad('without a "password" of one line')
  }
  return {
    server: address.origin,
    path: pathOf(address),
    user,
    password,
    endpoint: url.replace(/\/+$/, '')
  }
}

function isOneLine(text: string): boolean {
  return /^[^\p{Cc}]{0,4000}$/u.test(text)
}

function pathOf(address: URL): string {
  return address.pathname.replace(/\/+$/, '')
}

/** The entry for an https address: that of its server with the longest path that contains it. */
export function credentialsFor(entries: readonly Entry[], url: string): GitCredentials | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address?.protocol !== 'https:') return undefined
  const path = `${pathOf(address)}/`
  const [best] = entries
    .filter(one => one.server === address.origin && path.startsWith(`${one.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
  return best === undefined
    ? undefined
    : { user: best.user, password: best.password, endpoint: best.endpoint }
}

interface GitCredentialsOptions {
  readonly path: string
  readonly log: Log
  /** Told of the passwords each time they have been read. */
  readonly learn?: ((secrets: readonly string[]) => void) | undefined
}

/**
 * Looks credentials up in a file that is read again whenever it is asked: a new one counts at once.
 * One that was damaged later changes nothing, and is logged.
 * @throws Error where the file cannot be read or parsed at the start, or where every user of the
 * machine may read it
 */
export function createGitCredentials({
  path,
  log,
  learn
}: GitCredentialsOptions): (url: string) => GitCredentials | undefined {
  const read = () => {
    const found = load(path, log)
    learn?.(found.map(({ password }) => password))
    return found
  }
  let entries = first(read)
  return url => {
    try {
      entries = read()
    } catch (error) {
      log.error(
        { path, reason: (error as Error).message },
        'the git credentials cannot be read again; what they were before stays in force'
      )
    }
    return credentialsFor(entries, url)
  }
}

function first<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new Error(
      `--git-credentials-file (ERP_GIT_CREDENTIALS_FILE): ${(cause as Error).message}`,
      { cause }
    )
  }
}

function load(path: string, log: Log): readonly Entry[] {
  const mode = platform() === 'win32' ? 0 : statSync(path).mode
  // A mounted secret is readable for a group; other users must not have access.
  if ((mode & 0o007) !== 0) {
    throw new Error(
      `the file ${path} can be read or changed by every user of this machine; chmod 600 it`
    )
  }
  if ((mode & 0o020) !== 0) {
    log.warn({ path }, 'the file of git credentials can be changed by its group')
  }
  try {
    return readGitCredentials(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(`the file ${path} ${(cause as Error).message}`, { cause })
  }
}
