/**
 * Who may import whom, how large files, functions and folders may be, and how everything is
 * written. The picture is in docs/architecture.md.
 */
import assert from 'node:assert/strict'
import { builtinModules } from 'node:module'
import { describe, test } from 'node:test'
import ts from 'typescript'
import { cyclesOf } from './cycles.ts'
import { folderFaults, sizeFaults } from './sizes.ts'
import { files, importsOf, parse, readFiles, target } from './source-code.ts'
import type { SourceFile } from './source-code.ts'
import { headerFaults, widthFaults, wordFaults } from './writing.ts'

/** Every layer, and what of ours and of others it may import as a value. `*` is a prefix. */
interface Layer {
  readonly ours: readonly string[]
  readonly packages: readonly string[]
  readonly node?: false
}

const layers: Readonly<Record<string, Layer>> = {
  'erp-client/': {
    ours: ['erp-client/'],
    packages: ['undici', '@peculiar/x509', 'reflect-metadata', 'saxes']
  },
  'tools/': {
    ours: ['tools/', 'erp-client/'],
    packages: ['@sinclair/typebox', '@sinclair/typebox/*', '@abaplint/core', 'diff']
  },
  'mcp/': {
    ours: ['mcp/', 'tools/'],
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/*']
  },
  'recording/': { ours: ['recording/', 'config/secrets.ts', 'free-bytes.ts'], packages: [] },
  'systems/': {
    ours: [
      'systems/',
      'tools/',
      'erp-client/',
      'recording/recorder.ts',
      'version.ts',
      'config/settings.ts',
      'config/expert.ts',
      'config/landscape.ts'
    ],
    packages: [],
    node: false
  },
  'logon/': {
    ours: ['logon/', 'cloud/', 'erp-client/', 'journal/seal.ts', 'config/json-text.ts'],
    packages: []
  },
  'journal/': { ours: ['journal/', 'tools/'], packages: ['pg'] },
  'cloud/': { ours: ['cloud/', 'erp-client/', 'config/json-text.ts'], packages: ['undici'] },
  'halt/': { ours: ['halt/', 'tools/'], packages: [] },
  'plugins/': {
    ours: [
      'halt/',
      'plugins/',
      'cloud/',
      'systems/',
      'tools/',
      'erp-client/',
      'config/secrets.ts',
      'config/json-text.ts',
      'config/landscape.ts'
    ],
    packages: [
      'fastify-plugin',
      '@fastify/*',
      'fast-jwt',
      'get-jwks',
      'undici',
      'prom-client',
      'ioredis'
    ]
  },
  'routes/': {
    ours: ['routes/', 'mcp/', 'systems/', 'config/landscape.ts'],
    packages: ['fastify-plugin', '@fastify/*']
  },
  'commands/': {
    ours: [
      'commands/',
      'recording/replay/',
      'recording/sanitize/',
      'version.ts',
      'config/json-text.ts',
      'config/landscape.ts',
      'audit.ts',
      'audit/',
      'config/config.ts',
      'config/secrets.ts',
      'config/known-secrets.ts',
      'config/settings.ts',
      'config/help.ts',
      'config/presets.ts',
      'config/spellings.ts',
      'sandbox-package.ts',
      'twin-process.ts',
      'wiring.ts',
      'log.ts',
      'halt/',
      'journal/',
      'logon/',
      'systems/',
      'tools/',
      'erp-client/',
      'mcp/',
      'cloud/',
      'plugins/'
    ],
    packages: ['pino', 'ioredis']
  },
  'sandbox/': {
    ours: ['sandbox/'],
    packages: [
      'fastify',
      '@fastify/*',
      'fastify-plugin',
      '@abaplint/core',
      '@abaplint/runtime',
      '@abaplint/runtime/build/src/abap_regex.js',
      '@abaplint/runtime/build/src/operators/_parse.js',
      '@abaplint/transpiler',
      '@abaplint/transpiler/*',
      'acorn',
      '@peculiar/x509',
      'reflect-metadata',
      'fast-xml-parser'
    ]
  },
  'config/settings.ts': { ours: [], packages: ['@sinclair/typebox'], node: false },
  'config/secrets.ts': { ours: [], packages: [], node: false },
  'config/json-text.ts': { ours: [], packages: [] },
  'config/known-secrets.ts': { ours: ['config/settings.ts'], packages: [] },
  'config/near-names.ts': { ours: [], packages: [], node: false },
  'config/spellings.ts': { ours: [], packages: [], node: false },
  'config/rules.ts': { ours: ['config/settings.ts'], packages: [], node: false },
  'config/landscape.ts': { ours: [], packages: [], node: false },
  'config/expert.ts': { ours: [], packages: [], node: false },
  'config/server-filters.ts': { ours: ['config/expert.ts'], packages: [], node: false },
  'config/presets.ts': { ours: ['config/settings.ts'], packages: [], node: false },
  'config/origins.ts': { ours: ['config/settings.ts'], packages: [], node: false },
  'config/systems-schema.ts': {
    ours: ['config/landscape.ts', 'config/settings.ts'],
    packages: [],
    node: false
  },
  'config/systems-file.ts': {
    ours: [
      'config/check.ts',
      'config/files.ts',
      'config/json-text.ts',
      'config/landscape.ts',
      'config/near-names.ts',
      'config/origins.ts',
      'config/presets.ts',
      'config/server-filters.ts',
      'config/settings.ts'
    ],
    packages: []
  },
  'config/files.ts': { ours: ['config/settings.ts'], packages: [] },
  'config/findings.ts': { ours: [], packages: [], node: false },
  'config/flags.ts': {
    ours: ['config/spellings.ts', 'config/settings.ts', 'config/near-names.ts'],
    packages: [],
    node: false
  },
  'config/variables.ts': {
    ours: ['config/settings.ts', 'config/files.ts', 'config/near-names.ts'],
    packages: []
  },
  'config/check.ts': {
    ours: ['config/spellings.ts', 'config/settings.ts', 'config/files.ts', 'config/rules.ts'],
    packages: ['env-schema'],
    node: false
  },
  'config/config.ts': {
    ours: [
      'config/settings.ts',
      'config/check.ts',
      'config/flags.ts',
      'config/variables.ts',
      'config/rules.ts',
      'config/near-names.ts',
      'config/landscape.ts',
      'config/presets.ts',
      'config/systems-file.ts'
    ],
    packages: [],
    node: false
  },
  'config/help.ts': { ours: ['config/settings.ts'], packages: [], node: false },
  'version.ts': { ours: [], packages: [] },
  'free-bytes.ts': { ours: [], packages: [] },
  'audit/': { ours: ['audit/', 'tools/', 'free-bytes.ts'], packages: [] },
  'audit.ts': { ours: ['audit/', 'tools/'], packages: [] },
  'wiring.ts': { ours: ['config/settings.ts'], packages: [], node: false },
  'bridge-options.ts': { ours: [], packages: [], node: false },
  'heap.ts': { ours: [], packages: [] },
  'connections.ts': { ours: ['config/config.ts'], packages: ['fastify', 'prom-client'] },
  'log.ts': { ours: ['config/settings.ts'], packages: ['pino'], node: false },
  'terminal-log.ts': { ours: [], packages: ['pino', 'pino-pretty'], node: false },
  'telemetry.ts': { ours: [], packages: [], node: false },
  'telemetry-sdk.ts': { ours: [], packages: ['@opentelemetry/api', '@opentelemetry/sdk-node'] },
  'sandbox-package.ts': { ours: ['version.ts'], packages: [] },
  'sandbox-process.ts': { ours: ['sandbox-package.ts'], packages: [] },
  'twin-process.ts': { ours: ['sandbox-package.ts', 'tools/'], packages: [] },
  'app.ts': {
    ours: [
      'halt/',
      'journal/',
      'plugins/',
      'routes/approvals.ts',
      'routes/mcp.ts',
      'routes/oauth-proxy.ts',
      'routes/well-known.ts',
      'systems/',
      'bridge-options.ts',
      'config/config.ts',
      'config/landscape.ts',
      'config/settings.ts',
      'audit.ts',
      'config/secrets.ts',
      'config/known-secrets.ts',
      'telemetry.ts',
      'twin-process.ts',
      'wiring.ts'
    ],
    packages: ['fastify-plugin']
  },
  'index.ts': {
    ours: ['app.ts', 'config/config.ts', 'log.ts', 'config/secrets.ts', 'plugins/context.ts'],
    packages: [],
    node: false
  },
  'server/': {
    ours: [
      'server/',
      'journal/',
      'logon/',
      'config/secrets.ts',
      'config/settings.ts',
      'plugins/errors.ts',
      'plugins/origin.ts',
      'routes/admin.ts',
      'systems/',
      'tools/',
      'config/config.ts',
      'config/settings.ts',
      'wiring.ts'
    ],
    packages: ['fastify']
  },
  'server.ts': {
    ours: [
      'journal/',
      'logon/',
      'app.ts',
      'server/',
      'plugins/errors.ts',
      'plugins/request-log.ts',
      'plugins/sent-answers.ts',
      'routes/health.ts',
      'config/config.ts',
      'config/secrets.ts',
      'config/settings.ts',
      'connections.ts',
      'heap.ts',
      'log.ts',
      'telemetry-sdk.ts',
      'terminal-log.ts',
      'tools/'
    ],
    packages: ['fastify', 'prom-client']
  },
  'stdio.ts': {
    ours: [
      'halt/',
      'journal/',
      'logon/',
      'mcp/',
      'systems/',
      'erp-client/',
      'audit.ts',
      'config/config.ts',
      'config/known-secrets.ts',
      'config/settings.ts',
      'twin-process.ts',
      'wiring.ts',
      'log.ts',
      'telemetry.ts',
      'server/kept-sessions.ts',
      'telemetry-sdk.ts',
      'terminal-log.ts'
    ],
    packages: []
  },
  'cli.ts': { ours: ['main.ts'], packages: [], node: false },
  'main.ts': {
    ours: [
      'commands/index.ts',
      'config/config.ts',
      'config/landscape.ts',
      'config/secrets.ts',
      'config/known-secrets.ts',
      'config/help.ts',
      'config/near-names.ts',
      'version.ts',
      'server.ts',
      'server/processes.ts',
      'server/read-secret.ts',
      'stdio.ts',
      'sandbox-process.ts'
    ],
    packages: []
  }
}

/** Only these may use the process: its arguments, environment, streams, signals and end. */
const processFiles = new Set([
  'cli.ts',
  'main.ts',
  'server.ts',
  'server/admin.ts',
  'server/kept-sessions.ts',
  'server/processes.ts',
  'server/request-lines.ts',
  'server/shutdown.ts',
  'stdio.ts',
  'twin-process.ts'
])
/**
 * Children and workers have a process of their own; and the sandbox, which starts them, may ask
 * what runs it and end what a killed one left.
 */
const ownProcess = /^sandbox\/.*(worker|child|thread|main)\b/
const facts = new Set(['execPath', 'execArgv', 'versions', 'version', 'platform', 'arch', 'kill'])

/** Tables may be long: a row is not complexity. */
const tables = new Set([
  'config/settings.ts',
  'erp-client/object-types.ts',
  'tools/failure/release-table.ts',
  'sandbox/http/kinds.ts'
])

function layerOf(path: string): [string, Layer] | undefined {
  return Object.entries(layers).find(([name]) =>
    name.endsWith('/') ? path.startsWith(name) : path === name
  )
}

const matches = (name: string, patterns: readonly string[]) =>
  patterns.some(pattern =>
    pattern.endsWith('/')
      ? name.startsWith(pattern)
      : pattern.endsWith('*')
        ? name.startsWith(pattern.slice(0, -1))
        : name === pattern
  )

function importFaults(file: SourceFile): string[] {
  const layer = layerOf(file.path)
  if (layer === undefined) {
    return [
      `${file.path} belongs to no layer: give it a line in the table of test/architecture/architecture.test.ts`
    ]
  }
  const [name, { ours, packages, node }] = layer
  return importsOf(file).flatMap(({ specifier, typeOnly }) => {
    const fault = [`${file.path} imports ${specifier}`]
    if (specifier.startsWith('.')) {
      const to = target(file.path, specifier)
      if (
        specifier.startsWith('../..') &&
        !name.startsWith('sandbox') &&
        !to.startsWith(name) &&
        !typeOnly &&
        !matches(to, ours)
      ) {
        return fault
      }
      // Other layers may not import types of the sandbox either: the bridge knows it over HTTP alone.
      if (typeOnly && !to.startsWith('sandbox/')) {
        return name === 'sandbox/' && !to.startsWith('sandbox/') ? fault : []
      }
      return matches(to, ours) ? [] : fault
    }
    const plain = specifier.replace(/^node:/, '')
    if (specifier.startsWith('node:') || builtinModules.includes(plain)) {
      return node === false && !typeOnly ? fault : []
    }
    return typeOnly || matches(specifier, packages) ? [] : fault
  })
}

function processFaults(file: SourceFile): string[] {
  if (processFiles.has(file.path) || ownProcess.test(file.path)) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const parent = node.parent as ts.Node | undefined
    const isName =
      parent !== undefined &&
      ((ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        ts.isPropertyAssignment(parent) ||
        ts.isPropertySignature(parent) ||
        ts.isMethodSignature(parent))
    if (
      ts.isIdentifier(node) &&
      node.text === 'process' &&
      !isName &&
      parent !== undefined &&
      ts.isPropertyAccessExpression(parent) &&
      !(file.path.startsWith('sandbox/') && facts.has(parent.name.text))
    ) {
      found.push(`${file.path} uses process.${parent.name.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  const imported = importsOf(file)
    .filter(({ specifier }) => /^(node:)?process$/.test(specifier))
    .map(({ specifier }) => `${file.path} imports ${specifier}`)
  return [...found, ...imported]
}

/** Groups of files whose types need each other, each named by one of its files. */
const knownCycles = new Set([
  // Routes take the system as a type, and the system holds state that the modules of routes create.
  'sandbox/system.ts',
  // The state of the worker thread, and the search in it for the source that stopped the thread.
  'sandbox/engine/thread.ts',
  // An outline has nodes for components, which are nodes of the outline themselves.
  'sandbox/engine/outline/outline.ts'
])

const tests = readFiles(
  ['{test,bench,tooling,examples,demo,sandbox/test}/**/*.{ts,mts}'],
  ['test/architecture/exported-types.tst.ts', 'test/architecture/writing.ts', '**/node_modules/**']
)
/** Programs that a reader runs; the same limits hold. */
const demo = readFiles(['demo/*.ts'])
const pages = readFiles(
  [
    '*.md',
    '{docs,deploy,examples,.github}/**/*.md',
    '{erp-client,tools,mcp,plugins,routes,commands,sandbox,test}/**/*.md'
  ],
  ['CHANGELOG.md', '**/node_modules/**']
)

/** Whether `export default …` of the file holds `import('./….ts')`. */
function importsLater(file: SourceFile): boolean {
  if (!/\bimport\(/.test(file.text)) return false
  const holds = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      /\.ts['"]\)$/.test(node.getText())) ||
    (ts.forEachChild(node, child => holds(child) || undefined) ?? false)
  return parse(file).statements.some(each => ts.isExportAssignment(each) && holds(each))
}

const none = (faults: readonly string[]) => assert.deepEqual(faults, [])

describe('the architecture', () => {
  test('has its files', () => assert.ok(files.length > 60, `only ${files.length} files found`))
  test('imports go only where the table says', () => none(files.flatMap(importFaults)))
  test('the process belongs to the launchers', () => none(files.flatMap(processFaults)))
  test('there are no cycles of values', () => none(cyclesOf(files, 'values').map(String)))
  test('cycles of types are those that are known', () =>
    none(
      cyclesOf(files, 'all')
        .filter(group => !group.some(path => knownCycles.has(path)))
        .map(group => group.join(' ↔ '))
    ))
  test('files, functions and parameter lists stay small', () =>
    none([...files, ...demo].flatMap(file => sizeFaults(file, tables))))
  test('no folder holds more than 25 files of code', () =>
    none(folderFaults([...files, ...tests].map(({ path }) => path))))
  test('lines are at most 110 columns wide', () =>
    none([...files, ...tests].filter(({ path }) => !tables.has(path)).flatMap(widthFaults)))
  test('no default export holds a dynamic import, whose ending the compiler keeps', () =>
    none(files.filter(importsLater).map(({ path }) => path)))
  test('each file opens with what it is for', () => none(files.flatMap(headerFaults)))
  test('texts name components, in plain words', () =>
    none([...files, ...tests, ...pages].flatMap(wordFaults)))
  test('only mcp/ imports the MCP SDK, and fastify is a value in the HTTP launcher and the sandbox alone', () => {
    const users = (name: RegExp) =>
      files
        .filter(file =>
          importsOf(file).some(({ specifier, typeOnly }) => !typeOnly && name.test(specifier))
        )
        .map(({ path }) => path)
    none(users(/^@modelcontextprotocol\//).filter(path => !path.startsWith('mcp/')))
    none(users(/^fastify$/).filter(path => !/^(server\.ts|server\/|sandbox\/)/.test(path)))
  })
  test('there is no any and no silenced compiler', () =>
    none(
      files
        .filter(({ text }) =>
          /@ts-(ignore|expect-error|nocheck)|\bas any\b|: any\b/.test(
            text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, match => (/@ts-/.test(match) ? match : ''))
          )
        )
        .map(({ path }) => path)
    ))
})

describe('the checks find what they forbid', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text })
  const sizes = (path: string, text: string) => sizeFaults(file(path, text), tables)
  const bad: [string, readonly string[]][] = [
    [
      'a tool that imports the protocol',
      importFaults(file('tools/x.ts', "import { Server } from '@modelcontextprotocol/server'"))
    ],
    [
      'a tool that looks up',
      importFaults(file('tools/x.ts', "import { y } from '../plugins/y.ts'"))
    ],
    [
      'a route that imports an ability',
      importFaults(file('routes/x.ts', "import { y } from '../plugins/y.ts'"))
    ],
    [
      'a route that imports the ERP',
      importFaults(file('routes/x.ts', "import { y } from '../erp-client/index.ts'"))
    ],
    ['stdio that loads Fastify', importFaults(file('stdio.ts', "import fastify from 'fastify'"))],
    ['stdio that loads the app lazily', importFaults(file('stdio.ts', "await import('./app.ts')"))],
    [
      'the ERP client that re-exports a tool',
      importFaults(file('erp-client/x.ts', "export { y } from '../tools/y.ts'"))
    ],
    [
      'a plugin that imports the sandbox',
      importFaults(file('plugins/x.ts', "import { createSandbox } from '../sandbox/server.ts'"))
    ],
    [
      'a bridge that knows types of the sandbox',
      importFaults(file('plugins/x.ts', "import type { Store } from '../sandbox/types.ts'"))
    ],
    [
      'the sandbox that imports the ERP client',
      importFaults(file('sandbox/x.ts', "import type { Erp } from '../erp-client/index.ts'"))
    ],
    ['a new folder', importFaults(file('utils/x.ts', ''))],
    [
      'a plugin that reads the environment',
      processFaults(file('plugins/x.ts', "const x = process.env['X']"))
    ],
    [
      'a tool that imports the process',
      processFaults(file('tools/x.ts', "import { exit } from 'node:process'"))
    ],
    [
      'a cycle',
      cyclesOf(
        [file('tools/a.ts', "import './b.ts'"), file('tools/b.ts', "import './a.ts'")],
        'values'
      ).map(String)
    ],
    ['a long function', sizes('x.ts', `function f () {\n${'  a()\n'.repeat(40)}}`)],
    ['a long file', sizes('x.ts', 'a()\n'.repeat(301))],
    ['four parameters', sizes('x.ts', 'const f = (a: 1, b: 1, c: 1, d: 1) => a')],
    ['a folder of 26 files', folderFaults(Array.from({ length: 26 }, (_, at) => `x/${at}.ts`))],
    ['a wide line', widthFaults(file('x.ts', `const x = a${' + a'.repeat(30)}`))],
    [
      'a string with code around it',
      widthFaults(file('x.ts', `${'call('.repeat(16)}'${'a'.repeat(40)}'${')'.repeat(16)}`))
    ],
    ['a file without an opening', headerFaults(file('x.ts', 'const x = 1'))],
    ['a person as subject', wordFaults(file('x.md', `It is ${'nobod'}y's.`))],
    ['a metaphor', wordFaults(file('x.ts', `// The cache ${'gives'} way.`))],
    [
      'a cycle of types',
      cyclesOf(
        [
          file('tools/a.ts', "import type { B } from './b.ts'"),
          file('tools/b.ts', "import type { A } from './a.ts'")
        ],
        'all'
      ).map(String)
    ]
  ]
  for (const [title, faults] of bad) {
    test(title, () => assert.equal(faults.length, 1, faults.join('\n')))
  }

  const good: [string, readonly string[]][] = [
    [
      'a type from a layer above',
      importFaults(file('erp-client/x.ts', "import type { Config } from '../config.ts'"))
    ],
    [
      'inline types',
      importFaults(file('plugins/x.ts', "import { type FastifyInstance } from 'fastify'"))
    ],
    [
      'functions inside a function count for themselves',
      sizes(
        'x.ts',
        `function f () {\n  function g () {\n${'    a()\n'.repeat(30)}  }\n${'  a()\n'.repeat(30)}}`
      )
    ],
    ['a line that is one string', widthFaults(file('x.ts', `  text: '${'a'.repeat(200)}',`))],
    ['a property named process', processFaults(file('plugins/x.ts', 'const y = x.process.env'))]
  ]
  for (const [title, faults] of good) test(title, () => none(faults))
})
