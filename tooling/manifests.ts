/**
 * The entries of the bridge in the registry of MCP servers (`server.json`) and in bundles for
 * desktops (`deploy/mcpb/manifest.json`), from the settings and the tools. `node
 * tooling/manifests.ts` writes them; with `--check` it fails where a file differs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setting, settingNames, variableOf } from '../config/settings.ts'
import { tools } from '../tools/index.ts'

const root = new URL('..', import.meta.url)
const { name, version, description, license } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8')
) as Record<'name' | 'version' | 'description' | 'license', string>

/** The settings that a user has to give; everything else has a default. */
const asked = ['url', 'client', 'user', 'password', 'language', 'readOnly'] as const
const required = new Set<string>(['url', 'user', 'password'])
const offered = settingNames.filter(one => setting(one).group !== 'Client authentication')

function serverJson(): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `io.github.${name}/${name}`,
    title: 'ERP bridge',
    description:
      'Development on SAP ABAP systems: read, search, change, check, activate and test objects.',
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        environmentVariables: offered
          .filter(one => setting(one).group !== 'MCP transport')
          .map(one => ({
            name: variableOf(one),
            description: setting(one).description,
            isRequired: required.has(one),
            isSecret: setting(one).writeOnly === true
          }))
      }
    ]
  }
}

function mcpbManifest(): object {
  const fields = asked.map(one => {
    const { description, type, writeOnly, default: usual } = setting(one)
    // A bundle is for trying things out, too: what it may change is for its user to say.
    const preset = one === 'readOnly' ? true : usual
    return [
      one,
      {
        type: type === 'boolean' ? 'boolean' : 'string',
        title: one
          .replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
          .replace(/^./, letter => letter.toUpperCase()),
        description,
        required: required.has(one),
        ...(writeOnly === true ? { sensitive: true } : {}),
        ...(preset === undefined ? {} : { default: preset })
      }
    ]
  })
  return {
    manifest_version: '0.3',
    name,
    display_name: 'ERP bridge',
    version,
    description,
    author: { name: 'The erp-bridge authors' },
    license,
    server: {
      type: 'node',
      entry_point: 'dist/cli.js',

      mcp_config: {
        command: 'node',
        // eslint-disable-next-line no-template-curly-in-string -- the client fills it in
        args: ['${__dirname}/dist/cli.js'],
        env: Object.fromEntries(asked.map(one => [variableOf(one), `\${user_config.${one}}`]))
      }
    },
    user_config: Object.fromEntries(fields),
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=22.19' } },
    tools: tools.map(({ name, title }) => ({ name, description: title })),
    tools_generated: true
  }
}

const files: Readonly<Record<string, object>> = {
  'server.json': serverJson(),
  'deploy/mcpb/manifest.json': mcpbManifest()
}
let differing = 0
for (const [path, content] of Object.entries(files)) {
  const file = new URL(path, root)
  const text = `${JSON.stringify(content, undefined, 2)}\n`
  if (!process.argv.includes('--check')) {
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, text)
  } else if (readFileSync(file, 'utf8') !== text) {
    differing++
    process.stderr.write(`${path} differs from the tables; run node tooling/manifests.ts\n`)
  }
}
process.exitCode = differing === 0 ? 0 : 1
