/** Every change that is sent under a vendor type goes on to another one where that is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeTexts,
  generate,
  linkRepository,
  pullRepository,
  pushRepository,
  setReleaseState
} from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { connect } from '../fake-erp.ts'
import type { Seen } from '../fake-erp.ts'

const adt = '/sap/bc/adt'
const lock =
  '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><LOCK_HANDLE>ABCDEF</LOCK_HANDLE><CORRNR/><IS_LOCAL>X</IS_LOCAL></DATA></asx:values></asx:abap>'

const program =
  '<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZONE" adtcore:type="PROG/P"><adtcore:packageRef adtcore:name="$TMP"/></program:abapProgram>'

/** What is read and locked before a change. */
function before({ method, path, query }: Seen): { body: string } | undefined {
  if (query.get('_action') === 'LOCK') return { body: lock }
  if (query.get('_action') === 'UNLOCK') return { body: '' }
  if (method === 'GET' && path.includes('/programs/programs/')) return { body: program }
  if (method === 'GET' && path.includes('/apireleases/')) return { body: states }
  if (method === 'GET' && path.includes('/textelements/')) return { body: '001=x' }
  return undefined
}

const guard = { recheck: () => {} }
const ref = { type: 'PROG', name: 'ZONE' }
const states =
  '<ars:apiRelease xmlns:ars="http://www.sap.com/adt/ars"><ars:c1Release ars:contract="C1"><ars:status ars:state="NOT_RELEASED"/></ars:c1Release></ars:apiRelease>'

interface Write {
  readonly name: string
  readonly collection: string
  /** Announced: one that says the same of the body, and one that says something else. */
  readonly newer: string
  readonly other: string
  readonly run: (erp: Erp, round: number) => Promise<unknown>
  readonly isWrite: (seen: Seen) => boolean
}

const posted = (path: RegExp) => (seen: Seen) => seen.method === 'POST' && path.test(seen.path)
const compare = () => ({ refused: [], others: [] })

const writes: readonly Write[] = [
  {
    name: 'text elements',
    collection: `${adt}/textelements/programs`,
    newer: 'application/vnd.sap.adt.textelements.symbols.v9',
    other: 'application/vnd.sap.adt.textelements.headings.v9',
    run: (erp, round) =>
      changeTexts(
        erp.writer,
        { ref, kind: 'symbols', edit: () => `@MaxLength:9\n001=${round}`, compare },
        guard
      ),
    isWrite: ({ method, path }) => method === 'PUT' && path.includes('/textelements/')
  },
  {
    name: 'release states',
    collection: `${adt}/apireleases`,
    newer: 'application/vnd.sap.adt.apirelease.v19+xml',
    other: 'application/vnd.sap.adt.somethingelse.v1+xml',
    run: erp =>
      setReleaseState(erp.writer, {
        ref: { type: 'CLAS', name: 'ZCL' },
        contract: 'C1',
        state: 'RELEASED'
      }),
    isWrite: ({ method, path }) => method === 'PUT' && path.includes('/apireleases/')
  },
  {
    name: 'links of abapGit',
    collection: `${adt}/abapgit/repos`,
    newer: 'application/abapgit.adt.repo.v9+xml',
    other: 'application/abapgit.adt.repo.stage.v9+xml',
    run: erp => linkRepository(erp.writer, { package: 'ZP', url: 'https://git.example/x.git' }),
    isWrite: posted(/\/repos$/)
  },
  {
    name: 'pulls of abapGit',
    collection: `${adt}/abapgit/repos`,
    newer: 'application/abapgit.adt.repo.v9+xml',
    other: 'application/abapgit.adt.repo.stage.v9+xml',
    run: erp => pullRepository(erp.writer, { key: '0001' }),
    isWrite: posted(/\/pull$/)
  },
  {
    name: 'pushes of abapGit',
    collection: `${adt}/abapgit/repos`,
    newer: 'application/abapgit.adt.repo.stage.v9+xml',
    other: 'application/abapgit.adt.repo.v9+xml',
    run: erp => pushRepository(erp.writer, { key: '0001', document: '<a/>' }),
    isWrite: posted(/\/push$/)
  },
  {
    name: 'generators',
    collection: `${adt}/businessservices/generators`,
    newer: 'application/vnd.sap.adt.repository.generator.content.v9+json',
    other: 'application/vnd.sap.adt.repository.generator.schema.v9+json',
    run: erp =>
      generate(erp.writer, {
        generator: 'uiservice',
        ref: { type: 'TABL', name: 'ZT' },
        package: 'ZP',
        content: '{}'
      }),
    isWrite: posted(/\/generators\/uiservice$/)
  }
]

for (const { name, collection, newer, other, run, isWrite } of writes) {
  for (const status of [406, 415]) {
    test(`${name}: ${status} leads to the announced type, which is remembered`, async t => {
      const { fake, erp } = await connect(t)
      const accepts = [other, newer].map(type => `<app:accept>${type}</app:accept>`).join('')
      fake.handle = seen => {
        if (seen.path === `${adt}/discovery`) {
          return {
            body: `<app:service xmlns:app="http://www.w3.org/2007/app"><app:workspace><app:collection href="${collection}">${accepts}</app:collection></app:workspace></app:service>`
          }
        }
        if (isWrite(seen)) return seen.headers['content-type'] === newer ? {} : { status }
        return before(seen)
      }
      const types = () => fake.seen.filter(isWrite).map(({ headers }) => headers['content-type'])
      await run(erp, 1)
      assert.ok(types().length > 1 && types().at(-1) === newer, JSON.stringify(types()))
      assert.equal(new Set(types()).size, types().length)
      assert.ok(!types().includes(other), 'a type of another meaning is never sent')
      fake.seen.length = 0
      await run(erp, 2)
      assert.deepEqual(types(), [newer])
    })
  }

  test(`${name}: another refusal is final`, async t => {
    const { fake, erp } = await connect(t)
    fake.handle = seen => {
      if (isWrite(seen)) return { status: 400 }
      return before(seen)
    }
    await assert.rejects(run(erp, 1), { code: 'ERP_BAD_REQUEST' })
    assert.equal(fake.seen.filter(isWrite).length, 1)
  })
}
