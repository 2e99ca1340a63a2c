/** The settings of one ERP system in words, for the log and the status page. */
import type { SystemSettings } from '../config/landscape.ts'
import type { SystemConfig } from '../config/settings.ts'
import type { SystemTarget } from './options.ts'
import type { RecordingState } from './recording.ts'

/** The safety rules in force, in words, for the log. */
export function safetyRules(config: SystemSettings): string[] {
  const { allowedOps, disallowedOps, blockedTables, maskedColumns, serverLists: lists } = config
  return [
    ...(config.readOnly ? ['read-only'] : []),
    ...(config.blockFreeSql ? ['no free SQL'] : []),
    ...(allowedOps === undefined ? [] : [`operations ${allowedOps} only`]),
    ...(disallowedOps === undefined ? [] : [`operations ${disallowedOps} blocked`]),
    ...listsOf(config.allowedPackages, lists?.allowedPackages).map(
      list => `writes in ${list} only`
    ),
    ...(config.allowTransportableEdits ? [] : ['writes in local packages only']),
    ...(config.allowModifications ? ['repairs and modifications permitted'] : []),
    ...listsOf(config.allowedTransports, lists?.allowedTransports).map(
      list => `transport requests ${list} only`
    ),
    ...(blockedTables === undefined ? [] : [`tables ${blockedTables.join(', ')} blocked`]),
    ...(maskedColumns === undefined ? [] : [`columns ${maskedColumns.join(', ')} masked`])
  ]
}

/** A list of the system and one beside the file hold both. */
function listsOf(...lists: readonly (readonly string[] | undefined)[]): string[] {
  return lists.flatMap(list => (list === undefined ? [] : [list.join(', ')]))
}

/** How the bridge logs on at the ERP, in audit and metrics. */
export type LogonKind =
  | 'basic'
  | 'cookies'
  | 'client-certificate'
  | 'ticket'
  | 'browser'
  | 'service-key'
  | 'authorization-code'
  | 'destination'
  | 'principal-propagation'

/** What is known of a log-on: a service key with a kept log-on is of the user of the process. */
type Logon = SystemConfig & Pick<SystemTarget, 'keptSession'>

export function logonKind(
  config: Logon,
  isOfOneUser = config.keptSession !== undefined
): LogonKind {
  const { cookieFile, cookieString, clientCert, ticketCommand, ppCaKey, serviceKey } = config
  if (ppCaKey !== undefined) return 'principal-propagation'
  if (serviceKey !== undefined) {
    return isOfOneUser ? 'authorization-code' : 'service-key'
  }
  if (config.destination !== undefined) return 'destination'
  if (clientCert !== undefined) return 'client-certificate'
  if (ticketCommand !== undefined) return 'ticket'
  if (config.browserLogon) return 'browser'
  return cookieFile !== undefined || cookieString !== undefined ? 'cookies' : 'basic'
}

/**
 * The same in words.
 * @param isOfOneUser whether a log-on is kept for the one user of the process
 */
export function erpLogon(config: SystemConfig, isOfOneUser = false): string {
  const words: Readonly<Record<LogonKind, string>> = {
    'principal-propagation': 'every caller as their own user (principal propagation)',
    'service-key': `every caller as their own user (tokens of the service key ${config.serviceKey ?? ''})`,
    'authorization-code': `user who logged on with the service key ${config.serviceKey ?? ''} (erp-bridge login)`,
    destination: `as the destination ${config.destination ?? ''} says`,
    'client-certificate': `technical user of the client certificate ${config.clientCert ?? ''}`,
    ticket: `user of the tickets of ${config.ticketCommand ?? ''}`,
    browser: 'user who logged on in the browser (erp-bridge login)',
    cookies: 'cookies',
    basic: `technical user ${config.user ?? ''}`
  }
  return words[logonKind(config, isOfOneUser)]
}

/** What is recorded, in words. */
export function recordingWords(recording: RecordingState): string {
  const { state, folder, sources, since, exchanges, reason = '' } = recording
  const where = `in ${folder}, ${sources ? 'with' : 'without'} source texts`
  const time = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const count = `${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`
  if (state === 'refused') {
    return 'The exchanges with the ERP are not recorded: the role of its client is production.'
  }
  if (state === 'waiting') {
    return `The exchanges with the ERP are recorded ${where}, once the role of its client is known.`
  }
  return state === 'stopped'
    ? `The recording of the exchanges with the ERP ${where}, has stopped after ${count} since ${time}: ${reason}.`
    : `The exchanges with the ERP are recorded ${where}: ${count} since ${time}. Remove --record (ERP_RECORD) when the recording is no longer needed.`
}
