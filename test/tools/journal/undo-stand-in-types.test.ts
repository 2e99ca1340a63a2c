/** Undo of creations, changes and deletions of types that no sandbox has, at a stand-in. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectType, objectUri } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { Answer, Asked } from '../helpers/erp.ts'
import { confirmed, idOf, undoStandIn } from './undo-bench.ts'

interface Stored {
  document: string
  version: 'active' | 'inactive'
  source: string
  activeSource: string
}

const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const xml = (body: string): Answer => ({ status: 200, body })
const tag = (text: string, version: string) =>
  `"20260101000000${version === 'active' ? '001' : '000'}${text.length}"`

/** Keeps the object of one test as the requests make it; a document comes back as it was given. */
class OneObject {
  stored: Stored | undefined
  readonly #uri: string
  readonly #name: string

  constructor(ref: ObjectRef) {
    this.#uri = objectUri(ref)
    this.#name = ref.name
  }

  answer({ method, path, query, body }: Asked): Answer | undefined {
    const action = query.get('_action')
    if (action === 'LOCK') return xml(lockAnswer)
    if (action === 'UNLOCK') return xml('')
    if (path === '/sap/bc/adt/system/components') return xml(components)
    if (path === '/sap/bc/adt/activation/inactiveobjects') return xml(noneInactive)
    if (path === '/sap/bc/adt/activation') return this.#activate()
    if (path.endsWith('/functions/groups/zun_group')) return xml(groupAnswer)
    if (method === 'POST' && this.#uri.startsWith(`${path}/`)) return this.#create(body)
    const { stored } = this
    if (stored === undefined || !path.startsWith(this.#uri)) return undefined
    if (path.endsWith('/source/main')) return this.#source(stored, { method, query, body })
    if (method === 'DELETE') {
      this.stored = undefined
      return xml('')
    }
    if (method === 'PUT') stored.document = body
    return xml(stored.document.replace(/adtcore:name=/, `adtcore:version="${stored.version}" $&`))
  }

  #create(body: string): Answer {
    assert.ok(body.includes(`adtcore:name="${this.#name}"`), body)
    this.stored = { document: body, version: 'active', source: '', activeSource: '' }
    return { status: 201, body: '' }
  }

  #activate(): Answer {
    if (this.stored !== undefined) {
      this.stored.version = 'active'
      this.stored.activeSource = this.stored.source
    }
    return xml(
      '<chkl:messages xmlns:chkl="http://www.sap.com/abapxml/checklist"><chkl:properties checkExecuted="true" activationExecuted="true" generationExecuted="true"/></chkl:messages>'
    )
  }

  #source(stored: Stored, { method, query, body }: Omit<Asked, 'path'>): Answer {
    if (method === 'PUT') {
      stored.source = body
      stored.version = 'inactive'
    }
    const isActive = query.get('version') === 'active'
    const text = isActive ? stored.activeSource : stored.source
    return {
      status: 200,
      body: text,
      headers: { etag: tag(text, isActive ? 'active' : stored.version) }
    }
  }
}

const lockAnswer =
  '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><LOCK_HANDLE>handle</LOCK_HANDLE><CORRNR/><CORRUSER/><CORRTEXT/><IS_LOCAL>X</IS_LOCAL><IS_LINK_UP/><MODIFICATION_SUPPORT>NoModification</MODIFICATION_SUPPORT></DATA></asx:values></asx:abap>'
const components =
  '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>SAP_BASIS</atom:id><atom:title>758;SP;0002;Basis</atom:title></atom:entry></atom:feed>'
const noneInactive =
  '<ioc:inactiveObjects xmlns:ioc="http://www.sap.com/abapxml/inactiveCtsObjects"/>'
const groupAnswer = `<group:abapFunctionGroup xmlns:group="http://www.sap.com/adt/functions/groups" ${core} adtcore:name="ZUN_GROUP" adtcore:type="FUGR/F" adtcore:version="active"><adtcore:packageRef adtcore:name="$TMP"/></group:abapFunctionGroup>`

const rows: readonly (ObjectRef & { readonly first?: string; readonly second?: string })[] = [
  { type: 'FINC', name: 'LZUN_GROUPF01', group: 'ZUN_GROUP', first: '* 1\n', second: '* 2\n' },
  {
    type: 'DDLA',
    name: 'ZUN_DDLA',
    first: 'define annotation A;\n',
    second: 'define annotation B;\n'
  },
  { type: 'XSLT', name: 'ZUN_XSLT', first: '<transform/>\n', second: '<transform>2</transform>\n' },
  { type: 'DSFD', name: 'ZUN_DSFD', first: 'define scalar function a;\n', second: 'b\n' },
  { type: 'AUTH', name: 'ZUN_AUTH' },
  { type: 'SUSO', name: 'ZUN_SUSO' }
]

for (const { first, second, ...ref } of rows) {
  test(`undo of each change of ${ref.type}`, async t => {
    const object = new OneObject(ref)
    const bench = await undoStandIn(t, asked => object.answer(asked))
    const changed = async (args: Record<string, unknown>) =>
      idOf(await confirmed(bench, 'ERPWrite', args))
    const state = () => structuredClone(object.stored)
    const cycle = async (args: Record<string, unknown>) => {
      const earlier = state()
      const change = await changed({ ...ref, ...args })
      const later = state()
      assert.notDeepEqual(later, earlier)
      const undone = await changed({ action: 'undo', change })
      assert.deepEqual(state(), earlier, JSON.stringify(args))
      await changed({ action: 'undo', change: undone })
      assert.deepEqual(state(), later, JSON.stringify(args))
      return change
    }
    const isSource = first !== undefined
    assert.equal(objectType(ref.type)?.abilities.has('source') ?? false, isSource)
    await cycle({
      action: 'create',
      package: '$TMP',
      description: 'Undo',
      ...(isSource ? { source: first, activate: true } : {})
    })
    if (isSource) {
      await cycle({ action: 'update', source: second, overwrite: true, activate: true })
      await cycle({ action: 'update', source: first, overwrite: true })
    }
    const deletion = await cycle({ action: 'delete' })
    await changed({ action: 'undo', change: deletion })
    assert.ok(object.stored !== undefined)
  })
}

test('an object that has become foreign is not written by an undo', async t => {
  const ref = { type: 'XSLT', name: 'ZUN_XSLT' }
  const object = new OneObject(ref)
  const bench = await undoStandIn(t, asked => object.answer(asked))
  const changed = async (args: Record<string, unknown>) =>
    idOf(await confirmed(bench, 'ERPWrite', { ...ref, ...args }))
  const created = { action: 'create', package: '$TMP', description: 'Undo', activate: true }
  await changed({ ...created, source: '<transform/>\n' })
  const change = await changed({ action: 'update', source: '<t2/>\n', overwrite: true })
  const { stored } = object
  assert.ok(stored !== undefined)
  stored.document = stored.document.replace('adtcore:name=', 'adtcore:masterSystem="SAP" $&')
  const { source } = stored
  // What is known of an object is asked again after a while; another client knows nothing yet.
  const fresh = await undoStandIn(t, asked => object.answer(asked), { journal: bench.journal })
  const refused = await fresh.call('ERPWrite', { action: 'undo', change })
  assert.match(refused.text, /^BLOCKED_MODIFICATION/)
  assert.equal(object.stored?.source, source)
})
