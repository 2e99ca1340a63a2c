/** Whether a change needs a transport request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTransportCheck } from '../../../erp-client/wire/transport-check.ts'

const checkData = (data: string) =>
  `<asx:abap xmlns:asx="x" version="1.0"><asx:values><DATA>${data}</DATA></asx:values></asx:abap>`
const header = (number: string) =>
  `<REQ_HEADER><TRKORR>${number}</TRKORR><AS4USER>DEV</AS4USER><AS4TEXT>Text</AS4TEXT></REQ_HEADER>`

test('the need for a transport is read from its five signs', () => {
  const need = readTransportCheck(
    checkData(
      `<DEVCLASS>ZX</DEVCLASS><RECORDING>X</RECORDING><REQUESTS><CTS_REQUEST>${header('A4HK900001')}<TASK_HEADERS/></CTS_REQUEST></REQUESTS><LOCKS/>`
    )
  )
  assert.deepEqual(need, {
    recording: true,
    isLocal: false,
    requests: [{ number: 'A4HK900001', owner: 'DEV', description: 'Text' }],
    lockedIn: undefined
  })
  const held = readTransportCheck(
    checkData(
      `<RECORDING/><LOCKS><CTS_OBJECT_LOCK><LOCK_HOLDER>${header('A4HK900002')}</LOCK_HOLDER></CTS_OBJECT_LOCK></LOCKS>`
    )
  )
  assert.deepEqual([held.recording, held.lockedIn?.number], [true, 'A4HK900002'])
  assert.deepEqual(
    readTransportCheck(checkData('<DEVCLASS>$TMP</DEVCLASS><DLVUNIT>LOCAL</DLVUNIT><RECORDING/>')),
    { recording: false, isLocal: true, requests: [], lockedIn: undefined }
  )
  assert.throws(
    () =>
      readTransportCheck(
        checkData(
          '<MESSAGES><CTS_MESSAGE><SEVERITY>E</SEVERITY><TEXT>No layer</TEXT></CTS_MESSAGE></MESSAGES>'
        )
      ),
    { code: 'ERP_BAD_REQUEST', message: 'No layer' }
  )
})
