/** Metadata of objects in the forms of the releases. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMetadataXml } from '../../../erp-client/wire/metadata.ts'

test('metadata is read whatever the prefixes of the release', () => {
  const ref = { type: 'CLAS', name: 'ZCL_X' }
  const metadata = readMetadataXml(
    '<c:abapClass xmlns:c="u" xmlns:core="v" core:description="A &amp; B" core:version="new" core:changedBy="DEV" core:masterLanguage="DE"><core:packageRef core:name="zpkg"/><c:include c:includeType="main" core:version="inactive" core:changedAt="2026-11-20T08:00:00Z" core:changedBy="DEV"/><c:include c:includeType="macros"/><c:superClassRef core:name="zcl_base"/><oo:interfaceRef xmlns:oo="w" core:name="ZIF_A"/><oo:interfaceRef core:name=""/></c:abapClass>',
    ref
  )
  assert.deepEqual(
    [
      metadata.description,
      metadata.version,
      metadata.package,
      metadata.changedBy,
      metadata.language,
      metadata.superclass
    ],
    ['A & B', 'new', 'ZPKG', 'DEV', 'DE', 'ZCL_BASE']
  )
  assert.deepEqual(
    [metadata.includes, metadata.interfaces],
    [
      [
        {
          part: 'main',
          version: 'inactive',
          changedAt: '2026-11-20T08:00:00Z',
          changedBy: 'DEV'
        },
        { part: 'macros', version: '', changedAt: undefined, changedBy: undefined }
      ],
      ['ZIF_A']
    ]
  )
  const group = readMetadataXml(
    '<fmodule:abapFunctionModule xmlns:adtcore="a"><adtcore:containerRef adtcore:uri="/sap/bc/adt/functions/groups/zfg" adtcore:name="ZFG"/></fmodule:abapFunctionModule>',
    ref
  )
  assert.deepEqual([group.package, group.container], [undefined, { type: 'FUGR', name: 'ZFG' }])
  const pack = readMetadataXml(
    '<pak:package adtcore:name="ZDEMO"><pak:attributes pak:packageType="development"/><pak:superPackage adtcore:name="ZROOT"/><pak:transport><pak:softwareComponent pak:name="HOME"/><pak:transportLayer pak:name=""/></pak:transport></pak:package>',
    ref
  )
  assert.deepEqual(
    [
      pack.package,
      pack.attributes['superPackage'],
      pack.attributes['softwareComponent'],
      pack.attributes['packageType']
    ],
    ['ZDEMO', 'ZROOT', 'HOME', 'development']
  )
})
