/** The data preview refuses in an answer with status 200, which must not become an empty table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOf } from '../helpers/erp.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'

const view =
  'define view entity ZI_BY_TOWN with parameters p_town : abap.char(25) as select from t000 { key mandt as Client } where ort01 = $parameters.p_town\n'

test('a view with parameters is refused in the words of the ERP', async t => {
  const bench = await startSandboxBench()
  t.after(() => bench.close())
  await bench.text('ERPWrite', {
    action: 'create',
    type: 'DDLS',
    name: 'ZI_BY_TOWN',
    package: '$TMP',
    description: 'By town',
    source: view,
    activate: true
  })
  const result = await bench.call('ERPQuery', { table: 'ZI_BY_TOWN' })
  const { code, text } = errorOf(result)
  assert.equal(code, 'ERP_QUERY_REFUSED', text)
  assert.match(text, /views with parameters is not supported/)
  assert.match(text, /ZI_BY_TOWN exists/)
  assert.doesNotMatch(text, /There is no/)
})
