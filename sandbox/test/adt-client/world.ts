import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import abapAdtApi from 'abap-adt-api'
import type { ADTClient as Client, CreatableTypeIds } from 'abap-adt-api'
import type { Sandbox } from '../../server.ts'
import { startSandbox, users } from '../http/fixture.ts'

/** What one method of the client is expected to do. */
export interface Row {
  /** `works`: what comes back is checked; `absent`: a reason of the list; `local`: nothing is sent. */
  readonly expect: 'works' | 'absent' | 'local'
  readonly call: (world: World) => unknown
}
export type Rows = Readonly<Record<string, Row>>

export const works = (call: (world: World) => Promise<unknown>): Row => ({ expect: 'works', call })
export const absent = (call: (client: Client, world: World) => Promise<unknown>): Row => ({
  expect: 'absent',
  call: world => call(world.client, world)
})
export const local = (call: (world: World) => unknown): Row => ({ expect: 'local', call })

/** Stands where the sandbox refuses before it looks at what was sent. */
export const anything = {} as never

export const adt = '/sap/bc/adt'
const { ADTClient, isAdtError, session_types: session } = abapAdtApi
const tmp = `${adt}/packages/%24tmp`

/**
 * A system with generated objects: names, numbers and logic are made up in every run.
 */
export interface World {
  readonly sandbox: Sandbox
  readonly client: Client
  /** Another client of the same user. */
  readonly connect: (user?: 0 | 1) => Client
  readonly stamp: string
  readonly factor: number
  readonly input: number
  readonly operator: string
  /** What the generated method makes of `input`. */
  readonly result: number
  readonly name: (prefix: string) => string
  readonly url: (prefix: string) => string
  readonly source: Readonly<Record<string, string>>
  /** Makes an object in `$TMP`, without activating it. */
  readonly create: (type: CreatableTypeIds, name: string, parent?: string) => Promise<void>
  readonly save: (object: string, text: string, source?: string) => Promise<void>
  readonly locked: <T>(object: string, work: (handle: string) => Promise<T>) => Promise<T>
  readonly activated: (name: string, object: string) => Promise<void>
  /** Line and column of a text in a source. */
  readonly at: (
    source: string,
    text: string,
    nth?: number
  ) => readonly [line: number, column: number]
}

const random = (below: number) => Math.floor(Math.random() * below)
const paths: Readonly<Record<string, string>> = {
  ZIF: 'oo/interfaces',
  ZCL: 'oo/classes',
  ZPR: 'programs/programs',
  ZIN: 'programs/includes',
  ZFG: 'functions/groups',
  ZTA: 'ddic/tables',
  ZVI: 'ddic/ddl/sources',
  ZDO: 'ddic/domains',
  ZDE: 'ddic/dataelements',
  ZSB: 'businessservices/bindings'
}

const operators = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b
} as const

function sourcesOf({
  name,
  factor,
  input,
  operator
}: Pick<World, 'name' | 'factor' | 'input' | 'operator'>): Record<string, string> {
  const low = (prefix: string) => name(prefix).toLowerCase()
  const [intf, cls, sub] = [low('ZIF_'), low('ZCL_'), low('ZCL_S_')]
  return {
    intf: `INTERFACE ${intf} PUBLIC.\n  "! Computes an unknown value\n  METHODS compute IMPORTING iv_in TYPE i RETURNING VALUE(rv_out) TYPE i.\nENDINTERFACE.\n`,
    cls: `CLASS ${cls} DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES ${intf}.
    INTERFACES if_oo_adt_classrun.
ENDCLASS.

CLASS ${cls} IMPLEMENTATION.
  METHOD ${intf}~compute.
    rv_out = iv_in ${operator} ${factor}.
  ENDMETHOD.

  METHOD if_oo_adt_classrun~main.
    out->write( |Result { ${intf}~compute( ${input} ) }| ).
  ENDMETHOD.
ENDCLASS.
`,
    sub: `CLASS ${sub} DEFINITION PUBLIC INHERITING FROM ${cls}.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(total) TYPE i.
ENDCLASS.
CLASS ${sub} IMPLEMENTATION.
  METHOD run.
    DATA helper TYPE i.
    helper = me->${intf}~compute( ${input} ).
    MOVE helper TO total.
  ENDMETHOD.
ENDCLASS.
`,
    tests: `CLASS ltc_compute DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS computes FOR TESTING.
    METHODS fails FOR TESTING.
ENDCLASS.
CLASS ltc_compute IMPLEMENTATION.
  METHOD computes.
    cl_abap_unit_assert=>assert_equals( act = NEW ${cls}( )->${intf}~compute( ${input} ) exp = ${operators[operator as '+'](input, factor)} ).
  ENDMETHOD.
  METHOD fails.
    cl_abap_unit_assert=>assert_equals( act = ${input} exp = ${input + 1} ).
  ENDMETHOD.
ENDCLASS.
`,
    program: `REPORT ${low('ZPR_')}.\nINCLUDE ${low('ZIN_')}.\nSTART-OF-SELECTION.\n  PERFORM ${low('add_')}.\n`,
    include: `FORM ${low('add_')}.\n  WRITE / ${factor}.\nENDFORM.\n`,
    table: `@EndUserText.label : 'Rows'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n@AbapCatalog.dataMaintenance : #RESTRICTED\ndefine table ${low('ZTA_')} {\n\n  key client : abap.clnt not null;\n  key id     : abap.numc(4) not null;\n  city       : abap.char(${10 + factor});\n  amount     : abap.dec(11,2);\n\n}\n`,
    view: `define view entity ${low('ZVI_')} as select from ${low('ZTA_')} { key id, city as Town, amount }`
  }
}

function editor(client: Client): Pick<World, 'locked' | 'save' | 'activated'> {
  const locked: World['locked'] = async (object, work) => {
    client.stateful = session.stateful
    const { LOCK_HANDLE } = await client.lock(object)
    try {
      return await work(LOCK_HANDLE)
    } finally {
      await client.unLock(object, LOCK_HANDLE)
    }
  }
  return {
    locked,
    save: (object, text, source = `${object}/source/main`) =>
      locked(object, handle => client.setObjectSource(source, text, handle)),
    async activated(objectName, object) {
      const { success, messages } = await client.activate(objectName, object)
      assert.deepEqual(
        [success, messages.filter(message => message.type === 'E')],
        [true, []],
        objectName
      )
    }
  }
}

/** Starts a sandbox, logs on and makes the objects that most rows need. */
export async function createWorld(t: TestContext): Promise<World> {
  const sandbox = await startSandbox(t)
  const connect = (user: 0 | 1 = 0) =>
    new ADTClient(sandbox.url, users[user].name, users[user].password, '001', 'EN')
  const client = connect()
  await client.login()
  const stamp = random(36 ** 5)
    .toString(36)
    .toUpperCase()
    .padStart(5, '0')
  const name = (prefix: string) => prefix + stamp
  const operator = Object.keys(operators)[random(3)] ?? '+'
  const [factor, input] = [2 + random(20), 30 + random(60)]
  const world: World = {
    sandbox,
    client,
    connect,
    stamp,
    name,
    factor,
    input,
    operator,
    result: operators[operator as '+'](input, factor),
    url: prefix => `${adt}/${paths[prefix.slice(0, 3)] ?? ''}/${name(prefix).toLowerCase()}`,
    source: sourcesOf({ name, factor, input, operator }),
    create: (type, id, parent = '$TMP') =>
      client.createObject(
        type,
        id,
        parent,
        `Text of ${id}`,
        parent === '$TMP' ? tmp : `${adt}/functions/groups/${parent.toLowerCase()}`
      ),
    ...editor(client),
    at(text, what, nth = 1) {
      let found = -1
      for (let count = 0; count < nth; count++) found = text.indexOf(what, found + 1)
      const before = text.slice(0, found).split('\n')
      return [before.length, before.at(-1)?.length ?? 0]
    }
  }
  await fill(world)
  return world
}

async function fill({
  create,
  save,
  activated,
  locked,
  client,
  name,
  url,
  source
}: World): Promise<void> {
  const objects = [
    ['INTF/OI', 'ZIF_', 'intf'],
    ['CLAS/OC', 'ZCL_', 'cls'],
    ['CLAS/OC', 'ZCL_S_', 'sub'],
    ['PROG/I', 'ZIN_', 'include'],
    ['PROG/P', 'ZPR_', 'program'],
    ['TABL/DT', 'ZTA_', 'table'],
    ['DDLS/DF', 'ZVI_', 'view']
  ] as const
  for (const [type, prefix, text] of objects) {
    await create(type, name(prefix))
    await save(url(prefix), source[text] ?? '')
    await activated(name(prefix), url(prefix))
  }
  await locked(url('ZCL_'), async handle => {
    await client.createTestInclude(name('ZCL_'), handle)
    await client.setObjectSource(
      `${url('ZCL_')}/includes/testclasses`,
      source['tests'] ?? '',
      handle
    )
  })
  await activated(name('ZCL_'), url('ZCL_'))
}

/** What the client made of a refusal. */
export async function refusal(
  work: Promise<unknown>
): Promise<{ readonly type: string; readonly status: number; readonly message: string }> {
  const error: unknown = await work.then(
    () => {
      throw new Error('It should have been refused')
    },
    (reason: unknown) => reason
  )
  assert.ok(isAdtError(error), String(error))
  return { type: error.type, status: Number(error.err), message: error.message }
}
