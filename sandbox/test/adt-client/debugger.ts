import assert from 'node:assert/strict'
import { session_types as sessionTypes } from 'abap-adt-api'
import type { ADTClient } from 'abap-adt-api'
import { adt, refusal, works } from './world.ts'
import type { Rows, World } from './world.ts'

const source = (name: string) => `CLASS ${name} DEFINITION PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD if_oo_adt_classrun~main.
    DATA(lv_text) = \`one\`.
    lv_text = \`two\`.
    lv_text = \`three\`.
    out->write( lv_text ).
  ENDMETHOD.
ENDCLASS.
`
const terminal = '0123456789ABCDEF0123456789ABCDEF'
const ide = 'FEDCBA9876543210FEDCBA9876543210'
const who = ['user', terminal, ide] as const

/** A class with a breakpoint at its line 8, and the user of the client. */
async function breakpointOf({ client, stamp }: World) {
  const name = `ZCL_STOP_${stamp}`
  const uri = `${adt}/oo/classes/${name.toLowerCase()}`
  const user = client.username.toUpperCase()
  if ((await client.searchObject(name)).length === 0) {
    await client.createObject('CLAS/OC', name, '$TMP', 'Stops', `${adt}/packages/%24tmp`)
    client.stateful = sessionTypes.stateful
    const lock = await client.lock(uri)
    await client.setObjectSource(`${uri}/source/main`, source(name.toLowerCase()), lock.LOCK_HANDLE)
    await client.unLock(uri, lock.LOCK_HANDLE)
    client.stateful = sessionTypes.stateless
    await client.activate(name, uri)
  }
  const at = `${uri}/source/main#start=8`
  const [set] = await client.debuggerSetBreakpoints(...who, 'C', [at], user)
  if (set === undefined || !('id' in set)) assert.fail(JSON.stringify(set))
  return { name, uri, user, set }
}

/** Starts the class in a session of its own; `work` has the debugger's client, attached. */
async function stopped(world: World, work: (debug: ADTClient) => Promise<void>): Promise<string> {
  const { name, user, set } = await breakpointOf(world)
  const [debug, runner] = [world.connect(), world.connect()]
  const caught = debug.debuggerListen(...who, user)
  await new Promise(resolve => {
    setTimeout(resolve, 200)
  })
  const output = runner.runClass(name).catch((error: unknown) => String(error))
  const debuggee = await caught
  if (debuggee === undefined || !('DEBUGGEE_ID' in debuggee)) assert.fail('nothing was caught')
  assert.deepEqual([debuggee.DEBUGGEE_USER, debuggee.NAME], [user, name])
  debug.stateful = sessionTypes.stateful
  const state = await debug.debuggerAttach('user', debuggee.DEBUGGEE_ID, user)
  assert.deepEqual(
    state.reachedBreakpoints.map(({ id }) => id),
    [set.id]
  )
  await work(debug)
  await world.client.debuggerDeleteBreakpoints(set, ...who, user)
  await debug.dropSession()
  return await output
}

const lineOf = async (debug: ADTClient) => (await debug.debuggerStackTrace()).stack[0]?.line
const text = async (debug: ADTClient) => (await debug.debuggerVariables(['LV_TEXT']))[0]?.VALUE

/** Breakpoints, listeners, steps, stack and variables. */
export const debuggerRows: Rows = {
  debuggerSetBreakpoints: works(async world => {
    const { set, name, user } = await breakpointOf(world)
    assert.match(set.id, /^KIND=0\.[^]*=CP\.INCLUDE=ZCL_STOP_\w+=+CM001\.LINE_NR=3$/)
    await stopped(world, async debug => {
      const source = `${adt}/oo/classes/${name.toLowerCase()}/source/main`
      const setIn = async (uri: string, rows: readonly number[]) => {
        const places = rows.map(row => `${uri}#start=${row}`)
        const rest = [user, 'debugger', false, false, uri] as const
        await debug.debuggerSetBreakpoints(...who, 'C', places, ...rest)
      }
      await setIn(source, [10])
      // those of another source stay
      await setIn(`${adt}/oo/classes/zcl_ferry_pricing/source/main`, [])
      await debug.debuggerStep('stepContinue')
      assert.equal(await lineOf(debug), 10)
    })
  }),
  debuggerDeleteBreakpoints: works(async world => {
    const { set, user } = await breakpointOf(world)
    await world.client.debuggerDeleteBreakpoints(set, ...who, user)
  }),
  debuggerListeners: works(async ({ client }) =>
    assert.equal(await client.debuggerListeners(...who, client.username), undefined)
  ),
  debuggerListen: works(async world => {
    // the end of the session lets the program go
    assert.match(await stopped(world, async () => {}), /three/)
  }),
  debuggerDeleteListener: works(async ({ client, connect }) => {
    const waiting = connect().debuggerListen(...who, client.username)
    await new Promise(resolve => {
      setTimeout(resolve, 200)
    })
    await client.debuggerDeleteListener(...who, client.username)
    assert.equal(await waiting, undefined)
  }),
  debuggerAttach: works(async ({ client }) => {
    const { message } = await refusal(client.debuggerAttach('user', 'NONE', client.username))
    assert.match(message, /session|attached/)
  }),
  debuggerStep: works(async world => {
    await stopped(world, async debug => {
      assert.equal(await text(debug), 'one')
      await debug.debuggerStep('stepOver')
      assert.deepEqual([await lineOf(debug), await text(debug)], [9, 'two'])
    })
  }),
  debuggerStackTrace: works(async world => {
    await stopped(world, async debug => {
      assert.equal(await lineOf(debug), 8)
    })
  }),
  debuggerVariables: works(async world => {
    await stopped(world, async debug => {
      assert.deepEqual(
        (await debug.debuggerVariables(['LV_TEXT', 'LV_NONE'])).map(({ ID }) => ID),
        ['LV_TEXT']
      )
    })
  }),
  debuggerChildVariables: works(async world => {
    await stopped(world, async debug => {
      const { variables } = await debug.debuggerChildVariables(['@LOCALS'])
      assert.deepEqual(
        variables.map(({ NAME, VALUE }) => [NAME, VALUE]),
        [['LV_TEXT', 'one']]
      )
    })
  }),
  debuggerGoToStack: works(async world => {
    await stopped(world, async debug => {
      const [top] = (await debug.debuggerStackTrace()).stack
      await debug.debuggerGoToStack(top !== undefined && 'stackUri' in top ? top.stackUri : 1)
      assert.equal(await text(debug), 'one')
    })
  }),
  debuggerSaveSettings: works(async ({ client }) => {
    const { systemDebugging, showDataAging } = await client.debuggerSaveSettings({})
    assert.deepEqual([systemDebugging, showDataAging], [false, true])
  }),
  debuggerSetVariableValue: works(async world => {
    await stopped(world, async debug => {
      assert.equal(await debug.debuggerSetVariableValue('LV_TEXT', 'other'), 'other')
      assert.equal(await text(debug), 'other')
      const { status } = await refusal(debug.debuggerSetVariableValue('LV_NONE', '1'))
      assert.equal(status, 400)
    })
  })
}
