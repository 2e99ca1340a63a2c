import { ABAPObject, Config, MemoryFile, Registry } from '@abaplint/core'
import { Transpiler } from '@abaplint/transpiler'
import keywords from '@abaplint/transpiler/build/src/keywords.js'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installFunctionParameters } from '../../runtime/transpile/statements/function-parameters.ts'
import type { RepositoryFile } from '../../types.ts'

// The generated code calls what it catches `e`: a variable of that name would be hidden.
keywords.DEFAULT_KEYWORDS.add('e')
// NUMBER_GET_NEXT has a parameter in both directions
installFunctionParameters()

const rules = {
  check_syntax: true,
  parser_error: true,
  unknown_types: true,
  implement_methods: true,
  cds_parser_error: true,
  check_ddic: true,
  check_include: true,
  global_class: true,
  superclass_final: true,
  uncaught_exception: true,
  unused_variables: true,
  unused_methods: true,
  unused_types: true,
  unreachable_code: true,
  obsolete_statement: true,
  xml_consistency: true,
  main_file_contents: true,
  identical_conditions: true,
  when_others_last: true,
  begin_end_names: true,
  check_transformation_exists: true,
  msag_consistency: true,
  message_exists: true
}

export interface Finding {
  readonly file: string
  readonly row: number
  readonly rule: string
  readonly text: string
}
export interface TestResult {
  readonly object: string
  readonly class: string
  readonly method: string
  readonly outcome: 'ok' | 'failed' | 'error'
  readonly title: string
  readonly details: readonly string[]
}

function memory(files: readonly RepositoryFile[]): MemoryFile[] {
  return files.map(file => new MemoryFile(file.name, file.text))
}

/** What abaplint finds in the files; names that do not exist are errors. */
export function findings(
  files: readonly RepositoryFile[],
  library: readonly RepositoryFile[] = [],
  chosen: object = rules
): Finding[] {
  const config = new Config(
    JSON.stringify({
      global: { files: '/**/*.*' },
      syntax: { version: 'v758', errorNamespace: '.' },
      rules: chosen
    })
  )
  const registry = new Registry(config)
    .addFiles(memory(files))
    .addDependencies(memory(library))
    .parse()
  return registry.findIssues().map(issue => ({
    file: issue.getFilename(),
    row: issue.getStart().getRow(),
    rule: issue.getKey(),
    text: issue.getMessage()
  }))
}

/**
 * Transpiles the files with the library and runs `script` after all modules are loaded; `abap` is a
 * global there.
 */
export async function runScript(files: readonly RepositoryFile[], script: string): Promise<string> {
  const registry = new Registry().addFiles(memory(files))
  const output = await new Transpiler({ skipVersionCheck: true, addCommonJS: true }).run(registry)
  const folder = await mkdtemp(join(tmpdir(), 'kernel-'))
  try {
    for (const object of output.objects) {
      await writeFile(join(folder, object.filename), object.chunk.getCode())
    }
    const runtime = import.meta.resolve('@abaplint/runtime')
    await writeFile(
      join(folder, 'init.mjs'),
      output.initializationScript.replace('"@abaplint/runtime"', JSON.stringify(runtime))
    )
    await writeFile(join(folder, 'main.mjs'), `await import('./init.mjs')\n${script}\n`)
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.mjs')], {
      maxBuffer: 64 << 20
    })
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Plan {
  object: string
  module: string
  class: string
  methods: string[]
}

function plans(files: readonly RepositoryFile[]): Plan[] {
  const registry = new Registry().addFiles(memory(files)).parse()
  const sources: AbapFile[] = [...registry.getObjects()].flatMap(object =>
    object instanceof ABAPObject ? [...object.getABAPFiles()] : []
  )
  return sources
    .flatMap(file =>
      file
        .getInfo()
        .listClassDefinitions()
        .filter(definition => definition.isForTesting)
        .map(definition => ({
          object: file.getFilename().split('.')[0]?.toUpperCase() ?? '',
          module: moduleOf(file.getFilename()),
          class: definition.name.toLowerCase(),
          methods: definition.methods
            .filter(method => method.isForTesting)
            .map(method => method.name.toLowerCase())
        }))
    )
    .filter(plan => plan.methods.length > 0)
}

interface AbapFile {
  getFilename(): string
  getInfo(): {
    listClassDefinitions(): readonly {
      name: string
      isForTesting: boolean
      methods: readonly { name: string; isForTesting: boolean }[]
    }[]
  }
}

function moduleOf(file: string): string {
  return './' + encodeURIComponent(file.replace(/\.abap$/, '.mjs'))
}

const bytes = new URL('../../runtime/process/bytes.ts', import.meta.url).href

const codepages = new URL('../../runtime/child/texts/codepages.ts', import.meta.url).href

const descriptions = new URL('../../runtime/child/descriptions/services.ts', import.meta.url).href

const runner = `
const { descriptions } = await import(${JSON.stringify(descriptions)})
const { codepages } = await import(${JSON.stringify(codepages)})
Object.assign(Buffer, await import(${JSON.stringify(bytes)}))
class Quit extends Error {}
async function call (test, name) {
  const own = test.FRIENDS_ACCESS_INSTANCE?.[name]
  if (own) await own()
}
async function run (plan) {
  const type = (await import(plan.module))[plan.class]
  if (type.class_setup) await type.class_setup()
  for (const method of plan.methods) {
    const base = { object: plan.object, class: plan.class, method }
    const alerts = []
    abap.sandbox = {
      authorityCheck () {
        abap.builtin.sy.get().subrc.set(0)
      },
      codepages,
      descriptions,
      fail (alert) {
        alerts.push(alert)
        if (alert.quit !== false) throw new Quit()
      },
      skip (alert) {
        alerts.push({ ...alert, details: [] })
        throw new Quit()
      }
    }
    try {
      const test = await new type().constructor_()
      try {
        await call(test, 'setup')
        await test.FRIENDS_ACCESS_INSTANCE[method]()
      } finally {
        await call(test, 'teardown')
      }
    } catch (error) {
      if (!(error instanceof Quit)) {
        const text = error.if_message$get_text ? (await error.if_message$get_text()).get() : String(error.stack)
        results.push({ ...base, outcome: 'error', title: error.constructor.INTERNAL_NAME ?? error.name, details: [text] })
        continue
      }
    }
    results.push({ ...base, outcome: alerts.length ? 'failed' : 'ok', title: alerts[0]?.title ?? '', details: alerts.flatMap(alert => alert.details) })
  }
}
const results = []
for (const plan of plans) await run(plan)
console.log('\\n' + JSON.stringify(results))
`

/** Runs every test method of the files; one result each. */
export async function runUnitTests(
  files: readonly RepositoryFile[],
  library: readonly RepositoryFile[]
): Promise<TestResult[]> {
  const output = await runScript(
    [...library, ...files],
    `const plans = ${JSON.stringify(plans(files))}\n${runner}`
  )
  return JSON.parse(output.slice(output.lastIndexOf('\n', output.length - 2) + 1)) as TestResult[]
}
