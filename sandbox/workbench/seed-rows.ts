/** Rows that a seed brings: one file a table, and objects of the web repository among its sources. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../types.ts'
import { readTree } from '../xml-tree.ts'
import type { XmlNode } from '../xml-tree.ts'
import type { Dictionary } from './dictionary.ts'

type Row = Readonly<Record<string, string | number>>

const BYTES_PER_ROW = 2886
const MAX_OBJECT_BYTES = 10 * 1024 * 1024

/** Fills the tables of a new system. */
export function loadSeedRows(seed: string, database: Database, dictionary: Dictionary): void {
  const known = new Set(dictionary.tables().map(shape => shape.name.toUpperCase()))
  const load = (table: string, rows: readonly Row[]): void => {
    if (known.has(table) && rows.length > 0) database.load(table, rows)
  }
  const { parameters, data } = webObjects(join(seed, 'src'))
  load('WWWPARAMS', parameters)
  load('WWWDATA', data)
  const folder = join(seed, 'data')
  if (!existsSync(folder)) return
  for (const file of readdirSync(folder).filter(name => name.endsWith('.json'))) {
    const table = file.slice(0, -'.json'.length).replaceAll('#', '/').toUpperCase()
    load(table, JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Row[])
  }
}

/** Files of objects W3MI in abapGit format, as rows of the tables that hold them. */
function webObjects(folder: string): { parameters: readonly Row[]; data: readonly Row[] } {
  const parameters: Row[] = []
  const data: Row[] = []
  if (!existsSync(folder)) return { parameters, data }
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
  for (const { parentPath, name } of files.filter(file => file.name.endsWith('.w3mi.xml'))) {
    const stem = name.slice(0, -'.xml'.length)
    const content = files.find(
      file => file.parentPath === parentPath && file.name.startsWith(`${stem}.data.`)
    )
    if (content === undefined) continue
    const bytes = readFileSync(join(parentPath, content.name))
    if (bytes.length > MAX_OBJECT_BYTES) continue
    const object = readObject(readFileSync(join(parentPath, name), 'utf8'))
    const key = { RELID: 'MI', OBJID: object.name }
    // abapGit leaves the size out, which the file has
    for (const [parameter, value] of [...object.parameters, ['filesize', String(bytes.length)]]) {
      parameters.push({ ...key, NAME: parameter ?? '', VALUE: value ?? '' })
    }
    for (let at = 0; at === 0 || at < bytes.length; at += BYTES_PER_ROW) {
      const part = bytes.subarray(at, at + BYTES_PER_ROW)
      data.push({
        ...key,
        SRTF2: at / BYTES_PER_ROW,
        TEXT: object.text,
        CLUSTR: part.length,
        CLUSTD: part
          .toString('hex')
          .toUpperCase()
          .padEnd(BYTES_PER_ROW * 2, '0')
      })
    }
  }
  return { parameters, data }
}

interface WebObject {
  readonly name: string
  readonly text: string
  readonly parameters: readonly (readonly [string, string])[]
}

function readObject(xml: string): WebObject {
  const nodes = descendants(readTree(xml.replace(/^\uFEFF/, '')))
  const values = nodes.find(({ name }) => name === 'asx:values')
  const parameters = nodes
    .filter(node => node.name === 'WWWPARAMS')
    .map(node => [childText(node, 'NAME'), childText(node, 'VALUE')] as const)
    .filter(([name]) => name !== 'filesize')
  return { name: childText(values, 'NAME'), text: childText(values, 'TEXT'), parameters }
}

function descendants(node: XmlNode): XmlNode[] {
  const inside = node.children.filter(child => typeof child !== 'string')
  return [node, ...inside.flatMap(descendants)]
}

function childText(node: XmlNode | undefined, name: string): string {
  const child = node?.children.find(each => typeof each !== 'string' && each.name === name)
  if (child === undefined || typeof child === 'string') return ''
  return child.children.filter(each => typeof each === 'string').join('')
}
