/**
 * Names and addresses in every string argument: nothing leaves the development interface, nothing
 * changes, and good names pass.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertName, objectOfUri } from '../../../erp-client/index.ts'
import { prepare, ToolError, tools } from '../../../tools/index.ts'
import type { PolicyOptions } from '../../../tools/index.ts'
import { changingBases } from '../helpers/bases.ts'
import { benchOf, recordingErp } from '../helpers/erp.ts'
import { stringPlaces } from '../helpers/string-places.ts'
import { sampled } from '../../helpers/sample.ts'

interface Row {
  readonly good: boolean
  readonly type: string
  readonly text: string
}

const rows: Row[] = readFileSync(new URL('names.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap(line => {
    const [, mark, type = '', json = ''] = /^([+-]) \| ?(\w*) ?\| (".*")$/.exec(line) ?? []
    return mark === undefined
      ? []
      : [{ good: mark === '+', type, text: JSON.parse(json) as string }]
  })
const hostile = rows.filter(({ good }) => !good).map(({ text }) => text)
/** For every place of every tool; the whole list runs with `npm run test:attack`. */
const some = sampled(hostile, 7)

const everything: Partial<PolicyOptions> = {
  allowTransportableEdits: true,
  enableTransports: true,
  expert: new Set(['execute', 'debug', 'amdp'])
}
const actions = tools.flatMap(tool =>
  [...tool.actions].map(([name, action]) => ({
    tool: tool.name,
    name,
    places: stringPlaces(action),
    base: {
      ...(name === '' ? {} : { action: name }),
      type: 'CLAS',
      name: 'ZCL_X',
      ...changingBases[`${tool.name} ${name}`]
    }
  }))
)

test('good names pass the grammar of their type, hostile ones that name something stay what they are', () => {
  assert.ok(hostile.length >= 500, String(hostile.length))
  for (const { type, text } of rows.filter(({ good }) => good)) assertName({ type, name: text })
  for (const text of hostile) {
    const place = objectOfUri(`/sap/bc/adt/oo/classes/${text}`)
    if (place !== undefined) assert.ok(place.type !== '' && !/[\r\n]/.test(place.type))
  }
})

test('every input in every string argument is understood or refused, never a fault', () => {
  const { session } = benchOf({ policy: everything })
  assert.ok(
    actions.flatMap(({ places }) => places).length >= 300,
    'the places are found by the schemas; fewer than before means that they are not'
  )
  for (const { tool, places, base } of actions) {
    for (const { fill } of places) {
      for (const text of some) {
        const { outcome } = prepare(session, tool, fill(base, text))
        if ('error' in outcome) assert.ok(outcome.error instanceof ToolError)
      }
    }
  }
})

test('as names of arguments and fields they are refused in words that stay short', () => {
  const { session } = benchOf({ policy: everything })
  for (const text of hostile) {
    for (const args of [
      { [text]: 'x' },
      { action: 'update', type: 'DOMA', name: 'ZX', fields: { [text]: 'x' } },
      { action: 'batch', items: [{ action: 'edit', name: 'ZX', [text]: 'x' }] }
    ]) {
      const { outcome } = prepare(session, 'ERPWrite', args)
      if ('error' in outcome) {
        assert.ok(
          outcome.error instanceof ToolError && outcome.error.message.length < 2000,
          JSON.stringify(args).slice(0, 200)
        )
      }
    }
  }
})

test('what is sent goes to the development interface of this ERP, with this client, and changes nothing', async t => {
  const { erp, asked } = await recordingErp(t)
  const { call } = benchOf({ erp, policy: everything })
  const seen = new Set<string>()
  for (const { tool, name, places, base } of actions) {
    for (const { path, fill } of places.filter(
      one => !seen.has(one.path) && !/^(?:source|against|sql|where)$/.test(one.path)
    )) {
      seen.add(path)
      for (const text of some) {
        const result = await call(tool, fill(base, text))
        assert.ok(
          result.kind !== 'error' || result.code !== 'TOOL_FAILED',
          `${tool} ${name} ${path}=${JSON.stringify(text).slice(0, 80)}: ${result.text}`
        )
      }
    }
  }
  for (const { method, path, query } of asked) {
    assert.match(path, /^\/sap\/bc\/(?:adt\/|cts\/transportchecks$|cts\/transports$|cts_abapvcs\/)/)
    assert.doesNotMatch(path, /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|%2e|\\|[\r\n]/i, `${method} ${path}`)
    assert.deepEqual(query.getAll('sap-client'), ['001'], `${method} ${path}`)
  }
  // The stand-in knows no object, so no package can be resolved, and nothing may have been changed.
  assert.deepEqual(
    asked
      .filter(
        ({ method, path }) => method === 'PUT' || method === 'DELETE' || /_action=LOCK/.test(path)
      )
      .map(({ method, path }) => `${method} ${path}`),
    []
  )
})
