import { test } from 'node:test'
import assert from 'node:assert/strict'
import { columnRules } from '../../../tools/mask/index.ts'
import { assertNoCondition, maskValues, withoutLiterals } from '../../../tools/mask/values.ts'
import { recordingErp } from '../helpers/erp.ts'

const signal = AbortSignal.timeout(30_000)

const domains: Readonly<Record<string, string>> = { zsalary: 'ZMONEY', zname: 'ZTEXT' }

const element = (name: string, domain: string) =>
  `<?xml version="1.0"?><blue:wbobj xmlns:blue="http://www.sap.com/wbobj/dictionary/dtel" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:type="DTEL/DE"><dtel:dataElement xmlns:dtel="http://www.sap.com/adt/dictionary/dataelements"><dtel:typeKind>domain</dtel:typeKind><dtel:typeName>${domain}</dtel:typeName></dtel:dataElement></blue:wbobj>`

const values = [
  { name: 'LV_PAY', type: 'ZSALARY', value: 'canary-1' },
  { name: 'LV_NAME', type: 'ZNAME', value: 'shown-1' },
  { name: 'LV_TEXT', type: 'STRING', value: 'canary-2', isCut: true },
  { name: 'LS_ROW-BET01', type: 'ZNAME', value: 'canary-3' },
  { name: 'LV_LOST', type: 'ZNOT_THERE', value: 'canary-4' },
  { name: 'LT', type: 'ZT', lines: 1, parts: [{ name: 'BET01', type: 'ZNAME', value: 'canary-5' }] }
]

test('a value is shown where its type and its name are known not to be masked', async t => {
  const { erp: client } = await recordingErp(t, ({ path }) => {
    const [, name = ''] = /\/dataelements\/(\w+)$/.exec(path) ?? []
    const domain = domains[name]
    return domain === undefined ? undefined : { status: 200, body: element(name, domain) }
  })
  const erp = client.reader
  const rules = columnRules(['PA0008.BET*', 'domain:ZMON*'])
  const text = JSON.stringify(await maskValues({ erp, columnRules: rules, signal }, values))
  assert.doesNotMatch(text, /canary/)
  assert.match(text, /shown-1/)
  assert.equal(await maskValues({ erp, columnRules: undefined, signal }, values), values)
})

test('texts lose their literals, and breakpoints their conditions', () => {
  const masking = { columnRules: columnRules(['T.C']) }
  assert.equal(
    withoutLiterals(masking, `SELECT a FROM t1 WHERE a = 'it''s' AND b = 4711 AND c = "x"`),
    'SELECT a FROM t1 WHERE a = *** AND b = *** AND c = ***'
  )
  assert.equal(withoutLiterals({ columnRules: undefined }, "'a' 1"), "'a' 1")
  assert.throws(() => {
    assertNoCondition(masking, 'LV_PAY > 5000')
  }, /would tell the values/)
  assertNoCondition(masking, undefined)
  assertNoCondition({ columnRules: undefined }, 'LV_PAY > 5000')
})
