/** Objects that are not one's own are never written without `--allow-modifications`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectTypes } from '../../../erp-client/index.ts'
import { foreignObject, isGenerated } from '../../../erp-client/permissions/ownership.ts'
import type { OwnershipFacts } from '../../../erp-client/permissions/ownership.ts'
import { benchOf, errorOf, recordingErp } from '../helpers/erp.ts'
import type { Asked } from '../helpers/erp.ts'

const xml = { 'content-type': 'application/xml; charset=utf-8' }
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const mark = '*&* WARNING--> NEVER MODIFY THIS CLASS <--WARNING\n'

interface World {
  readonly original?: string
  readonly support?: string
  readonly source?: string
}

/** Every object is there, with the facts of the world; the system is A4H. */
function erpOf({ original, support = 'NoModification', source = 'REPORT x.\n' }: World) {
  return ({ method, path, query }: Asked) => {
    if (path.endsWith('/systeminformation')) {
      return { status: 200, body: '{"systemID":"A4H"}' }
    }
    if (path.endsWith('/system/components')) {
      return {
        status: 200,
        headers: xml,
        body: '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>SAP_BASIS</atom:id><atom:title>758;SAPK-75801INSAPBASIS;0001;Basis</atom:title></atom:entry></atom:feed>'
      }
    }
    if (query.get('_action') === 'LOCK') {
      return {
        status: 200,
        headers: xml,
        body: `<a:abap xmlns:a="http://www.sap.com/abapxml"><a:values><DATA><LOCK_HANDLE>H</LOCK_HANDLE><CORRNR/><CORRUSER/><IS_LOCAL/><MODIFICATION_SUPPORT>${support}</MODIFICATION_SUPPORT></DATA></a:values></a:abap>`
      }
    }
    if (query.get('_action') === 'UNLOCK') return { status: 200 }
    if (method !== 'GET') return undefined
    if (path.includes('/source/') || /classes\/[^/]+\/includes\//.test(path)) {
      return { status: 200, body: source, headers: { etag: 'E1' } }
    }
    const system = original === undefined ? '' : ` adtcore:masterSystem="${original}"`
    return path.startsWith('/sap/bc/adt/packages/')
      ? {
          status: 200,
          headers: xml,
          body: `<pak:package xmlns:pak="http://www.sap.com/adt/packages" ${core}${system} adtcore:name="ZP"/>`
        }
      : {
          status: 200,
          headers: xml,
          body: `<o:object xmlns:o="http://o" ${core}${system} adtcore:name="X" adtcore:version="active"><adtcore:packageRef adtcore:name="ZP"/></o:object>`
        }
  }
}

const isLock = ({ query }: Asked) => query.has('_action')
const policy = { allowTransportableEdits: true, enableTransports: true }
const transport = 'A4HK900001'

/** Ways to change an object; the last one only where it has a source. */
function attemptsOn({ code, abilities, path }: (typeof objectTypes)[number], name: string) {
  const object = { type: code, name, ...(path.includes('{group}') ? { group: name } : {}) }
  const ways: [string, object][] = []
  if (abilities.has('delete') && code !== 'DEVC' && code !== 'TABL') {
    ways.push(['ERPWrite', { action: 'delete', ...object, transport }])
  }
  if (abilities.has('activate')) ways.push(['ERPActivate', object])
  if (abilities.has('source') && code !== 'TABL') {
    ways.push([
      'ERPWrite',
      { action: 'update', ...object, source: 'x', overwrite: true, transport }
    ])
  }
  return ways
}

const worlds: [string, World, (grammar: string) => string][] = [
  ['delivered by SAP', { original: 'SAP' }, () => 'ZFRGN'],
  ['of another system', { original: 'DEV' }, () => 'ZFRGN'],
  ['with a name of SAP', {}, grammar => (grammar === 'package' ? 'SABP' : 'RSFRG')],
  ['of SAP, whose name says so alone', { original: '' }, () => 'RSFRG']
]

test('property: no change of a foreign object is sent without the switch', async t => {
  for (const [words, world, nameFor] of worlds) {
    const { erp, changes } = await recordingErp(t, erpOf(world))
    const { call } = benchOf({ erp, policy })
    for (const row of objectTypes) {
      for (const [tool, args] of attemptsOn(row, nameFor(row.grammar))) {
        const { code, text } = errorOf(await call(tool, args))
        assert.equal(code, 'BLOCKED_MODIFICATION', `${words}: ${JSON.stringify(args)}: ${text}`)
        assert.match(text, /Decided by: --allow-modifications/)
      }
    }
    const sent = changes().filter(asked => !isLock(asked))
    assert.deepEqual(sent, [], words)
  }
})

test('the lock and the source decide where the document says nothing', async t => {
  for (const [world, words] of [
    [{ original: 'A4H', support: 'ModificationAssistant' }, /under the modification assistant/],
    [{ original: 'A4H', source: `CLASS zcl_x DEFINITION.\n${mark}` }, /is generated/]
  ] as const) {
    const { erp, changes } = await recordingErp(t, erpOf(world))
    const { call } = benchOf({ erp, policy })
    const args = { action: 'update', type: 'CLAS', name: 'ZCL_X', source: 'x', overwrite: true }
    assert.match(errorOf(await call('ERPWrite', { ...args, transport })).text, words)
    assert.deepEqual(
      changes().map(({ query }) => query.get('_action')),
      ['LOCK', 'UNLOCK'],
      'the lock is released and nothing is written'
    )
  }
})

test('objects of one’s own, and foreign ones with the switch, are written', async t => {
  for (const [world, allowModifications] of [
    [{ original: 'A4H' }, false],
    [{ original: 'A4H', support: 'ModificationsLoggedOnly' }, false],
    [{}, false],
    [{ original: 'SAP' }, true],
    [{ original: 'DEV', support: 'ModificationAssistant', source: mark }, true]
  ] as const) {
    const { erp, changes } = await recordingErp(t, erpOf(world))
    const { call } = benchOf({ erp, policy: { ...policy, allowModifications } })
    const args = { action: 'update', type: 'PROG', name: 'ZX', source: 'REPORT zx.' }
    await call('ERPWrite', { ...args, overwrite: true, transport })
    assert.ok(
      changes().some(({ method }) => method === 'PUT'),
      JSON.stringify(world)
    )
  }
})

test('whose object it is, by original system, name, lock and source', async t => {
  const { erp } = await recordingErp(t, erpOf({}))
  const cases: [string, OwnershipFacts, string | undefined][] = [
    ['ZCL_X', {}, undefined],
    ['$TMP', {}, undefined],
    ['LZGROUPTOP', {}, undefined],
    ['SAPMZORDER', {}, undefined],
    ['EZLOCK', {}, undefined],
    ['CI_EKKODB', {}, undefined],
    ['CL_ABAP_TYPEDESCR', {}, 'modification'],
    ['SAPLSU01', {}, 'modification'],
    ['/ACME/CL_X', {}, 'modification'],
    ['/ACME/CL_X', { original: 'A4H' }, undefined],
    ['/ACME/CL_X', { original: 'ACM' }, 'repair'],
    ['ZCL_X', { original: 'sap' }, 'modification'],
    ['ZCL_X', { original: 'DEV' }, 'repair'],
    ['ZCL_X', { original: 'DEV', transport: 'DEVK900001' }, undefined],
    ['ZCL_X', { original: 'A4H', support: 'nomodification' }, undefined],
    ['ZCL_X', { original: 'A4H', support: 'Modification' }, 'modification'],
    ['ZCL_X', { original: 'A4H', source: mark }, 'generated'],
    ['ZCL_X', { original: 'A4H', source: `WRITE 'x'.\n${'*\n'.repeat(3000)}${mark}` }, undefined]
  ]
  for (const [name, facts, expected] of cases) {
    const found = await foreignObject(erp.reader, { type: 'CLAS', name }, facts)
    assert.equal(found?.kind, expected, `${name} ${JSON.stringify(facts)}`)
  }
  assert.equal(isGenerated("WRITE 'This class has been generated'."), false)
})
