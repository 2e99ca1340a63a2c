/** The examples of pipelines: their calls of `erp-bridge ci` are understood. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readArguments } from '../../commands/ci/arguments.ts'

const folder = new URL('../../examples/ci/', import.meta.url)

/** The words behind `erp-bridge ci` up to the next line of the pipeline. */
function argumentsIn(text: string): string[] {
  const [, rest = ''] = /erp-bridge ci ([^'#]*)/.exec(text) ?? []
  const words = (rest.match(/"[^"]*"|\S+/g) ?? []).map(word => word.replaceAll('"', ''))
  const end = words.findIndex(word => word === '-')
  return end === -1 ? words : words.slice(0, end)
}

for (const file of ['github.yml', 'gitlab.yml', 'Jenkinsfile']) {
  test(`the call in ${file} is understood`, () => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const { plan, reports, settings } = readArguments(argumentsIn(text))
    assert.equal(plan.transport, '$TRANSPORT')
    assert.ok(plan.onlyChanged && reports.length >= 3)
    assert.deepEqual(settings, [], 'a word that is not understood')
  })
}
