/**
 * A log-on for systems that offer SAML or OIDC alone: their cookies are hidden from every other
 * program, so the log-on drives a browser and asks it for those of the ERP's host. Two public clients
 * work so: oisee/vibing-steampunk `pkg/adt/browser_auth.go` (asks every 500 ms for SAP_SESSIONID or
 * MYSAPSSO2) and abapify/js `packages/browser-auth/src/auth-core.ts` (opens systeminformation, which a
 * browser shows, while it would save the discovery document as a file).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { ErpError, isErpError } from '../../erp-client/index.ts'
import type { Target } from '../exchange.ts'
import type { SessionRecord } from '../kept-sessions.ts'
import { browserSession, recordOfBrowser } from '../session-cookies.ts'
import type { BrowserSession, Cookies } from '../session-cookies.ts'
import { DevToolsError } from './devtools-pipe.ts'
import type { DevTools } from './devtools-pipe.ts'
import { findBrowser } from './find-browser.ts'
import { launchBrowser } from './launch.ts'
import type { LaunchOptions } from './launch.ts'

export interface OwnBrowserOptions extends Pick<LaunchOptions, 'folder' | 'env' | 'processes'> {
  readonly target: Target
  /** Receives the cookies, so that no message shows them. */
  readonly learn: (secrets: readonly string[]) => void
  /** The file of the browser; searched for when left out. */
  readonly browser?: string | undefined
  readonly timeLimitMs?: number | undefined
  /** For the window to open, from the first answer of the browser. */
  readonly windowLimitMs?: number | undefined
  /** Aborted where the user gives up. */
  readonly signal: AbortSignal
  /** Says what happens, and what is left. */
  say(line: string): void
}

const usualTimeLimit = 300_000
const pauseMilliseconds = 500
/** A slow machine opens the window some seconds after the browser answers. */
const usualWindowLimit = 10_000

/** @throws ErpError ERP_LOGON_FAILED with the reason */
export async function logOnInOwnBrowser(options: OwnBrowserOptions): Promise<SessionRecord> {
  const { target, signal, timeLimitMs = usualTimeLimit } = options
  if (signal.aborted) throw failure('The log-on was cancelled')
  const program = findBrowser(options.browser, options.env)
  const url = new URL(
    `/sap/bc/adt/core/http/systeminformation?sap-client=${target.client}`,
    target.baseUrl
  )
  const browser = launchBrowser({ ...options, program, url: url.href })
  options.say(`Log on in the browser that opens (${program}).`)
  const stop = new AbortController()
  const limit = AbortSignal.timeout(timeLimitMs)
  const end = AbortSignal.any([signal, limit, stop.signal])
  const reason = async () => {
    if (signal.aborted) return 'The log-on was cancelled'
    if (limit.aborted) return `The log-on was not completed within ${timeLimitMs / 1000} s`
    // The connection ends a moment before the process.
    const how = await Promise.race([browser.ended, pause(1000, undefined, { ref: false })])
    return how === undefined
      ? 'The browser cannot be driven: it refuses, or its answers cannot be read'
      : `The browser has ended before the log-on was complete: ${how}`
  }
  void browser.ended.then(() => {
    stop.abort()
  })
  try {
    return await sessionIn(browser.devTools, { ...options, url, end })
  } catch (error) {
    if (error instanceof ErpError) throw error
    if (!end.aborted && !(error instanceof DevToolsError)) throw error
    throw failure(await reason())
  } finally {
    const left = await browser.close()
    if (left !== undefined) options.say(`The profile of the browser could not be removed: ${left}`)
  }
}

interface Watch extends OwnBrowserOptions {
  readonly url: URL
  readonly end: AbortSignal
}

/** Asks until the ERP accepts what the browser has. */
async function sessionIn(devTools: DevTools, watch: Watch): Promise<SessionRecord> {
  const { end, url, windowLimitMs = usualWindowLimit } = watch
  // A release that offers its answer as a file would open a dialogue.
  await ask(devTools, end, 'Browser.setDownloadBehavior', { behavior: 'deny' })
  let tried = ''
  let wasOpen = false
  const start = performance.now()
  for (;;) {
    const pages = pagesOf(await ask(devTools, end, 'Target.getTargets'))
    wasOpen ||= pages.length > 0
    // A window can open and close between two questions.
    const mayOpen = !wasOpen && performance.now() - start < windowLimitMs
    if (pages.length === 0 && !mayOpen) throw failure('The window of the log-on was closed')
    const found = browserSession(cookiesOf(await ask(devTools, end, 'Storage.getCookies'), url))
    // What the ERP has refused once is not tried again before something has changed.
    const state = JSON.stringify([found, pages])
    if (found !== undefined && state !== tried) {
      const record = await accepted(found, watch)
      if (record !== undefined) return record
      tried = state
    }
    await pause(pauseMilliseconds, undefined, { signal: end })
  }
}

/** Cookies come before the log-on is complete as well. */
async function accepted(
  found: BrowserSession,
  { target, learn }: Watch
): Promise<SessionRecord | undefined> {
  try {
    return await recordOfBrowser(target, found, learn)
  } catch (error) {
    if (isErpError(error, 'ERP_LOGON_FAILED', 'ERP_LOGON_PAGE')) return undefined
    throw error
  }
}

/** A browser that hangs does not answer. */
function ask(
  devTools: DevTools,
  end: AbortSignal,
  ...[method, params]: Parameters<DevTools['send']>
) {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => {
    reject(new DevToolsError('the log-on is over'))
  }
  if (end.aborted) stop()
  end.addEventListener('abort', stop, { once: true })
  return Promise.race([devTools.send(method, params), promise]).finally(() => {
    end.removeEventListener('abort', stop)
  })
}

function pagesOf({ targetInfos }: Readonly<Record<string, unknown>>): string[] {
  if (!Array.isArray(targetInfos)) return []
  const targets = targetInfos as { readonly type?: unknown; readonly url?: unknown }[]
  return targets.filter(({ type }) => type === 'page').map(({ url }) => String(url))
}

interface BrowserCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly secure: boolean
}

/** Those of exactly this host: cookies of a domain are of other systems as well. */
function cookiesOf({ cookies }: Readonly<Record<string, unknown>>, url: URL): Cookies {
  if (!Array.isArray(cookies)) return []
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return (cookies as BrowserCookie[])
    .filter(
      ({ name, value, domain, path, secure }) =>
        domain.replace(/^\[|\]$/g, '').toLowerCase() === host &&
        isBelow(url.pathname, path) &&
        (!secure || url.protocol === 'https:') &&
        /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
        /^[\x20-\x3a\x3c-\x7e]*$/.test(value)
    )
    .map(({ name, value }) => [name, value] as const)
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

function failure(what: string): ErpError {
  return new ErpError('ERP_LOGON_FAILED', what, {
    outcome: 'failed',
    remedy:
      'Start erp-bridge login again. Where the browser ends at once, it may run as root, which Chromium refuses, or a policy of your company forbids its remote control (RemoteDebuggingAllowed): give another one with --browser, or log on with --paste.'
  })
}
