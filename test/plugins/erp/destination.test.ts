/**
 * Destinations of SAP BTP: each authentication type works as documented or is refused by name, and
 * behind a Cloud Connector each request names its user to the proxy and to no other service.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Erp, ErpError } from '../../../erp-client/index.ts'
import { checkDestination } from '../../../commands/doctor/destination.ts'
import type { SystemView } from '../../../config/config.ts'
import { connectDestination } from '../../../plugins/erp/destination-logon.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import type { ErpConnections } from '../../../systems/erp-connections.ts'
import { userToken } from '../../../tools/index.ts'
import type { Caller } from '../../../tools/index.ts'
import { createCertificateErp } from '../../helpers/certificate-erp.ts'
import type { Echo } from '../../helpers/certificate-erp.ts'
import { ecKey, makeToken, now } from '../../helpers/identity-provider.ts'
import type { Json } from '../../helpers/identity-provider.ts'
import { callsOf, interleave } from '../../helpers/interleave.ts'
import { createPkcs12 } from '../../helpers/pkcs12.ts'
import { sampledRounds } from '../../helpers/sample.ts'
import { createConnectivityProxy } from '../../stand-in/cloud/connectivity-proxy.ts'
import type { ConnectivityProxy } from '../../stand-in/cloud/connectivity-proxy.ts'
import { createDestinationService } from '../../stand-in/cloud/destination-service.ts'
import type { DestinationService } from '../../stand-in/cloud/destination-service.ts'
import { createTokenErp } from '../../stand-in/cloud/token-erp.ts'
import { claimsOf, createTokenService } from '../../stand-in/cloud/token-service.ts'
import type { TokenService } from '../../stand-in/cloud/token-service.ts'

const path = '/sap/bc/adt/echo'
const provider = 'https://login.example.com'
const virtual = 'http://erp.virtual:44300'
const signing = ecKey('hop-one', 'P-256', { alg: 'ES256' })
const ids = { destination: 'sb-dest', connectivity: 'sb-conn', identity: 'ias-app', target: 'abap' }

const assertion = (user: string) =>
  makeToken(
    signing.privateKey,
    { alg: 'ES256', kid: 'hop-one' },
    { iss: provider, user_name: user, aud: ['bridge'], exp: now() + 3600 }
  )
const userOf = (token: string) => String(claimsOf(token)['user_name'])

const callerOf = (user: string, method: 'platform' | 'oidc' = 'platform'): Caller => ({
  principal: { name: user, kind: 'user', id: `${method} ${user}`, login: user },
  scopes: new Set(['read']),
  method,
  expiresAt: now() + 3600,
  [userToken]: () => assertion(user)
})

interface Ground {
  readonly tokens: TokenService
  readonly service: DestinationService
  readonly proxy: ConnectivityProxy
  readonly log: string[]
  /** What a mounted or variable binding holds. */
  vcap(without?: string): string
  connect(more?: object): Promise<ErpConnections>
  readonly folder: string
}

async function ground(t: TestContext, basic?: string): Promise<Ground> {
  const tokens = await createTokenService(t)
  const ias = await createTokenService(t, { path: '/oauth2/token' })
  tokens.trusted.set(provider, signing)
  for (const id of [ids.destination, ids.connectivity]) {
    tokens.clients.set(id, { secret: `s3cret-${id}` })
  }
  ias.clients.set(ids.identity, { secret: 's3cret-ias' })
  const service = await createDestinationService(t, tokens, { client: ids.destination, userOf })
  const proxy = await createConnectivityProxy(t, tokens, {
    client: ids.connectivity,
    ias: { client: ids.identity, tokens: ias },
    iasUserOf: userOf,
    virtual,
    ...(basic === undefined ? {} : { basic })
  })
  const folder = mkdtempSync(join(tmpdir(), 'erp-destination-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const caFile = join(folder, 'ca.pem')
  const trust = (more: string) => {
    writeFileSync(caFile, [tokens.ca, ias.ca, service.ca, more].join(''))
  }
  trust('')
  const log: string[] = []
  const tell = (facts: object, message?: string) => {
    log.push(`${message ?? ''} ${JSON.stringify(facts)}`)
  }
  const credentials = (clientid: string, more: object) => ({
    ...{ clientid, clientsecret: `s3cret-${clientid}`, url: tokens.url, ...more }
  })
  const vcap = (without = '') => {
    const all: Record<string, Json> = {
      destination: { credentials: credentials(ids.destination, { uri: service.url }) },
      connectivity: {
        instance_guid: 'guid-1',
        credentials: credentials(ids.connectivity, {
          token_service_url: tokens.url,
          url: 'https://deprecated.example',
          onpremise_proxy_host: '127.0.0.1',
          onpremise_proxy_http_port: String(proxy.port)
        })
      },
      identity: {
        credentials: { clientid: ids.identity, clientsecret: 's3cret-ias', url: ias.url }
      }
    }
    const some = Object.entries(all).filter(([label]) => label !== without)
    return JSON.stringify(
      Object.fromEntries(some.map(([label, one]) => [label, [{ label, ...one }]]))
    )
  }
  const ownLog = { debug: tell, info: tell, warn: tell, error: tell }
  const connect = async ({
    ca = '',
    vcapServices = vcap(),
    serviceBindingRoot = '/no/root',
    ...more
  }: Record<string, string> = {}) => {
    trust(ca)
    const connections = await connectDestination(
      {
        erp: { client: '001', language: 'EN', caFile, connections: 40, ...more },
        destination: 'ERP',
        bindings: { vcapServices, vcapServicesFile: '', serviceBindingRoot }
      },
      {
        log: ownLog,
        accessList: { keys: () => [], isDenied: () => false, onChange: () => () => {} },
        learn: () => {}
      }
    )
    t.after(() => connections.close())
    return connections
  }
  t.after(() => {
    assert.deepEqual([tokens.faults, ias.faults, service.faults, proxy.faults], [[], [], [], []])
    assert.deepEqual(proxy.erp.mixUps, [])
    assert.doesNotMatch(log.join('\n'), /s3cret|eyJ|SAML2/)
  })
  return { tokens, service, proxy, log, vcap, connect: connect as Ground['connect'], folder }
}

const set = (service: DestinationService, configuration: Json, more: Json = {}) => {
  service.destinations.set('ERP', ({ user }) => ({
    destinationConfiguration: { Name: 'ERP', Type: 'HTTP', ...configuration },
    ...Object.fromEntries(
      Object.entries(more).map(([name, value]) => [
        name,
        typeof value === 'function' ? (value as (user: string) => unknown)(user) : value
      ])
    )
  }))
}
const onPremise = (more: Json = {}) => ({
  ...{ URL: virtual, ProxyType: 'OnPremise', Authentication: 'PrincipalPropagation' },
  ...more
})

const read = async ({ reader }: Erp): Promise<Echo> =>
  JSON.parse(
    (await reader.request({ operation: 'echo', effect: 'none', method: 'GET', path })).text
  ) as Echo

const ways = [
  ['OAuth2UserTokenExchange', 'Bearer '],
  ['OAuth2JWTBearer', 'Bearer '],
  ['OAuth2SAMLBearerAssertion', 'Bearer '],
  ['OAuth2TokenExchange', 'Bearer '],
  ['SAMLAssertion', 'SAML2.0 ']
] as const
for (const [authentication, scheme] of ways) {
  test(`${authentication}: the header of the service logs each caller on once`, async t => {
    const { tokens, service, connect } = await ground(t)
    const erp = await createTokenErp(t, tokens, ids.target, scheme)
    set(
      service,
      { URL: erp.url, ProxyType: 'Internet', Authentication: authentication, 'sap-client': '001' },
      {
        authTokens: (user: string) => [
          {
            http_header: {
              key: 'Authorization',
              value: `${scheme}${tokens.issue(user, ids.target)}`
            },
            expires_in: '600'
          }
        ]
      }
    )
    const connections = await connect({ ca: erp.ca })
    for (const user of ['ada', 'bob']) {
      const of = () => connections.accessOf(callerOf(user)).erp()
      const echoes = await Promise.all(Array.from({ length: 32 }, () => read(of())))
      assert.deepEqual([...new Set(echoes.map(echo => echo.user))], [user])
    }
    assert.deepEqual(erp.logOns, ['ada', 'bob'])
    assert.deepEqual(
      service.asked.map(({ user }) => user),
      ['', 'ada', 'bob']
    )
    assert.deepEqual([erp.faults, erp.mixUps], [[], []])
  })
}

test('PrincipalPropagation with XSUAA: one header, absolute form, on CSRF fetches as well', async t => {
  const { service, proxy, connect, tokens } = await ground(t)
  set(service, onPremise({ CloudConnectorLocationId: 'plant-1' }))
  proxy.location = 'plant-1'
  const connections = await connect()
  const ada = connections.accessOf(callerOf('ada')).erp()
  await ada.writer.request({ operation: 'source.write', effect: 'change', method: 'POST', path })
  assert.equal((await read(ada)).user, 'ada')
  assert.ok(proxy.lines.length >= 3)
  assert.ok(
    proxy.lines.every(line => new RegExp(`^(GET|POST) ${virtual}/`).test(line)),
    proxy.lines[0]
  )
  const grants = tokens.requests.map(({ form, client }) => `${client} ${form.get('grant_type')}`)
  assert.deepEqual(grants, [
    'sb-dest client_credentials',
    'sb-conn urn:ietf:params:oauth:grant-type:jwt-bearer'
  ])
  await connections.close()
  assert.deepEqual(proxy.erp.logOffs, ['ada'])
})

test('PrincipalPropagation with Identity Authentication: two headers', async t => {
  const { service, proxy, connect } = await ground(t)
  set(service, onPremise())
  const connections = await connect()
  assert.equal((await read(connections.accessOf(callerOf('ada', 'oidc')).erp())).user, 'ada')
  assert.deepEqual([...new Set(proxy.users)], ['ada'])
})

test('BasicAuthentication: one user for all, direct and behind a Cloud Connector', async t => {
  const basic = `Basic ${Buffer.from('TECH:s3cret').toString('base64')}`
  const { service, proxy, connect } = await ground(t, basic)
  set(
    service,
    onPremise({ Authentication: 'BasicAuthentication', User: 'TECH', Password: 's3cret' }),
    {
      authTokens: [{ http_header: { key: 'Authorization', value: basic }, type: 'Basic' }]
    }
  )
  const connections = await connect()
  for (const user of ['ada', 'bob']) {
    assert.equal((await read(connections.accessOf(callerOf(user)).erp())).user, 'technical')
  }
  assert.ok(proxy.users.length > 1)
})

test('ClientCertificateAuthentication: the certificate of the destination', async t => {
  const { service, connect } = await ground(t)
  const authority = await createAuthority()
  const pair = await createAuthority({
    ca: false,
    certSign: false,
    issuer: authority,
    name: 'TECH'
  })
  const erp = await createCertificateErp(t, { clientCa: authority.certificate })
  const content = createPkcs12({ ...pair, passphrase: 's3cret-p12' }).toString('base64')
  const configuration = {
    ...{ URL: erp.url, ProxyType: 'Internet', Authentication: 'ClientCertificateAuthentication' },
    ...{ KeyStoreLocation: 'tech.p12', KeyStorePassword: 's3cret-p12' }
  }
  set(service, configuration, { certificates: [{ Name: 'tech.p12', Content: content }] })
  const connections = await connect({ ca: erp.ca })
  assert.equal((await read(connections.accessOf(callerOf('ada')).erp())).user, 'TECH')
  set(service, configuration, { certificates: [{ name: 'tech.p12', content }] })
  const lower = await connect({ ca: erp.ca })
  assert.equal((await read(lower.accessOf(callerOf('ada')).erp())).user, 'TECH')
  set(service, { ...configuration, 'KeyStore.Source': 'ClientProvided' }, { certificates: [] })
  await assert.rejects(connect(), /leaves its key store to the client/)
  set(
    service,
    { ...configuration, KeyStorePassword: 'wrong' },
    { certificates: [{ Name: 'tech.p12', Content: content }] }
  )
  await assert.rejects(connect(), { code: 'ERP_CLIENT_CERT_INVALID' })
  set(service, configuration, { certificates: [] })
  await assert.rejects(connect(), /names a key store tech\.p12 that it does not have/)
})

const internet = { URL: 'https://erp.example', ProxyType: 'Internet' }
/** Destinations that stop the start, and what the error says. */
const refused: readonly (readonly [Json, RegExp])[] = [
  ...[
    'NoAuthentication',
    'OAuth2ClientCredentials',
    'OAuth2TechnicalUserPropagation',
    'OAuth2AuthorizationCode',
    'OAuth2RefreshToken',
    'AppToAppSSO',
    'SAPAssertionSSO',
    'Invented',
    'constructor'
  ].map(
    name =>
      [
        { ...internet, Authentication: name },
        new RegExp(`authentication type "${name}", which is not used here: .`)
      ] as const
  ),
  [{ ...internet }, /"NoAuthentication"/],
  [{ ...internet, Type: 'RFC' }, /is of type "RFC"/],
  [
    onPremise({ URL: 'https://erp.virtual:44300' }),
    /https, and the connectivity service answers 405/
  ],
  [
    onPremise({ ProxyType: 'Internet' }),
    /combines PrincipalPropagation with the proxy type "Internet"/
  ],
  [
    onPremise({ Authentication: 'SAMLAssertion' }),
    /combines SAMLAssertion with the proxy type "OnPremise"/
  ],
  [onPremise({ URL: '' }), /no address/],
  [onPremise({ URL: `${virtual}/sap` }), /no address with scheme, host and port alone/],
  [onPremise({ URL: 'http://u:p@erp.virtual' }), /no address/],
  [onPremise({ CloudConnectorLocationId: 'a\r\nb' }), /no header can hold/],
  [onPremise({ 'sap-client': '100' }), /is of the client 100, and the bridge of 001/],
  [{ URL: 'http://erp.example', Authentication: 'SAMLAssertion' }, /without TLS/]
]
test('what cannot work is refused at the start, by name and with the reason', async t => {
  const { service, connect } = await ground(t)
  for (const [configuration, expected] of refused) {
    set(service, configuration)
    await assert.rejects(connect(), ({ message, remedy }: ErpError) => {
      assert.match(message, expected)
      assert.doesNotMatch(`${message} ${remedy}`, /s3cret|u:p/)
      return true
    })
  }
  service.destinations.clear()
  await assert.rejects(connect(), /The destination ERP does not exist \(404\)/)
  for (const [status, body, expected] of [
    [401, '{}', /refused the destination ERP \(401\)/],
    [503, '{}', /\(503\)/],
    [200, '<html>', /no JSON object/],
    [200, '{"a":1,"a":2}', /no JSON object/],
    [200, '{}', /has no configuration/],
    [302, '{}', /\(302\)/]
  ] as const) {
    service.behave = () => [status, body]
    await assert.rejects(connect(), expected)
  }
})

test('the doctor reads the destination and names each broken state', async t => {
  const { service, vcap, folder } = await ground(t)
  const examine = async (configuration: Json, vcapServices = vcap(), client = '001') => {
    set(service, configuration)
    const bindings = { vcapServices, vcapServicesFile: '', serviceBindingRoot: '/no/root' }
    const view = { bindings, client, caFile: join(folder, 'ca.pem') } as unknown as SystemView
    const checks = await checkDestination(view, 'ERP')
    return checks
      .map(({ name, state, found, remedy = '' }) => `${name}: ${state} ${found} → ${remedy}`)
      .join('\n')
  }
  const good = onPremise()
  for (const [found, expected] of [
    [
      await examine(good),
      /destination: ok ERP: http:\/\/erp\.virtual:44300 through the Cloud Connector, by PrincipalPropagation[^]*ERP log-on: skipped each caller/
    ],
    [await examine(good, '{}'), /failed .*no binding of the destination service .* → bind/],
    [await examine(good, 'no JSON'), /failed .*no JSON object/],
    [await examine(good, vcap('connectivity')), /failed .*no binding of the connectivity service/],
    [
      await examine(good, vcap().replace('onpremise_proxy_host', 'x')),
      /failed .*has no onpremise_proxy_host/
    ],
    [
      await examine(good, vcap().replace('s3cret-sb-dest', 's3cret-old')),
      /failed .*401, invalid_client/
    ],
    [await examine({ ...good, 'sap-client': '100' }), /failed .*is of the client 100/],
    [
      await examine({ ...good, URL: 'https://erp.virtual' }),
      /failed .*405.* → Give the virtual host with http/
    ],
    [
      await examine({ ...good, Authentication: 'OAuth2ClientCredentials' }),
      /failed .*ADT answers 401.* → Choose one of/
    ],
    [await examine({ ...good, Type: 'RFC' }), /failed .*of type "RFC"/],
    [await examine({ ...good, ProxyType: 'Internet' }), /failed .*combines/],
    [await examine({ ...good, URL: '' }), /failed .*has no address with scheme, host and port/],
    [
      await examine({ ...good, Authentication: 'NoAuthentication' }),
      /failed .*ADT works with a user alone/
    ],
    [
      await examine(good, vcap().replace('s3cret-sb-conn', '')),
      /failed .*has no clientsecret .* → bind the services/
    ],
    [
      await examine(good, vcap().replace(/"onpremise_proxy_http_port":"\d+"/, '"x":""')),
      /failed .*has no onpremise_proxy_host and onpremise_proxy_http_port/
    ],
    [
      await examine(
        good,
        vcap().replace('"instance_guid"', '"x"').replace('sb-conn"', 'sb-conn","clientid":""')
      ),
      /failed .*the binding in VCAP_SERVICES has no clientid/
    ]
  ] as const) {
    assert.match(found, expected)
  }
})

test('bindings: absent, without the proxy, without an identity service', async t => {
  const { service, connect, vcap } = await ground(t)
  set(service, onPremise())
  await assert.rejects(connect({ vcapServices: '{}' }), /no binding of the destination service/)
  const withoutProxy = await connect({ vcapServices: vcap('connectivity') })
  assert.throws(
    () => withoutProxy.accessOf(callerOf('ada')).erp(),
    /no binding of the connectivity service/
  )
  const withoutIdentity = await connect({ vcapServices: vcap('identity') })
  await assert.rejects(read(withoutIdentity.accessOf(callerOf('ada', 'oidc')).erp()), {
    code: 'ERP_LOGON_FAILED',
    message: /no binding of the identity service/
  })
})

/** As Kubernetes mounts secrets: files are links into a folder that is exchanged in one step. */
function mountAt(folder: string, vcap: string) {
  const root = join(folder, 'bindings')
  let version = 0
  const mount = (label: string, members: Readonly<Record<string, unknown>>) => {
    const own = join(root, label)
    const data = `..${++version}`
    mkdirSync(join(own, data), { recursive: true })
    for (const [name, value] of Object.entries({ type: label, ...members })) {
      writeFileSync(join(own, data, name), String(value))
      rmSync(join(own, name), { force: true })
      symlinkSync(join('..data', name), join(own, name))
    }
    symlinkSync(data, join(own, '..next'))
    renameSync(join(own, '..next'), join(own, '..data'))
  }
  const bound = JSON.parse(vcap) as Record<string, { credentials: Record<string, unknown> }[]>
  const credentialsOf = (label: string) => bound[label]?.[0]?.credentials ?? {}
  return { root, mount, credentialsOf }
}

test('mounted bindings are exchanged: a new secret counts, what cannot be used does not', async t => {
  const { service, tokens, proxy, connect, vcap, folder, log } = await ground(t)
  set(service, onPremise())
  const { root, mount, credentialsOf } = mountAt(folder, vcap())
  const labels = ['destination', 'connectivity'] as const
  const mountAll = (more: Readonly<Record<string, unknown>> = {}) => {
    for (const label of labels) mount(label, { ...credentialsOf(label), ...more })
  }
  mountAll()
  tokens.life = 1
  const connections = await connect({ vcapServices: '', serviceBindingRoot: root })
  const readAs = async (user: string) =>
    (await read(connections.accessOf(callerOf(user)).erp())).user
  assert.equal(await readAs('ada'), 'ada')
  for (const label of labels) tokens.clients.set(ids[label], { secret: 's3cret-new' })
  mountAll({ clientsecret: 's3cret-new' })
  assert.equal(await readAs('bob'), 'bob', 'the proxy gets a token of the new secret')
  const broken = [
    { clientsecret: '' },
    { clientid: 'sb-other' },
    { url: 'http://plain', token_service_url: 'http://plain' }
  ]
  for (const [index, more] of broken.entries()) {
    mountAll({ clientsecret: 's3cret-new', ...more })
    assert.equal(await readAs(`user${index}`), `user${index}`)
  }
  const faults = log.filter(line => /a binding cannot be read again/.test(line))
  assert.equal(faults.length, broken.length, faults.join())
  assert.equal(proxy.erp.mixUps.length, 0)
})

test('a mounted binding of the destination service is exchanged', async t => {
  const { service, tokens, connect, vcap, folder } = await ground(t)
  const erp = await createTokenErp(t, tokens, ids.target)
  const answer = (user: string) => [
    { http_header: { key: 'Authorization', value: `Bearer ${tokens.issue(user, ids.target)}` } }
  ]
  const configuration = { URL: erp.url, ProxyType: 'Internet', Authentication: 'OAuth2JWTBearer' }
  set(service, configuration, { authTokens: answer })
  const { root, mount, credentialsOf } = mountAt(folder, vcap())
  mount('destination', credentialsOf('destination'))
  tokens.life = 1
  const connections = await connect({ ca: erp.ca, vcapServices: '', serviceBindingRoot: root })
  tokens.clients.set(ids.destination, { secret: 's3cret-new' })
  mount('destination', { ...credentialsOf('destination'), clientsecret: 's3cret-new' })
  // The token of the former secret has ended.
  await new Promise(resolve => setTimeout(resolve, 1100))
  tokens.life = 600
  assert.equal((await read(connections.accessOf(callerOf('ada')).erp())).user, 'ada')
})

/** What the service may answer for a caller, and what nothing may come of. */
const tokens: readonly (readonly [unknown, RegExp])[] = [
  [[], /gave no token/],
  [undefined, /gave no token/],
  [
    [{ error: 'Retrieval of token failed: eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2lnbmF0dXJl' }],
    /gave no token: Retrieval of token failed/
  ],
  [[{ http_header: { key: 'Host', value: 'x' } }], /without a header that can be sent/],
  [[{ http_header: { key: 'Cookie', value: 'x' } }], /without a header that can be sent/],
  [[{ http_header: { key: 'Proxy-Authorization', value: 'x' } }], /without a header/],
  [[{ http_header: { key: 'Authorization', value: 'a\r\nx: y' } }], /without a header/],
  [[{ http_header: { key: 'a b', value: 'x' } }], /without a header/],
  [[{ value: 'only' }], /without a header/],
  [['text'], /no object/]
]
test('tokens of the service that cannot be sent never reach the ERP', async t => {
  const { service, connect } = await ground(t)
  for (const [authTokens, expected] of tokens) {
    set(service, { ...internet, Authentication: 'SAMLAssertion' }, { authTokens })
    const connections = await connect()
    await assert.rejects(
      read(connections.accessOf(callerOf('ada')).erp()),
      ({ message, outcome }: ErpError) => {
        assert.match(message, expected)
        assert.doesNotMatch(message, /eyJ/)
        return outcome === 'failed'
      }
    )
  }
  set(service, { ...internet, Authentication: 'SAMLAssertion' })
  const connections = await connect()
  set(service, { ...internet, URL: 'https://other.example', Authentication: 'SAMLAssertion' })
  await assert.rejects(
    read(connections.accessOf(callerOf('ada')).erp()),
    /was changed since the start/
  )
})

test('limits and refusals of the proxy are explained', async t => {
  const { service, proxy, connect } = await ground(t)
  set(service, onPremise())
  const connections = await connect()
  const ada = connections.accessOf(callerOf('ada')).erp()
  const ask = (more: { path?: string; headers?: Record<string, string> }) =>
    ada.reader.request({ operation: 'echo', effect: 'none', method: 'GET', path, ...more })
  await assert.rejects(
    ask({ path: `${path}/${'x'.repeat(8192)}` }),
    /request line has \d+ bytes; .* 8192 at the most/
  )
  await assert.rejects(
    ask({ headers: { 'x-long': 'x'.repeat(8200) } }),
    /header x-long has 8208 bytes/
  )
  assert.equal(proxy.lines.length, 0, 'neither was sent')
  for (const [status, code] of [
    [405, 'ERP_BAD_REQUEST'],
    [407, 'ERP_LOGON_FAILED']
  ] as const) {
    proxy.behave = () => status
    await assert.rejects(ask({}), { code, outcome: 'failed' })
  }
  proxy.behave = undefined
  proxy.location = 'elsewhere'
  await assert.rejects(ask({}), {
    code: 'ERP_UNREACHABLE',
    message: /No Cloud Connector is connected/
  })
})

test('a token for the proxy that ends under a lock is used to its end, and renewed before', async t => {
  const { service, proxy, connect, tokens } = await ground(t)
  set(service, onPremise())
  const ada = (await connect()).accessOf(callerOf('ada')).erp()
  tokens.life = 4
  await ada.writer.session(async session => {
    const ask = (step: string) =>
      session.request({
        ...{ operation: 'source.write', effect: 'change', method: 'POST' },
        path: `${path}/${step}`
      } as const)
    await ask('lock')
    session.holding = true
    // The token service is away: the lock began with a token that lasts beyond it.
    tokens.behave = () => [503, {}]
    await ask('write')
    await ask('unlock')
    session.holding = false
  })
  assert.equal(proxy.erp.locks.size, 0)
})

/** Requests of each user. */
const many = sampledRounds(500, 20)
test(`20 users, ${many} requests each through a Cloud Connector: nothing of one meets another`, async t => {
  const { service, proxy, connect } = await ground(t)
  set(service, onPremise())
  const connections = await connect()
  const names = Array.from({ length: 20 }, (_each, index) => `user${index}`)
  const clients = new Map(names.map(name => [name, connections.accessOf(callerOf(name)).erp()]))
  const wrong = await interleave(names, callsOf(clients), Math.ceil((many * 2) / 3))
  assert.deepEqual([wrong, proxy.erp.mixUps], [[], []])
  assert.ok(proxy.erp.requests >= names.length * many * 0.9, String(proxy.erp.requests))
})
