import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { sampled } from '../../../test/helpers/sample.ts'
import { until } from '../../../test/helpers/until.ts'
import { loadKernel } from '../../kernel/index.ts'
import { createRuntime } from '../../runtime/index.ts'
import type { Sandbox } from '../../server.ts'
import type { RepositoryFile, Runtime } from '../../types.ts'
import { createClass, lock, logOn, startSandbox, users, write } from '../http/fixture.ts'
import type { Client, Reply } from '../http/client.ts'
import { consoleClass, temporaryFolder, unique } from './support.ts'

const folder = temporaryFolder()
const root = join(folder, 'runtime')

const LIMITS = { milliseconds: 1500, memoryMegabytes: 64, outputBytes: 20_000 }

/** What each input may end as; whatever happens, nothing else may. */
type Verdict = 'limit' | 'unsupported' | 'exception' | 'harmless'

interface Hostile {
  readonly title: string
  readonly may: readonly Verdict[]
  readonly body: string
  readonly definition?: string
  readonly implementation?: string
  readonly files?: readonly RepositoryFile[]
}

const recursion = {
  definition: '    METHODS again IMPORTING iv TYPE i.',
  implementation: '  METHOD again.\n    again( iv + 1 ).\n  ENDMETHOD.'
}
const PLANTED = 'globalThis.process.mainModule.require("fs").writeFileSync("PLANT","x")'
const planted = join(folder, 'planted')
const plant = (around: (code: string) => string): string =>
  around(PLANTED.replace('PLANT', planted))

const deletion = 'deletion of everything'
const CORPUS: readonly Hostile[] = [
  { title: 'WHILE without end', may: ['limit'], body: 'WHILE 1 = 1.\nENDWHILE.' },
  { title: 'DO without end', may: ['limit'], body: 'DO.\nENDDO.' },
  {
    title: 'a loop that swallows every exception',
    may: ['limit'],
    body: 'DO.\n  TRY.\n      RAISE EXCEPTION TYPE cx_sy_zerodivide.\n    CATCH cx_root.\n  ENDTRY.\nENDDO.'
  },
  {
    title: 'a loop that grows what it loops over',
    may: ['limit'],
    body: 'DATA lt TYPE STANDARD TABLE OF i WITH EMPTY KEY.\nAPPEND 1 TO lt.\nLOOP AT lt INTO DATA(l).\n  APPEND l TO lt.\nENDLOOP.'
  },
  {
    title: 'WAIT for ever',
    may: ['limit', 'harmless', 'unsupported'],
    body: 'WAIT UP TO 86400 SECONDS.'
  },
  { title: 'recursion', may: ['limit'], body: 'again( 1 ).', ...recursion },
  {
    title: 'recursion that catches',
    may: ['limit'],
    body: 'TRY.\n    again( 1 ).\n  CATCH cx_root.\nENDTRY.',
    ...recursion
  },
  {
    title: 'constructor recursion',
    may: ['limit'],
    body: 'DATA(lo) = NEW lcl_again( ).',
    files: [
      {
        name: 'X.clas.locals_imp.abap',
        text: 'CLASS lcl_again DEFINITION.\n  PUBLIC SECTION.\n    METHODS constructor.\nENDCLASS.\nCLASS lcl_again IMPLEMENTATION.\n  METHOD constructor.\n    DATA(lo) = NEW lcl_again( ).\n  ENDMETHOD.\nENDCLASS.\n'
      }
    ]
  },
  {
    title: 'string doubling',
    may: ['limit', 'exception'],
    body: 'DATA(s) = `x`.\nDO.\n  s = s && s.\nENDDO.'
  },
  {
    title: 'table filling',
    may: ['limit'],
    body: 'DATA lt TYPE string_table.\nDO.\n  APPEND |{ sy-index } some text that takes some room| TO lt.\nENDDO.'
  },
  {
    title: 'table doubling',
    may: ['limit'],
    body: 'DATA lt TYPE STANDARD TABLE OF i WITH EMPTY KEY.\nAPPEND 1 TO lt.\nDO.\n  APPEND LINES OF lt TO lt.\nENDDO.'
  },
  {
    title: 'a huge repeat',
    may: ['limit', 'exception', 'unsupported'],
    body: 'DATA(s) = repeat( val = `abcdefghij` occ = 2000000000 ).\nout->write( strlen( s ) ).'
  },
  {
    title: 'objects that hold each other',
    may: ['limit'],
    body: 'DATA lt TYPE STANDARD TABLE OF REF TO object WITH EMPTY KEY.\nDO.\n  APPEND NEW zcl_abap_nothing( ) TO lt.\nENDDO.'.replace(
      'zcl_abap_nothing( )',
      'cx_sy_zerodivide( )'
    )
  },
  {
    title: 'endless output',
    may: ['limit'],
    body: 'DO.\n  out->write( `some line of output` ).\nENDDO.'
  },
  {
    title: 'one huge line of output',
    may: ['limit', 'exception'],
    body: 'out->write( repeat( val = `x` occ = 5000000 ) ).'
  },
  {
    title: 'endless list output',
    may: ['limit'],
    body: 'DO.\n  WRITE / `some line of a list`.\nENDDO.'
  },
  {
    title: 'a regular expression that explodes',
    may: ['limit', 'exception', 'harmless'],
    body: 'DATA(s) = repeat( val = `a` occ = 40 ) && `!`.\nFIND PCRE `^(a+)+$` IN s.'
  },
  {
    title: 'native code in WRITE',
    may: ['unsupported'],
    body: plant(code => `WRITE '@KERNEL ${code}'.`)
  },
  {
    title: 'native code in lower case',
    may: ['unsupported'],
    body: plant(code => `WRITE '@kernel ${code}'.`)
  },
  {
    title: 'native code after a slash',
    may: ['unsupported'],
    body: plant(code => `WRITE / '@KERNEL ${code}'.`)
  },
  {
    title: 'native code in a chain',
    may: ['unsupported'],
    body: plant(code => `WRITE: 'x', '@KERNEL ${code}'.`)
  },
  {
    title: 'native code through a macro',
    may: ['unsupported'],
    body: plant(code => `DEFINE m.\n  WRITE &1.\nEND-OF-DEFINITION.\nm '@KERNEL ${code}'.`)
  },
  {
    title: 'native code put together by a macro',
    may: ['unsupported', 'harmless'],
    body: plant(code => `DEFINE m.\n  WRITE '@&1 ${code}'.\nEND-OF-DEFINITION.\nm KERNEL.`)
  },
  {
    title: 'native code in back quotes',
    may: ['unsupported'],
    body: plant(code => `WRITE \`@KERNEL ${code}\`.`)
  },
  { title: 'a kernel call', may: ['unsupported'], body: "CALL 'SYSTEM' ID 'COMMAND' FIELD 'id'." },
  { title: 'native SQL', may: ['unsupported'], body: 'EXEC SQL.\n  DROP TABLE ZHOSTILE\nENDEXEC.' },
  {
    title: 'a file',
    may: ['unsupported', 'exception'],
    body: "OPEN DATASET '/etc/passwd' FOR INPUT IN TEXT MODE ENCODING DEFAULT.\nDATA s TYPE string.\nREAD DATASET '/etc/passwd' INTO s.\nout->write( s )."
  },
  {
    title: 'a generated program',
    may: ['unsupported', 'harmless', 'exception'],
    body: 'DATA lt TYPE string_table.\nDATA n TYPE string.\nAPPEND `REPORT x.` TO lt.\nGENERATE SUBROUTINE POOL lt NAME n.\nPERFORM x IN PROGRAM (n).'
  },
  {
    title: 'a remote call',
    may: ['unsupported', 'exception'],
    body: "CALL FUNCTION 'RFC_PING' DESTINATION 'NONE'."
  },
  {
    title: 'an unknown function module',
    may: ['unsupported', 'exception'],
    body: "CALL FUNCTION 'Z_NOT_THERE'."
  },
  { title: 'a program to submit', may: ['exception'], body: 'SUBMIT zany AND RETURN.' },
  {
    title: 'JavaScript in an SQL literal',
    may: ['harmless'],
    body: plant(
      code =>
        `SELECT SINGLE id FROM zhostile WHERE text = '"+${code.replaceAll('"', '`')}+"' INTO @DATA(x).`
    )
  },
  {
    title: 'JavaScript in a LIKE pattern',
    may: ['harmless'],
    body: plant(
      code =>
        `SELECT id FROM zhostile WHERE text LIKE '\${${code.replaceAll('"', '`')}}"%' INTO TABLE @DATA(t).`
    )
  },
  {
    title: 'JavaScript in a string template',
    may: ['harmless'],
    body: plant(code => `out->write( |$\\{${code.replaceAll('"', '`')}\\}| ).`)
  },
  {
    title: 'JavaScript in a text',
    may: ['harmless'],
    body: plant(code => `out->write( '\`+\${${code}}+\`' ).\nDATA(s) = \`');${code};//\`.`)
  },
  {
    title: 'JavaScript in a message',
    may: ['harmless', 'exception', 'unsupported'],
    body: plant(code => `MESSAGE '"+${code}+"' TYPE 'S'.`)
  },
  {
    title: 'JavaScript in the name of a function module',
    may: ['exception', 'unsupported'],
    body: plant(code => `CALL FUNCTION '"]+${code}+["'.`)
  },
  {
    title: 'JavaScript in a dynamic class',
    may: ['exception', 'unsupported'],
    body: plant(code => `DATA lo TYPE REF TO object.\nCREATE OBJECT lo TYPE ('"];${code};["').`)
  },
  {
    title: 'JavaScript in a dynamic method',
    may: ['exception', 'unsupported'],
    body: plant(code => `CALL METHOD me->('constructor("${code.replaceAll('"', '`')}")').`)
  },
  {
    title: 'the prototype as a dynamic component',
    may: ['exception', 'unsupported', 'harmless'],
    body: 'TYPES: BEGIN OF ty, a TYPE i, END OF ty.\nDATA s TYPE ty.\nASSIGN COMPONENT `__proto__` OF STRUCTURE s TO FIELD-SYMBOL(<f>).\nASSIGN COMPONENT `constructor` OF STRUCTURE s TO <f>.\nIF <f> IS ASSIGNED. <f> = 1. ENDIF.'
  },
  {
    title: 'names that mean something in JavaScript',
    may: ['harmless'],
    body: 'DATA process TYPE i.\nDATA constructor TYPE i.\nDATA globalthis TYPE i.\nDATA prototype TYPE i.\nDATA require TYPE i.\nDATA abap TYPE i.\nprocess = 1. constructor = 2. globalthis = 3. prototype = 4. require = 5.\nout->write( process + constructor + globalthis + prototype + require ).'
  },
  {
    title: 'SQL in a host variable',
    may: ['harmless'],
    body: "DATA(k) = `' OR '1' = '1`.\nSELECT id FROM zhostile WHERE text = @k INTO TABLE @DATA(t).\nASSERT t IS INITIAL."
  },
  {
    title: 'SQL in a dynamic condition',
    may: ['exception', 'unsupported'],
    body: 'DATA(w) = `1 = 1 ) UNION SELECT name FROM sqlite_master --`.\nSELECT id FROM zhostile WHERE (w) INTO TABLE @DATA(t).'
  },
  {
    title: 'a second statement in a dynamic condition',
    may: ['exception', 'unsupported'],
    body: 'DATA(w) = `id = 1; DROP TABLE zhostile`.\nSELECT id FROM zhostile WHERE (w) INTO TABLE @DATA(t).'
  },
  {
    title: 'a dynamic table of SQLite',
    may: ['exception', 'unsupported'],
    body:
      'DATA(n) = `sqlite_master`.\nSELECT * FROM (n) INTO TABLE @DATA(t).'
        .replace('INTO TABLE @DATA(t)', 'WHERE id = 1 INTO CORRESPONDING FIELDS OF @x')
        .replace('DATA(n)', 'DATA x TYPE zhostile.\nDATA(n)') + '\nENDSELECT.'
  },
  {
    title: 'a dynamic table to delete from',
    may: ['exception', 'unsupported'],
    body: 'DATA(n) = `zhostile" WHERE 1=1; DROP TABLE "zhostile`.\nDELETE FROM (n).'
  },
  {
    title: 'a cross join',
    may: ['limit'],
    body: 'SELECT COUNT( * ) FROM zhostile AS a CROSS JOIN zhostile AS b CROSS JOIN zhostile AS c CROSS JOIN zhostile AS d CROSS JOIN zhostile AS e INTO @DATA(n).\nout->write( n ).'
  },
  {
    title: deletion,
    may: ['harmless'],
    body: 'DELETE FROM zhostile.\nCOMMIT WORK.'
  },
  {
    title: 'deep nesting of source',
    may: ['harmless', 'unsupported', 'limit'],
    body: 'DATA i TYPE i.\n' + 'IF i = 0.\n'.repeat(120) + 'i = 1.\n' + 'ENDIF.\n'.repeat(120)
  },
  {
    title: 'deep parentheses',
    may: ['harmless', 'unsupported', 'limit', 'exception'],
    body: `DATA i TYPE i.\ni = ${'( '.repeat(60)}1${' )'.repeat(60)}.`
  },
  {
    title: 'a source that is no ABAP',
    may: ['unsupported'],
    body: '}}} ); process.exit(0); //\n\u0000\u0001.'
  }
]

/** Processes that were started on a run of this runtime, where the system tells. */
function children(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter(id => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(`${root}/`)
    } catch {
      return false
    }
  })
}

const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const adt = '/sap/bc/adt'
const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const sql = 'application/vnd.sap.adt.datapreview.table.v1+xml'

/** What a client of the system sees of an input. */
interface Outcome {
  readonly verdict: Verdict
  readonly said: string
}

const activation = (client: Client, uri: string): Promise<Reply> =>
  client.post(
    `${adt}/activation?method=activate`,
    `<a:l xmlns:a="a" ${adtcore}><a:objectReference adtcore:uri="${uri}"/></a:l>`
  )

const check = (client: Client, uri: string): Promise<Reply> =>
  client.post(
    `${adt}/checkruns?reporters=abapCheckRun`,
    `<chkrun:checkObjectList xmlns:chkrun="http://www.sap.com/adt/checkrun" ${adtcore}><chkrun:checkObject adtcore:uri="${uri}" chkrun:version="inactive"/></chkrun:checkObjectList>`,
    { 'content-type': 'application/vnd.sap.adt.checkobjects+xml' }
  )

/**
 * Created, written, checked, activated and run, each by its request; what a check refuses is never
 * run.
 */
async function attempt(client: Client, input: Hostile): Promise<Outcome> {
  const name = unique('zcl_')
  const uri = await createClass(client, name.toUpperCase())
  await write(client, uri, consoleClass(name, input.body, input).text)
  for (const { text } of input.files ?? []) {
    const handle = await lock(client, uri)
    assert.equal(
      (
        await client.put(`${uri}/includes/implementations?lockHandle=${handle}`, text, {
          ...stateful,
          'content-type': 'text/plain'
        })
      ).status,
      200
    )
    await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
  }
  assert.equal((await check(client, uri)).status, 200)
  const activated = await activation(client, uri)
  if (/type="E"/.test(activated.text)) return { verdict: 'unsupported', said: activated.text }
  return outcomeOf(await client.post(`${adt}/oo/classrun/${name}`))
}

function outcomeOf({ status, text }: Reply): Outcome {
  if (status === 200) return { verdict: 'harmless', said: text }
  if (status === 501) return { verdict: 'unsupported', said: text }
  assert.equal(status, 500, text)
  return { verdict: text.includes('Stopped by the sandbox') ? 'limit' : 'exception', said: text }
}

async function tableOf(client: Client): Promise<void> {
  const uri = `${adt}/ddic/tables/zhostile`
  const blue = `<blue:blueSource xmlns:blue="http://www.sap.com/wbobj/blue" ${adtcore} adtcore:name="ZHOSTILE" adtcore:description="Rows" adtcore:type="TABL/DT"><adtcore:packageRef adtcore:name="$TMP"/></blue:blueSource>`
  assert.equal(
    (await client.post(`${adt}/ddic/tables`, blue, { 'content-type': 'application/*' })).status,
    201
  )
  await write(
    client,
    uri,
    "@EndUserText.label : 'Rows'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n@AbapCatalog.dataMaintenance : #RESTRICTED\ndefine table zhostile {\n  key id : abap.int4 not null;\n  text   : abap.char(250);\n}\n"
  )
  assert.doesNotMatch((await activation(client, uri)).text, /type="E"/)
  const filled = await attempt(client, {
    title: '',
    may: [],
    body: 'DO 200 TIMES.\n  INSERT zhostile FROM @( VALUE #( id = sy-index text = |row { sy-index }| ) ).\nENDDO.\nCOMMIT WORK.'
  })
  assert.equal(filled.verdict, 'harmless', filled.said)
}

const rowsLeft = async (client: Client): Promise<string | undefined> =>
  /<dataPreview:data>(\d+)</.exec(
    (
      await client.post(
        `${adt}/datapreview/freestyle?rowNumber=1`,
        'SELECT COUNT( * ) AS n FROM zhostile',
        { 'content-type': 'text/plain', accept: sql }
      )
    ).text
  )?.[1]

/** A system whose runs have little time, memory and room for output. */
async function open(t: TestContext): Promise<{ sandbox: Sandbox; alice: Client; bob: Client }> {
  const own = createRuntime({ library: loadKernel(), folder: root })
  const runtime: Runtime = {
    ...own,
    console: request => own.console({ ...request, limits: LIMITS })
  }
  const sandbox = await startSandbox(t, { parts: { runtime } })
  const [alice, bob] = [await logOn(sandbox), await logOn(sandbox, users[1])]
  await tableOf(alice)
  return { sandbox, alice, bob }
}

test('hostile programs that a client brings', async t => {
  assert.ok(CORPUS.length >= 40, String(CORPUS.length))
  const { sandbox, alice, bob } = await open(t)

  // The last subtest counts the rows behind the deletion.
  const others = CORPUS.filter(({ title }) => title !== deletion)
  const tried = [...sampled(others, 3), ...CORPUS.filter(({ title }) => title === deletion)]
  for (const input of tried) {
    await t.test(input.title, async () => {
      const state = { running: true }
      const trying = attempt(alice, input).finally(() => {
        state.running = false
      })
      // the other user works on while it runs, not behind it
      const between: boolean[] = []
      while (state.running && between.length < 3) {
        assert.equal((await bob.get(`${adt}/ddic/tables/zhostile/source/main`)).status, 200)
        between.push(state.running)
      }
      const { verdict, said } = await trying
      assert.ok(between.includes(true), 'the other user had to wait for the run')
      assert.ok(
        (input.may as readonly string[]).includes(verdict),
        `${verdict}: ${said.slice(0, 400)}`
      )
      assert.ok(said.length <= LIMITS.outputBytes + 2000)
      assert.equal(existsSync(planted), false, 'code of the program reached the file system')
      assert.doesNotMatch(said, /root:/)
      assert.equal(sandbox.counters.openLocks, 0, 'a lock is left')
      // The first run of a library has its code compiled behind it.
      await until(() => !existsSync(join(root, 'runs', 'compiled')))
      assert.deepEqual(
        [children(), existsSync(join(root, 'runs')) ? readdirSync(join(root, 'runs')) : []],
        [[], []],
        'a process or a folder of the run is left'
      )
      assert.equal((await bob.get(`${adt}/core/discovery`)).status, 200)
    })
  }

  await t.test(
    'leave the rows but for what one of them deleted and committed, and the system as it was',
    async () => {
      assert.equal(await rowsLeft(bob), '0')
      const { verdict, said } = await attempt(bob, {
        title: '',
        may: [],
        body: 'out->write( `still here` ).'
      })
      assert.deepEqual([verdict, said.trim()], ['harmless', 'still here'])
    }
  )
})
