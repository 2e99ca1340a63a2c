import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createConfig, viewOf } from '../../config/config.ts'
import type { ConfigOptions } from '../../config/config.ts'
import { erpLogon, logonKind, safetyRules } from '../../systems/description.ts'
import { withKeptSession } from '../../systems/local-systems.ts'
import { featureStates } from '../../systems/features.ts'
import { userAgentOf } from '../../version.ts'
import {
  erpOptions,
  erpTarget,
  limitsOf,
  policyOptions,
  destinationOptions,
  exchangeOptions,
  isPropagating,
  placeOf,
  propagationOptions,
  registryOptions
} from '../../systems/options.ts'

const config = (options: ConfigOptions = {}) =>
  viewOf(createConfig({ url: 'http://erp:1', user: 'U', password: 'P', ...options }))

describe('from settings to rooms', () => {
  test('the ERP client gets its address, log-on and bounds', () => {
    const options = erpOptions(
      config({
        language: 'de',
        timeout: 5000,
        connections: 3,
        cacheSize: 0,
        freshness: 9,
        insecure: true,
        tlsMaxVersion: '1.2',
        terminalId: 'T1',
        proxy: { https: 'http://p', http: '', no: 'x' }
      })
    )
    assert.deepEqual(options, {
      baseUrl: 'http://erp:1',
      client: '001',
      language: 'DE',
      credential: { kind: 'basic', user: 'U', password: 'P' },
      insecure: true,
      caFile: undefined,
      tlsMaxVersion: '1.2',
      proxy: { https: 'http://p', http: '', no: 'x' },
      timeoutMs: 5000,
      connections: 3,
      cacheBytes: 0,
      freshnessMs: 9,
      terminalId: 'T1',
      label: undefined,
      userAgent: userAgentOf()
    })
    assert.deepEqual(
      erpOptions(viewOf(createConfig({ url: 'http://erp:1', cookieString: 'a=b' }))).credential,
      { kind: 'cookie', header: 'a=b' }
    )
    assert.deepEqual(
      erpOptions(viewOf(createConfig({ url: 'http://erp:1', cookieFile: import.meta.filename })))
        .credential,
      { kind: 'cookie-file', path: import.meta.filename }
    )
    const files = { clientCert: import.meta.filename, clientKeyPassphrase: 'p' }
    const certified = viewOf(createConfig({ url: 'https://erp:1', ...files }))
    assert.deepEqual(erpOptions(certified).credential, {
      kind: 'certificate-file',
      certificate: import.meta.filename,
      key: undefined,
      passphrase: 'p'
    })
    assert.match(erpLogon(certified), /^technical user of the client certificate .*wiring\.test/)
    assert.equal(logonKind(certified), 'client-certificate')
    const ticketed = viewOf(createConfig({ url: 'https://erp:1', ticketCommand: '/opt/ticket' }))
    assert.deepEqual(erpOptions(ticketed).credential, {
      kind: 'ticket-command',
      command: '/opt/ticket'
    })
    assert.deepEqual(
      [logonKind(ticketed), erpLogon(ticketed)],
      ['ticket', 'user of the tickets of /opt/ticket']
    )
  })

  test('with a service key the tokens of callers are exchanged', () => {
    assert.equal(exchangeOptions(config()), undefined)
    const keyed = viewOf(createConfig({ url: 'https://erp:1', serviceKey: import.meta.filename }))
    assert.deepEqual(exchangeOptions(keyed), {
      erp: erpTarget(keyed),
      serviceKey: import.meta.filename
    })
    assert.ok(isPropagating(keyed))
    assert.equal(logonKind(keyed), 'service-key')
    assert.match(erpLogon(keyed), /^every caller as their own user \(tokens of the service key/)
    assert.throws(() => erpOptions(keyed), /without an ERP log-on/)
  })

  test('a service key of one user has the log-on that is kept', () => {
    const keyed = viewOf(createConfig({ url: 'https://erp:1', serviceKey: import.meta.filename }))
    const session = { mark: () => undefined, read: async () => undefined, begin: () => () => {} }
    const asked: unknown[] = []
    const own = withKeptSession(
      keyed,
      ({ place, name, target, serviceKey }) => {
        asked.push(place, name, target.baseUrl, serviceKey)
        return { ...session, command: 'erp-bridge login' }
      },
      'dev'
    )
    assert.deepEqual(asked, [placeOf(keyed), 'dev', 'https://erp:1', import.meta.filename])
    assert.equal(erpOptions(own).credential.kind, 'kept-session')
    assert.deepEqual(
      [isPropagating(own), exchangeOptions(own), logonKind(own)],
      [false, undefined, 'authorization-code']
    )
    assert.match(erpLogon(keyed, true), /^user who logged on with the service key /)
    const basic = viewOf(createConfig({ url: 'https://erp:1', user: 'U', password: 'P' }))
    assert.equal(
      withKeptSession(basic, () => assert.fail('no log-on is kept')),
      basic
    )
  })

  test('a destination gives the address', () => {
    assert.equal(destinationOptions(config()), undefined)
    const found = viewOf(createConfig({ destination: 'DEV' }))
    const { baseUrl: _baseUrl, ...target } = erpTarget(found)
    assert.deepEqual(destinationOptions(found), { erp: target, destination: 'DEV' })
    assert.deepEqual(
      [isPropagating(found), logonKind(found), erpLogon(found), placeOf(found)],
      [true, 'destination', 'as the destination DEV says', '["destination DEV","001"]']
    )
  })

  test('with propagation there is a CA in place of a technical user', () => {
    assert.equal(propagationOptions(config()), undefined)
    const propagating = viewOf(
      createConfig({
        url: 'https://erp:1',
        ppCaKey: import.meta.filename,
        ppCaCert: import.meta.filename,
        ppCaPassphrase: 'p',
        ppCertTtl: '90s',
        oidcUserMapping: '{}'
      })
    )
    assert.deepEqual(propagationOptions(propagating), {
      erp: erpTarget(propagating),
      caKey: import.meta.filename,
      caCertificate: import.meta.filename,
      passphrase: 'p',
      lifetime: '90s',
      mapping: '{}'
    })
    const exchanges = { identity: () => {}, exchange: () => {} }
    assert.equal(propagationOptions(propagating, { exchanges })?.erp.exchanges, exchanges)
    assert.throws(() => erpOptions(propagating), /without an ERP log-on/)
  })

  test('every safety setting reaches the policy', () => {
    const options = policyOptions(
      config({
        readOnly: true,
        blockFreeSql: true,
        allowedOps: 'RS',
        allowedPackages: ['Z*'],
        allowTransportableEdits: true,
        allowedTransports: ['D*'],
        blockedTables: ['USR02'],
        maskedColumns: ['T.C']
      })
    )
    assert.deepEqual(options, {
      readOnly: true,
      blockFreeSql: true,
      allowedOps: 'RS',
      disallowedOps: undefined,
      allowedPackages: ['Z*'],
      allowedTransports: ['D*'],
      blockedTables: ['USR02'],
      maskedColumns: ['T.C'],
      allowTransportableEdits: true,
      transportReadOnly: false,
      enableTransports: false,
      expert: new Set(),
      serverLists: undefined,
      allowModifications: false
    })
    assert.equal(policyOptions(config({ disallowedOps: 'D' })).disallowedOps, 'D')
  })

  test('features: on is present, off is absent, auto is unknown', () => {
    const states = featureStates(config({ featureDb: 'off', featureRap: 'on' }))
    assert.deepEqual(
      [states.get('db'), states.get('rap'), states.get('ui5')],
      ['absent', 'present', 'unknown']
    )
    assert.equal(
      registryOptions(config({ allowTransportableEdits: true }), () => true).transportable,
      true
    )
    assert.deepEqual(limitsOf(config({ maxRows: 7 }), { bodyLimit: 2048 }), {
      bytes: 2048,
      askedBytes: 2048,
      rows: 7,
      wholeBytes: 2048
    })
    assert.deepEqual(limitsOf(config({}), config({})), {
      bytes: 40_000,
      askedBytes: 100_000,
      rows: 1000,
      wholeBytes: 16_777_216
    })
  })

  test('a list of the system and one beside its file are both among the rules', () => {
    const serverLists = { allowedPackages: ['ZA*'], allowedTransports: ['D9*'] }
    const own = config({ allowedPackages: ['Z*', 'Y*'], allowedTransports: ['D*'] })
    assert.deepEqual(safetyRules({ ...own, serverLists }), [
      'writes in Z*, Y* only',
      'writes in ZA* only',
      'writes in local packages only',
      'transport requests D* only',
      'transport requests D9* only'
    ])
  })

  test('the rules in force can be read', () => {
    assert.deepEqual(safetyRules(config()), ['writes in local packages only'])
    assert.deepEqual(
      safetyRules(
        config({
          readOnly: true,
          blockFreeSql: true,
          disallowedOps: 'D',
          allowedPackages: ['Z*'],
          allowTransportableEdits: true,
          allowedTransports: ['D*'],
          blockedTables: ['T'],
          maskedColumns: ['T.C']
        })
      ),
      [
        'read-only',
        'no free SQL',
        'operations D blocked',
        'writes in Z* only',
        'transport requests D* only',
        'tables T blocked',
        'columns T.C masked'
      ]
    )
  })
})
