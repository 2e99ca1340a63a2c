import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf } from '../../../tools/objects/table-columns.ts'

test('columns of a table definition, whatever stands around them', () => {
  const source = `@EndUserText.label : 'It''s { a : b; }'
define table zt {
  // comment { x : y; }
  key mandt : mandt not null;
  key id    : abap.char(10) not null
    with foreign key zu where id = zt.id;
  @Semantics.amount.currencyCode : 'zt.waers'
  amount    : abap.curr(15,2);
  include   zs_admin;
  include   ci_zt not null;
}`
  assert.deepEqual(
    [...columnsOf(source)],
    [
      ['MANDT', { key: true, type: 'mandt' }],
      ['ID', { key: true, type: 'abap.char(10)' }],
      ['AMOUNT', { key: false, type: 'abap.curr(15,2)' }],
      ['INCLUDE ZS_ADMIN', { key: false, type: 'include' }],
      ['INCLUDE CI_ZT', { key: false, type: 'include' }]
    ]
  )
})

test('a column cannot hide behind an annotation or a comment of its line', () => {
  const source = `@AbapCatalog.tableCategory : #TRANSPARENT @AbapCatalog.deliveryClass : #A define table zt {
  @EndUserText.label : 'x' key mandt : mandt not null; @Semantics.uuid : true id : abap.char(10); @A.b : [ { c : 'd;' }, 1 ] amount : abap.int4; @Flag flagged : abap.char(1);
  -- it's /* no comment
  last : abap.char(1); -- */
}`
  assert.deepEqual([...columnsOf(source).keys()], ['MANDT', 'ID', 'AMOUNT', 'FLAGGED', 'LAST'])
})
