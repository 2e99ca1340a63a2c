/** Finds packages and files in a data directory, also in a plain abapGit clone. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join, normalize } from 'node:path'
import { readMetadata } from './formats/abapgit.ts'
import { textAt } from './formats/xml.ts'
import { decodeName, encodeName, parseFileName } from './names.ts'

/** Where packages stand in a data directory. Paths are below it, with `/`. */
export interface Layout {
  /** The folder of the sources: `src` unless `.abapgit.xml` defines another one. */
  readonly start: string
  readonly logic: 'PREFIX' | 'FULL'
  /**
   * The package of the starting folder itself; empty when that folder only holds package folders.
   */
  readonly root: string
  /** Where packages stand that do not fit into an abapGit repository of one root package. */
  readonly own: string
}

export interface PackageFolder {
  readonly package: string
  /** The package of the folder above; empty at the top. */
  readonly parent: string
  readonly path: string
  readonly files: readonly FoundFile[]
}

export interface FoundFile {
  readonly file: string
  readonly text: string
  readonly changedAt: number
}

const settingsFile = '.abapgit.xml'
const ownRoot = '.sandbox/src'
export const packageFile = 'package.devc.xml'

/** A path below a folder, which may be the data directory itself (the empty path). */
export function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

interface Settings {
  readonly start?: string
  readonly logic?: 'PREFIX' | 'FULL'
  readonly name?: string
}

function readSettings(dataDir: string): Settings {
  const file = join(dataDir, settingsFile)
  if (!existsSync(file)) return {}
  const { values } = readMetadata(readFileSync(file, 'utf8'))
  const start = normalize(textAt(values, 'DATA', 'STARTING_FOLDER')).replace(/^\/+|\/+$/g, '')
  return {
    logic: textAt(values, 'DATA', 'FOLDER_LOGIC') === 'FULL' ? 'FULL' : 'PREFIX',
    start: start.startsWith('..') ? 'src' : start,
    name: textAt(values, 'DATA', 'NAME')
  }
}

export function isRepositoryFile(file: string): boolean {
  return file.toLowerCase() === packageFile || parseFileName(file) !== undefined
}

function holdsFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some(isRepositoryFile)
}

/**
 * A package name for a folder without one: `Z…` and `Y…` as they are, everything else
 * becomes local.
 */
function rootName(name: string): string {
  const cleaned =
    name
      .toUpperCase()
      .replace(/[^A-Z0-9_]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 28) || 'REPOSITORY'
  return /^[ZY]/.test(cleaned) ? cleaned : `$${cleaned}`
}

/** Reads how a data directory is laid out; `remembered` is the root package it had before. */
export function detectLayout(dataDir: string, remembered: string | undefined): Layout {
  const settings = readSettings(dataDir)
  const guessed = !existsSync(join(dataDir, 'src')) && holdsFiles(dataDir) ? '' : 'src'
  const start = settings.start ?? guessed
  const onlyFolders = !holdsFiles(join(dataDir, start)) && settings.logic !== 'PREFIX'
  if (onlyFolders) return { start, logic: 'FULL', root: '', own: start }
  const root = remembered || rootName(settings.name || basename(dataDir))
  return { start, logic: settings.logic ?? 'PREFIX', root, own: ownRoot }
}

/** The package of a folder inside the folder of `parent`. */
function packageOf(layout: Layout, parent: string, folder: string): string {
  const name = decodeName(folder)
  return layout.logic === 'PREFIX' && parent !== '' ? `${parent}_${name}` : name
}

function readFiles(folder: string): FoundFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && isRepositoryFile(entry.name))
    .map(entry => {
      const path = join(folder, entry.name)
      return {
        file: entry.name.toLowerCase(),
        text: readText(path),
        changedAt: Math.floor(statSync(path).mtimeMs)
      }
    })
}

/** Text as the store holds it: without byte-order mark, lines ended by LF. */
export function readText(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n/g, '\n')
}

function scanFolder(
  dataDir: string,
  layout: Layout,
  at: { path: string; package: string; parent: string }
): PackageFolder[] {
  const folder = join(dataDir, at.path)
  if (!existsSync(folder)) return []
  const inner = readdirSync(folder, { withFileTypes: true })
    .filter(
      entry => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules'
    )
    .flatMap(entry =>
      scanFolder(dataDir, layout, {
        path: below(at.path, entry.name),
        package: packageOf(layout, at.package, entry.name),
        parent: at.package
      })
    )
  const files = at.package === '' ? [] : readFiles(folder)
  return at.package !== '' && (files.length > 0 || inner.length > 0)
    ? [{ ...at, files }, ...inner]
    : inner
}

/** Every package folder with its files, outer ones first. */
export function scan(dataDir: string, layout: Layout): PackageFolder[] {
  const found = scanFolder(dataDir, layout, {
    path: layout.start,
    package: layout.root,
    parent: ''
  })
  if (layout.own === layout.start) return found
  return [
    ...found,
    ...scanFolder(
      dataDir,
      { ...layout, logic: 'FULL' },
      { path: layout.own, package: '', parent: '' }
    )
  ]
}

/** `zx.enho.xml`, `zx.tran.json`: the file of an object of any type, as abapGit names it. */
const objectFile = /^([^.]+)\.([a-z][a-z0-9]{3})\.(?:[^.]+\.)*[a-z0-9]+$/

/** Objects whose type is not kept here, as `TYPE NAME`, sorted. Their files stay as they are. */
export function foreignObjects(dataDir: string, layout: Layout): string[] {
  const start = join(dataDir, layout.start)
  if (!existsSync(start)) return []
  const outside = (path: string) =>
    path.split('/').some(segment => segment.startsWith('.') || segment === 'node_modules')
  const found = readdirSync(start, { recursive: true, withFileTypes: true })
    .filter(
      entry =>
        entry.isFile() &&
        !isRepositoryFile(entry.name) &&
        !outside(entry.parentPath.slice(start.length).replaceAll('\\', '/'))
    )
    .flatMap(entry => {
      const [, name, type] = objectFile.exec(entry.name.toLowerCase()) ?? []
      return name === undefined || type === undefined
        ? []
        : [`${type.toUpperCase()} ${decodeName(name)}`]
    })
  return [...new Set(found)].sort()
}

/**
 * The folder for a new package. `nested`: the folder determines the super package; if not,
 * the package's file must.
 */
export function folderFor(
  layout: Layout,
  name: string,
  parent: { name: string; folder: string } | undefined
): { folder: string; nested: boolean } {
  const own = { folder: below(layout.own, encodeName(name)), nested: parent === undefined }
  if (parent === undefined) return own
  const inRepository = layout.root !== '' && !parent.folder.startsWith(`${layout.own}/`)
  if (!inRepository || layout.logic === 'FULL') {
    return { folder: below(parent.folder, encodeName(name)), nested: true }
  }
  const prefix = `${parent.name}_`
  return name.startsWith(prefix) &&
    name.length > prefix.length &&
    !name.slice(prefix.length).includes('/')
    ? { folder: below(parent.folder, encodeName(name.slice(prefix.length))), nested: true }
    : own
}
