/** The list of inactive objects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseXml } from '../../../erp-client/wire/xml.ts'
import { readInactive } from '../../../erp-client/wire/checks/findings.ts'

test('inactive objects are read in both forms, requests and unknown types included or left out as they should', () => {
  const entry =
    '<ioc:entry><ioc:object ioc:user="DEV" ioc:deleted="false"><ioc:ref adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo/includes/testclasses" adtcore:type="CLAS/OCN/testclasses" adtcore:name="ZCL_DEMO"/></ioc:object><ioc:transport ioc:user="DEV"><ioc:ref adtcore:name="A4HK900002"/></ioc:transport></ioc:entry>'
  const request =
    '<ioc:entry><ioc:object/><ioc:transport><ioc:ref adtcore:name="A4HK900002"/></ioc:transport></ioc:entry>'
  const odd =
    '<ioc:entry><ioc:object ioc:user="DEV" ioc:deleted="true"><ioc:ref adtcore:uri="/sap/bc/adt/vit/wb/object_type/wdyn/object_name/ZW" adtcore:type="WDYN/X" adtcore:name="ZW"/></ioc:object></ioc:entry>'
  const read = readInactive(
    parseXml(`<ioc:inactiveObjects>${entry}${request}${odd}</ioc:inactiveObjects>`).element
  )
  assert.deepEqual(
    read.map(({ ref, part, user, deleted, transport }) => ({
      ref,
      part,
      user,
      deleted,
      transport
    })),
    [
      {
        ref: { type: 'CLAS', name: 'ZCL_DEMO' },
        part: 'testclasses',
        user: 'DEV',
        deleted: false,
        transport: 'A4HK900002'
      },
      {
        ref: { type: 'WDYN/X', name: 'ZW' },
        part: undefined,
        user: 'DEV',
        deleted: true,
        transport: undefined
      }
    ]
  )
  assert.equal(
    readInactive(
      parseXml(
        '<adtcore:objectReferences><adtcore:objectReference adtcore:uri="/sap/bc/adt/programs/programs/zx"/></adtcore:objectReferences>'
      ).element
    )[0]?.ref.name,
    'ZX'
  )
})
