import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const megabyte = 2 ** 20

/**
 * What the young generation may hold while much is made, after all has been taken back, and while
 * much is made again; in bytes.
 */
async function capacities(
  given: string
): Promise<{ readonly busy: number; readonly idle: number; readonly again: number }> {
  const script = `
    import { keepHeapSmall, youngCapacity } from ${JSON.stringify(new URL('../heap.ts', import.meta.url).href)}
    keepHeapSmall(${JSON.stringify(given)})
    const makeMuch = async () => {
      let kept = []
      for (let turn = 0; turn < 300; turn++) {
        for (let each = 0; each < 20_000; each++) kept.push({ each, list: [each] })
        if (kept.length > 60_000) kept = []
        await new Promise(resolve => { setImmediate(resolve) })
      }
      return youngCapacity()
    }
    const busy = await makeMuch()
    gc({ type: 'major', flavor: 'last-resort' })
    const idle = youngCapacity()
    await new Promise(resolve => { setTimeout(resolve, 50) })
    console.log(JSON.stringify({ busy, idle, again: await makeMuch() }))`
  const { stdout } = await run(process.execPath, [
    '--expose-gc',
    '--input-type=module',
    '--eval',
    script
  ])
  return JSON.parse(stdout) as { busy: number; idle: number; again: number }
}

describe('the young generation of the heap', { concurrency: true }, () => {
  test('grows to 8 MB and no further, also after it was taken back', async () => {
    const isGrown = (size: number) => size > 7 * megabyte && size <= 8 * megabyte
    const tried: object[] = []
    for (let turn = 0; turn < 3; turn++) {
      const { busy, idle, again } = await capacities('')
      tried.push({ busy, idle, again })
      if ([busy, again].every(isGrown) && idle < 7 * megabyte) return
      // On a loaded machine two collections may come before V8 is told that it has grown enough.
    }
    assert.fail(JSON.stringify(tried))
  })

  test('keeps a size that Node.js was given', async () => {
    const { busy } = await capacities('--max-semi-space-size=32')
    assert.ok(busy > 8 * megabyte, `${busy} bytes`)
  })
})
