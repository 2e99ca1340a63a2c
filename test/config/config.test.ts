import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { getCACertificates } from 'node:tls'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Ajv } from 'ajv'
import { ConfigError, createConfig, loadConfig, viewOf } from '../../config/config.ts'
import type { SystemView, Environment } from '../../config/config.ts'
import { helpText } from '../../config/help.ts'
import {
  annotations,
  flagOf,
  settingNames,
  settings,
  titleOf,
  variableOf
} from '../../config/settings.ts'
import type { SettingName } from '../../config/settings.ts'
import { versionOf } from '../../version.ts'

const base = ['--url', 'https://erp.example.com:44300', '--user', 'DEV', '--password', 'secret']

function problemsOf(argv: readonly string[], env: Environment = {}): readonly string[] {
  try {
    loadConfig(argv, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

function assertProblem(problems: readonly string[], ...patterns: RegExp[]): void {
  assert.ok(
    problems.some(problem => patterns.every(pattern => pattern.test(problem))),
    `${patterns.join(' and ')} in none of:\n${problems.join('\n')}`
  )
}

/** Some file that can be read. */
const here = import.meta.filename
const hookSecret = `whsec_${'A'.repeat(43)}=`

const folder = mkdtempSync(join(tmpdir(), 'config-'))
after(() => {
  rmSync(folder, { recursive: true })
})
const [authority = '', other = ''] = getCACertificates('bundled')

function fileWith(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** As operators have them: with words between. */
const authorities = fileWith(
  'ca.pem',
  `# the old one\r\n${authority.replaceAll('\n', '\r\n')}\r\nthe new one\n${other}\n`
)

/**
 * The rows of the specification, by flag and variable, written out so that a renamed setting is
 * seen.
 */
const systemsFile = fileWith(
  'systems.json',
  JSON.stringify({ systems: { dev: { url: 'http://erp:1', cookieFile: import.meta.filename } } })
)

const names: readonly (readonly [
  flag: string | undefined,
  variable: string,
  value: string,
  read: unknown
])[] = [
  ['--url', 'ERP_URL', 'http://erp:8000', 'http://erp:8000'],
  ['--user', 'ERP_USER', 'ME', 'ME'],
  ['--password', 'ERP_PASSWORD', 'p w', 'p w'],
  ['--client', 'ERP_CLIENT', '100', '100'],
  ['--language', 'ERP_LANGUAGE', 'DE', 'DE'],
  ['--insecure', 'ERP_INSECURE', 'true', true],
  ['--read-only', 'ERP_READ_ONLY', 'true', true],
  ['--block-free-sql', 'ERP_BLOCK_FREE_SQL', 'true', true],
  ['--allowed-ops', 'ERP_ALLOWED_OPS', 'RS', 'RS'],
  ['--disallowed-ops', 'ERP_DISALLOWED_OPS', 'D', 'D'],
  ['--allowed-packages', 'ERP_ALLOWED_PACKAGES', '$TMP, Z*,/ABC/*', ['$TMP', 'Z*', '/ABC/*']],
  ['--allow-transportable-edits', 'ERP_ALLOW_TRANSPORTABLE_EDITS', 'true', true],
  ['--allow-modifications', 'ERP_ALLOW_MODIFICATIONS', 'true', true],
  ['--enable-transports', 'ERP_ENABLE_TRANSPORTS', 'true', true],
  ['--transport-read-only', 'ERP_TRANSPORT_READ_ONLY', 'true', true],
  ['--allowed-transports', 'ERP_ALLOWED_TRANSPORTS', 'DEVK9*', ['DEVK9*']],
  ['--feature-gitsync', 'ERP_FEATURE_GITSYNC', 'off', 'off'],
  ['--feature-rap', 'ERP_FEATURE_RAP', 'on', 'on'],
  ['--feature-amdp', 'ERP_FEATURE_AMDP', 'off', 'off'],
  ['--feature-ui5', 'ERP_FEATURE_UI5', 'off', 'off'],
  ['--feature-transport', 'ERP_FEATURE_TRANSPORT', 'off', 'off'],
  ['--feature-db', 'ERP_FEATURE_DB', 'off', 'off'],
  ['--transport', 'ERP_TRANSPORT', 'http-streamable', 'http-streamable'],
  ['--http-addr', 'ERP_HTTP_ADDR', '0.0.0.0:9000', '0.0.0.0:9000'],
  ['--record', 'ERP_RECORD', 'rec', 'rec'],
  ['--clean-core-data', 'ERP_CLEAN_CORE_DATA', 'cc', 'cc'],
  ['--record-sources', 'ERP_RECORD_SOURCES', 'true', true],
  ['--record-production', 'ERP_RECORD_PRODUCTION', 'true', true],
  ['--terminal-id', 'ERP_TERMINAL_ID', 'T1', 'T1'],
  ['--verbose', 'ERP_VERBOSE', 'true', true],
  ['--api-key', 'SVC_API_KEY', 'k', 'k'],
  ['--oidc-issuer', 'ERP_OIDC_ISSUER', 'https://idp', 'https://idp'],
  ['--oidc-audience', 'ERP_OIDC_AUDIENCE', 'erp', 'erp'],
  ['--oidc-username-claim', 'ERP_OIDC_USERNAME_CLAIM', 'email', 'email'],
  ['--oidc-user-mapping', 'ERP_OIDC_USER_MAPPING', '{}', '{}'],
  ['--client-cert', 'ERP_CLIENT_CERT', here, here],
  ['--client-key', 'ERP_CLIENT_KEY', here, here],
  ['--client-key-passphrase', 'ERP_CLIENT_KEY_PASSPHRASE', 'p', 'p'],
  ['--ticket-command', 'ERP_TICKET_COMMAND', '/opt/ticket', '/opt/ticket'],
  ['--browser-logon', 'ERP_BROWSER_LOGON', 'true', true],
  ['--logon-store', 'ERP_LOGON_STORE', 'file', 'file'],
  [undefined, 'ERP_LOGON_KEY', 'k'.repeat(32), 'k'.repeat(32)],
  ['--logon-dir', 'ERP_LOGON_DIR', '/tmp/log-ons', '/tmp/log-ons'],
  ['--service-key', 'ERP_SERVICE_KEY', here, here],
  ['--destination', 'ERP_DESTINATION', 'DEV_100', 'DEV_100'],
  ['--pp-ca-key', 'ERP_PP_CA_KEY', here, here],
  ['--pp-ca-cert', 'ERP_PP_CA_CERT', here, here],
  ['--pp-ca-passphrase', 'ERP_PP_CA_PASSPHRASE', 'p', 'p'],
  ['--pp-cert-ttl', 'ERP_PP_CERT_TTL', '10m', '10m'],
  [undefined, 'ERP_COOKIE_FILE', here, here],
  [undefined, 'ERP_COOKIE_STRING', 'a=b', 'a=b'],
  [undefined, 'ERP_PLATFORM_AUTH', 'true', true],
  ['--sandbox', 'ERP_SANDBOX', 'true', true],
  ['--systems-file', 'ERP_SYSTEMS_FILE', systemsFile, systemsFile],
  ['--system', 'ERP_SYSTEM', 'dev', 'dev'],
  ['--public-url', 'ERP_PUBLIC_URL', 'https://b', 'https://b'],
  ['--allowed-hosts', 'ERP_ALLOWED_HOSTS', 'b.example.com:8443', ['b.example.com:8443']],
  ['--allowed-origins', 'ERP_ALLOWED_ORIGINS', 'https://i.example.com', ['https://i.example.com']],
  ['--trust-proxy', 'ERP_TRUST_PROXY', '10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
  ['--body-limit', 'ERP_BODY_LIMIT', '1024', 1024],
  ['--max-connections', 'ERP_MAX_CONNECTIONS', '100', 100],
  ['--log-level', 'ERP_LOG_LEVEL', 'debug', 'debug'],
  ['--oidc-scope-claim', 'ERP_OIDC_SCOPE_CLAIM', 'scp', 'scp'],
  ['--oidc-scope-prefix', 'ERP_OIDC_SCOPE_PREFIX', 'api://x/', 'api://x/'],
  ['--oidc-scope-map', 'ERP_OIDC_SCOPE_MAP', '{}', '{}'],
  ['--oidc-default-scopes', 'ERP_OIDC_DEFAULT_SCOPES', 'read,write', ['read', 'write']],
  ['--require-auth', 'ERP_REQUIRE_AUTH', 'true', true],
  [
    '--redirect-uris',
    'ERP_REDIRECT_URIS',
    'http://localhost:*/callback',
    ['http://localhost:*/callback']
  ],
  ['--api-keys-file', 'ERP_API_KEYS_FILE', here, here],
  ['--rate-limit', 'ERP_RATE_LIMIT', '60', 60],
  ['--timeout', 'ERP_TIMEOUT', '1000', 1000],
  ['--connections', 'ERP_CONNECTIONS', '4', 4],
  ['--dialog-processes', 'ERP_DIALOG_PROCESSES', '40', 40],
  ['--cache-size', 'ERP_CACHE_SIZE', '0', 0],
  ['--freshness', 'ERP_FRESHNESS', '500', 500],
  ['--max-rows', 'ERP_MAX_ROWS', '10', 10],
  ['--blocked-tables', 'ERP_BLOCKED_TABLES', 'USR02,PA0*', ['USR02', 'PA0*']],
  [
    '--masked-columns',
    'ERP_MASKED_COLUMNS',
    'PA0008.BET*,domain:PERSNO',
    ['PA0008.BET*', 'domain:PERSNO']
  ],
  ['--confirm', 'ERP_CONFIRM', 'always', 'always'],
  ['--policy', 'ERP_POLICY', 'reading', 'reading'],
  ['--approval', 'ERP_APPROVAL', 'ops=D,transport-release', ['ops=D', 'transport-release']],
  ['--approval-hours', 'ERP_APPROVAL_HOURS', '8', 8],
  ['--approval-hook', 'ERP_APPROVAL_HOOK', 'https://h/x', 'https://h/x'],
  ['--approval-hook-secret', 'ERP_APPROVAL_HOOK_SECRET', hookSecret, hookSecret],
  ['--compact', 'ERP_COMPACT', 'true', true],
  ['--results', 'ERP_RESULTS', 'text', 'text'],
  ['--sessions', 'ERP_SESSIONS', 'true', true],
  ['--redis-url', 'ERP_REDIS_URL', 'redis://r', 'redis://r'],
  ['--state-key', 'ERP_STATE_KEY', 'sixteen characters', 'sixteen characters'],
  ['--audit', 'ERP_AUDIT', 'all', 'all'],
  ['--audit-file', 'ERP_AUDIT_FILE', 'a.log', 'a.log'],
  ['--audit-anchors', 'ERP_AUDIT_ANCHORS', 'ends.log', 'ends.log'],
  ['--audit-pseudonyms', 'ERP_AUDIT_PSEUDONYMS', 'persons.sqlite', 'persons.sqlite'],
  ['--workspace-dir', 'ERP_WORKSPACE_DIR', '/home/me/abap', '/home/me/abap'],
  ['--journal', 'ERP_JOURNAL', 'off', 'off'],
  ['--halt-file', 'ERP_HALT_FILE', '/var/lib/halt.json', '/var/lib/halt.json'],
  ['--contact', 'ERP_CONTACT', 'the Basis team', 'the Basis team'],
  ['--journal-dir', 'ERP_JOURNAL_DIR', '/var/lib/j', '/var/lib/j'],
  ['--journal-url', 'ERP_JOURNAL_URL', 'postgres://u@db/j', 'postgres://u@db/j'],
  ['--journal-days', 'ERP_JOURNAL_DAYS', '7', 7],
  ['--journal-bytes', 'ERP_JOURNAL_BYTES', '2000000', 2_000_000],
  ['--journal-full', 'ERP_JOURNAL_FULL', 'continue', 'continue'],
  ['--admin-addr', 'ERP_ADMIN_ADDR', '127.0.0.1:9', '127.0.0.1:9'],
  ['--ca-file', 'ERP_CA_FILE', authorities, authorities],
  ['--tls-max-version', 'ERP_TLS_MAX_VERSION', '1.2', '1.2'],
  ['--git-credentials-file', 'ERP_GIT_CREDENTIALS_FILE', here, here],
  ['--expert', 'ERP_EXPERT', 'execute,debug', ['execute', 'debug']]
]

const settingOf = (variable: string): SettingName => {
  const name = settingNames.find(candidate => variableOf(candidate) === variable)
  assert.ok(name, `no setting has the variable ${variable}`)
  return name
}

const logon = new Set([
  'ERP_USER',
  'ERP_PASSWORD',
  'ERP_COOKIE_FILE',
  'ERP_COOKIE_STRING',
  'ERP_CLIENT_CERT',
  'ERP_CLIENT_KEY',
  'ERP_TICKET_COMMAND',
  'ERP_BROWSER_LOGON',
  'ERP_SERVICE_KEY',
  'ERP_DESTINATION',
  'ERP_PP_CA_KEY',
  'ERP_PP_CA_CERT'
])
/** What principal propagation needs beside its CA. */
const propagating = {
  ERP_URL: 'https://erp:1',
  ERP_TRANSPORT: 'http-streamable',
  ERP_OIDC_ISSUER: 'https://i',
  ERP_OIDC_AUDIENCE: 'a'
}
const company: Readonly<Record<string, Environment>> = {
  ERP_APPROVAL_HOOK: { ERP_APPROVAL_HOOK_SECRET: hookSecret },
  ERP_REDIS_URL: { ERP_STATE_KEY: 'a secret that is long enough' },
  ERP_JOURNAL_URL: { ERP_STATE_KEY: 'a secret that is long enough' },
  ERP_WORKSPACE_DIR: { ERP_TRANSPORT: 'stdio' },
  ERP_USER: { ERP_PASSWORD: 'p' },
  ERP_PASSWORD: { ERP_USER: 'u' },
  ERP_OIDC_ISSUER: { ERP_OIDC_AUDIENCE: 'a' },
  ERP_OIDC_AUDIENCE: { ERP_OIDC_ISSUER: 'https://i' },
  ERP_TICKET_COMMAND: { ERP_URL: 'https://erp:1' },
  ERP_BROWSER_LOGON: { ERP_URL: 'https://erp:1' },
  ERP_CLIENT_CERT: { ERP_URL: 'https://erp:1' },
  ERP_CLIENT_KEY: { ERP_URL: 'https://erp:1', ERP_CLIENT_CERT: here },
  ERP_SERVICE_KEY: propagating,
  ERP_DESTINATION: { ERP_URL: '', ERP_TRANSPORT: 'http-streamable' },
  ERP_PP_CA_KEY: { ERP_PP_CA_CERT: here, ...propagating },
  ERP_PP_CA_CERT: { ERP_PP_CA_KEY: here, ...propagating }
}

/** What a setting needs beside it to be accepted. */
function companions(variable: string): Environment {
  if (variable === 'ERP_SANDBOX' || variable === 'ERP_SYSTEMS_FILE') return {}
  if (variable === 'ERP_SYSTEM') return { ERP_SYSTEMS_FILE: systemsFile }
  return {
    ...(variable === 'ERP_URL' ? {} : { ERP_URL: 'http://erp:1' }),
    ...(logon.has(variable) ? {} : { ERP_USER: 'U', ERP_PASSWORD: 'P' }),
    ...company[variable]
  }
}

describe('every setting', () => {
  test('the table has the settings of the specification and no other', () => {
    assert.deepEqual(
      settingNames.map(variableOf).sort(),
      names.map(([, variable]) => variable).sort()
    )
  })

  for (const [flag, variable, value, expected] of names) {
    const name = settingOf(variable)
    const load = (argv: readonly string[], env: Environment): unknown =>
      viewOf(loadConfig(argv, { ...companions(variable), ...env }).config)[name]
    const ways: [string, readonly string[], Environment][] = [
      ['variable', [], { [variable]: value }],
      ...(flag === undefined
        ? []
        : ([
            ['flag', [flag, value], {}],
            ['flag=', [`${flag}=${value}`], {}]
          ] as [string, readonly string[], Environment][]))
    ]
    test(`${titleOf(name)} is read`, () => {
      assert.equal(flagOf(name), flag)
      for (const [way, argv, env] of ways) assert.deepEqual(load(argv, env), expected, way)
    })
  }

  test('a flag wins over its variable', () => {
    assert.equal(
      viewOf(loadConfig([...base, '--client', '200'], { ERP_CLIENT: '300' }).config).client,
      '200'
    )
  })

  test('defaults are those of the specification', () => {
    const config = viewOf(loadConfig(base, {}).config)
    const expected: Partial<SystemView> = {
      client: '001',
      language: 'EN',
      insecure: false,
      readOnly: false,
      transport: 'stdio',
      httpAddr: '127.0.0.1:8080',
      featureRap: 'auto',
      oidcUsernameClaim: 'preferred_username',
      ppCertTtl: '5m',
      bodyLimit: 16 * 1024 * 1024,
      freshness: 0
    }
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(config[name as SettingName], value, name)
    }
  })

  test('an unbuilt setting that is given its default does not stop the start', () => {
    assert.equal(
      loadConfig(base, {
        ERP_PLATFORM_AUTH: 'false',
        ERP_SESSIONS: 'false',
        ERP_PP_CERT_TTL: '5m',
        ERP_FEATURE_UI5: 'auto',
        ERP_OIDC_DEFAULT_SCOPES: 'read'
      }).config.sessions,
      false
    )
  })
})

describe('reading', () => {
  test('switches may stand alone or with true and false', () => {
    const read = (...argv: string[]) => viewOf(loadConfig([...base, ...argv], {}).config)
    assert.deepEqual(
      [
        read('--read-only').readOnly,
        read('--read-only', 'false').readOnly,
        read('--read-only=true').readOnly
      ],
      [true, false, true]
    )
    assert.equal(read('--read-only', '--verbose').verbose, true)
  })

  test('a value may contain an equals sign and begin with a dash after one', () => {
    assert.equal(
      viewOf(loadConfig(['--url=http://erp:1', '--user', 'U', '--password=--a=b'], {}).config)
        .password,
      '--a=b'
    )
  })

  test('an empty value counts as not given, except for allow and deny lists', () => {
    assert.equal(
      viewOf(loadConfig(base, { ERP_CLIENT: '', SVC_API_KEY: '', ERP_READ_ONLY: '' }).config)
        .client,
      '001'
    )
    for (const variable of [
      'ERP_ALLOWED_OPS',
      'ERP_DISALLOWED_OPS',
      'ERP_ALLOWED_PACKAGES',
      'ERP_ALLOWED_TRANSPORTS',
      'ERP_BLOCKED_TABLES',
      'ERP_MASKED_COLUMNS',
      'ERP_ALLOWED_HOSTS',
      'ERP_ALLOWED_ORIGINS'
    ]) {
      for (const blank of ['', '  ', ',', ' , ']) {
        assertProblem(problemsOf(base, { [variable]: blank }), new RegExp(variable), /give/)
      }
    }
  })

  test('a secret comes from a file', t => {
    const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-config-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'password')
    writeFileSync(path, ' with blanks \n')
    const env = { ERP_URL: 'http://erp:1', ERP_USER: 'U' }
    assert.equal(
      viewOf(loadConfig([], { ...env, ERP_PASSWORD_FILE: path }).config).password,
      ' with blanks '
    )
    assertProblem(
      problemsOf([], { ...env, ERP_PASSWORD: 'x', ERP_PASSWORD_FILE: path }),
      /both set/
    )
    assertProblem(
      problemsOf([], { ...env, ERP_PASSWORD_FILE: join(folder, 'missing') }),
      /ERP_PASSWORD_FILE/,
      /ENOENT/
    )
    writeFileSync(path, '\n')
    assertProblem(problemsOf([], { ...env, ERP_PASSWORD_FILE: path }), /is empty/)
  })

  test('the proxy variables are taken over, and nothing else of the environment', () => {
    const { config } = loadConfig(base, {
      HTTPS_PROXY: 'http://p:1',
      no_proxy: 'localhost',
      PATH: '/bin'
    })
    assert.deepEqual(config.proxy, { https: 'http://p:1', http: '', no: 'localhost' })
    assert.ok(Object.isFrozen(config))
  })
})

describe('start errors', () => {
  type Mistake = [string, readonly string[], Environment, RegExp[]]
  const cases: Mistake[] = [
    ['no URL', [], {}, [/ERP URL is required/, /--url/, /ERP_URL/]],
    ['no log-on', ['--url', 'http://e:1'], {}, [/authentication required/, /--user \(ERP_USER\)/]],
    [
      'two log-ons',
      base,
      { ERP_COOKIE_STRING: 'a=b' },
      [/authentication required/, /basic/, /cookie string/]
    ],
    [
      'three log-ons',
      base,
      { ERP_COOKIE_STRING: 'a=b', ERP_COOKIE_FILE: here },
      [/authentication required/, /3 are configured/, /cookie file/]
    ],
    [
      'propagation counts as a log-on',
      base,
      { ERP_PP_CA_KEY: 'k', ERP_PP_CA_CERT: 'c' },
      [/authentication required/, /principal propagation/]
    ],
    [
      'user without password',
      ['--url', 'http://e:1', '--user', 'U'],
      {},
      [/--user \(ERP_USER\) is given without --password \(ERP_PASSWORD\)/]
    ],
    [
      'password without user',
      ['--url', 'http://e:1', '--password', 'P'],
      {},
      [/ERP_PASSWORD.*without.*ERP_USER/]
    ],
    [
      'issuer without audience',
      base,
      { ERP_OIDC_ISSUER: 'https://i' },
      [/ERP_OIDC_ISSUER.*without.*ERP_OIDC_AUDIENCE/]
    ],
    [
      'propagation without TLS',
      ['--url', 'http://e:1'],
      { ...propagating, ERP_URL: 'http://e:1', ERP_PP_CA_KEY: here, ERP_PP_CA_CERT: here },
      [/ERP_PP_CA_KEY.*needs TLS.*ERP_URL.*https/]
    ],
    [
      'propagation over stdio',
      [],
      { ...propagating, ERP_TRANSPORT: 'stdio', ERP_PP_CA_KEY: here, ERP_PP_CA_CERT: here },
      [/needs callers that log on.*http-streamable/]
    ],
    [
      'propagation without users',
      ['--url', 'https://e:1', '--transport', 'http-streamable'],
      { SVC_API_KEY: 'k', ERP_PP_CA_KEY: here, ERP_PP_CA_CERT: here },
      [/needs users.*ERP_OIDC_ISSUER.*ERP_PLATFORM_AUTH/]
    ],
    [
      'a short life of certificates',
      base,
      { ERP_PP_CERT_TTL: '9s' },
      [/ERP_PP_CERT_TTL.*10s and 24h/]
    ],
    [
      'a cookie string without a cookie',
      ['--url', 'http://e:1'],
      { ERP_COOKIE_STRING: 'SECRET' },
      [/ERP_COOKIE_STRING.*name=value/]
    ],
    [
      'a proxy of another kind',
      base,
      { HTTPS_PROXY: 'socks5://u:SECRET@p:1' },
      [/HTTPS_PROXY.*kind socks5.*not supported/]
    ],
    ['a proxy that is no URL', base, { http_proxy: 'u:SECRET@p' }, [/HTTP_PROXY/]],
    [
      'a proxy with a path',
      base,
      { HTTPS_PROXY: 'http://u:SECRET@p:1/pac' },
      [/HTTPS_PROXY is not the URL of a proxy/]
    ],
    [
      'a proxy with a bare percent sign',
      base,
      { HTTPS_PROXY: 'http://u:50%SECRET@p:1' },
      [/HTTPS_PROXY: user or password holds a %.*%25/]
    ],
    [
      'a client certificate beside a password',
      ['--url', 'https://e:1', '--user', 'U', '--password', 'P'],
      { ERP_CLIENT_CERT: here },
      [/exactly one method, but 2 are configured .*client certificate: --client-cert/]
    ],
    [
      'a client certificate beside propagation',
      [],
      { ...propagating, ERP_PP_CA_KEY: here, ERP_PP_CA_CERT: here, ERP_CLIENT_CERT: here },
      [/exactly one method, but 2 are configured/]
    ],
    [
      'a client key without certificate',
      ['--url', 'https://e:1'],
      { ERP_CLIENT_KEY: here },
      [/ERP_CLIENT_KEY\) is given without --client-cert/]
    ],
    [
      'a client certificate without TLS',
      ['--url', 'http://e:1'],
      { ERP_CLIENT_CERT: here },
      [/ERP_CLIENT_CERT\).*needs TLS.*ERP_URL.*https/]
    ],
    [
      'a client certificate for the sandbox',
      ['--sandbox'],
      { ERP_CLIENT_CERT: here },
      [/--sandbox .*makes its own log-on; remove client certificate/]
    ],
    [
      'a client certificate that is absent',
      ['--url', 'https://e:1'],
      { ERP_CLIENT_CERT: '/no/client.pem' },
      [/ERP_CLIENT_CERT\): cannot read \/no\/client\.pem \(ENOENT\)/]
    ],
    [
      'a ticket command beside a client certificate',
      ['--url', 'https://e:1', '--ticket-command', '/opt/ticket'],
      { ERP_CLIENT_CERT: here },
      [/exactly one method, but 2 are configured .*client certificate.*; ticket: --ticket-command/]
    ],
    [
      'a browser log-on beside a password',
      ['--url', 'https://e:1', '--browser-logon'],
      { ERP_USER: 'U', ERP_PASSWORD: 'p' },
      [/exactly one method, but 2 are configured \(basic: .*; browser: --browser-logon/]
    ],
    [
      'a browser log-on without TLS',
      ['--url', 'http://e:1', '--browser-logon'],
      {},
      [/ERP_BROWSER_LOGON\): the session can be read without TLS/]
    ],
    ...(
      [
        [['--http-addr', '0.0.0.0:8080'], {}],
        [['--http-addr', '127.0.0.1:8080'], { ERP_API_KEYS_FILE: here }],
        [['--oidc-issuer', 'https://idp.example', '--oidc-audience', 'a'], {}]
      ] as const
    ).map(([flags, env]): [string, string[], Record<string, string>, RegExp[]] => [
      `a browser log-on on a server of several users (${flags[0]} ${flags[1]})`,
      ['--url', 'https://e:1', '--browser-logon', '--transport', 'http-streamable', ...flags],
      env,
      [/ERP_BROWSER_LOGON\): a kept log-on is of one user, and this server has several/]
    ]),
    [
      'a ticket command without TLS',
      ['--url', 'http://e:1', '--ticket-command', '/opt/ticket'],
      {},
      [/ERP_TICKET_COMMAND\): a ticket can be read without TLS; give .*ERP_URL\) with https/]
    ],
    [
      'a ticket command with arguments of a shell',
      ['--url', 'https://e:1', '--ticket-command', 'ticket --for me'],
      {},
      [/ERP_TICKET_COMMAND\).*is not valid; give the absolute path of a program/]
    ],
    [
      'a service key beside a user',
      [...base, '--service-key', here],
      {},
      [/exactly one method, but 2 are configured .*; service key: --service-key/]
    ],
    [
      'a service key without TLS, users and HTTP',
      ['--url', 'http://e:1', '--service-key', here],
      {},
      [/ERP_SERVICE_KEY\): a token can be read without TLS/]
    ],
    [
      'a destination beside an address',
      ['--url', 'https://e:1', '--destination', 'DEV'],
      { ERP_TRANSPORT: 'http-streamable' },
      [/--destination .* and --url .* exclude each other/]
    ],
    [
      'a destination over stdio',
      ['--destination', 'DEV'],
      {},
      [/ERP_DESTINATION\): a destination needs callers that log on/]
    ],
    [
      'a destination with a level',
      ['--destination', 'DEV@subaccount'],
      { ERP_TRANSPORT: 'http-streamable' },
      [/ERP_DESTINATION\).*is not valid; give the name of a destination/]
    ],
    [
      'CA key without certificate',
      base,
      { ERP_PP_CA_KEY: 'k' },
      [/ERP_PP_CA_KEY.*without.*ERP_PP_CA_CERT/]
    ],
    [
      'both op lists',
      [...base, '--allowed-ops', 'R', '--disallowed-ops', 'D'],
      {},
      [/^invalid configuration/, /--allowed-ops/, /--disallowed-ops/]
    ],
    [
      'a bad op letter',
      [...base, '--allowed-ops', 'RX'],
      {},
      [/--allowed-ops/, /"RX"/, /activate/]
    ],
    ['an unknown flag', [...base, '--readonly'], {}, [/--readonly/, /did you mean --read-only/]],
    ['a flag that resembles none', [...base, '--banana'], {}, [/unknown flag --banana/, /--help/]],
    [
      'a variable as a flag',
      [...base, '--cookie-file', 'x'],
      {},
      [/--cookie-file is not a flag/, /ERP_COOKIE_FILE/]
    ],
    ['a stray argument', [...base, 'serve'], {}, [/unexpected argument "serve"/]],
    ['a flag without value', [...base, '--client'], {}, [/--client \(ERP_CLIENT\) needs a value/]],
    [
      'a flag before a flag',
      [...base, '--client', '--verbose'],
      {},
      [/--client \(ERP_CLIENT\) needs a value/]
    ],
    ['a flag twice', [...base, '--client', '001', '--client', '002'], {}, [/--client.*twice/]],
    [
      'a near variable',
      base,
      { ERP_READONLY: 'true' },
      [/ERP_READONLY/, /did you mean ERP_READ_ONLY/]
    ],
    ['the key under the other prefix', base, { ERP_API_KEY: 'k' }, [/did you mean SVC_API_KEY/]],
    [
      'a URL without scheme',
      ['--url', 'erp:1', '--user', 'U', '--password', 'P'],
      {},
      [/--url/, /scheme/]
    ],
    [
      'a URL with a path',
      ['--url', 'http://erp:1/sap', '--user', 'U', '--password', 'P'],
      {},
      [/--url/, /without a path/]
    ],
    [
      'a URL with credentials',
      ['--url', 'http://u:p@erp:1', '--user', 'U', '--password', 'P'],
      {},
      [/--url/]
    ],
    ['a client of one digit', [...base, '--client', '1'], {}, [/--client/, /three digits/]],
    ['a truth that is not one', base, { ERP_READ_ONLY: 'y' }, [/ERP_READ_ONLY/, /true or false/]],
    ['a number that is not one', base, { ERP_MAX_ROWS: 'many' }, [/ERP_MAX_ROWS/, /whole number/]],
    ['a number out of range', base, { ERP_MAX_ROWS: '0' }, [/ERP_MAX_ROWS/, /from 1 to/]],
    [
      'a flag with an empty value',
      [...base, '--transport', 'http-streamable', '--api-key', ''],
      {},
      [/--api-key \(SVC_API_KEY\) is given without a value.*variable of the shell/]
    ],
    [
      'a flag with blanks',
      [...base, '--oidc-issuer= '],
      {},
      [/--oidc-issuer \(ERP_OIDC_ISSUER\) is given without a value/]
    ],
    [
      'default scopes beside none',
      base,
      { ERP_OIDC_DEFAULT_SCOPES: 'none,read' },
      [/ERP_OIDC_DEFAULT_SCOPES.*stands alone/]
    ],
    [
      'an unknown transport',
      [...base, '--transport', 'sse'],
      {},
      [/one of stdio, http-streamable/]
    ],
    ['an address without port', [...base, '--http-addr', '127.0.0.1'], {}, [/HOST:PORT/]],
    ['a port too high', [...base, '--http-addr', '127.0.0.1:70000'], {}, [/65535/]],
    [
      'a file that is not there',
      [...base, '--ca-file', '/no/such/ca.pem'],
      {},
      [/--ca-file \(ERP_CA_FILE\): cannot read \/no\/such\/ca\.pem \(ENOENT\)/]
    ],
    ...[
      ['text', 'not a certificate'],
      ['key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
      ['binary', '\u0000\u0001'],
      ['none', ''],
      ['damaged', `${authority}\n${other.replace(/\n[^\n]+\n/, '\n')}`]
    ].map(([what = '', text = '']): Mistake => [
      `a CA file without certificates: ${what}`,
      [...base, '--ca-file', fileWith(`${what}.pem`, text)],
      {},
      [/--ca-file \(ERP_CA_FILE\): .*\.pem holds no certificate in PEM form.*openssl/]
    ]),
    [
      'a CA file that is a folder',
      [...base, '--ca-file', folder],
      {},
      [/--ca-file .*cannot read .*EISDIR/]
    ],
    ['an API key with a blank', base, { SVC_API_KEY: 'a b' }, [/SVC_API_KEY/, /without spaces/]],
    [
      'sandbox and URL',
      ['--sandbox', '--url', 'http://e:1'],
      {},
      [/--sandbox/, /--url/, /exclude/]
    ],
    [
      'sandbox and log-on',
      ['--sandbox', '--user', 'U', '--password', 'P'],
      {},
      [/--sandbox/, /remove/, /ERP_USER/]
    ],
    ['sandbox and another client', ['--sandbox', '--client', '100'], {}, [/client 001 only/]]
  ]
  for (const [title, argv, env, patterns] of cases) {
    test(title, () => assertProblem(problemsOf(argv, env), ...patterns))
  }

  test('all of them at once', () => {
    const problems = problemsOf(
      ['--bogus', '--client', 'x', '--allowed-ops', 'R', '--disallowed-ops', 'D'],
      { ERP_TERMINAL_ID: 'T 1', ERP_PASSWD: 'p' }
    )
    for (const pattern of [
      /--bogus/,
      /--client/,
      /invalid configuration/,
      /ERP_TERMINAL_ID/,
      /ERP_PASSWD/,
      /ERP URL is required/,
      /authentication required/
    ]) {
      assertProblem(problems, pattern)
    }
  })

  test('a value that is wrong is not called missing as well', () => {
    const problems = problemsOf(['--url', 'erp:1', '--user', 'U', '--password', 'P'])
    assert.equal(problems.length, 1, problems.join('\n'))
  })

  test('no message shows a secret', () => {
    const problems = problemsOf([...base, '--api-key', 'top secret'], {
      ERP_COOKIE_STRING: 'session=hidden',
      ERP_STATE_KEY: 'veiled'
    })
    assert.doesNotMatch(problems.join('\n'), /top secret|hidden|veiled/)
  })
})

describe('warnings', () => {
  test('foreign variables with our prefix are named and do not stop the start', () => {
    const { warnings } = loadConfig(base, {
      ERP_BRIDGE_SERVICE_HOST: '10.0.0.1',
      ERP_BRIDGE_PORT_8080_TCP: 'tcp://10.0.0.1',
      SVC_SOMETHING_ELSE: '1'
    })
    assert.equal(warnings.length, 2)
    assert.match(warnings.join(), /ERP_BRIDGE_SERVICE_HOST/)
  })

  test('HTTP settings beside stdio are said to have no effect', () => {
    assert.match(loadConfig(base, { SVC_API_KEY: 'k' }).warnings.join(), /SVC_API_KEY.*no effect/)
    assert.deepEqual(
      loadConfig([...base, '--transport', 'http-streamable'], { SVC_API_KEY: 'k' }).warnings,
      []
    )
  })

  test('what means nothing without another setting is said to', () => {
    const told = (env: Environment) =>
      loadConfig([...base, '--transport', 'http-streamable'], {
        SVC_API_KEY: 'k',
        ...env
      }).warnings.join()
    const provider = { ERP_OIDC_ISSUER: 'https://i', ERP_OIDC_AUDIENCE: 'a' }
    const cases: readonly (readonly [string, string, RegExp])[] = [
      ['ERP_OIDC_USER_MAPPING', '{"ada":"ADA"}', /no effect without --pp-ca-key/],
      ['ERP_OIDC_SCOPE_PREFIX', 'api://erp/', /no effect without --oidc-issuer/],
      ['ERP_REDIRECT_URIS', 'http://localhost:*/**', /no effect without ERP_PLATFORM_AUTH/]
    ]
    for (const [name, value, words] of cases) {
      assert.match(told({ [name]: value }), words, name)
      const empty = () =>
        told({
          [name]: '',
          ...(name === 'ERP_REDIRECT_URIS' ? { ERP_REDIRECT_URIS: undefined } : {})
        })
      if (/^ERP_OIDC/.test(name)) assert.throws(empty, /is set but empty/, name)
      else assert.equal(empty(), '', name)
    }
    assert.equal(told({ ...provider, ERP_OIDC_SCOPE_PREFIX: 'api://erp/' }), '')
  })

  test('an empty variable of the log-on of clients stops a server, with an error that it was not filled in', () => {
    const http = ['--transport', 'http-streamable']
    for (const name of [
      'SVC_API_KEY',
      'SVC_API_KEY_FILE',
      'ERP_API_KEYS_FILE',
      'ERP_OIDC_ISSUER',
      'ERP_OIDC_AUDIENCE',
      'ERP_OIDC_USER_MAPPING',
      'ERP_OIDC_SCOPE_MAP',
      'ERP_PLATFORM_AUTH',
      'ERP_REQUIRE_AUTH'
    ]) {
      for (const empty of name.endsWith('_KEY_FILE') ? [''] : ['', ' ', '\t\n']) {
        const words = new RegExp(
          `${name.replace(/_KEY_FILE$/, '_KEY')}\\)? is set but empty: a value of the client authentication was not filled in`
        )
        assert.throws(() => loadConfig([...base, ...http], { [name]: empty }), words, name)
        // Another method does not excuse it: it may be the one that was meant.
        if (!name.startsWith('SVC_')) {
          assert.throws(
            () => loadConfig([...base, ...http], { SVC_API_KEY: 'k', [name]: empty }),
            /is set but empty/,
            name
          )
        }
        assert.doesNotThrow(() => loadConfig(base, { [name]: empty }), `${name} over stdio`)
      }
    }
    assert.throws(
      () => loadConfig([...base, ...http, '--api-key', ''], {}),
      /given without a value/
    )
  })

  test('an authentication that is required and not configured stops a server, and nothing over stdio', () => {
    const http = ['--transport', 'http-streamable', '--require-auth']
    assert.throws(
      () => loadConfig([...base, ...http], {}),
      /--require-auth \(ERP_REQUIRE_AUTH\): no client authentication is configured; give --api-key/
    )
    assert.throws(
      () => loadConfig([...base, ...http, '--oidc-issuer', 'https://i.example.com'], {}),
      /without --oidc-audience/
    )
    const methods: Environment[] = [
      { SVC_API_KEY: 'k' },
      { ERP_API_KEYS_FILE: fileURLToPath(import.meta.url) },
      { ERP_PLATFORM_AUTH: 'true' },
      { ERP_OIDC_ISSUER: 'https://i.example.com', ERP_OIDC_AUDIENCE: 'a' }
    ]
    for (const env of methods) {
      assert.equal(loadConfig([...base, ...http], env).config.requireAuth, true)
    }
    assert.match(
      loadConfig(base, { ERP_REQUIRE_AUTH: 'true' }).warnings.join(),
      /--require-auth .* no effect with the stdio transport/
    )
    // It encrypts the journal and seals the audit over stdio too.
    assert.deepEqual(loadConfig(base, { ERP_STATE_KEY: 'k'.repeat(40) }).warnings, [])
  })
})

describe('options of a host program', () => {
  const options = { url: 'http://erp:1', user: 'U', password: 'P' }
  test('the same defaults and checks hold, and the environment is not read', t => {
    process.env['ERP_CLIENT'] = '999'
    t.after(() => {
      delete process.env['ERP_CLIENT']
    })
    assert.equal(viewOf(createConfig(options)).client, '001')
    assert.deepEqual(
      viewOf(
        createConfig({ ...options, allowedPackages: ['Z*'], readOnly: true, apiKey: undefined })
      ).allowedPackages,
      ['Z*']
    )
    assert.throws(() => createConfig({ ...options, apiKey: '' }), /option apiKey is set but empty/)
    assert.throws(() => createConfig({ ...options, client: '1' }), {
      name: 'ConfigError',
      message: /option client.*three digits/
    })
    assert.throws(
      () => createConfig({ user: 'U' }),
      /ERP URL is required: give option url, for example [^,]*$/m
    )
  })

  test('what belongs to the host is refused', () => {
    assert.throws(
      () => createConfig({ ...options, httpAddr: '127.0.0.1:1' } as typeof options),
      /option httpAddr belongs to the server/
    )
  })

  test('an unknown option is named with the near match', () => {
    assert.throws(
      () => createConfig({ ...options, readonly: true } as typeof options),
      /option readonly is unknown; did you mean readOnly/
    )
  })
})

describe('the table of settings', () => {
  // A start compiles it as it stands.
  test('is a sound schema, with no keyword but its own and those of JSON Schema', () => {
    const validator = new Ajv({ strict: true, strictTypes: true }).addVocabulary([...annotations])
    assert.equal(validator.validateSchema(settings), true)
    assert.doesNotThrow(() => validator.compile(structuredClone(settings)))
    assert.equal(
      validator.validateSchema({ ...settings, properties: { url: { type: 'text' } } }),
      false
    )
  })
})

describe('help and version', () => {
  test('the help names every flag, every variable and every command', () => {
    const help = helpText(new Map([['sandbox', 'Run it']]))
    for (const name of settingNames) {
      assert.ok(help.includes(flagOf(name) ?? variableOf(name)), name)
      assert.ok(help.includes(variableOf(name)), variableOf(name))
    }
    assert.ok(
      help.split('\n').every(line => line.length <= 120),
      'lines fit a terminal'
    )
    assert.match(help, /sandbox +Run it/)
  })

  test('a checkout is dev, a build is what it was built as', t => {
    assert.equal(versionOf(), 'dev')
    const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-version-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const built = (text: string): string => {
      const file = join(folder, 'build.json')
      writeFileSync(file, text)
      return versionOf(pathToFileURL(file))
    }
    assert.equal(
      built('{"version":"1.2.3","commit":"abc123","date":"2026-01-31"}'),
      '1.2.3 (abc123, 2026-01-31)'
    )
    assert.equal(built('{"version":"dev","commit":"","date":""}'), 'dev')
    assert.throws(() => built('{'), SyntaxError)
  })
})
