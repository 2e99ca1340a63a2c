/**
 * Who may import whom, and how large a file, a function and a list of parameters may be. The
 * picture is in docs/architecture.md.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface SourceFile {
  readonly path: string
  readonly text: string
}
interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
}

/** Every room, and what of ours and of others it may import as a value. `*` is a prefix. */
interface Room {
  readonly ours: readonly string[]
  readonly packages: readonly string[]
  readonly node?: false
}

const rooms: Readonly<Record<string, Room>> = {
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
  'systems/': {
    ours: ['systems/', 'tools/', 'erp-client/', 'config/settings.ts'],
    packages: [],
    node: false
  },
  'plugins/': {
    ours: ['plugins/', 'systems/', 'tools/', 'erp-client/', 'config/secrets.ts'],
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
  'routes/': { ours: ['routes/', 'mcp/', 'systems/'], packages: ['fastify-plugin', '@fastify/*'] },
  'commands/': {
    ours: [
      'commands/',
      'audit.ts',
      'config/config.ts',
      'config/secrets.ts',
      'config/known-secrets.ts',
      'config/settings.ts',
      'config/help.ts',
      'sandbox-package.ts',
      'wiring.ts',
      'log.ts',
      'systems/',
      'tools/',
      'erp-client/',
      'mcp/',
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
  'config/known-secrets.ts': { ours: ['config/settings.ts'], packages: [] },
  'config/near-names.ts': { ours: [], packages: [], node: false },
  'config/rules.ts': { ours: [], packages: [], node: false },
  'config/files.ts': { ours: ['config/settings.ts'], packages: [] },
  'config/findings.ts': { ours: [], packages: [], node: false },
  'config/flags.ts': {
    ours: ['config/settings.ts', 'config/near-names.ts'],
    packages: [],
    node: false
  },
  'config/variables.ts': {
    ours: ['config/settings.ts', 'config/files.ts', 'config/near-names.ts'],
    packages: []
  },
  'config/check.ts': {
    ours: ['config/settings.ts', 'config/files.ts', 'config/rules.ts'],
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
      'config/near-names.ts'
    ],
    packages: [],
    node: false
  },
  'config/help.ts': { ours: ['config/settings.ts'], packages: [], node: false },
  'version.ts': { ours: [], packages: [] },
  'audit.ts': { ours: ['tools/'], packages: [] },
  'wiring.ts': { ours: [], packages: [], node: false },
  'bridge-options.ts': { ours: [], packages: [], node: false },
  'heap.ts': { ours: [], packages: [] },
  'connections.ts': { ours: ['config/config.ts'], packages: ['fastify', 'prom-client'] },
  'log.ts': { ours: ['config/settings.ts'], packages: ['pino'], node: false },
  'terminal-log.ts': { ours: [], packages: ['pino', 'pino-pretty'], node: false },
  'telemetry.ts': { ours: [], packages: [], node: false },
  'telemetry-sdk.ts': { ours: [], packages: ['@opentelemetry/api', '@opentelemetry/sdk-node'] },
  'sandbox-package.ts': { ours: ['version.ts'], packages: [] },
  'sandbox-process.ts': { ours: ['sandbox-package.ts'], packages: [] },
  'app.ts': {
    ours: [
      'plugins/',
      'routes/mcp.ts',
      'routes/oauth-proxy.ts',
      'routes/well-known.ts',
      'systems/',
      'bridge-options.ts',
      'config/config.ts',
      'config/settings.ts',
      'audit.ts',
      'config/secrets.ts',
      'config/known-secrets.ts',
      'telemetry.ts',
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
      'plugins/errors.ts',
      'plugins/origin.ts',
      'routes/admin.ts',
      'systems/',
      'tools/',
      'wiring.ts'
    ],
    packages: ['fastify']
  },
  'server.ts': {
    ours: [
      'app.ts',
      'server/',
      'plugins/errors.ts',
      'plugins/request-log.ts',
      'plugins/sent-answers.ts',
      'routes/health.ts',
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
      'mcp/',
      'systems/',
      'erp-client/',
      'audit.ts',
      'config/known-secrets.ts',
      'config/settings.ts',
      'log.ts',
      'telemetry.ts',
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
      'config/secrets.ts',
      'config/known-secrets.ts',
      'config/help.ts',
      'config/near-names.ts',
      'version.ts',
      'server.ts',
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
  'server/shutdown.ts',
  'stdio.ts'
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
  'erp-client/objects.ts',
  'erp-client/errors.ts',
  'tools/operations.ts',
  'sandbox/not-implemented.ts'
])

const limits = { file: 300, function: 40, parameters: 3 }
/**
 * The sandbox plays an engine with four-place operations; the rest of the house does with three.
 */
const parametersOf = (path: string) => (path.startsWith('sandbox/') ? 4 : limits.parameters)

const files: readonly SourceFile[] = globSync(
  ['*.ts', '{config,erp-client,systems,server,tools,mcp,plugins,routes,commands,sandbox}/**/*.ts'],
  { cwd: root, exclude: ['sandbox/{dist,seed,test}/**', 'sandbox/kernel/**/*.abap.ts'] }
)
  .filter(path => !path.endsWith('.d.ts'))
  .map(path => ({ path: path.split(sep).join('/'), text: readFileSync(join(root, path), 'utf8') }))

function parse({ path, text }: SourceFile): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
}

function importsOf(file: SourceFile): Import[] {
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: isTypeImport(node) })
    }
    if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly })
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [target] = node.arguments
      if (target !== undefined && ts.isStringLiteral(target)) {
        found.push({ specifier: target.text, typeOnly: false })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  return found
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false
  if (importClause.isTypeOnly) return true
  const { namedBindings } = importClause
  return (
    importClause.name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.length > 0 &&
    namedBindings.elements.every(element => element.isTypeOnly)
  )
}

function roomOf(path: string): [string, Room] | undefined {
  return Object.entries(rooms).find(([name]) =>
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

/** The file of ours that a relative specifier names. */
function target(path: string, specifier: string): string {
  return relative(root, join(root, dirname(path), specifier))
    .split(sep)
    .join('/')
}

function importFaults(file: SourceFile): string[] {
  const room = roomOf(file.path)
  if (room === undefined) {
    return [
      `${file.path} belongs to no room: give it a line in the table of test/house/architecture.test.ts`
    ]
  }
  const [name, { ours, packages, node }] = room
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
      // Types of the sandbox are nobody's business either: the bridge knows it over HTTP alone.
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

function cyclesOf(all: readonly SourceFile[]): string[] {
  const edges = new Map(
    all.map(file => [
      file.path,
      importsOf(file)
        .filter(({ specifier, typeOnly }) => !typeOnly && specifier.startsWith('.'))
        .map(({ specifier }) => target(file.path, specifier))
    ])
  )
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of edges.keys()) visit(path, [])
  return cycles
}

/** Lines of a function without those of the functions inside it: each is measured by itself. */
function sizeFaults(file: SourceFile): string[] {
  const source = parse(file)
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const faults: string[] = []
  const measure = (node: ts.Node): number => {
    let nested = 0
    const walk = (child: ts.Node): void => {
      if (ts.isFunctionLike(child)) nested += measure(child)
      else ts.forEachChild(child, walk)
    }
    ts.forEachChild(node, walk)
    const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1
    if (ts.isFunctionLike(node)) {
      const where = `${file.path}:${lineOf(node.getStart(source)) + 1}`
      if (lines - nested > limits.function) {
        faults.push(`${where} has a function of ${lines - nested} lines`)
      }
      const parameters = node.parameters.filter(({ name }) => name.getText(source) !== 'this')
      if (parameters.length > parametersOf(file.path)) {
        faults.push(`${where} has ${parameters.length} parameters`)
      }
    }
    return lines
  }
  measure(source)
  const length = file.text.trimEnd().split('\n').length
  return length > limits.file && !tables.has(file.path)
    ? [...faults, `${file.path} has ${length} lines`]
    : faults
}

const none = (faults: readonly string[]) => assert.deepEqual(faults, [])

describe('the house', () => {
  test('has its rooms', () => assert.ok(files.length > 60, `only ${files.length} files found`))
  test('imports go only where the table says', () => none(files.flatMap(importFaults)))
  test('the process belongs to the launchers', () => none(files.flatMap(processFaults)))
  test('there are no import cycles', () => none(cyclesOf(files)))
  test('files, functions and parameter lists stay small', () => none(files.flatMap(sizeFaults)))
  test('only mcp/ knows the MCP SDK, and fastify is a value in the HTTP launcher and the sandbox alone', () => {
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

describe('the checks of the house bite', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text })
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
    ['a new room', importFaults(file('utils/x.ts', ''))],
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
      cyclesOf([file('tools/a.ts', "import './b.ts'"), file('tools/b.ts', "import './a.ts'")])
    ],
    ['a long function', sizeFaults(file('x.ts', `function f () {\n${'  a()\n'.repeat(40)}}`))],
    ['a long file', sizeFaults(file('x.ts', 'a()\n'.repeat(301)))],
    ['four parameters', sizeFaults(file('x.ts', 'const f = (a: 1, b: 1, c: 1, d: 1) => a'))]
  ]
  for (const [title, faults] of bad) {
    test(title, () => assert.equal(faults.length, 1, faults.join('\n')))
  }

  const good: [string, readonly string[]][] = [
    [
      'a type from a room above',
      importFaults(file('erp-client/x.ts', "import type { Config } from '../config.ts'"))
    ],
    [
      'inline types',
      importFaults(file('plugins/x.ts', "import { type FastifyInstance } from 'fastify'"))
    ],
    [
      'functions inside a function count for themselves',
      sizeFaults(
        file(
          'x.ts',
          `function f () {\n  function g () {\n${'    a()\n'.repeat(30)}  }\n${'  a()\n'.repeat(30)}}`
        )
      )
    ],
    ['a property named process', processFaults(file('plugins/x.ts', 'const y = x.process.env'))]
  ]
  for (const [title, faults] of good) test(title, () => none(faults))
})
