/** The bounds of lists are named: in the list of tools, in the help and in refusals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tools } from '../../../tools/index.ts'
import { benchOf, callerWith, errorOf } from '../helpers/erp.ts'

const expert = new Set(['execute', 'debug', 'amdp'] as const)
const bench = benchOf({
  policy: { allowTransportableEdits: true, enableTransports: true, expert }
})
const listed = bench.session.registry.visible(callerWith('read', 'write', 'admin'))

const bounded = tools.flatMap(tool =>
  [...tool.actions.values()].flatMap(({ name, properties }) =>
    Object.entries(properties).flatMap(([key, { maxItems }]) =>
      typeof maxItems === 'number' ? [{ tool, action: name, key, most: maxItems }] : []
    )
  )
)

test('the lists that a job fills are bounded where the client sees them', () => {
  for (const [tool, key] of [
    ['ERPRead', 'objects'],
    ['ERPWrite', 'items']
  ]) {
    const most = bounded.find(one => one.tool.name === tool && one.key === key)?.most
    const { inputSchema } = listed.find(({ name }) => name === tool) ?? assert.fail(tool)
    const properties = inputSchema['properties'] as Record<string, { description?: string }>
    assert.match(properties[key ?? '']?.description ?? '', new RegExp(`^Up to ${most}\\b`))
  }
})

test('every bound stands in the help, and in the refusal of a longer list', async () => {
  assert.ok(bounded.length > 15, `${bounded.length} lists`)
  for (const { tool, action, key, most } of bounded) {
    const call = action === undefined ? {} : { action }
    const help = await bench.call(tool.name, { ...call, help: true })
    assert.match(help.text, new RegExp(`\\b${key} .*at most ${most}\\b`), `${tool.name} ${action}`)
    const list = Array.from({ length: most + 1 }, () => ({ name: 'Z' }))
    const { text } = errorOf(await bench.call(tool.name, { ...call, [key]: list }))
    assert.match(text, new RegExp(`has ${most + 1} entries; one call takes at most ${most}`))
  }
})
