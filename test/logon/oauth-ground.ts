/** An ERP with an authorization service beside it, a user with a browser, and the commands. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { CommandIo } from '../../commands/command.ts'
import { createSecrets } from '../../config/secrets.ts'
import { createErp } from '../../erp-client/index.ts'
import type { Erp } from '../../erp-client/index.ts'
import { createKeptSessions, openLogonStore } from '../../logon/kept-sessions.ts'
import type { LogonStore } from '../../logon/store/logon-store.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { placeOf } from '../../systems/options.ts'
import type { Echo } from '../helpers/certificate-erp.ts'
import { serveAuthorizePage } from '../stand-in/cloud/authorize-page.ts'
import type { AuthorizePage } from '../stand-in/cloud/authorize-page.ts'
import { createTokenErp } from '../stand-in/cloud/token-erp.ts'
import type { TokenErp } from '../stand-in/cloud/token-erp.ts'
import { createTokenService } from '../stand-in/cloud/token-service.ts'
import type { TokenService } from '../stand-in/cloud/token-service.ts'

export const client = 'sb-abap!b1|xsuaa-abapcp!b2'
export const keySecret = 'canary-secret-of-the-key'

export interface Ground {
  readonly erp: TokenErp
  readonly service: TokenService
  readonly page: AuthorizePage
  readonly key: string
  readonly folder: string
  readonly place: string
  /** Values that were reported as secrets. */
  readonly learned: Set<string>
  /** A store of its own, as another program of the user has it. */
  store(): LogonStore
  /** A bridge of the user: works in what is kept. */
  bridge(): Erp
  /** @param act in place of the browser */
  command(run: Run, flags?: readonly string[], act?: Act): Promise<{ code: number; text: string }>
  files(): string
}

type Run = (argv: readonly string[], io: CommandIo) => Promise<number>
type Act = (address: string) => Promise<unknown>

export interface GroundOptions {
  /** The client of the key has a certificate. */
  readonly mutual?: boolean
  /** The system announces OAuth, and there is no service key. */
  readonly announced?: boolean
  readonly env?: Readonly<Record<string, string>>
}

export async function ground(t: TestContext, options: GroundOptions = {}): Promise<Ground> {
  const authority = options.mutual === true ? await createAuthority() : undefined
  const service = await createTokenService(
    t,
    authority === undefined ? {} : { clientCa: authority.certificate }
  )
  const page = serveAuthorizePage(service, options.announced === true ? { scope: 'SAP_ADT' } : {})
  const erp = await createTokenErp(t, service, client)
  const folder = mkdtempSync(join(tmpdir(), 'erp-oauth-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [caFile, key] = [join(folder, 'ca.pem'), join(folder, 'key.json')]
  writeFileSync(caFile, `${erp.ca}${service.ca}`)
  const pair =
    authority &&
    (await createAuthority({ ca: false, certSign: false, issuer: authority, name: 'key-client' }))
  service.clients.set(
    client,
    options.announced === true
      ? { isPublic: true }
      : pair === undefined
        ? { secret: keySecret }
        : { commonName: 'key-client' }
  )
  const own =
    pair === undefined
      ? { clientsecret: keySecret }
      : { certificate: pair.certificate, key: pair.key, certurl: service.url }
  const uaa = { clientid: client, url: service.url, ...own }
  writeFileSync(key, JSON.stringify({ url: erp.url, uaa }), { mode: 0o600 })
  const state = join(folder, 'state')
  const target = { baseUrl: erp.url, client: '001', language: 'EN', caFile }
  const place = placeOf({ url: erp.url, client: '001' })
  const learned = new Set<string>()
  const serviceKey = options.announced === true ? undefined : key
  const secrets = createSecrets()
  const store = () => openLogonStore({ logonStore: 'file' }, join(state, 'erp-bridge'))
  const shown: string[] = []
  t.after(() => {
    assert.deepEqual([service.faults, erp.faults.filter(isFault), erp.mixUps], [[], [], []])
    for (const one of learned) assert.doesNotMatch(shown.join('\n'), new RegExp(escaped(one)))
    assert.doesNotMatch(shown.join('\n'), /canary|eyJ|SAP_SESSIONID|[?&]code=/)
  })
  return {
    ...{ erp, service, page, key, folder, place, learned, store },
    bridge() {
      const session = createKeptSessions(store(), 4711)({ place, target, serviceKey })
      const own = createErp({
        ...target,
        credential: { kind: 'kept-session', session },
        learn: found => {
          for (const one of found) learned.add(one)
        }
      })
      t.after(() => own.close())
      return own
    },
    async command(run, flags = [], act = browserOf(caFile, service.url)) {
      const lines: string[] = []
      let acted: Promise<unknown> | undefined
      const say = (line: string) => {
        lines.push(line)
        shown.push(line)
        const address = /browser: (http\S+)/.exec(line)?.[1]
        if (address !== undefined) acted = act(address)
      }
      const env = {
        ...{ ERP_URL: erp.url, ERP_CA_FILE: caFile, XDG_STATE_HOME: state },
        ...{ ERP_LOGON_STORE: 'file', ...options.env },
        ...(serviceKey === undefined ? {} : { ERP_SERVICE_KEY: serviceKey })
      }
      const code = await run(flags, {
        ...{ env, say, warn: say, secrets, tellParent: undefined },
        untilStopped: () => new Promise(() => {}),
        processes: { own: 1, isAlive: () => true }
      })
      await acted
      return { code, text: lines.join('\n') }
    },
    files() {
      const kept = join(state, 'erp-bridge', 'log-ons')
      return readdirSync(kept)
        .map(name => `${name}\n${readFileSync(join(kept, name), 'latin1')}`)
        .join('\n')
    }
  }
}

/** The commands ask who the user is with cookies alone. */
const isFault = (fault: string) => !/without use/.test(fault)
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Follows the way from the page of the command to its end. */
export function browserOf(caFile: string, serviceUrl: string): Act {
  return async address => {
    const toService = (await ask(address)).location
    assert.ok(toService.startsWith(`${serviceUrl}/oauth/authorize?`), toService)
    const back = (await ask(toService, readFileSync(caFile, 'utf8'))).location
    if (back === '') return
    const done = (await ask(back)).location
    assert.match((await ask(new URL(done, back).href)).text, /can be closed/)
  }
}

export interface Answered {
  readonly status: number
  readonly location: string
  readonly text: string
}

/** One request, without redirects. */
export function ask(
  url: string,
  ca?: string,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const take = (response: import('node:http').IncomingMessage) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => {
        const { location = '' } = response.headers
        resolve({ status: response.statusCode ?? 0, location, text })
      })
    }
    const request =
      ca === undefined
        ? getPlain(url, { agent: false, headers }, take)
        : getSecure(url, { agent: false, headers, ca }, take)
    request.on('error', reject)
  })
}

export async function read({ reader }: Erp): Promise<Echo> {
  const path = '/sap/bc/adt/echo'
  const { text } = await reader.request({ operation: 'echo', effect: 'none', method: 'GET', path })
  return JSON.parse(text) as Echo
}
