/**
 * An include means in each of its programs what it means there; `?context=` says in which one a
 * client looks at it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import abapAdtApi from 'abap-adt-api'
import type { ADTClient as SecondClient } from 'abap-adt-api'
import { logOn, startSandbox, users } from '../http/fixture.ts'
import type { Client } from '../http/client.ts'
import { refusal } from '../adt-client/world.ts'

const { ADTClient, session_types: session } = abapAdtApi
const adt = '/sap/bc/adt'
const stamp = Math.random().toString(36).slice(2, 8)
const [include, one, other, alien, third, group] = [
  `zinc_${stamp}`,
  `zone_${stamp}`,
  `zother_${stamp}`,
  `zalien_${stamp}`,
  `zthird_${stamp}`,
  `zg${stamp}`
]
const program = (name: string) => `${adt}/programs/programs/${name}`
const unit = `${adt}/programs/includes/${include}`
const source = `${unit}/source/main`
const inside = (main: string) => `${source}?context=${encodeURIComponent(main)}`
const groupUri = `${adt}/functions/groups/${group}`
const top = `${groupUri}/includes/l${group}top`

const text =
  'FORM add.\n  DATA lv_idle TYPE i.\n  gv_total = gv_total + 1.\n  gv_tot = 2.\nENDFORM.\n'
const texts = {
  [program(one)]:
    `REPORT ${one}.\nDATA gv_total TYPE i.\nDATA gv_tot TYPE i.\nINCLUDE ${include}.\nSTART-OF-SELECTION.\n  gv_total = 1.\n  PERFORM add.\n`,
  [program(other)]:
    `REPORT ${other}.\n\n\n\n\nDATA gv_total TYPE p LENGTH 8 DECIMALS 2.\nINCLUDE ${include}.\n`,
  [program(third)]:
    `REPORT ${third}.\nDATA gv_total TYPE i.\nDATA gv_tot TYPE i.\nDATA gv_taken TYPE i.\nINCLUDE ${include}.\n`,
  [program(alien)]: `REPORT ${alien}.\nDATA gv_total TYPE i.\n`,
  [top]: `FUNCTION-POOL ${group}.\n\n\nDATA gv_total TYPE string.\nINCLUDE ${include}.\n`
}

let second: SecondClient
let raw: Client

async function save(object: string, content: string): Promise<void> {
  second.stateful = session.stateful
  const { LOCK_HANDLE } = await second.lock(object)
  await second.setObjectSource(`${object}/source/main`, content, LOCK_HANDLE)
  await second.unLock(object, LOCK_HANDLE)
}

/**
 * Two of the programs stay inactive: the draft of the one that the client names counts like that of
 * its include.
 */
async function open(t: TestContext): Promise<void> {
  const sandbox = await startSandbox(t)
  second = new ADTClient(sandbox.url, users[0].name, users[0].password, '001', 'EN')
  await second.login()
  raw = await logOn(sandbox)
  const local = `${adt}/packages/%24tmp`
  await second.createObject('PROG/I', include, '$TMP', 'Shared', local)
  for (const name of [one, other, alien, third]) {
    await second.createObject('PROG/P', name, '$TMP', 'Program', local)
  }
  await second.createObject('FUGR/F', group, '$TMP', 'Group', local)
  await save(unit, text)
  for (const [object, content] of Object.entries(texts)) await save(object, content)
  for (const [name, object] of [
    [include, unit],
    [third, program(third)]
  ] as const) {
    assert.ok((await second.activate(name, object)).success)
  }
}

const post = (path: string, query: Readonly<Record<string, string>>, body = '') =>
  raw.post(`${adt}${path}?${new URLSearchParams(query)}`, body, { 'content-type': 'text/plain' })
const typeOf = (answer: string) => /<type id="(\w+)"/.exec(answer)?.[1]

test('an include in its main program', async t => {
  await open(t)

  await t.test('names are those of the program that the client names', async () => {
    for (const [main, line] of [
      [program(one), 2],
      [program(other), 6],
      [groupUri, 4]
    ] as const) {
      const found = await second.findDefinition(source, text, 3, 2, 10, false, main)
      assert.deepEqual(
        [found.url, found.line],
        [main === groupUri ? `${top}/source/main` : `${main}/source/main`, line]
      )
    }
  })

  await t.test('element information and completion are those of that program', async () => {
    const info = async (main: string) =>
      (
        await post(
          '/abapsource/codecompletion/elementinfo',
          { uri: `${inside(main)}#start=3,4` },
          text
        )
      ).text
    for (const [main, type] of [
      [program(one), 'i'],
      [program(other), 'p LENGTH 8 DECIMALS 2'],
      [groupUri, 'string']
    ] as const) {
      assert.match(await info(main), new RegExp(`>${type}</abapsource:entry>`, 'i'))
      const known = await second.codeCompletionElement(inside(main), text, 3, 4)
      assert.ok(typeof known !== 'string' && known.href.startsWith(main), JSON.stringify(known))
    }
    const proposals = async (main: string) =>
      (await second.codeCompletion(inside(main), text, 4, 8)).map(each => each.IDENTIFIER)
    assert.deepEqual(
      [
        (await proposals(program(one))).includes('GV_TOT'),
        (await proposals(program(other))).includes('GV_TOT')
      ],
      [true, false]
    )
  })

  await t.test('a check finds what is wrong in that program', async () => {
    const errors = async (main: string) =>
      (await second.syntaxCheck(unit, source, text, main, 'inactive'))
        .filter(each => each.severity === 'E' && each.uri === source)
        .map(each => each.line)
    assert.deepEqual([await errors(program(one)), await errors(program(other))], [[], [4]])
  })

  await t.test('corrections are those of that program', async () => {
    const place = { uri: `${inside(program(one))}#start=2,8` }
    const [fix, ...more] = await second.fixProposals(inside(program(one)), text, 2, 8)
    assert.ok(fix)
    assert.match(fix['adtcore:name'], /lv_idle/i)
    assert.deepEqual(
      new Set(more.map(each => each['adtcore:name'])).size,
      more.length,
      'nothing twice'
    )
    assert.match(
      (await post('/quickfixes/evaluation', place, text)).text,
      /quickfixes\/rules\/unused_variables/
    )
    const edits = await second.fixEdits(fix, text)
    assert.deepEqual(
      edits.map(each => [each.uri, each.range.start.line, each.content]),
      [[source, 2, '']]
    )
  })

  await t.test('a rename is evaluated, previewed and carried out in that program', async () => {
    const raws = await post('/refactorings', {
      step: 'evaluate',
      rel: 'http://www.sap.com/adt/relations/refactoring/rename',
      uri: `${inside(program(one))}#start=3,2;end=3,10`
    })
    assert.match(raws.text, new RegExp(`uri="${program(one)}/source/main"`))
    const proposal = await second.renameEvaluate(inside(program(other)), 3, 2, 10)
    const preview = await second.renamePreview({ ...proposal, newName: 'gv_sum' }, '')
    assert.deepEqual(
      preview.affectedObjects.map(each => each.uri.split('?')[0]).sort(),
      [source, `${program(other)}/source/main`].sort()
    )
    await second.renameExecute(preview)
    assert.equal(await second.getObjectSource(source), text.replaceAll('gv_total', 'gv_sum'))
    assert.equal(
      await second.getObjectSource(`${program(other)}/source/main`),
      texts[program(other)]?.replace('gv_total', 'gv_sum')
    )
    assert.equal(await second.getObjectSource(`${program(one)}/source/main`), texts[program(one)])
    await save(unit, text)
  })

  await t.test('a name that another program of the include has is taken', async () => {
    const { message } = await refusal(
      (async () =>
        await second.renamePreview(
          { ...(await second.renameEvaluate(inside(program(one)), 2, 9, 16)), newName: 'gv_taken' },
          ''
        ))()
    )
    assert.match(message, /"gv_taken" is taken/)
  })

  await t.test(
    'a program that does not include it, or is none, is refused everywhere',
    async () => {
      for (const [context, status, type] of [
        [program(alien), 400, 'ExceptionInvalidParameter'],
        [program('zno'), 404, 'ExceptionResourceNotFound'],
        ['/elsewhere', 400, 'uriMappingError']
      ] as const) {
        const uri = `${inside(context)}#start=3,4`
        for (const path of [
          '/navigation/target',
          '/abapsource/codecompletion/elementinfo',
          '/abapsource/codecompletion/proposal',
          '/quickfixes/evaluation',
          '/repository/informationsystem/usageReferences'
        ]) {
          const { status: got, text: answer } = await post(path, { uri })
          assert.deepEqual([got, typeOf(answer)], [status, type], `${path} ${answer}`)
        }
        const renamed = await post('/refactorings', { step: 'evaluate', rel: 'x/rename', uri })
        assert.equal(renamed.status, status, renamed.text)
      }
    }
  )

  await t.test('what is no include needs no context and may have one', async () => {
    const answer = await post('/navigation/target', {
      uri: `${program(one)}/source/main?context=${encodeURIComponent(program(alien))}#start=6,3`
    })
    assert.match(answer.text, new RegExp(`${program(one)}/source/main#start=2,5`))
  })
})
