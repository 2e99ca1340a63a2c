/** The sources of classes and interfaces as rows, for programs that read sources (`CL_OO_FACTORY`). */
import type { RepositoryFile, Store } from '../types.ts'

export interface SourceRow {
  readonly [column: string]: string
  readonly CLSNAME: string
  /** `A` active, `I` a draft. */
  readonly STATE: string
  readonly SOURCE: string
}

const MAIN = /^([^.]+)\.(?:clas|intf)\.abap$/

/** Those of the data folder and of libraries: the classes of the standard have other sources in an ERP. */
export function sourceRows(store: Store): SourceRow[] {
  const keys = store.keys().filter(({ type }) => type === 'CLAS' || type === 'INTF')
  const active = store.files('active', keys)
  const known = new Map(active.map(({ name, text }) => [name, text]))
  const drafts = store.files('inactive', keys).filter(({ name, text }) => known.get(name) !== text)
  return [
    ...[...store.library.files, ...active].flatMap(file => rowOf(file, 'A')),
    ...drafts.flatMap(file => rowOf(file, 'I'))
  ]
}

function rowOf({ name, text }: RepositoryFile, state: string): SourceRow[] {
  const [, object] = MAIN.exec(name) ?? []
  if (object === undefined) return []
  const source = text.replace(/\r\n/g, '\n').replace(/\n$/, '')
  return [{ CLSNAME: object.replaceAll('#', '/').toUpperCase(), STATE: state, SOURCE: source }]
}

/** Whether a program reads sources. */
export function readsSources(files: readonly RepositoryFile[]): boolean {
  return files.some(({ text }) => /\bCL_OO_(?:FACTORY|CLIF_SOURCE)\b/i.test(text))
}
