import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inDependencyOrder } from '../../../tools/write/batch/order.ts'

interface Step {
  readonly ref: { readonly type: string; readonly name: string; readonly group?: string }
  readonly isDeletion: boolean
  readonly text: string
}
const step = (
  type: string,
  name: string,
  text = '',
  more: { group?: string; isDeletion?: boolean } = {}
): Step => ({
  ref: { type, name, ...(more.group === undefined ? {} : { group: more.group }) },
  isDeletion: more.isDeletion === true,
  text
})
const names = (steps: readonly Step[]) => inDependencyOrder(steps).map(({ ref }) => ref.name)

test('types decide where nothing is named', () => {
  assert.deepEqual(
    names([
      step('SRVB', 'B'),
      step('CLAS', 'C'),
      step('DOMA', 'D'),
      step('XXXX', 'X'),
      step('DTEL', 'E')
    ]),
    ['D', 'E', 'C', 'B', 'X']
  )
})

test('what is named comes first, within a type and against the order of types', () => {
  assert.deepEqual(
    names([
      step('CLAS', 'ZCL_SUB', 'class zcl_sub inheriting from zcl_super.'),
      step('CLAS', 'ZCL_SUPER')
    ]),
    ['ZCL_SUPER', 'ZCL_SUB']
  )
  assert.deepEqual(
    names([step('DDLS', 'ZTF', 'implemented by method zcl_tf=>read'), step('CLAS', 'ZCL_TF')]),
    ['ZCL_TF', 'ZTF']
  )
  assert.deepEqual(
    names([
      step('DDLS', 'ZI_B', 'as select from zi_a'),
      step('DDLS', 'ZI_A', 'as select from ztab'),
      step('TABL', 'ZTAB')
    ]),
    ['ZTAB', 'ZI_A', 'ZI_B']
  )
  assert.deepEqual(names([step('CLAS', 'ZCL_A', 'zcl_ab zcl_a_b')]), ['ZCL_A'])
  assert.deepEqual(
    names([step('FUNC', 'Z_F', '', { group: 'ZG' }), step('FUGR', 'ZG', 'z_f')]).length,
    2
  )
})

test('a name that an entity shares with its behavior means the entity; a pool follows its behavior', () => {
  const stack = [
    step('SRVD', 'ZUI', 'expose ZC as Travel'),
    step('CLAS', 'ZBP_R', 'class zbp_r definition public abstract final for behavior of zr'),
    step(
      'BDEF',
      'ZR',
      'managed implementation in class zbp_r unique; define behavior for ZR persistent table ztab'
    ),
    step('DDLX', 'ZC', 'annotate view ZC'),
    step('DDLS', 'ZC', 'as projection on ZR'),
    step('DDLS', 'ZR', 'as select from ztab'),
    step('TABL', 'ZTAB')
  ]
  assert.deepEqual(
    inDependencyOrder(stack).map(({ ref }) => `${ref.type} ${ref.name}`),
    ['TABL ZTAB', 'DDLS ZR', 'DDLS ZC', 'DDLX ZC', 'BDEF ZR', 'CLAS ZBP_R', 'SRVD ZUI']
  )
})

test('deletions come last, users before what they use', () => {
  assert.deepEqual(
    names([
      step('CLAS', 'ZCL_SUPER', '', { isDeletion: true }),
      step('CLAS', 'ZCL_SUB', 'inheriting from zcl_super', { isDeletion: true }),
      step('PROG', 'ZP'),
      step('DOMA', 'ZD', '', { isDeletion: true })
    ]),
    ['ZP', 'ZCL_SUB', 'ZCL_SUPER', 'ZD']
  )
})

test('a circle ends, and steps on one object keep their order', () => {
  assert.deepEqual(names([step('CLAS', 'ZA', 'zb'), step('INTF', 'ZB', 'za')]), ['ZB', 'ZA'])
  const twice = [step('CLAS', 'ZA', 'first'), step('CLAS', 'ZA', 'second')]
  assert.deepEqual(
    inDependencyOrder(twice).map(({ text }) => text),
    ['first', 'second']
  )
  assert.deepEqual(inDependencyOrder([]), [])
})
