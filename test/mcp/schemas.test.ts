/** Schemas stay inside what all known clients accept, and results inside their schemas. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRegistry, tools } from '../../tools/index.ts'
import type { Caller, RegistryOptions } from '../../tools/index.ts'
import { toCallResult } from '../../mcp/result.ts'

const options: RegistryOptions = {
  transportable: true,
  transportsEnabled: true,
  expert: new Set(['execute', 'debug', 'amdp']),
  features: new Map()
}
const caller: Caller = {
  principal: { name: 'x', kind: 'user' },
  scopes: new Set(['read', 'write', 'admin']),
  method: 'host'
}
const listings = createRegistry(tools, options).visible(caller)

/** Everything that some client chokes on, with the place where it stands. */
export function complaints(schema: unknown, at = '#'): string[] {
  if (Array.isArray(schema)) {
    return schema.flatMap((item, index) => complaints(item, `${at}/${index}`))
  }
  if (typeof schema !== 'object' || schema === null) return []
  const node = schema as Record<string, unknown>
  const own = [
    ...(Array.isArray(node['type']) ? [`${at}: a list of types`] : []),
    ...(node['type'] === 'null' ? [`${at}: the type null`] : []),
    ...(node['type'] === 'array' && node['items'] === undefined
      ? [`${at}: a list without items`]
      : []),
    ...['anyOf', 'oneOf', 'allOf', 'not', '$ref', 'if', 'patternProperties', 'nullable', 'const']
      .filter(word => word in node)
      .map(word => `${at}: ${word}`),
    ...(Array.isArray(node['enum']) && node['enum'].some(value => typeof value !== 'string')
      ? [`${at}: an enum of other things than texts`]
      : [])
  ]
  const properties =
    typeof node['properties'] === 'object' && node['properties'] !== null
      ? Object.entries(node['properties'])
      : []
  return [
    ...own,
    ...properties.flatMap(([name, inner]) => complaints(inner, `${at}/${name}`)),
    ...complaints(node['items'], `${at}/items`)
  ]
}

describe('portable schemas', () => {
  for (const { name, title, inputSchema, outputSchema, annotations } of listings) {
    test(name, () => {
      assert.deepEqual(complaints(inputSchema), [])
      assert.deepEqual(complaints(outputSchema), [])
      assert.match(name, /^[A-Za-z0-9_-]{1,64}$/)
      assert.ok(title !== undefined && title.length > 0)
      assert.equal(inputSchema.type, 'object')
      for (const required of (inputSchema['required'] ?? []) as string[]) {
        assert.ok(Object.hasOwn(inputSchema['properties'] as object, required), required)
      }
      const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {}
      assert.deepEqual(
        [readOnlyHint, destructiveHint, openWorldHint].map(hint => typeof hint),
        ['boolean', 'boolean', 'boolean']
      )
      assert.ok(!(readOnlyHint && destructiveHint))
    })
  }

  test('the small list', () => {
    for (const { name, inputSchema, outputSchema } of createRegistry(tools, {
      ...options,
      compact: true
    }).visible(caller)) {
      assert.deepEqual([complaints(inputSchema), complaints(outputSchema)], [[], []], name)
    }
  })

  test('the lint can complain', () => {
    assert.equal(
      complaints({
        type: 'object',
        properties: {
          a: { type: ['string', 'null'] },
          b: { type: 'array' },
          c: { anyOf: [] },
          d: { enum: [1] }
        }
      }).length,
      4
    )
  })
})

describe('results', () => {
  test('the text alone and the data alone hold the whole answer', () => {
    const result = toCallResult(
      { kind: 'data', data: { results: [{ name: 'ZCL_A' }] }, text: 'CLAS ZCL_A' },
      true
    )
    assert.deepEqual(result.structuredContent, { results: [{ name: 'ZCL_A' }] })
    assert.deepEqual(result.content, [{ type: 'text', text: 'CLAS ZCL_A' }])
  })

  test('what has no data is an error in form where the tool promises data', () => {
    assert.equal(
      toCallResult({ kind: 'confirm', question: 'Really?', digest: 'h', text: 'NOT DONE' }, true)
        .isError,
      true
    )
    assert.equal(
      toCallResult({ kind: 'confirm', question: 'Really?', digest: 'h', text: 'NOT DONE' }, false)
        .isError,
      undefined
    )
  })

  test('links go out beside the text', () => {
    const { content } = toCallResult(
      { kind: 'text', text: 'long', links: [{ uri: 'erp://objects/CLAS/ZCL_A', name: 'ZCL_A' }] },
      false
    )
    assert.deepEqual(content[1], {
      type: 'resource_link',
      uri: 'erp://objects/CLAS/ZCL_A',
      name: 'ZCL_A'
    })
  })
})
