/** Rows that a seed brings beside its sources. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Database } from '../../types.ts'
import type { Dictionary } from '../../workbench/dictionary.ts'
import { loadSeedRows } from '../../workbench/seed-rows.ts'

const seed = mkdtempSync(join(tmpdir(), 'seed-rows-'))
after(() => {
  rmSync(seed, { recursive: true, force: true })
})

const metadata =
  '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><NAME>ZLOGO</NAME><TEXT>Logo</TEXT><PARAMS><WWWPARAMS><NAME>filesize</NAME><VALUE>1</VALUE></WWWPARAMS><WWWPARAMS><NAME>mimetype</NAME><VALUE>image/png</VALUE></WWWPARAMS></PARAMS></asx:values></asx:abap></abapGit>'

test('an object W3MI of a seed is rows of WWWPARAMS and WWWDATA', () => {
  const folder = join(seed, 'src', 'zpackage')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'zlogo.w3mi.xml'), metadata)
  writeFileSync(join(folder, 'zlogo.w3mi.data.png'), Buffer.alloc(2888, 0xab))
  writeFileSync(join(folder, 'zlost.w3mi.xml'), metadata.replace('ZLOGO', 'ZLOST'))
  const loaded = new Map<string, readonly Readonly<Record<string, unknown>>[]>()
  const database = {
    load(table: string, rows: readonly Readonly<Record<string, unknown>>[]) {
      loaded.set(table, rows)
    }
  } as unknown as Database
  const tables = ['WWWPARAMS', 'WWWDATA'].map(name => ({ name }))
  loadSeedRows(seed, database, { tables: () => tables } as unknown as Dictionary)
  const key = { RELID: 'MI', OBJID: 'ZLOGO' }
  assert.deepEqual(loaded.get('WWWPARAMS'), [
    { ...key, NAME: 'mimetype', VALUE: 'image/png' },
    { ...key, NAME: 'filesize', VALUE: '2888' }
  ])
  const rows = loaded.get('WWWDATA') ?? []
  assert.deepEqual(
    rows.map(({ OBJID, SRTF2, CLUSTR, CLUSTD }) => [
      OBJID,
      SRTF2,
      CLUSTR,
      String(CLUSTD).slice(0, 6)
    ]),
    [
      ['ZLOGO', 0, 2886, 'ABABAB'],
      ['ZLOGO', 1, 2, 'ABAB00']
    ]
  )
})
