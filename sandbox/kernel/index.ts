/** Loads the kernel, the library of ABAP classes that every program may use. */
import { readdirSync, readFileSync } from 'node:fs'
import { columnOf, dictionaryFiles, scenarioFiles } from './dictionary-xml.ts'
import { rowsOf, tables } from './structures.ts'
import { standaloneIdentity } from '../identity.ts'
import type { SystemIdentity } from '../identity.ts'
import type { RepositoryFile, TableShape } from '../types.ts'

let library: RepositoryFile[] | undefined

/**
 * The kernel: the classes, interfaces, types and tables that ABAP programs expect in every system,
 * in abapGit file format. Read once; the files are part of the package and never change while it
 * runs.
 */
export function loadKernel(): RepositoryFile[] {
  library ??= [...sourceFiles(new URL('.', import.meta.url)), ...dictionaryFiles()]
  return [...library]
}

/**
 * Tables and data elements of a public project (`/DMO/`) that programs use without it. They are no
 * part of the kernel: an object of the data folder or of a library with the name of one replaces it.
 */
export function loadScenario(): RepositoryFile[] {
  return scenarioFiles()
}

/** The tables of the kernel that have rows (`T000` …), for the database of a system. */
export function kernelTables(identity: SystemIdentity = standaloneIdentity): {
  shape: TableShape
  rows: readonly Readonly<Record<string, string | number>>[]
}[] {
  const rows = rowsOf(identity)
  return tables
    .filter(table => table.kind === 'table')
    .map(table => ({
      shape: { name: table.name, description: table.text, columns: table.fields.map(columnOf) },
      rows: rows[table.name] ?? []
    }))
}

function sourceFiles(folder: URL): RepositoryFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.(abap|xml)$/.test(entry.name))
    .map(entry => ({
      name: entry.name,
      text: readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8')
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
