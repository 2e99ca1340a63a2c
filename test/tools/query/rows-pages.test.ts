/** Pages of rows, on the sandbox. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
})
after(async () => {
  await bench?.close()
})

async function page(args: object): Promise<{ data: Record<string, unknown>; text: string }> {
  const result = await bench.call('ERPQuery', args)
  if (result.kind !== 'data') assert.fail(result.text)
  return { data: { ...result.data }, text: result.text }
}

async function pagesOf(args: object) {
  const pages: { rows: unknown[]; text: string; complete: unknown }[] = []
  for (let cursor: unknown; pages.length < 50;) {
    const { data, text } = await page({ ...args, ...(cursor === undefined ? {} : { cursor }) })
    pages.push({ rows: data['rows'] as unknown[], text, complete: data['complete'] })
    cursor = data['cursor']
    if (cursor === undefined) break
    assert.ok(text.includes(String(cursor)))
  }
  return pages
}

const ports = { table: 'zferry_port', columns: ['port_id'], orderBy: 'port_id' }

test('the pages of a query together are all its rows, each once and in order', async () => {
  const [whole] = await pagesOf({ ...ports, maxRows: 1000 })
  const pages = await pagesOf({ ...ports, maxRows: 5 })
  assert.ok(whole !== undefined && whole.complete === true && whole.rows.length > 10)
  assert.equal(pages.length, Math.ceil(whole.rows.length / 5))
  assert.deepEqual(
    pages.flatMap(({ rows }) => rows),
    whole.rows
  )
  assert.deepEqual(
    pages.map(({ complete }) => complete),
    pages.map((_page, index) => index === pages.length - 1)
  )
  assert.match(pages[1]?.text ?? '', / · rows 6-10\b/)
  assert.ok(!whole.text.includes('another order'))
})

test('a statement of one list in parts has pages as well', async () => {
  const { rows = [] } = (await pagesOf({ ...ports, maxRows: 1000 }))[0] ?? {}
  const names = rows.map(row => `'${(row as string[])[0] ?? ''}'`)
  const many = [
    ...names,
    ...Array.from({ length: 2000 }, (_none, index) => `'${index.toString(36)}'`)
  ]
  const pages = await pagesOf({
    table: 'zferry_port',
    columns: ['port_id'],
    where: `port_id IN ( ${many.join(', ')} )`,
    maxRows: 7
  })
  assert.equal(pages.flatMap(({ rows }) => rows).length, rows.length)
})

test('a page without an order says that rows may move', async () => {
  const { text } = await bench.call('ERPQuery', { table: 'zferry_port', maxRows: 3 })
  assert.match(text, /cursor "[^"]+"\. Without ORDER BY /)
})

test('a cursor of another statement is refused', async () => {
  const cursor = (await page({ ...ports, maxRows: 5 })).data['cursor']
  assert.equal(typeof cursor, 'string')
  assert.equal(await bench.code('ERPQuery', { table: 'zferry_port', cursor }), 'TOOL_BAD_ARGUMENTS')
})
