import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { loadKernel } from '../../kernel/index.ts'
import { createRuntime } from '../../runtime/index.ts'
import { createDatabase } from '../../sql/index.ts'
import type {
  Column,
  ConsoleRun,
  Database,
  RepositoryFile,
  RunLimits,
  RunCaller,
  Runtime,
  TableShape,
  UnitRun
} from '../../types.ts'

export const LIMITS: RunLimits = { milliseconds: 2500, memoryMegabytes: 96, outputBytes: 64 * 1024 }

/** A random name. */
export function unique(prefix: string): string {
  return `${prefix}${Math.random()
    .toString(36)
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 8)}`
}

export function integer(low: number, high: number): number {
  return low + Math.floor(Math.random() * (high - low + 1))
}

/** A runtime on the kernel library for the tests of one file; closed with the file. */
export function sharedRuntime(): Runtime {
  const runtime = createRuntime({ library: loadKernel() })
  after(() => runtime.close())
  return runtime
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'runtime-test-'))
  after(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export function column(
  name: string,
  type: string,
  length: number,
  more: { key?: boolean; decimals?: number } = {}
): Column {
  return {
    name: name.toUpperCase(),
    type,
    length,
    decimals: more.decimals ?? 0,
    key: more.key ?? false,
    description: name
  }
}

export function database(
  folder: string,
  tables: readonly { shape: TableShape; rows: readonly Record<string, string | number>[] }[]
): Database {
  const opened = createDatabase({ file: join(folder, `${unique('rows')}.sqlite`) })
  after(() => {
    opened.close()
  })
  for (const { shape, rows } of tables) {
    opened.defineTable(shape)
    opened.load(shape.name, rows)
  }
  return opened
}

/**
 * A class whose `main` holds the statements; `more` are further methods, as definition and
 * implementation.
 */
export function consoleClass(
  name: string,
  body: string,
  more: { definition?: string; implementation?: string } = {}
): RepositoryFile {
  return {
    name: `${name}.clas.abap`,
    text:
      `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\n${more.definition ?? ''}\nENDCLASS.\n` +
      `CLASS ${name} IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.\n${body}\n  ENDMETHOD.\n${more.implementation ?? ''}\nENDCLASS.\n`
  }
}

export async function runBody(
  runtime: Runtime,
  body: string,
  more: {
    tables?: readonly TableShape[]
    database?: string
    files?: readonly RepositoryFile[]
    caller?: RunCaller
  } = {}
): Promise<ConsoleRun> {
  const name = unique('zcl_')
  return await runtime.console({
    files: [consoleClass(name, body), ...(more.files ?? [])],
    class: name,
    tables: more.tables ?? [],
    database: more.database ?? '',
    limits: LIMITS,
    ...(more.caller === undefined ? {} : { caller: more.caller })
  })
}

/** A class with a method under test, and its test class with the given test methods. */
export function testedClass(
  name: string,
  parts: {
    definition: string
    implementation: string
    tests: Readonly<Record<string, string>>
    fixtures?: string
    local?: string
  }
): RepositoryFile[] {
  const methods = Object.keys(parts.tests)
  return [
    {
      name: `${name}.clas.abap`,
      text: `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n${parts.definition}\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n${parts.implementation}\nENDCLASS.\n`
    },
    {
      name: `${name}.clas.testclasses.abap`,
      text:
        `${parts.local ?? ''}CLASS ltcl_test DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    DATA cut TYPE REF TO ${name}.\n    METHODS setup.\n` +
        `${methods.map(method => `    METHODS ${method} FOR TESTING.\n`).join('')}ENDCLASS.\nCLASS ltcl_test IMPLEMENTATION.\n  METHOD setup.\n    cut = NEW #( ).\n  ENDMETHOD.\n` +
        `${methods.map(method => `  METHOD ${method}.\n${parts.tests[method] ?? ''}\n  ENDMETHOD.\n`).join('')}ENDCLASS.\n`
    }
  ]
}

export async function runTests(
  runtime: Runtime,
  name: string,
  files: readonly RepositoryFile[],
  methods: readonly string[]
): Promise<UnitRun['classes'][number]> {
  const run = await runtime.unit({
    files,
    classes: [{ file: `${name}.clas.testclasses.abap`, name: 'LTCL_TEST', methods }],
    tables: [],
    database: '',
    limits: LIMITS
  })
  const [only] = run.classes
  if (only === undefined) throw new Error('no class in the result')
  return only
}

/** The row in which the text stands first, in whichever file. */
export function rowOf(files: readonly RepositoryFile[], text: string): number {
  for (const file of files) {
    const index = file.text.split('\n').findIndex(line => line.includes(text))
    if (index >= 0) return index + 1
  }
  throw new Error(`${text} is in none of the files`)
}
