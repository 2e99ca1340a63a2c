/**
 * Rename and signature change over a generated code base: everything stays active, the tests give
 * the same results, and the inverse rename restores the bytes. `ATTACK=all` takes 500 classes.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'
import { className, generatedBase, interfaceName } from './generated-base.ts'

const isWhole = process.env['ATTACK'] === 'all'
const classes = isWhole ? 500 : 20
const objects = generatedBase(classes, 7)
/** The families whose interface changes: the first, one in the middle, the last. */
const families = isWhole ? [0, 24, 49] : [0]
const objectsAtOnce = 30

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
  for (let at = 0; at < objects.length; at += objectsAtOnce) {
    const items = objects.slice(at, at + objectsAtOnce).flatMap(({ type, name, source, tests }) => [
      { action: 'create', type, name, source },
      ...(tests === undefined
        ? []
        : [
            {
              action: 'update',
              type,
              name,
              include: 'testclasses',
              source: tests,
              overwrite: true
            }
          ])
    ])
    await bench.data('ERPWrite', { action: 'batch', package: '$TMP', activate: true, items })
  }
})
after(async () => {
  await bench?.close()
})

/** The sources of a family, with their hashes. */
async function sources(family: number): Promise<string> {
  const near = objects.filter(
    ({ name }) =>
      name === interfaceName(family) || name.startsWith(className(family, 0).slice(0, -1))
  )
  const texts = await Promise.all(
    near.map(async ({ type, name }) => await bench.text('ERPRead', { type, name }))
  )
  return texts.join('\n')
}

/** Each test fails by design and names what it calculated. */
async function results(family: number): Promise<string[]> {
  const found: string[] = []
  for (const at of isWhole ? [0, 2, 3] : [2]) {
    const text = (
      await bench.call('ERPDiagnose', {
        action: 'unit_test',
        type: 'CLAS',
        name: className(family, at)
      })
    ).text
    found.push(/Actual \[(-?\d+)\]/.exec(text)?.[1] ?? text)
  }
  assert.ok(
    found.every(one => /^-?\d+$/.test(one)),
    found.join('\n')
  )
  return found
}

const write = async (args: object) => {
  const result = await bench.data('ERPWrite', { ...args, activate: true })
  assert.equal(result['activation'], 'activated')
  return result
}

for (const family of families) {
  test(`family ${family}: renamed, and back again`, async () => {
    const [texts, values] = [await sources(family), await results(family)]
    const args = { action: 'rename', type: 'INTF', name: interfaceName(family) }
    const shown = await bench.text('ERPWrite', {
      ...args,
      method: 'weigh',
      newName: 'measure',
      dryRun: true
    })
    assert.match(shown, /changed sources: clean/)
    assert.ok(Buffer.byteLength(shown) < 2048, shown)
    await write({ ...args, method: 'weigh', newName: 'measure' })
    assert.notEqual(await sources(family), texts)
    assert.deepEqual(await results(family), values)
    await write({ ...args, method: 'measure', newName: 'weigh' })
    assert.equal(await sources(family), texts)
    const parameter = { ...args, symbol: 'iv_amount', line: 2 }
    await write({ ...parameter, newName: 'iv_quantity' })
    assert.deepEqual(await results(family), values)
    await write({ ...parameter, symbol: 'iv_quantity', newName: 'iv_amount' })
    assert.equal(await sources(family), texts)
  })

  test(`family ${family}: a signature changes with all callers`, async () => {
    const values = await results(family)
    const args = {
      action: 'change_signature',
      type: 'INTF',
      name: interfaceName(family),
      method: 'weigh'
    }
    const more = await write({
      ...args,
      declaration:
        'METHODS weigh IMPORTING iv_amount TYPE i iv_factor TYPE i DEFAULT 2 iv_unit TYPE string RETURNING VALUE(rv_sum) TYPE i.',
      parameters: [{ name: 'iv_unit', value: '`kg`' }]
    })
    assert.equal(more['by'], 'the bridge')
    assert.deepEqual(await results(family), values)
    await write({
      ...args,
      declaration:
        'METHODS weigh IMPORTING iv_factor TYPE i DEFAULT 2 iv_size TYPE i RETURNING VALUE(rv_sum) TYPE i.',
      parameters: [{ name: 'iv_size', was: 'iv_amount' }]
    })
    assert.deepEqual(await results(family), values)
    assert.doesNotMatch(await sources(family), /iv_unit|iv_amount/)
  })
}
