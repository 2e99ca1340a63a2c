/** The chart, rendered as Helm renders it: Debian has no Helm, but its template engine. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { settingNames, setting, variableOf } from '../../config/settings.ts'

const run = promisify(execFile)
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
) as { version: string }
const chart = fileURLToPath(new URL('../../deploy/helm/erp-bridge', import.meta.url))
const source = fileURLToPath(new URL('helm/render.go', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-helm-'))
const program = join(folder, 'render')

/** Debian's Go packages are below one GOPATH. */
const goEnvironment = {
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  GO111MODULE: 'off',
  GOPATH: '/usr/share/gocode',
  GOCACHE: join(folder, 'cache'),
  GOFLAGS: '-buildvcs=false'
}

interface Resource {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: Tree
}
/** What a test looks into without saying the whole shape. */
type Tree = { readonly [key: string]: Tree } & readonly Tree[]

const values = { erp: { url: 'https://erp.example.com:44300' }, hosts: ['bridge.example.com'] }

const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as object
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema)

/** What Helm checks before it renders: values with the defaults of the chart against the schema. */
async function faultsOf(given: object): Promise<string[]> {
  const { stdout } = await run(program, [chart, '--values', JSON.stringify(given)])
  if (validate(JSON.parse(stdout))) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

async function render(given: object): Promise<ReadonlyMap<string, Resource>> {
  assert.deepEqual(await faultsOf(given), [])
  const { stdout } = await run(program, [chart, 'test', JSON.stringify(given)])
  return new Map(
    (JSON.parse(stdout) as Resource[]).map(resource => [
      resource.metadata.name.endsWith('-metrics') ? 'MetricsService' : resource.kind,
      resource
    ])
  )
}

function podOf(resources: ReadonlyMap<string, Resource>): {
  pod: Tree
  container: Tree
  env: Record<string, unknown>
} {
  const pod = resources.get('Deployment')?.spec['template']?.['spec']
  const container = pod?.['containers']?.[0]
  assert.ok(pod !== undefined && container !== undefined)
  const variables = container['env'] as unknown as readonly { name: string; value: unknown }[]
  return {
    pod,
    container,
    env: Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  }
}

describe('the Helm chart', () => {
  before(async () => {
    await run('go', ['build', '-o', program, source], { env: goEnvironment })
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('has everything that a production needs, read-only and without free SQL by default', async () => {
    const resources = await render(values)
    assert.deepEqual([...resources.keys()].toSorted(), [
      'Deployment',
      'MetricsService',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount'
    ])
    const { pod, container, env } = podOf(resources)
    assert.deepEqual(
      [
        env['ERP_POLICY'],
        env['ERP_READ_ONLY'],
        env['ERP_BLOCK_FREE_SQL'],
        env['ERP_ALLOWED_HOSTS'],
        env['ERP_REQUIRE_AUTH']
      ],
      ['development', undefined, undefined, 'bridge.example.com', 'true']
    )
    assert.deepEqual(container['command'], ['node', '--disable-sigusr1', '/app/dist/cli.js'])
    assert.deepEqual(pod['securityContext'], {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' }
    })
    assert.deepEqual(container['securityContext'], {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] }
    })
    assert.deepEqual(
      [pod['automountServiceAccountToken'], pod['enableServiceLinks']],
      [false, false]
    )
    for (const [probe, path] of [
      ['livenessProbe', '/health'],
      ['readinessProbe', '/ready'],
      ['startupProbe', '/health']
    ] as const) {
      assert.equal(container[probe]?.['httpGet']?.['path'], path)
    }
    assert.deepEqual(container['envFrom'], [{ secretRef: { name: 'erp-bridge' } }])
    assert.equal(container['image'], `erp-bridge:${version}`)
  })

  test('divides the connections to the ERP by the replicas there can be', async () => {
    assert.equal(podOf(await render(values)).env['ERP_CONNECTIONS'], '10')
    const scaled = await render({ ...values, autoscaling: { enabled: true, maxReplicas: 8 } })
    assert.equal(podOf(scaled).env['ERP_CONNECTIONS'], '4')
    assert.equal(scaled.get('Deployment')?.spec['replicas'], undefined, 'the autoscaler has it')
    assert.ok(scaled.has('HorizontalPodAutoscaler'))
    assert.equal(podOf(await render({ ...values, replicaCount: 100 })).env['ERP_CONNECTIONS'], '1')
    const leased = { ...values, erp: { ...values.erp, connectionsLeased: true } }
    assert.equal(podOf(await render(leased)).env['ERP_CONNECTIONS'], '32')
  })

  test('gives a systems file of the mounted secret in place of one system', async () => {
    const several = {
      hosts: ['bridge.example.com'],
      erp: { systemsFile: 'systems.json' },
      secrets: { files: 'erp-bridge-files' },
      networkPolicy: { erp: { ports: [44300, 44301] } }
    }
    const resources = await render(several)
    const { env, container, pod } = podOf(resources)
    assert.equal(env['ERP_SYSTEMS_FILE'], '/run/secrets/erp-bridge/systems.json')
    for (const name of ['ERP_URL', 'ERP_CLIENT', 'ERP_LANGUAGE']) assert.ok(!(name in env), name)
    assert.match(JSON.stringify(container['volumeMounts']), /"\/run\/secrets\/erp-bridge"/)
    assert.match(JSON.stringify(pod['volumes']), /"secretName":"erp-bridge-files"/)
    const egress = JSON.stringify(resources.get('NetworkPolicy')?.spec['egress'])
    assert.match(egress, /"port":44300.*"port":44301/)
    for (const [more, reason] of [
      [{ secrets: { files: '' } }, /secrets\.files is required/],
      [{ networkPolicy: {} }, /networkPolicy\.erp\.ports is required/],
      [{ erp: { ...several.erp, ...values.erp } }, /exclude each other/]
    ] as const) {
      await assert.rejects(render({ ...several, ...more }), reason)
    }
  })

  test('gives a destination with its bindings in place of an address', async () => {
    const cloud = {
      hosts: ['bridge.example.com'],
      erp: { destination: 'DEV_100', client: '100' },
      bindings: ['destination', 'connectivity', 'xsuaa'],
      networkPolicy: { erp: { ports: [20003] } },
      settings: { ERP_PLATFORM_AUTH: 'true' }
    }
    const resources = await render(cloud)
    const { env, container, pod } = podOf(resources)
    assert.deepEqual(
      ['ERP_DESTINATION', 'ERP_CLIENT', 'SERVICE_BINDING_ROOT', 'ERP_URL'].map(name => env[name]),
      ['DEV_100', '100', '/run/bindings', undefined]
    )
    const known = new Set([...settingNames.map(variableOf), 'SERVICE_BINDING_ROOT'])
    for (const name of Object.keys(env)) assert.ok(known.has(name), name)
    const mounts = container['volumeMounts'] as unknown as readonly Tree[]
    const volumes = pod['volumes'] as unknown as readonly Tree[]
    for (const binding of cloud.bindings) {
      const name = `binding-${binding}`
      const mounted = mounts.find(one => String(one['name']) === name)
      assert.deepEqual(mounted, { name, mountPath: `/run/bindings/${binding}`, readOnly: true })
      const volume = volumes.find(one => String(one['name']) === name)
      assert.deepEqual(volume, { name, secret: { secretName: binding, defaultMode: 0o440 } })
    }
    assert.match(JSON.stringify(resources.get('NetworkPolicy')?.spec['egress']), /"port":20003/)
    for (const [more, reason] of [
      [{ networkPolicy: {} }, /networkPolicy\.erp\.ports is required/],
      [{ erp: { ...cloud.erp, ...values.erp } }, /exclude each other/]
    ] as const) {
      await assert.rejects(render({ ...cloud, ...more }), reason)
    }
  })

  test('names only settings that exist, and contains no secret', async () => {
    // The state key comes from a secret of the cluster.
    const known = new Set(settingNames.map(variableOf))
    const secret = new Set(
      settingNames.filter(name => setting(name).writeOnly === true).map(variableOf)
    )
    for (const name of Object.keys(podOf(await render(values)).env)) {
      assert.ok(known.has(name), name)
      assert.ok(name === 'ERP_STATE_KEY' || !secret.has(name), name)
    }
  })

  test('permits requests through an ingress without buffering, and metrics to named pods only', async () => {
    const resources = await render({
      ...values,
      ingress: { enabled: true, className: 'nginx', tlsSecret: 'tls' }
    })
    const ingress = resources.get('Ingress')
    assert.equal(
      (ingress as unknown as { metadata: { annotations: Record<string, string> } }).metadata
        .annotations['nginx.ingress.kubernetes.io/proxy-buffering'],
      'off'
    )
    assert.deepEqual(ingress?.spec['tls'], [{ secretName: 'tls', hosts: ['bridge.example.com'] }])
    const policy = resources.get('NetworkPolicy')?.spec
    assert.deepEqual(policy?.['ingress'], [
      { ports: [{ port: 'http' }], from: [{ podSelector: {} }] }
    ])
    const open = await render({
      ...values,
      networkPolicy: { metricsFrom: [{ namespaceSelector: {} }] }
    })
    assert.deepEqual(open.get('NetworkPolicy')?.spec['ingress']?.[1], {
      ports: [{ port: 'metrics' }],
      from: [{ namespaceSelector: {} }]
    })
  })

  test('lets the bridge connect to the ERP and the names alone, and to what is named', async () => {
    const egressOf = async (given: object) =>
      (await render({ ...values, ...given })).get('NetworkPolicy')?.spec['egress']
    const tcp = (port: number) => ({ port, protocol: 'TCP' })
    const names = { ports: [tcp(53), { port: 53, protocol: 'UDP' }] }
    assert.deepEqual(await egressOf({}), [names, { ports: [tcp(44300)] }])
    for (const [url, port] of [
      ['https://erp.example.com', 443],
      ['http://erp.example.com', 80],
      ['http://[2001:db8::1]:8000', 8000]
    ] as const) {
      assert.deepEqual(await egressOf({ erp: { url } }), [names, { ports: [tcp(port)] }], url)
    }
    const [erp, provider] = [
      [{ ipBlock: { cidr: '10.20.0.0/24' } }],
      [{ ipBlock: { cidr: '192.0.2.0/24' } }]
    ]
    const own = { to: [{ namespaceSelector: {} }], ports: [tcp(9999)] }
    const networkPolicy = {
      dns: { to: [{ namespaceSelector: {} }] },
      erp: { ports: [44300, 8000], to: erp },
      identityProvider: { ports: [443], to: provider },
      redis: { ports: [6379] },
      telemetry: { ports: [4318] },
      proxy: { ports: [3128] },
      egress: [own]
    }
    assert.deepEqual(await egressOf({ networkPolicy }), [
      { ...names, to: [{ namespaceSelector: {} }] },
      { ports: [tcp(44300), tcp(8000)], to: erp },
      { ports: [tcp(443)], to: provider },
      { ports: [tcp(6379)] },
      { ports: [tcp(4318)] },
      { ports: [tcp(3128)] },
      own
    ])
  })

  test('takes settings, files, a digest, a monitor and a smaller set of parts', async () => {
    const resources = await render({
      ...values,
      safety: { policy: 'reading', readOnly: false, blockFreeSql: false, requireAuth: false },
      settings: { ERP_ALLOWED_PACKAGES: 'Z*,$TMP' },
      secrets: { environment: 'own', files: 'pki' },
      image: { digest: 'sha256:abc' },
      metrics: { serviceMonitor: { enabled: true, labels: { team: 'abap' } } },
      podDisruptionBudget: { enabled: false },
      networkPolicy: { enabled: false }
    })
    const { pod, container, env } = podOf(resources)
    assert.deepEqual(
      [
        env['ERP_POLICY'],
        env['ERP_READ_ONLY'],
        env['ERP_BLOCK_FREE_SQL'],
        env['ERP_ALLOWED_PACKAGES'],
        env['ERP_REQUIRE_AUTH']
      ],
      ['reading', 'false', 'false', 'Z*,$TMP', 'false']
    )
    assert.equal(container['image'], 'erp-bridge@sha256:abc')
    assert.deepEqual(pod['volumes']?.[1], {
      name: 'files',
      secret: { secretName: 'pki', defaultMode: 0o440 }
    })
    assert.ok(
      resources.has('ServiceMonitor') &&
        !resources.has('NetworkPolicy') &&
        !resources.has('PodDisruptionBudget')
    )
  })

  test("takes variables, volumes and mounts of one's own beside those of the chart", async () => {
    const key = {
      name: 'ERP_STATE_KEY',
      valueFrom: { secretKeyRef: { name: 'shared', key: 'state' } }
    }
    const audit = { name: 'audit', persistentVolumeClaim: { claimName: 'erp-bridge-audit' } }
    const resources = await render({
      ...values,
      settings: { ERP_AUDIT_FILE: '/var/log/erp-bridge/audit.jsonl' },
      secrets: { files: 'pki' },
      extraEnv: [key, { name: 'HTTPS_PROXY', value: 'http://proxy.example:3128' }],
      extraVolumes: [audit],
      extraVolumeMounts: [{ name: 'audit', mountPath: '/var/log/erp-bridge' }]
    })
    const { pod, container, env } = podOf(resources)
    const variables = container['env'] as unknown as readonly object[]
    assert.deepEqual(variables.slice(-2), [
      key,
      { name: 'HTTPS_PROXY', value: 'http://proxy.example:3128' }
    ])
    assert.equal(env['ERP_AUDIT_FILE'], '/var/log/erp-bridge/audit.jsonl')
    assert.deepEqual(
      [...(pod['volumes'] ?? [])].map(volume => volume['name']),
      ['tmp', 'files', 'audit']
    )
    assert.deepEqual(pod['volumes']?.[2], audit)
    assert.deepEqual(container['volumeMounts']?.[2], {
      name: 'audit',
      mountPath: '/var/log/erp-bridge'
    })
  })

  test('spreads replicas, takes names, and starts new pods for a new revision of the secrets', async () => {
    const resources = await render({
      ...values,
      fullnameOverride: 'bridge-dev',
      secrets: { revision: '7' }
    })
    const deployment = resources.get('Deployment')
    assert.equal(deployment?.metadata.name, 'bridge-dev')
    const template = deployment?.spec['template']
    assert.deepEqual(template?.['metadata']?.['annotations'], {
      'erp-bridge/secrets-revision': '7'
    })
    const labels = { 'app.kubernetes.io/name': 'erp-bridge', 'app.kubernetes.io/instance': 'test' }
    assert.deepEqual(template?.['spec']?.['topologySpreadConstraints'], [
      {
        labelSelector: { matchLabels: labels },
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway'
      }
    ])
    const named = await render({ ...values, nameOverride: 'erp' })
    assert.equal(named.get('Deployment')?.metadata.name, 'test-erp')
  })

  test('several replicas do not start without the key that they share', async () => {
    const keysOf = async (given: object) =>
      [
        ...((podOf(await render({ ...values, ...given })).container['env'] ?? []) as unknown as {
          name: string
          valueFrom?: { secretKeyRef: object }
        }[])
      ].filter(({ name }) => name.startsWith('ERP_STATE_KEY'))
    assert.deepEqual(await keysOf({}), [
      {
        name: 'ERP_STATE_KEY',
        valueFrom: { secretKeyRef: { name: 'erp-bridge', key: 'ERP_STATE_KEY' } }
      }
    ])
    assert.deepEqual(await keysOf({ replicaCount: 1 }), [])
    assert.equal((await keysOf({ replicaCount: 1, autoscaling: { enabled: true } })).length, 1)
    const file = { ERP_STATE_KEY_FILE: '/run/secrets/erp-bridge/state' }
    assert.deepEqual(await keysOf({ settings: file }), [
      { name: 'ERP_STATE_KEY_FILE', value: '/run/secrets/erp-bridge/state' }
    ])
    const own = { name: 'ERP_STATE_KEY', value: 'x' }
    assert.deepEqual(await keysOf({ extraEnv: [own] }), [own])
  })

  test('refuses values that it does not know or that have another type', async () => {
    for (const [given, fault] of [
      [{ replicaCont: 2 }, / must NOT have additional properties/],
      [{ erp: { ...values.erp, client: 1 } }, /^\/erp\/client must be string/],
      [{ safety: { readOnly: 'yes' } }, /^\/safety\/readOnly must be boolean,null/],
      [{ safety: { policy: 'writing' } }, /^\/safety\/policy must be equal to one of/],
      [{ settings: { ERP_TIMEOUT: 60 } }, /^\/settings\/ERP_TIMEOUT must be string,boolean/]
    ] as const) {
      assert.match((await faultsOf({ ...values, ...given })).join(), fault)
    }
  })

  test('refuses to be installed without the address of an ERP, or an ingress without a name', async () => {
    await assert.rejects(render({}), /erp\.url is required/)
    await assert.rejects(
      render({ erp: values.erp, ingress: { enabled: true } }),
      /hosts is required/
    )
  })
})
