/** Which objects of two packages belong together. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectsOf } from '../../../tools/compare/scope.ts'
import type { Side } from '../../../tools/compare/side.ts'

const class_ = (name: string) => ({ type: 'CLAS', name })

function side(...names: string[]): Side {
  return {
    label: '',
    requests: 0,
    partsOf: async () => [],
    textOf: async () => undefined,
    list: async () => names.map(class_)
  }
}

const subject = { kind: 'package', ref: { type: 'DEVC', name: 'ZORDER' } } as const

test('two systems pair by name, two packages of one system by their names in the names', async () => {
  const copy = { ...subject, as: { type: 'DEVC', name: 'ZORDER2' } }
  const pair = {
    here: side('ZCL_ORDER', 'ZCL_LONE'),
    there: side('ZCL_ORDER2', 'ZCL_OTHER')
  }
  const words = async (isSame: boolean) =>
    (await objectsOf(copy, pair, isSame)).map(({ ref, as, on }) => `${on} ${ref.name} ${as.name}`)
  assert.deepEqual(await words(true), [
    'here ZCL_LONE ZCL_LONE',
    'both ZCL_ORDER ZCL_ORDER2',
    'there ZCL_OTHER ZCL_OTHER'
  ])
  assert.deepEqual(await words(false), [
    'here ZCL_LONE ZCL_LONE',
    'here ZCL_ORDER ZCL_ORDER',
    'there ZCL_ORDER2 ZCL_ORDER2',
    'there ZCL_OTHER ZCL_OTHER'
  ])
})

test('an empty package on both sides is refused', async () => {
  await assert.rejects(
    objectsOf({ ...subject, as: subject.ref }, { here: side(), there: side() }, false),
    /holds no objects on either side/
  )
})
