import assert from 'node:assert/strict'
import type { ADTClient } from 'abap-adt-api'
import { refusal, works } from './world.ts'
import type { Rows } from './world.ts'

const parameters = {
  ...{ allMiscAbapStatements: false, allProceduralUnits: true, allInternalTableEvents: false },
  ...{ allDynproEvents: false, description: 'Measured', aggregate: true, explicitOnOff: false },
  ...{ withRfcTracing: false, allSystemKernelEvents: false, sqlTrace: false, allDbEvents: true },
  ...{ maxSizeForTraceFile: 30720, maxTimeForTracing: 1800 }
}

async function trace(client: ADTClient): Promise<string> {
  const [found] = (await client.tracesList('ALICE')).runs
  assert.ok(found)
  return found.id
}

/** The order is that of the calls: parameters, a request, a run, its evaluations. */
export const traceRows: Rows = {
  tracesSetParameters: works(async ({ client }) => {
    assert.match(await client.tracesSetParameters(parameters), /abaptraces\/parameters\/\w+$/)
  }),
  tracesCreateConfiguration: works(async ({ client }) => {
    const { requests } = await client.tracesCreateConfiguration({
      ...{ description: 'Of ALICE', traceUser: 'ALICE', traceClient: '001' },
      ...{ processType: 'HTTP', objectType: 'URL', server: '*', maximalExecutions: 1 },
      expires: new Date(Date.now() + 60_000),
      parametersId: await client.tracesSetParameters(parameters)
    })
    assert.deepEqual(
      requests.map(each => [each.title, each.extendedData.executions.completed]),
      [['Of ALICE', 0]]
    )
  }),
  tracesListRequests: works(async ({ client, name }) => {
    await client.runClass(name('ZCL_'))
    const [request] = (await client.tracesListRequests('ALICE')).requests
    assert.equal(request?.extendedData.executions.completed, 1)
  }),
  tracesList: works(async ({ client, name }) => {
    const [run] = (await client.tracesList('ALICE')).runs
    assert.equal(run?.title, 'Of ALICE')
    assert.equal(run.extendedData.objectName, name('ZCL_'))
    assert.ok(run.extendedData.runtime > 0)
  }),
  tracesHitList: works(async ({ client }) => {
    const { entries } = await client.tracesHitList(await trace(client))
    assert.ok(entries.some(({ description }) => /IF_OO_ADT_CLASSRUN~MAIN/.test(description)))
  }),
  tracesDbAccess: works(async ({ client }) => {
    assert.deepEqual((await client.tracesDbAccess(await trace(client))).dbaccesses, [])
  }),
  tracesStatements: works(async ({ client }) => {
    const { statements } = await client.tracesStatements(await trace(client))
    assert.deepEqual(
      statements.slice(0, 2).map(({ callLevel }) => callLevel),
      [0, 1]
    )
  }),
  tracesDeleteConfiguration: works(async ({ client }) => {
    const [request] = (await client.tracesListRequests('ALICE')).requests
    await client.tracesDeleteConfiguration(request?.id ?? '')
    assert.equal((await refusal(client.tracesDeleteConfiguration(request?.id ?? ''))).status, 404)
  }),
  tracesDelete: works(async ({ client }) => {
    await client.tracesDelete(await trace(client))
    assert.deepEqual((await client.tracesList('ALICE')).runs, [])
  })
}
