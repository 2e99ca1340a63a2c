/** A syntax check that the ERP did not do is not a clean one; against documented bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { standIn } from './server.ts'

test('a given source that the ERP did not check: where else it can be judged', async t => {
  const { erp } = await standIn(t, [
    {
      method: 'POST',
      path: '/sap/bc/adt/checkruns',
      query: { reporters: 'abapCheckRun' },
      contentType: 'application/vnd.sap.adt.checkobjects+xml',
      body: /chkrun:checkObject/,
      answer:
        '<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun"><chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="notProcessed"/></chkrun:checkRunReports>'
    }
  ])
  const { call } = toolBench(erp)
  const given = await call('ERPDiagnose', {
    action: 'syntax',
    type: 'PROG',
    name: 'ZDEMO_NEW',
    source: 'REPORT zdemo_new.\n'
  })
  assert.match(
    given.text,
    /NOT CHECKED: the ERP could not check this object\n.*ERPWrite create with dryRun true/
  )
  assert.doesNotMatch(
    (await call('ERPDiagnose', { action: 'syntax', type: 'PROG', name: 'ZDEMO_NEW' })).text,
    /dryRun/
  )
})
