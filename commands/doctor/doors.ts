/** What the settings leave open. */
import type { Config } from '../../config/config.ts'
import { titleOf } from '../../config/settings.ts'
import type { SettingName } from '../../config/settings.ts'
import { checkedHosts } from '../../wiring.ts'
import { ok, warning } from './check.ts'
import type { Check } from './check.ts'

type Door = readonly [open: boolean, found: string, remedy: string]

export function checkDoors(config: Config): Check[] {
  const open = doors(config).filter(([isOpen]) => isOpen)
  return open.length === 0
    ? [ok('open doors', 'none')]
    : open.map(([, found, remedy]) => warning('open door', found, remedy))
}

function doors(config: Config): Door[] {
  const title = (name: SettingName) => titleOf(name)
  const {
    transport,
    apiKey,
    apiKeysFile,
    oidcIssuer,
    platformAuth,
    oidcDefaultScopes,
    readOnly,
    blockFreeSql,
    allowedPackages,
    allowTransportableEdits,
    insecure,
    url = '',
    httpAddr,
    allowedOrigins,
    publicUrl
  } = config
  const http = transport === 'http-streamable'
  const anyone =
    apiKey === undefined && apiKeysFile === undefined && oidcIssuer === undefined && !platformAuth
  const wide = !/^(127\.|localhost:|\[::1\])/.test(httpAddr)
  return [
    [
      http && anyone,
      `no client authentication on ${httpAddr}: every program that reaches the address uses the ERP${wide ? ', and others than those of this machine reach it' : ''}`,
      `give ${title('apiKey')}, ${title('apiKeysFile')}, ${title('oidcIssuer')} or ${title('platformAuth')}; ${title('requireAuth')} refuses to start without`
    ],
    [
      http && apiKey !== undefined && apiKey.length < 16,
      'the API key has fewer than 16 characters and can be guessed',
      'make one with erp-bridge keys create'
    ],
    [
      http && wide && checkedHosts(config, false) === undefined && allowedOrigins === undefined,
      `Host and Origin headers are not checked on ${httpAddr}`,
      `give ${title('allowedHosts')}`
    ],
    [
      http &&
        publicUrl?.startsWith('http://') === true &&
        !/^http:\/\/(localhost|127\.|\[::1\])/.test(publicUrl),
      'clients send their tokens without TLS',
      `put TLS in front and give an https ${title('publicUrl')}`
    ],
    [
      http && oidcIssuer !== undefined && !oidcDefaultScopes.includes('none'),
      `tokens that name no scope get ${oidcDefaultScopes.join(', ')}`,
      `give ${title('oidcDefaultScopes')} none where scopes or roles shall decide alone`
    ],
    [!readOnly, 'changes are permitted', `give ${title('readOnly')} where agents need not write`],
    [
      !readOnly && allowTransportableEdits && allowedPackages === undefined,
      'transportable objects of every package may be changed',
      `give ${title('allowedPackages')}`
    ],
    [
      !blockFreeSql,
      'free SQL reads every table that the ERP user may read',
      `give ${title('blockFreeSql')} or ${title('blockedTables')}`
    ],
    [
      insecure,
      'the certificate of the ERP is not verified',
      `remove ${title('insecure')} and give ${title('caFile')}`
    ],
    [
      /^http:/.test(url) && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url),
      'the way to the ERP has no TLS: its password can be read',
      `give an https address with ${title('url')}`
    ]
  ]
}
