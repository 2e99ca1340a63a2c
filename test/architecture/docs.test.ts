/** What the documentation says of the code, and where its links go. */
import assert from 'node:assert/strict'
import { ownFlags as ciFlags } from '../../commands/ci/arguments.ts'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  launchServerRules,
  launchSystemRules,
  serverRules,
  systemRules
} from '../../config/rules.ts'
import { ConfigError, loadConfig } from '../../config/config.ts'
import { errorTable } from '../../erp-client/index.ts'
import { flagOf, setting, settingNames, variableOf } from '../../config/settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'examples/**/*.md',
    '{plugins,routes,tools,erp-client,sandbox,deploy}/*.md',
    '.github/**/*.md'
  ],
  { cwd: root }
)
const troubleshooting = read('docs/troubleshooting.md')

/** As GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^#+ +(.+)$/gm)].map(([, title = '']) =>
      title
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')
    )
  )
}

describe('links', () => {
  test('there are pages', () => assert.ok(pages.length >= 15, pages.join()))
  for (const page of pages) {
    test(`of ${page} lead somewhere`, () => {
      const text = read(page).replace(/```[^]*?```/g, '')
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(https?|mailto):/.test(target)) continue
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? page : join(dirname(page), path)
        assert.ok(existsSync(join(root, file)), `${target} is not there`)
        if (anchor !== undefined) {
          assert.ok(anchorsOf(read(file)).has(anchor), `${file} has no heading ${anchor}`)
        }
      }
    })
  }
})

describe('links that install with one click', () => {
  // As both products describe them: JSON for VS Code, JSON in Base64 for Cursor.
  const decoded = (link: URL) => {
    const config = link.searchParams.get('config') ?? ''
    return link.host === 'cursor.com' ? Buffer.from(config, 'base64').toString() : config
  }
  const links = /\]\((https:[^)\s]*\/(?:mcp\/install|install-mcp)\?[^)]*)\)/g
  for (const page of ['README.md', 'docs/clients.md']) {
    const lines = read(page)
      .split('\n')
      .flatMap(line => [...line.matchAll(links)].map(([, target = '']) => ({ line, target })))
    test(`${page} has two`, () => assert.equal(lines.length, 2))
    for (const { line, target } of lines) {
      const link = new URL(target)
      test(`${page}: ${link.host} has the entry that stands beside it`, () => {
        const entry = JSON.parse(/`(\{.*\})`/.exec(line)?.[1] ?? '{}') as Record<string, object>
        const [servers = {}] = Object.values(entry)
        const name = link.searchParams.get('name') ?? ''
        assert.deepEqual({ [name]: JSON.parse(decoded(link)) as object }, servers)
      })
    }
  }
})

test('the README is short, and docs/architecture.md names every folder and every file of the root', () => {
  assert.ok(read('README.md').split('\n').length <= 150)
  const picture = read('docs/architecture.md')
  for (const name of [
    ...globSync('*.ts', { cwd: root }),
    ...['erp-client/', 'tools/', 'mcp/', 'plugins/', 'routes/', 'commands/', 'sandbox/']
  ]) {
    assert.ok(picture.includes(`\`${name}\``), name)
  }
  // Each file that the walk of a request goes through is there.
  for (const [, file = ''] of picture.matchAll(/`((?:[a-z-]+\/)+[a-z-]+\.(?:m?ts|json|txt))`/g)) {
    assert.ok(existsSync(join(root, file)), file)
  }
})

describe('settings', () => {
  const flags = new Set(settingNames.map(flagOf))
  const variables = new Set(
    settingNames.flatMap(name => [variableOf(name), `${variableOf(name)}_FILE`])
  )
  const examplesOfUsers = new Set(['ERP_BRIDGE_SERVICE_HOST', 'ERP_KEY'])
  const variablesOfCommands = new Set(['ERP_BRIDGE_KEY', 'ERP_BRIDGE_KEY_FILE'])
  const codesOfTools = new Set(['ERP_QUERY_REFUSED'])
  const foreign = /^(docs\/(migration|decisions|clients|configuration)\.md|sandbox\/)/

  for (const page of pages) {
    test(`that ${page} names exist`, () => {
      const text = read(page)
      for (const [name] of text.matchAll(/\b(?:ERP|SVC)_[A-Z][A-Z_]*[A-Z]\b(?!…)/g)) {
        assert.ok(
          variables.has(name) ||
            name in errorTable ||
            examplesOfUsers.has(name) ||
            variablesOfCommands.has(name) ||
            codesOfTools.has(name),
          `${name} is no setting and no code`
        )
      }
      if (foreign.test(page)) return
      for (const [, name = ''] of text.matchAll(/`(--[a-z][a-z-]+)(?=[ `])/g)) {
        const ofOthers = [
          '--legacy-peer-deps',
          '--omit',
          '--check',
          '--version',
          '--help',
          '--addr',
          '--data-dir',
          '--tls',
          '--ignore-scripts',
          '--at',
          '--key-file',
          '--anchors',
          '--log',
          '--allow-earlier',
          '--allow-unended',
          '--systems',
          '--write',
          '--set',
          '--build-arg',
          '--write-systems-file',
          '--release',
          '--again',
          '--overwrite-originals',
          '--overwrite-repaired',
          '--package',
          '--only',
          '--json',
          '--markdown',
          '--identity',
          '--writes',
          '--list',
          '--all',
          '--from',
          '--to',
          '--reason',
          '--logon-page',
          '--session-minutes',
          '--token-rules',
          '--port',
          '--quick',
          '--no-browser',
          '--own-browser',
          '--browser',
          '--paste',
          '--remote-debugging-pipe',
          '--auth-server-allowlist',
          '--no-sandbox',
          '--wait',
          '--status',
          '--client-ca',
          '--create',
          '--delete',
          '--discard',
          '--dry-run',
          '--folder-logic',
          '--full',
          '--resolved',
          '--roles-file',
          '--library',
          '--format',
          '--original',
          '--since',
          '--offline',
          '--verify-file',
          '--by',
          '--until',
          '--csv',
          '--out',
          '--log-file',
          '--print',
          ...ciFlags
        ]
        assert.ok(flags.has(name) || ofOthers.includes(name), `${name} is no flag`)
      }
    })
  }

  test('of the migration page exist', () => {
    for (const [, cell = ''] of read('docs/migration.md').matchAll(/^\|[^|]*\|([^|]*)\|/gm)) {
      for (const [, name = ''] of cell.matchAll(/`((?:ERP|SVC)_[A-Z_]*[A-Z])(?:=[^`]*)?`/g)) {
        assert.ok(variables.has(name), name)
      }
    }
  })
})

describe('troubleshooting', () => {
  const codes = new Set(Object.keys(errorTable))
  for (const file of globSync('{tools,plugins,mcp,routes,halt}/**/*.ts', { cwd: root })) {
    for (const [, code = ''] of read(file).matchAll(/'((?:TOOL|BLOCKED|BRIDGE)_[A-Z_]*[A-Z])'/g)) {
      codes.add(code)
    }
  }
  for (const file of globSync('{*.ts,{tools,mcp}/**/*.ts}', { cwd: root })) {
    for (const [, cell = ''] of read(file).matchAll(/(?:new ToolError\(|\bcode: )([^,\n]*)/g)) {
      for (const [, code = ''] of cell.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)) codes.add(code)
    }
  }

  test('finds the codes in the sources', () => assert.ok(codes.size > 50))
  for (const code of codes) {
    test(`has an entry for ${code}`, () => assert.ok(troubleshooting.includes(`\`${code}\``), code))
  }

  test('names no code that does not exist', () => {
    for (const [, code = ''] of troubleshooting.matchAll(
      /`((?:ERP|TOOL|BLOCKED|BRIDGE)_[A-Z_]+)`/g
    )) {
      assert.ok(codes.has(code) || settingNames.some(name => variableOf(name) === code), code)
    }
  })

  const erp = ['--url', 'https://e.example:1', '--user', 'U', '--password', 'P']
  const here = fileURLToPath(import.meta.url)
  const http = ['--url', 'https://e.example:1', '--transport', 'http-streamable']
  const mistakes: readonly (readonly [
    phrase: string,
    argv: readonly string[],
    env?: Record<string, string>
  ])[] = [
    ['ERP URL is required', []],
    ['none is configured', ['--url', 'https://e.example:1']],
    ['are configured', erp, { ERP_COOKIE_STRING: 'a=b' }],
    ['is given without', ['--url', 'https://e.example:1', '--user', 'U']],
    ['is given without', ['--url', 'https://e.example:1', '--password', 'P']],
    ['is given without', [...erp, '--oidc-issuer', 'https://i.example']],
    ['is given without', [...erp, '--oidc-audience', 'a']],
    ['is given without', [...erp, '--approval-hook', 'https://h.example']],
    ['is given without', ['--url', 'https://e.example:1', '--pp-ca-key', here]],
    ['is given without', ['--url', 'https://e.example:1', '--pp-ca-cert', here]],
    ['is given without', [...erp, '--redis-url', 'redis://127.0.0.1:6379']],
    ['is given without', [...erp, '--audit-pseudonyms', 'journal']],
    ['exclude each other', ['--sandbox', '--url', 'https://e.example:1']],
    ['makes its own log-on', ['--sandbox', '--user', 'U', '--password', 'P']],
    ['the sandbox has client 001 only', ['--sandbox', '--client', '100']],
    [
      'logs on by certificate and needs TLS',
      ['--url', 'http://e.example:1', '--pp-ca-key', here, '--pp-ca-cert', here]
    ],
    ['is not between 10s and 24h', [...erp, '--pp-cert-ttl', '5s']],
    ['exclude each other', [...erp, '--allowed-ops', 'R', '--disallowed-ops', 'D']],
    ['exclude each other', [...erp, '--journal-dir', '/j', '--journal-url', 'postgres://h/j']],
    ['contradicts', [...erp, '--journal', 'off', '--journal-dir', '/j']],
    ['is given without', [...erp, '--journal-url', 'postgres://h/j']],
    ['contradicts', [...erp, '--enable-transports', '--feature-transport', 'off']],
    ['is above 65535', [...erp, '--http-addr', '127.0.0.1:70000']],
    [
      'needs callers that log on',
      ['--url', 'https://e.example:1', '--pp-ca-key', here, '--pp-ca-cert', here]
    ],
    [
      'principal propagation needs users',
      [
        '--url',
        'https://e.example:1',
        '--pp-ca-key',
        here,
        '--pp-ca-cert',
        here,
        '--transport',
        'http-streamable'
      ]
    ],
    ['exclude each other', [...http, '--destination', 'DEV']],
    ['needs callers that log on', ['--destination', 'DEV']],
    [
      'the exchange of tokens needs users',
      [...http, '--http-addr', '0.0.0.0:8080', '--service-key', here]
    ],
    ['can be read without TLS', ['--url', 'http://e.example:1', '--service-key', here]],
    ['is given without', ['--url', 'https://e.example:1', '--client-key', here]],
    [
      'logs on by certificate and needs TLS',
      ['--url', 'http://e.example:1', '--client-cert', here]
    ],
    ['can be read without TLS', ['--url', 'http://e.example:1', '--ticket-command', '/opt/ticket']],
    ['can be read without TLS', ['--url', 'http://e.example:1', '--browser-logon']],
    ['a kept log-on is of one user', [...http, '--http-addr', '0.0.0.0:8080', '--browser-logon']],
    ['is a folder of the caller', [...http, '--workspace-dir', '/w']],
    [
      'no client authentication is configured',
      [...erp, '--transport', 'http-streamable', '--require-auth']
    ],
    ['is set but empty', [...erp, '--transport', 'http-streamable'], { SVC_API_KEY: '' }],
    ['is not valid', [...erp, '--max-rows', 'many']],
    ['is empty; give', [...erp, '--allowed-packages', '']],
    ['unknown flag', [...erp, '--max-row', '1']],
    ['unknown variable', erp, { ERP_READ_ONYL: 'true' }],
    ['is given twice', [...erp, '--user', 'V']],
    ['stands alone, or not at all', [...erp, '--oidc-default-scopes', 'none,read']],
    ['is given without a value', [...erp, '--api-key', '']],
    [
      'are both set',
      ['--url', 'https://e.example:1', '--user', 'U'],
      { ERP_PASSWORD: 'P', ERP_PASSWORD_FILE: here }
    ],
    ['exclude each other', ['--sandbox', '--systems-file', here]],
    ['names a system of', [...erp, '--system', 'dev']],
    ['does not stand beside', [...erp, '--systems-file', here]],
    ['cannot read', [...erp, '--ca-file', '/no/such/file']],
    ['holds no certificate in PEM form', [...erp, '--ca-file', here]]
  ]

  for (const [phrase, argv, env = {}] of mistakes) {
    test(`has an entry for the start error "${phrase}" (${argv.slice(-2).join(' ')})`, () => {
      assert.throws(
        () => loadConfig(argv, env),
        error =>
          error instanceof ConfigError && error.problems.some(problem => problem.includes(phrase))
      )
      assert.ok(troubleshooting.includes(phrase))
    })
  }

  test('has an entry for every rule between settings', () => {
    const every = [...systemRules, ...serverRules, ...launchSystemRules, ...launchServerRules]
    const silent = every.filter(
      rule =>
        // A rule is covered where one of the mistakes above breaks it: its message then begins with
        // or contains a phrase of the page.
        !mistakes.some(([phrase, argv, env = {}]) => {
          try {
            loadConfig(argv, env)
            return false
          } catch (error) {
            return (
              error instanceof ConfigError &&
              error.problems.some(
                problem =>
                  problem.includes(phrase) && broken(rule, argv, env).some(text => text === problem)
              )
            )
          }
        })
    )
    assert.deepEqual(silent.map(String), [])
  })

  /** What one rule says of a configuration, whatever else is wrong with it. */
  function broken(
    rule: (typeof systemRules)[number],
    argv: readonly string[],
    env: Readonly<Record<string, string>>
  ): string[] {
    const config: Record<string, unknown> = Object.fromEntries(
      settingNames.map(name => [name, setting(name).default])
    )
    for (let at = 0; at < argv.length; at++) {
      const name = settingNames.find(candidate => flagOf(candidate) === argv[at])
      if (name === undefined) continue
      const next = argv[at + 1]
      config[name] = setting(name).type === 'boolean' ? true : next
    }
    for (const [variable, value] of Object.entries(env)) {
      const name = settingNames.find(candidate => variableOf(candidate) === variable)
      if (name !== undefined) config[name] = value
    }
    const message = rule(config as never, name => {
      const flag = flagOf(name)
      return flag === undefined ? variableOf(name) : `${flag} (${variableOf(name)})`
    })
    return message === undefined ? [] : [message]
  }
})
