/** Runs the reference solutions of the ABAP benchmark with their tests. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBrowserLogon } from '../../sandbox/http/logon/browser-logon.ts'
import { standaloneIdentity } from '../../sandbox/identity.ts'
import { createSystem } from '../../sandbox/system.ts'
import type { System } from '../../sandbox/system.ts'
import type { RepositoryFile } from '../../sandbox/types.ts'

/** A system without objects in a folder of its own; the end of `work` removes both. */
export async function withSystem<T>(
  work: (system: System) => Promise<T>,
  seed?: string,
  libraries: readonly string[] = []
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'abap-benchmark-'))
  const quiet = { info() {}, warn() {}, error: console.error }
  const empty = mkdtempSync(join(tmpdir(), 'abap-benchmark-seed-'))
  mkdirSync(join(empty, 'src'))
  try {
    const system = await createSystem({
      dataDir,
      seed: seed ?? empty,
      libraries,
      users: [{ name: 'DEVELOPER', password: 'x', fullName: 'DEVELOPER' }],
      log: quiet,
      browserLogon: createBrowserLogon({
        page: undefined,
        identity: standaloneIdentity,
        now: Date.now
      }),
      contextMilliseconds: 60_000,
      durable: false
    })
    try {
      return await work(system)
    } finally {
      await system.close()
    }
  } finally {
    for (const folder of [dataDir, empty]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates and activates tables of CDS-like sources. */
export async function createTables(
  { store, engine, dictionary }: System,
  tables: readonly { readonly name: string; readonly text: string }[]
): Promise<void> {
  for (const { name, text } of tables) {
    const key = { type: 'TABL', name } as const
    const facts = { package: '$TMP', description: name, responsible: 'DEVELOPER', language: 'EN' }
    const annotated = `@EndUserText.label : '${name}'\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n${text}`
    const more = { createdBy: 'DEVELOPER', changedBy: 'DEVELOPER', attributes: {} }
    store.create({ key, ...facts, ...more }, [{ part: 'main', text: annotated }], 'DEVELOPER')
    await engine.apply(store.activate([key], 'DEVELOPER'))
  }
  dictionary.refresh()
}

export interface Outcome {
  /** Warnings of the syntax check itself. */
  readonly warnings: readonly { readonly row: number; readonly text: string }[]
  readonly syntax: readonly { readonly file: string; readonly row: number; readonly text: string }[]
  /** Reasons why tests did not pass; empty when all passed, undefined when they did not run. */
  readonly failures: readonly string[] | undefined
}

/** Checks a class with its tests and, when both are free of errors, runs the tests. */
export async function runClass(
  system: System,
  name: string,
  { source, tests }: { readonly source: string; readonly tests: string | undefined }
): Promise<Outcome> {
  const main = { name: `${name}.clas.abap`, text: source }
  const overlay: RepositoryFile[] = [main]
  if (tests !== undefined) overlay.push({ name: `${name}.clas.testclasses.abap`, text: tests })
  const files = [main.name]
  const messages = await system.engine.check({ files, overlay })
  const syntax = messages
    .filter(message => message.severity === 'E')
    .map(({ file, startRow, text }) => ({ file, row: startRow, text }))
  const warnings = messages
    .filter(({ severity, rule }) => severity === 'W' && rule === 'check_syntax')
    .map(({ startRow, text }) => ({ row: startRow, text }))
  if (syntax.length > 0 || tests === undefined) return { syntax, warnings, failures: undefined }
  const classes = await system.engine.testClasses({
    files: overlay.map(each => each.name),
    overlay
  })
  const run = await system.runtime.unit({
    files: await system.engine.closure({ files: overlay.map(each => each.name), overlay }),
    classes: classes.map(({ file, name: test, methods }) => ({
      file,
      name: test,
      methods: methods.map(method => method.name)
    })),
    tables: system.dictionary.tables(),
    database: system.database.file
  })
  const alerts = run.classes.flatMap(each => [
    ...each.alerts,
    ...each.methods.flatMap(method => method.alerts)
  ])
  return {
    syntax,
    warnings,
    failures: alerts.map(({ kind, title, details }) => [kind, title, ...details].join(' · '))
  }
}
