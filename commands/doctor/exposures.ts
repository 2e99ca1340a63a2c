/** Settings that leave something open: each is a warning with the setting that closes it. */
import type { Config, SystemView } from '../../config/config.ts'
import { logOnSettings, titleOf as title } from '../../config/settings.ts'
import { checkedHosts, clientMethods } from '../../wiring.ts'
import { ok, warning } from './check.ts'
import type { Check } from './check.ts'

type Exposure = readonly [isOpen: boolean, found: string, remedy: string]

/** What the server leaves open. */
export function checkServerExposures(config: Config): Check[] {
  return config.transport === 'http-streamable' ? checksOf(httpExposures(config)) : []
}

/** What the rules and the connection of one system leave open. */
export function checkSystemExposures(config: SystemView): Check[] {
  return checksOf([...safetyExposures(config), ...erpExposures(config)])
}

function checksOf(exposures: readonly Exposure[]): Check[] {
  const open = exposures.filter(([isOpen]) => isOpen)
  return open.length === 0
    ? [ok('open settings', 'none')]
    : open.map(([, found, remedy]) => warning('open setting', found, remedy))
}

function httpExposures(config: Config): Exposure[] {
  const { apiKey, oidcIssuer, oidcDefaultScopes } = config
  const { httpAddr, allowedOrigins, publicUrl } = config
  const wide = !/^(127\.|localhost:|\[::1\])/.test(httpAddr)
  return [
    [
      clientMethods(config).length === 0,
      `no client authentication on ${httpAddr}: every program that reaches the address uses the ERP${wide ? '; other machines reach it' : ''}`,
      `give one of ${logOnSettings.map(title).join(', ')}; ${title('requireAuth')} refuses to start without`
    ],
    [
      apiKey !== undefined && apiKey.length < 16,
      'the API key has fewer than 16 characters and can be guessed',
      'make one with erp-bridge keys create'
    ],
    [
      wide && checkedHosts(config, false) === undefined && allowedOrigins === undefined,
      `Host and Origin headers are not checked on ${httpAddr}`,
      `give ${title('allowedHosts')}`
    ],
    [
      publicUrl?.startsWith('http://') === true &&
        !/^http:\/\/(localhost|127\.|\[::1\])/.test(publicUrl),
      'clients send their tokens without TLS',
      `terminate TLS in front of the bridge and give an https ${title('publicUrl')}`
    ],
    [
      oidcIssuer !== undefined && !oidcDefaultScopes.includes('none'),
      `tokens that name no scope get ${oidcDefaultScopes.join(', ')}`,
      `give ${title('oidcDefaultScopes')} none where scopes or roles alone decide`
    ]
  ]
}

function safetyExposures(config: SystemView): Exposure[] {
  const { readOnly, blockFreeSql, allowedPackages, allowTransportableEdits } = config
  return [
    [!readOnly, 'changes are permitted', `give ${title('readOnly')} where agents need not write`],
    [
      !readOnly && allowTransportableEdits && allowedPackages === undefined,
      'transportable objects of every package may be changed',
      `give ${title('allowedPackages')}`
    ],
    [
      !blockFreeSql,
      'free SQL reads every table that the ERP user may read',
      `give ${title('blockFreeSql')}, ${title('blockedTables')} or ${title('maskedColumns')}`
    ]
  ]
}

function erpExposures({ insecure, url = '' }: SystemView): Exposure[] {
  return [
    [
      insecure,
      'the certificate of the ERP is not verified',
      `remove ${title('insecure')} and give ${title('caFile')}`
    ],
    [
      /^http:/.test(url) && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url),
      'the connection to the ERP has no TLS: its password can be read',
      `give an https address with ${title('url')}`
    ]
  ]
}
