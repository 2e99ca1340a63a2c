/** What is in deploy/ names settings, files and addresses that exist. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadConfig, viewOf } from '../../config/config.ts'
import { setting, settingNames, variableOf } from '../../config/settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const deployed = [
  'mta.yaml',
  'Containerfile',
  ...globSync('deploy/**/*', { cwd: root, withFileTypes: false }).filter(file =>
    /\.(ya?ml|tpl|service|json|example)$/.test(file)
  )
]
const variables = new Set(
  settingNames.flatMap(name =>
    setting(name).writeOnly === true
      ? [variableOf(name), `${variableOf(name)}_FILE`]
      : [variableOf(name)]
  )
)
const secrets = settingNames.filter(name => setting(name).writeOnly === true).map(variableOf)

describe('the files to deploy with', () => {
  test('are there', () => assert.ok(deployed.length > 15, deployed.join()))

  for (const file of deployed) {
    test(`${file} names settings that exist and gives no secret`, () => {
      const text = read(file)
      for (const [name] of text.matchAll(/\b(ERP|SVC)_[A-Z][A-Z_]*[A-Z]\b/g)) {
        assert.ok(variables.has(name), `${name} is no setting`)
      }
      for (const name of secrets) {
        const values = [...text.matchAll(new RegExp(`\\b${name}[=:] *"?([^"\\n]*)`, 'g'))].map(
          ([, value = '']) => value.trim()
        )
        for (const value of values) {
          assert.match(value, /^(|\$\{[A-Z_]+:\?\}|\(\(.*\)\)|….*)$/, `${name} has a value`)
        }
      }
    })
  }

  test('have the policy of development, and no other filter that a reader must know of', () => {
    for (const file of ['deploy/manifest.yml', 'mta.yaml', 'deploy/compose/compose.yaml']) {
      assert.match(read(file), /^ {6}ERP_POLICY: development$/m, file)
    }
    assert.match(read('deploy/systemd/erp-bridge.service'), /^Environment=ERP_POLICY=development$/m)
    assert.match(
      read('deploy/helm/erp-bridge/values.yaml'),
      /^ {2}policy: development\n(?: {2}#.*\n)*? {2}readOnly: null\n {2}blockFreeSql: null$/m
    )
    assert.match(read('Containerfile'), /^ +ERP_POLICY=development \\$/m)
    for (const file of deployed.filter(name => !/values|deployment\.yaml|mcpb/.test(name))) {
      assert.doesNotMatch(read(file), /ERP_READ_ONLY|ERP_BLOCK_FREE_SQL/, file)
    }
  })

  test('start with client authentication alone, and open no debugger', () => {
    for (const file of ['deploy/manifest.yml', 'mta.yaml', 'deploy/compose/compose.yaml']) {
      assert.match(read(file), /ERP_REQUIRE_AUTH: "true"/, file)
    }
    for (const file of ['deploy/manifest.yml', 'mta.yaml']) {
      assert.match(read(file), /command: node --disable-sigusr1 dist\/cli\.js/, file)
    }
    const unit = read('deploy/systemd/erp-bridge.service')
    for (const line of [
      'Environment=ERP_REQUIRE_AUTH=true',
      'Environment=NODE_OPTIONS=--disable-sigusr1',
      'LimitCORE=0'
    ]) {
      assert.ok(unit.split('\n').includes(line), line)
    }
    assert.match(
      read('Containerfile'),
      /^ENTRYPOINT \["node", "--disable-sigusr1", "\/app\/dist\/cli\.js"\]$/m
    )
    assert.doesNotMatch(
      read('Containerfile'),
      /ERP_REQUIRE_AUTH/,
      'a container of the sandbox starts with one command'
    )
    assert.match(read('deploy/helm/erp-bridge/values.yaml'), /requireAuth: true/)
  })

  test('build on images that have a digest, or take one', () => {
    const bases = [...read('Containerfile').matchAll(/^FROM (\S+) AS (\w+)$/gm)].map(
      ([, from = '']) => from
    )
    const stages = new Set(
      [...read('Containerfile').matchAll(/ AS (\w+)$/gm)].map(([, name]) => name)
    )
    assert.deepEqual([...new Set(bases.filter(name => !stages.has(name)))], ['$' + '{NODE_IMAGE}'])
    for (const [, image = ''] of read('deploy/compose/compose.yaml').matchAll(
      /^ +image: (\S+)$/gm
    )) {
      assert.match(image, /@sha256:[0-9a-f]{64}$/)
    }
    const [, script = ''] =
      /name: Digest of the base image[^]*?run: \|\n((?: {10}[^\n]*\n)+)/.exec(
        read('.github/workflows/image.yml')
      ) ?? []
    assert.match(script, /imagetools inspect/)
  })

  test('give the bridge settings that it starts with', () => {
    const compose = read('deploy/compose/compose.yaml').split('\n  bridge:')[1] ?? ''
    const env = Object.fromEntries(
      [...compose.matchAll(/^ {6}([A-Z_]+): "?([^"\n]+)"?$/gm)].map(([, name = '', value = '']) => [
        name,
        value.replace(/\$\{.*/, 'a-secret-of-enough-characters')
      ])
    )
    const { config } = loadConfig([], {
      ...env,
      ERP_TRANSPORT: 'http-streamable',
      ERP_HTTP_ADDR: '0.0.0.0:8080'
    })
    const { readOnly, blockFreeSql, enableTransports, blockedTables } = viewOf(config)
    assert.deepEqual(
      [readOnly, blockFreeSql, enableTransports, config.adminAddr],
      [false, true, true, '0.0.0.0:8081']
    )
    assert.ok(blockedTables?.includes('USR02'))
    const manifest = Object.fromEntries(
      [...read('deploy/manifest.yml').matchAll(/^ {6}([A-Z_]+): "?([^"\n]+)"?$/gm)].map(
        ([, name = '', value = '']) => [
          name,
          value
            .replace('((erp-url))', 'https://e.example:1')
            .replace('((erp-client))', '100')
            .replaceAll('((domain))', 'example.com')
        ]
      )
    )
    assert.equal(
      loadConfig([], { ...manifest, ERP_USER: 'U', ERP_PASSWORD: 'P' }).config.platformAuth,
      true
    )
  })

  test('give a systems file or one system to a pod, never both', () => {
    const chart = 'deploy/helm/erp-bridge'
    const template = read(`${chart}/templates/deployment.yaml`)
    const [, several = '', bound = '', one = ''] =
      /\{\{- if \.Values\.erp\.systemsFile \}\}\n([^]*?)\{\{- else if \.Values\.erp\.destination \}\}\n([^]*?)\{\{- else \}\}\n([^]*?)\{\{- end \}\}\n/.exec(
        template
      ) ?? []
    const namesIn = (text: string) =>
      [...text.matchAll(/\{ name: (ERP_[A-Z_]+), value: /g)].map(([, name = '']) => name)
    assert.deepEqual(namesIn(several), ['ERP_SYSTEMS_FILE'])
    assert.deepEqual(namesIn(bound), ['ERP_DESTINATION', 'ERP_CLIENT', 'ERP_LANGUAGE'])
    assert.deepEqual(namesIn(one), ['ERP_URL', 'ERP_CLIENT', 'ERP_LANGUAGE'])
    assert.match(several, /required "secrets\.files is required [^"]*" \.Values\.secrets\.files/)
    assert.match(several, /if \.Values\.erp\.url \}\}\{\{- fail "/)

    // The path of the variable is the mount of the secret that holds the file.
    const [, path = ''] = /printf "([^"]+)\/%s" \.Values\.erp\.systemsFile/.exec(several) ?? []
    assert.ok(template.includes(`{ name: files, mountPath: ${path}, readOnly: true }`), path)
    const { erp } = (
      JSON.parse(read(`${chart}/values.schema.json`)) as {
        properties: { erp: { properties: { systemsFile: { pattern: string } } } }
      }
    ).properties
    const isName = (text: string) => new RegExp(erp.properties.systemsFile.pattern).test(text)
    assert.deepEqual(['', 'systems.json', 'a/b', '../x'].map(isName), [true, true, false, false])

    // Every other variable of the chart stands beside a systems file without a fault.
    const others = namesIn(template).filter(name => !namesIn(several + one).includes(name))
    for (const name of ['ERP_CONNECTIONS', 'ERP_POLICY', 'ERP_READ_ONLY']) {
      assert.ok(others.includes(name), others.join())
    }
    const given: Readonly<Record<string, string>> = {
      ERP_CONNECTIONS: '10',
      ERP_POLICY: 'development',
      ERP_READ_ONLY: 'true',
      ERP_BLOCK_FREE_SQL: 'true',
      ERP_REQUIRE_AUTH: 'true',
      ERP_ALLOWED_HOSTS: 'bridge.example.com',
      ERP_ADMIN_ADDR: '0.0.0.0:8081'
    }
    const passwords = { DEV_PASSWORD: 'one', QAS_PASSWORD: 'two', PRD_PASSWORD: 'three' }
    const { config } = loadConfig([], {
      ...Object.fromEntries(others.map(name => [name, given[name]])),
      ...passwords,
      ERP_SYSTEMS_FILE: `${root}examples/landscape/systems.json`,
      ERP_TRANSPORT: 'http-streamable',
      ERP_HTTP_ADDR: '0.0.0.0:8080',
      SVC_API_KEY: 'a-key-of-enough-characters'
    })
    assert.deepEqual(
      [...config.landscape.systems.values()].map(({ settings }) => [
        settings?.readOnly,
        settings?.connections
      ]),
      [
        [true, 10],
        [true, 10],
        [true, 4]
      ]
    )
    assert.match(
      read(`${chart}/templates/_helpers.tpl`),
      /if \.Values\.erp\.systemsFile -\}\}\{\{- fail "networkPolicy\.erp\.ports is required/
    )
  })

  test('point to files that exist', () => {
    assert.match(read('deploy/compose/compose.yaml'), /target: sandbox/)
    for (const target of ['sandbox', 'bridge']) {
      assert.match(read('Containerfile'), new RegExp(`^FROM .* AS ${target}$`, 'm'))
    }
    for (const file of ['deploy/compose/realm.json', 'deploy/xs-security.json']) {
      assert.ok(existsSync(`${root}${file}`), file)
    }
  })

  test('have the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    assert.match(read('mta.yaml'), new RegExp(`^version: ${version}$`, 'm'))
    assert.match(
      read('deploy/helm/erp-bridge/Chart.yaml'),
      new RegExp(`^version: ${version}\nappVersion: "${version}"$`, 'm')
    )
  })
})

describe('the workflows', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: root })
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

  const pins = new Map<string, string>()

  test('are there', () => assert.ok(workflows.length >= 3))
  for (const file of workflows) {
    test(`${file} has the least rights, keeps no credentials and pins every action to one commit`, () => {
      const text = read(file)
      assert.match(text, /^permissions:\n {2}contents: read$/m)
      assert.doesNotMatch(text, /write-all|pull_request_target/)
      for (const [, step = ''] of text.matchAll(/uses: ([^\n]*)/g)) {
        const [, action = '', pin = ''] =
          /^([\w-]+\/[\w-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(step) ?? []
        assert.notEqual(pin, '', `${step} is not pinned`)
        assert.equal(pins.get(action) ?? pin, pin, `${action} has one commit everywhere`)
        pins.set(action, pin)
      }
      for (const [step] of text.matchAll(/- uses: actions\/checkout@[^\n]*\n[^\n]*/g)) {
        assert.match(step, /persist-credentials: false/)
      }
      // What comes from outside goes through variables, never into a script's text.
      for (const [script] of text.matchAll(/run: [^\n]*|run: \|\n(?: {10,}[^\n]*\n)+/g)) {
        assert.doesNotMatch(script, /\$\{\{/)
      }
      for (const [, name = ''] of text.matchAll(/npm (?:run (?:-s )?|(?=test\b))([a-z:]+)/g)) {
        assert.ok(scripts[name] !== undefined, name)
      }
      for (const [, tool = ''] of text.matchAll(/node (tooling\/[a-z]+\.ts)/g)) {
        assert.ok(existsSync(`${root}${tool}`), tool)
      }
    })
  }

  // npm refuses provenance for a package that does not name the repository it is built in.
  test('publish from the repository that the package, the registry and the forms name', () => {
    const { repository, bugs, mcpName } = JSON.parse(read('package.json')) as {
      repository: { url: string }
      bugs: string
      mcpName: string
    }
    const home = `https://github.com/${mcpName.replace('io.github.', '')}`
    assert.deepEqual([repository.url, bugs], [`git+${home}.git`, `${home}/issues`])
    for (const file of [
      'SECURITY.md',
      '.github/ISSUE_TEMPLATE/config.yml',
      '.github/ISSUE_TEMPLATE/bug.yml'
    ]) {
      assert.ok(read(file).includes(`${home}/security/advisories/new`), file)
    }
  })

  test('give the image the tags latest, x.y.z and x.y, and never replace a release', () => {
    const text = read('.github/workflows/image.yml')
    for (const part of [
      'tags="$IMAGE:latest"',
      '$IMAGE:$version,$IMAGE:$' + '{version%.*}',
      'is never replaced',
      'linux/amd64,linux/arm64',
      'provenance: mode=max',
      'sbom: true'
    ]) {
      assert.ok(text.includes(part), part)
    }
    for (const argument of ['VERSION', 'COMMIT', 'BUILD_DATE', 'NODE_IMAGE']) {
      assert.match(text, new RegExp(`^ +${argument}=`, 'm'))
    }
  })
})

test('the list of licences follows from the lock, and every licence in it was reviewed', () => {
  execFileSync(process.execPath, ['tooling/licences.ts', '--check'], { cwd: root, stdio: 'pipe' })
})
