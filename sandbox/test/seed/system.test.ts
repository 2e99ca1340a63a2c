import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, describe, it } from 'node:test'
import { createEngine } from '../../engine/index.ts'
import { kernelTables, loadKernel } from '../../kernel/index.ts'
import { createRuntime } from '../../runtime/index.ts'
import { createDatabase } from '../../sql/index.ts'
import { createStore } from '../../store/index.ts'
import type { Database, Engine, RunAlert, Runtime, Store, TableShape } from '../../types.ts'
import { seedFolder, seedRows } from './seed-files.ts'

/** The seed on the real parts of the sandbox: what a user of a fresh system gets. */
describe('seed on a fresh system', () => {
  const library = loadKernel()
  const dataDir = mkdtempSync(join(tmpdir(), 'seed-'))
  let store: Store
  let engine: Engine
  let runtime: Runtime
  let database: Database
  let tables: TableShape[]

  before(async () => {
    store = createStore({ dataDir, seed: fileURLToPath(seedFolder), library })
    engine = createEngine({ library })
    runtime = createRuntime({ library })
    database = createDatabase({ file: join(dataDir, 'rows.sqlite') })
    await engine.load(store.files('active'))
    tables = [
      ...kernelTables().map(table => table.shape),
      ...store.list({ type: 'TABL' }).map(table => shapeOf(table.key.name))
    ]
    for (const shape of tables) database.defineTable(shape)
    for (const [table, rows] of seedRows()) database.load(table, rows)
  })

  after(async () => {
    await runtime.close()
    await engine.close()
    database.close()
    store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  function shapeOf(name: string): TableShape {
    const shape = store.shape(name)
    assert.ok(shape, name)
    return shape
  }

  it('gives every column of every table a type', () => {
    for (const { name, columns } of tables) {
      for (const column of columns) {
        const sized = column.length > 0 || column.type === 'STRG'
        assert.ok(column.type !== '' && sized, `${name}-${column.name}`)
      }
    }
  })

  it('has no findings', async () => {
    assert.deepEqual(
      await engine.check({ files: store.files('active').map(file => file.name), overlay: [] }),
      []
    )
  })

  it('has one red test', async () => {
    const red: { class: string; method: string; alert: RunAlert }[] = []
    let green = 0
    for (const { key } of store.list({ type: 'CLAS' })) {
      for (const result of await testsOf(key.name.toLowerCase())) {
        if (result.alerts[0] === undefined) green++
        else red.push({ class: key.name, method: result.name, alert: result.alerts[0] })
      }
    }
    assert.ok(green >= 50)
    assert.deepEqual(
      red.map(({ class: name, method }) => [name, method]),
      [['ZCL_FERRY_GROUP_DISCOUNT', 'TIER_BEGINS_AT_ITS_NUMBER']]
    )
    assert.equal(red[0]?.alert.kind, 'failedAssertion')
    assert.ok(red[0]?.alert.details.includes('Expected [10.00] Actual [5.00]'))
  })

  async function testsOf(name: string) {
    const file = `${name}.clas.testclasses.abap`
    if (!store.files('active').some(candidate => candidate.name === file)) return []
    const found = await engine.testClasses({ files: [file], overlay: [] })
    const classes = found.map(test => ({
      file: test.file,
      name: test.name,
      methods: test.methods.map(method => method.name)
    }))
    const files = await engine.closure({ files: [`${name}.clas.abap`], overlay: [] })
    const run = await runtime.unit({ files, classes, tables, database: database.file })
    return run.classes
      .flatMap(result => [
        ...result.methods,
        { name: result.name, milliseconds: 0, alerts: result.alerts }
      ])
      .filter(result => result.alerts.length > 0 || !found.some(test => test.name === result.name))
  }

  it('prints a summary on the console', async () => {
    const files = await engine.closure({ files: ['zcl_ferry_console.clas.abap'], overlay: [] })
    const { output, alert } = await runtime.console({
      files,
      class: 'ZCL_FERRY_CONSOLE',
      tables,
      database: database.file
    })
    assert.equal(alert, undefined)
    assert.match(output, /^Ferry lines\n20 routes, the longest:\n {2}LUN - SKA: 3 h 30 min\n/)
    assert.match(output, new RegExp(`^${seedRows().get('ZFERRY_BOOKING')?.length} bookings$`, 'm'))
    assert.match(output, /^ {2}30 passengers: 10\.00 %$/m)
    assert.match(output, /^Two passengers and a car on sailing 00000001: \d+\.\d\d NOK$/m)
  })

  it('has views that can be queried', () => {
    const entities = [
      'ZFERRY_I_ROUTE',
      'ZFERRY_I_SAILING',
      'ZFERRY_I_BOOKING',
      'ZFERRY_C_LOAD',
      'ZFERRY_C_REVENUE'
    ]
    assert.deepEqual(
      store
        .list({ type: 'DDLS' })
        .map(view => view.key.name)
        .sort(),
      entities.toSorted()
    )
    for (const name of entities) {
      database.defineView(
        name,
        store.read({ object: { type: 'DDLS', name }, part: 'main' }, 'active')?.text ?? ''
      )
      assert.ok(database.preview({ name, maxRows: 5 }).total > 0, name)
    }
    const sailings = seedRows().get('ZFERRY_SAILING') ?? []
    const load = database.query({
      sql: 'SELECT SUM( Sailings ) AS sailings, SUM( SeatsBooked ) AS seats FROM zferry_c_load',
      maxRows: 1
    })
    const sailed = sailings.filter(row => row.STATUS !== 'C')
    assert.deepEqual(load.rows, [
      [sailed.length, sailed.reduce((sum, row) => sum + Number(row.SEATS_BOOKED), 0)]
    ])
  })
})
