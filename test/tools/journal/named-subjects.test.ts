/** Requests that change no object of a type of its own say what they change. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeRow,
  cloneGctsRepository,
  createGctsRepository,
  linkRepository,
  pullRepository,
  switchBranch,
  unlinkRepository,
  writeAppFile
} from '../../../erp-client/index.ts'
import type { ErpRequest, ErpWriter } from '../../../erp-client/index.ts'

const files = '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"></atom:feed>'

function seen() {
  const named: (string | undefined)[] = []
  const request = async (wanted: ErpRequest) => {
    if (wanted.effect === 'change' && changeRow(wanted.operation)?.journal !== false) {
      named.push(wanted.subject?.named)
    }
    return { status: 200, headers: {}, text: wanted.operation.startsWith('gcts') ? '{}' : files }
  }
  return { named, erp: { request, system: {} } as unknown as ErpWriter }
}

const calls: readonly (readonly [string, (erp: ErpWriter) => Promise<unknown>, string[]])[] = [
  [
    'a link',
    erp => linkRepository(erp, { package: 'ZP', url: 'https://x' }),
    ['git repository of ZP']
  ],
  ['a pull', erp => pullRepository(erp, { key: '01' }), ['git repository 01']],
  ['a switch', erp => switchBranch(erp, { key: '01', branch: 'b' }), ['git repository 01']],
  ['an unlink', erp => unlinkRepository(erp, { key: '01' }), ['git repository 01']],
  [
    'a gCTS repository',
    erp => createGctsRepository(erp, { rid: 'zr', url: 'https://x', vsid: '6IT' }),
    ['git repository zr']
  ],
  ['its import', erp => cloneGctsRepository(erp, { rid: 'zr' }), ['git repository zr']],
  [
    'a UI5 file with its folder',
    erp => writeAppFile(erp, { app: 'ZSHOP', path: 'view/Main.xml', content: 'x', package: 'ZP' }),
    ['UI5 app ZSHOP view', 'UI5 app ZSHOP view/Main.xml']
  ]
]
for (const [title, call, expected] of calls) {
  test(title, async () => {
    const { named, erp } = seen()
    await call(erp)
    assert.deepEqual(named, expected)
  })
}
