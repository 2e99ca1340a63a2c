/** An ERP of programs in memory, and processes of the bridge at it that can die at any request. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createChangeSets } from '../../../journal/change-sets.ts'
import type { SqlDatabase } from '../../../journal/database.ts'
import { openPostgres } from '../../../journal/postgres/database.ts'
import { prepareTables } from '../../../journal/schema.ts'
import { createSeal } from '../../../journal/seal.ts'
import { openSqlite } from '../../../journal/sqlite/database.ts'
import { createJournalStore } from '../../../journal/store.ts'
import { callerKey } from '../../../tools/call/caller-key.ts'
import { createChangeSetAccess } from '../../../tools/index.ts'
import type { SetHead } from '../../../tools/index.ts'
import { callerWith } from '../helpers/erp.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

interface Program {
  draft: string
  active: string
  isActive: boolean
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly body: string
  readonly etag?: string
}

const ok = (body = ''): Answer => ({ status: 200, body })
const notFound: Answer = { status: 404, body: 'does not exist' }
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const asx = (data: string) =>
  `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${data}</DATA></asx:values></asx:abap>`
const lock = asx(
  '<LOCK_HANDLE>handle</LOCK_HANDLE><CORRNR/><CORRUSER/><CORRTEXT/><IS_LOCAL>X</IS_LOCAL>'
)
const transportCheck = asx('<DEVCLASS>$TMP</DEVCLASS><DLVUNIT>LOCAL</DLVUNIT>')
const components =
  '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>SAP_BASIS</atom:id><atom:title>758;SP;0002;Basis</atom:title></atom:entry></atom:feed>'
const checked =
  '<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun"><chkrun:checkReport chkrun:status="processed"><chkrun:checkMessageList/></chkrun:checkReport></chkrun:checkRunReports>'
const activated =
  '<chkl:messages xmlns:chkl="http://www.sap.com/abapxml/checklist"><chkl:properties checkExecuted="true" activationExecuted="true" generationExecuted="true"/></chkl:messages>'
const refused =
  '<chkl:messages xmlns:chkl="http://www.sap.com/abapxml/checklist"><chkl:properties checkExecuted="true" activationExecuted="false" generationExecuted="false"/><msg objDescr="Program" type="E" line="1"><shortText><txt>refused</txt></shortText></msg></chkl:messages>'
const usages =
  '<usageReferences:usageReferenceResult xmlns:usageReferences="http://www.sap.com/adt/ris/usageReferences" numberOfResults="0"><usageReferences:referencedObjects/></usageReferences:usageReferenceResult>'
const packageDocument = `<pak:package xmlns:pak="http://www.sap.com/adt/packages" ${core} adtcore:name="$TMP" adtcore:type="DEVC/K"/>`
const uri = '/sap/bc/adt/programs/programs'

export class ModelErp {
  readonly programs = new Map<string, Program>()
  readonly locks = new Set<string>()
  /** The activation of this text is refused. */
  refuses: string | undefined

  /** Text, activity and presence of all programs. */
  get state(): Readonly<Record<string, Program>> {
    return structuredClone(
      Object.fromEntries([...this.programs].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    )
  }

  add(name: string, text: string): void {
    this.programs.set(name, { draft: text, active: text, isActive: true })
  }

  answer(asked: Asked): Answer {
    const { method, path } = asked
    if (path.endsWith('/discovery')) return ok()
    if (path === '/sap/bc/adt/system/components') return ok(components)
    if (path.endsWith('/activation/inactiveobjects')) return ok(this.#inactive())
    if (path === '/sap/bc/adt/activation') return this.#activate(asked.body)
    if (path.endsWith('/checkruns')) return ok(checked)
    if (path.endsWith('/transportchecks')) return ok(transportCheck)
    if (path.endsWith('/usageReferences')) return ok(usages)
    if (path.startsWith('/sap/bc/adt/packages/')) return ok(packageDocument)
    if (path === uri && method === 'POST') return this.#create(asked.body)
    const [, name = '', source] = /\/programs\/programs\/([^/]+)(\/source\/main)?$/.exec(path) ?? []
    return name === '' ? notFound : this.#program(name.toUpperCase(), source !== undefined, asked)
  }

  #program(name: string, isSource: boolean, { method, query, body }: Asked): Answer {
    const program = this.programs.get(name)
    if (program === undefined) return notFound
    const action = query.get('_action')
    if (action === 'UNLOCK') this.locks.delete(name)
    if (action === 'LOCK') {
      if (this.locks.has(name)) return { status: 403, body: lockedBody }
      this.locks.add(name)
      return ok(lock)
    }
    if (action !== null) return ok()
    if (method === 'DELETE') {
      this.programs.delete(name)
      this.locks.delete(name)
      return ok()
    }
    if (method === 'PUT') Object.assign(program, { draft: body, isActive: false })
    if (!isSource) return ok(metadata(name, program.isActive))
    const isOld = query.get('version') === 'active'
    const text = isOld ? program.active : program.draft
    const tag = `20260101000000${isOld || program.isActive ? '001' : '000'}${text.length}`
    return { ...ok(text), etag: tag }
  }

  #create(body: string): Answer {
    const [, name = ''] = /adtcore:name="(\w+)"/.exec(body) ?? []
    if (this.programs.has(name)) return { status: 400, body: 'exists already' }
    const text = `REPORT ${name.toLowerCase()}.\n`
    this.programs.set(name, { draft: text, active: '', isActive: false })
    return ok()
  }

  #activate(body: string): Answer {
    const names = [...body.matchAll(/adtcore:name="(\w+)"/g)].map(([, name = '']) => name)
    const programs = names.flatMap(name => this.programs.get(name) ?? [])
    if (programs.some(({ draft }) => draft === this.refuses)) return ok(refused)
    for (const program of programs) {
      Object.assign(program, { active: program.draft, isActive: true })
    }
    return ok(activated)
  }

  #inactive(): string {
    const entries = [...this.programs].flatMap(([name, { isActive }]) =>
      isActive
        ? []
        : [
            `<ioc:entry><ioc:object ioc:user="TESTER"><ioc:ref ${core} adtcore:uri="${uri}/${name.toLowerCase()}" adtcore:type="PROG/P" adtcore:name="${name}"/></ioc:object></ioc:entry>`
          ]
    )
    return `<ioc:inactiveObjects xmlns:ioc="http://www.sap.com/abapxml/inactiveCtsObjects">${entries.join('')}</ioc:inactiveObjects>`
  }
}

const lockedBody = `<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><type id="ExceptionResourceNoAccess"/><message lang="EN">User TESTER is currently editing</message></exc:exception>`

function metadata(name: string, isActive: boolean): string {
  return `<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" ${core} adtcore:name="${name}" adtcore:type="PROG/P" adtcore:version="${isActive ? 'active' : 'inactive'}" adtcore:masterLanguage="EN" adtcore:language="EN"><adtcore:packageRef adtcore:name="$TMP"/></program:abapProgram>`
}

/**
 * `refuse`, `fail`: an error in place of the work. `fail after`: an error after it. `die`, `die
 * after`: the process sends and stores nothing any more, before or after the work.
 */
export type Fate = 'refuse' | 'fail' | 'fail after' | 'die' | 'die after'

/** Decides what happens to a request of the ERP, or a transaction of the journal. */
export type FateOf = (step: number, asked: Asked | 'transaction') => Fate | undefined

export interface Process extends ReturnType<typeof toolBench> {
  readonly erp: Erp
  readonly store: ReturnType<typeof createJournalStore>
  /** The sets as they are stored, without settling them. */
  sets(): Promise<readonly SetHead[]>
  /** Requests and transactions since the last `arm`. */
  readonly steps: () => number
  arm(fateOf: FateOf): void
  /** Resolves when the process has died. */
  readonly died: Promise<void>
  close(): Promise<void>
}

/** One process of the bridge at the ERP, with the journal in the file. */
export async function startProcess(model: ModelErp, file: string): Promise<Process> {
  const own = { step: 0, fateOf: (() => undefined) as FateOf, isDead: false, isClosed: false }
  const dead = Promise.withResolvers<void>()
  const never = new Promise<never>(() => {})
  const die = () => {
    own.isDead = true
    dead.resolve()
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://erp')
      const { method = 'GET' } = request
      const body = Buffer.concat(chunks).toString()
      const asked = { method, path: url.pathname, query: url.searchParams, body }
      if (own.isDead) return
      const fate = own.fateOf(own.step++, asked)
      const isDone = fate === undefined || fate.endsWith('after')
      const done = isDone ? model.answer(asked) : undefined
      if (fate?.startsWith('die') === true) {
        die()
        return
      }
      const {
        status,
        body: text,
        etag
      } = fate === 'refuse'
        ? { status: 400, body: 'refused' }
        : fate === undefined
          ? (done ?? notFound)
          : { status: 500, body: 'An internal error has occurred' }
      const type = text.startsWith('<') ? 'application/xml' : 'text/plain; charset=utf-8'
      const tag = etag === undefined ? {} : { etag }
      response
        .writeHead(status, { 'content-type': type, 'x-csrf-token': 'token', ...tag })
        .end(text)
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const opened = await openSqlite(file)
  const database: SqlDatabase = {
    isOrdered: opened.isOrdered,
    close: async () => await opened.close(),
    async transaction(statements) {
      if (own.isDead) return await never
      const fate = own.fateOf(own.step++, 'transaction')
      if (fate === 'die') die()
      if (own.isDead) return await never
      const rows = await opened.transaction(statements)
      if (fate === 'die after') die()
      return own.isDead ? await never : rows
    }
  }
  const seal = createSeal('state key')
  await prepareTables(database, { dialect: opened.dialect, keyMark: seal.keyMark })
  const store = createJournalStore({ database, seal })
  const erp = createErp({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'TESTER', password: 'secret' }
  })
  const changeSets = createChangeSetAccess(createChangeSets(database, seal), 'model')
  const identity = callerKey(callerWith('read', 'write', 'admin'))
  return {
    ...toolBench(erp, { journal: { ...store, whenFull: 'refuse' }, changeSets }),
    ...{ erp, store, died: dead.promise },
    sets: async () => await changeSets.store.list({ place: 'model', identity }),
    steps: () => own.step,
    arm(fateOf) {
      own.step = 0
      own.fateOf = fateOf
    },
    async close() {
      if (own.isClosed) return
      own.isClosed = true
      die()
      server.closeAllConnections()
      server.close()
      await opened.close()
      void erp.close()
    }
  }
}

/** The lease of a dead process ends after a minute; the test ends it at once. */
export async function endLeases(store: { file: string } | { url: string }): Promise<void> {
  const database = await ('url' in store ? openPostgres(store.url) : openSqlite(store.file))
  await database.transaction([{ sql: 'DELETE FROM journal_owner' }])
  await database.close()
}
