/** Writes change requests and the object directory to tables when a query reads them. */
import { loadKernel } from '../kernel/index.ts'
import { isTask } from '../transports/requests.ts'
import { workbenchType } from '../transports/recording.ts'
import { createClassRelations } from './class-relations.ts'
import type { ClassRelation } from './class-relations.ts'
import { createDemoRows } from './demo-rows.ts'
import { createDictionaryRows, dictionaryTables } from './dictionary-rows.ts'
import type { DictionaryRows } from './dictionary-rows.ts'
import { messageRows } from './message-rows.ts'
import { readsSources, sourceRows } from './source-rows.ts'
import { languageKeys } from '../language-keys.ts'
import type { SystemIdentity } from '../identity.ts'
import type { Database, ObjectKey, RepositoryFile, Store } from '../types.ts'

type Row = Readonly<Record<string, string | number>>

/**
 * The tables in which the ERP keeps what the sandbox keeps elsewhere: change requests, their
 * objects, their imports, the directory of objects, classes and what they inherit from, tables,
 * data elements and domains.
 */
export interface Administration {
  /** Brings those of the named tables up to date that are such; all of them when none are named. */
  refresh(tables?: readonly string[]): void
  /** Fills the demo tables, and that of sources, that a program with these files may read. */
  provide(files: readonly RepositoryFile[]): void
  /** Their rows may have been changed by a program: the next refresh writes them anew. */
  forget(): void
}

interface Parts {
  readonly store: Store
  readonly database: Database
  readonly identity: Pick<SystemIdentity, 'id' | 'client'>
}

const stamp = (at: number) => new Date(at).toISOString().replace(/\D/g, '')
const dateOf = (at: number) => stamp(at).slice(0, 8)
const timeOf = (at: number) => stamp(at).slice(8, 14)

function languageKey(language: string): string {
  return languageKeys[language] ?? 'E'
}

/** The files of all objects of a type: of the kernel, of mounted libraries and own ones. */
function filesOf({ store, kernel }: Sources, type: ObjectKey['type']): RepositoryFile[] {
  const own = store.keys().filter(key => key.type === type)
  return [...kernel, ...store.library.files, ...store.files('active', own)]
}

/** The function modules of a group, whose main program is named after it. */
function functionRows({ name, text }: RepositoryFile): Row[] {
  const [, group] = /^([^.]+)\.fugr\.xml$/.exec(name) ?? []
  if (group === undefined) return []
  const program = group
    .toUpperCase()
    .replaceAll('#', '/')
    .replace(/[^/]*$/, 'SAPL$&')
  return [...text.matchAll(/<FUNCNAME>([^<]+)<\/FUNCNAME>/g)].map(([, module = ''], index) => ({
    FUNCNAME: module,
    PNAME: program,
    INCLUDE: String(index + 1).padStart(2, '0')
  }))
}

interface Sources extends Parts {
  /** The objects that every system has. */
  readonly kernel: readonly RepositoryFile[]
  readonly classRelations: () => ClassRelation[]
  readonly dictionary: () => DictionaryRows
}

type Contents = Readonly<Record<string, (sources: Sources) => readonly Row[]>>

const administration: Contents = {
  E070: ({ store: { transports } }) =>
    transports.requests().map(request => ({
      TRKORR: request.number,
      TRFUNCTION: request.kind,
      TRSTATUS: request.status,
      TARSYSTEM: isTask(request) ? '' : request.target,
      KORRDEV: request.kind === 'W' || request.kind === 'Q' ? 'CUST' : 'SYST',
      AS4USER: request.owner,
      AS4DATE: dateOf(request.changedAt),
      AS4TIME: timeOf(request.changedAt),
      STRKORR: request.parent
    })),
  E07T: ({ store: { transports } }) =>
    transports
      .requests()
      .map(({ number, text }) => ({ TRKORR: number, LANGU: 'E', AS4TEXT: text })),
  E071: ({ store: { transports } }) =>
    transports.requests().flatMap(({ number, status }) =>
      transports.entries(number).map((entry, index) => ({
        TRKORR: number,
        AS4POS: String(index + 1).padStart(6, '0'),
        PGMID: entry.pgmid,
        OBJECT: entry.type,
        OBJ_NAME: entry.name,
        OBJFUNC: '',
        LOCKFLAG: entry.pgmid === 'CORR' || status === 'R' || status === 'N' ? '' : 'X'
      }))
    ),
  TADIR: ({ store, identity: { id: systemId } }) =>
    store.list().map(({ key, package: home, original, responsible, language, createdAt }) => ({
      PGMID: 'R3TR',
      OBJECT: workbenchType(key.type),
      OBJ_NAME: key.name,
      KORRNUM: '',
      SRCSYSTEM: original ?? systemId,
      AUTHOR: responsible,
      DEVCLASS: key.type === 'DEVC' ? key.name : home,
      MASTERLANG: languageKey(language),
      CREATED_ON: dateOf(createdAt)
    })),
  DWINACTIV: ({ store }) =>
    store
      .list()
      .filter(({ state }) => state !== 'active')
      .map(({ key, changedBy }) => ({
        OBJECT: workbenchType(key.type),
        OBJ_NAME: key.name,
        UNAME: changedBy
      })),
  TDEVC: ({ store }) =>
    store.list({ type: 'DEVC' }).map(({ key, package: home, responsible, createdAt }) => ({
      DEVCLASS: key.name,
      PARENTCL: home === key.name ? '' : home,
      AS4USER: responsible,
      CREATED_BY: responsible,
      CREATED_ON: dateOf(createdAt)
    })),
  TDEVCT: ({ store }) =>
    store.list({ type: 'DEVC' }).map(({ key, description, language }) => ({
      DEVCLASS: key.name,
      SPRAS: languageKey(language),
      CTEXT: description
    })),
  SEOCLASS: ({ store }) =>
    (['CLAS', 'INTF'] as const).flatMap((type, index) =>
      store.list({ type }).map(({ key }) => ({ CLSNAME: key.name, CLSTYPE: String(index) }))
    ),
  SEOMETAREL: ({ classRelations }) =>
    classRelations().map(({ name, other, kind }) => ({
      CLSNAME: name,
      REFCLSNAME: other,
      VERSION: '1',
      STATE: '1',
      RELTYPE: kind
    })),
  TFDIR: sources => filesOf(sources, 'FUGR').flatMap(functionRows),
  T100: sources => messageRows(filesOf(sources, 'MSAG')).T100,
  T100A: sources => messageRows(filesOf(sources, 'MSAG')).T100A,
  // Step I is the import; what waits has none.
  TPALOG: ({ store, identity: { id: systemId } }) =>
    store.exchange
      .queue()
      .filter(({ importedAt }) => importedAt > 0)
      .map(({ number, importedAt, importedBy, code = 0 }) => ({
        TRTIME: stamp(importedAt).slice(0, 14),
        TRKORR: number,
        TARSYSTEM: systemId,
        TRCLI: '',
        TRSTEP: 'I',
        RETCODE: String(code).padStart(4, '0'),
        TRUSER: importedBy
      }))
}

const dictionary: Contents = Object.fromEntries(
  dictionaryTables.map(name => [name, ({ dictionary: rows }: Sources) => rows()[name]])
)

/** Only programs that read sources need them: they are large. */
const SOURCES = 'KERNEL_SOURCES'
const usual = Object.keys({ ...administration, ...dictionary })
const contents: Contents = {
  ...administration,
  ...dictionary,
  [SOURCES]: ({ store }) => sourceRows(store)
}

/** Whether the rows of a table or view are not written here. */
const isOther = (table: string) => !Object.hasOwn(contents, table.toUpperCase())

export function createAdministration(parts: Parts): Administration {
  const written = new Map<string, { readonly rows: readonly Row[]; readonly print: string }>()
  const kernel = loadKernel()
  const sources = {
    ...parts,
    kernel,
    classRelations: createClassRelations(parts.store),
    dictionary: createDictionaryRows(parts.store, kernel)
  }
  const demo = createDemoRows(parts.database, parts.identity.client)
  const views = () => filesOf(sources, 'DDLS').filter(({ name }) => name.endsWith('.asddls'))
  const write = (table: string): void => {
    const rows = Object.hasOwn(contents, table) ? contents[table]?.(sources) : undefined
    const before = written.get(table)
    if (rows === undefined || before?.rows === rows) return
    const print = JSON.stringify(rows)
    written.set(table, { rows, print })
    if (before?.print !== print) parts.database.replace(table, rows)
  }
  return {
    provide(files) {
      const programs = files.filter(({ name }) => name.endsWith('.abap'))
      if (readsSources(programs)) write(SOURCES)
      demo.provide(() => [...programs, ...views()].map(({ text }) => text))
    },
    refresh(tables = usual) {
      if (tables.some(isOther)) {
        demo.provide(() => [...tables, ...views().map(({ text }) => text)])
      }
      for (const name of new Set(tables.map(each => each.toUpperCase()))) write(name)
    },
    forget() {
      written.clear()
    }
  }
}
