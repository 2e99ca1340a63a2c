/**
 * The binding as it stands now: mounted ones are exchanged while the bridge runs, because their
 * secrets and certificates end.
 */
import { lookOrComplain } from '../../cloud/follow.ts'
import type { Log } from '../../tools/index.ts'
import { loadBinding } from './platform-binding.ts'
import type { BindingSources } from '../../cloud/binding-sources.ts'
import type { PlatformBinding } from './platform-binding.ts'

export interface FollowedBinding {
  /** What was read last, as far as it could be used. */
  value(): PlatformBinding
  /** Told when the credentials have been exchanged. */
  onChange(listener: () => void): void
  close(): void
}

interface FollowOptions {
  readonly log: Log
  /** Told of the secrets each time they have been read. */
  readonly learn?: ((secrets: readonly string[]) => void) | undefined
  readonly everyMs?: number
}

/** Its certificates live for a week by default, and renewing them may need a person. */
const warnMs = 48 * 3_600_000
const hourMs = 3_600_000

/**
 * Reads the binding, and again every two seconds. One that is damaged, gone, half exchanged or of
 * another service changes nothing, and the log says so.
 * @throws BindingError where there is none at the start
 */
export function followBinding(
  sources: BindingSources,
  { log, learn = () => {}, everyMs = 2000 }: FollowOptions
): FollowedBinding {
  const read = () => {
    const found = loadBinding(sources)
    learn([found.clientSecret, found.identity?.key].filter(secret => secret !== undefined))
    return found
  }
  let value = read()
  const listeners: (() => void)[] = []
  const tellEnd = createEndNotice(log)

  const renew = (found: PlatformBinding) => {
    if (JSON.stringify(found) === JSON.stringify(value)) return
    const other = changedService(found, value)
    if (other !== undefined) {
      throw new Error(`it has another ${other} by now, which counts after a restart`)
    }
    value = found
    log.info({ origin: found.origin }, 'platform credentials were read again')
    for (const listener of listeners) listener()
  }
  const readAgain = lookOrComplain(
    () => renew(read()),
    reason => {
      log.error(
        { origin: value.origin, reason },
        'the platform binding cannot be read again; what it said before stays in force'
      )
    }
  )
  const look = () => {
    readAgain()
    tellEnd(value)
  }
  tellEnd(value)
  const timer = setInterval(look, everyMs).unref()
  return {
    value: () => value,
    onChange: listener => {
      listeners.push(listener)
    },
    close: () => {
      clearInterval(timer)
    }
  }
}

/** Tokens that were issued and log-ons that are under way belong to one service. */
function changedService(found: PlatformBinding, known: PlatformBinding): string | undefined {
  const marks: readonly (readonly [string, (binding: PlatformBinding) => string | undefined])[] = [
    ['clientid', ({ clientId }) => clientId],
    ['xsappname', ({ xsappname }) => xsappname],
    ['url', ({ url }) => url.href],
    ['certurl', ({ certUrl }) => certUrl?.href],
    ['uaadomain', ({ uaaDomain }) => uaaDomain],
    ['identityzoneid', ({ zone }) => zone]
  ]
  return marks.find(([, of]) => of(found) !== of(known))?.[0]
}

/** Says once that a certificate ends soon, and once that it has ended. */
function createEndNotice(log: Log): (binding: PlatformBinding) => void {
  let logged = ''
  return ({ certificateEnds: end = Infinity }) => {
    const left = end - Date.now()
    const state = left <= 0 ? 'ended' : left < warnMs ? 'soon' : ''
    if (logged === `${state} ${end}`) return
    logged = `${state} ${end}`
    if (state === 'ended') {
      log.error(
        {},
        'the certificate of the platform binding has ended: no client can log on; renew the binding'
      )
    } else if (state === 'soon') {
      log.warn(
        { hours: Math.floor(left / hourMs) },
        'the certificate of the platform binding ends soon; renew the binding'
      )
    }
  }
}
