/** The ways to a session: the page of a log-on, a browser that is driven, and what is pasted. */
import { ConfigError } from '../../config/config.ts'
import { ErpError } from '../../erp-client/index.ts'
import type { Acquired } from '../../logon/keep.ts'
import type { SessionRecord } from '../../logon/kept-sessions.ts'
import { openBrowser } from '../../logon/open-browser.ts'
import { logOnInOwnBrowser } from '../../logon/own-browser/logon.ts'
import { logOnAtPage } from '../../logon/page-logon.ts'
import { logOnPasted } from '../../logon/pasted.ts'
import type { CommandIo } from '../command.ts'
import type { Own, Place } from './arguments.ts'

/** @throws ErpError with the reason why there is none */
export async function acquire(at: Place, own: Own, io: CommandIo): Promise<Acquired> {
  if (own.way !== 'page' && at.view.serviceKey !== undefined) {
    throw new ConfigError(['a service key logs on at its own page; leave the other flag out'])
  }
  if (own.way === 'paste') return { record: await paste(at, io) }
  const stop = new AbortController()
  void io.untilStopped().then(() => {
    stop.abort()
  })
  const learn = at.secrets.source()
  const shared = { target: at.target, learn, timeLimitMs: own.timeLimitMs, signal: stop.signal }
  const drive = () =>
    logOnInOwnBrowser({
      ...shared,
      ...{ folder: at.folder, env: io.env, browser: own.browser },
      processes: io.processes ?? { own: 0, isAlive: () => true },
      say: io.warn
    })
  if (own.way === 'own-browser') return { record: await drive() }
  const open = (address: string) => {
    show(address, own, io)
  }
  const withoutTickets = () => {
    if (!own.opens) throw needsBrowser()
    io.warn(
      'This system gives no log-on tickets: a browser is driven that has a profile of its own.'
    )
    return drive()
  }
  const { serviceKey } = at.view
  return await logOnAtPage({ ...shared, port: own.port, open, serviceKey, withoutTickets })
}

async function paste({ target, secrets }: Place, io: CommandIo): Promise<SessionRecord> {
  const text = await io.readSecret?.(
    `Log on at ${target.baseUrl} in a browser, copy the value of the request header Cookie from its developer tools, paste it here (it is not shown), and press Enter: `
  )
  if (text !== undefined) return await logOnPasted(text, { target, learn: secrets.source() })
  throw new ErpError('ERP_LOGON_FAILED', 'The log-on was cancelled', {
    outcome: 'failed',
    remedy:
      'Run erp-bridge login --paste again, in a terminal or with the text on its standard input.'
  })
}

function show(address: string, { opens }: Own, io: CommandIo): void {
  io.warn(`Log on in the browser: ${address}`)
  if (!opens) return
  void openBrowser(address).then(isOpen => {
    if (!isOpen) {
      io.warn('No browser could be opened; open the address above in one on this machine.')
    }
  })
}

function needsBrowser(): ErpError {
  return new ErpError(
    'ERP_LOGON_FAILED',
    'This system gives no log-on tickets, so that no address can be shown',
    {
      outcome: 'failed',
      remedy: 'Leave --no-browser out where a browser is installed, or log on with --paste.'
    }
  )
}
