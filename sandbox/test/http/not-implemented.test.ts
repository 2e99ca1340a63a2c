import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { absenceOf, absences } from '../../not-implemented.ts'

const sandbox = fileURLToPath(new URL('../..', import.meta.url))

function sources(): { name: string; text: string }[] {
  return globSync('**/*.ts', { cwd: sandbox, exclude: ['dist/**', 'test/**'] }).map(name => ({
    name,
    text: readFileSync(join(sandbox, name), 'utf8')
  }))
}

test('only reasons of the list become a 501', () => {
  for (const { name, text } of sources()) {
    if (name === join('http', 'errors.ts')) continue
    assert.doesNotMatch(text, /ExceptionNotImplementedBySandbox|status: 501/, name)
    for (const [, argument = ''] of text.matchAll(/\bnotImplemented\(([\w.]+)/g)) {
      assert.match(argument, /^limits\.\w+$/, name)
    }
  }
})

test('a path has one reason, the most specific prefix first', () => {
  assert.equal(new Set(absences.map(each => each.prefix)).size, absences.length)
  for (const [index, { prefix }] of absences.entries()) {
    assert.equal(prefix, prefix.toLowerCase())
    assert.equal(
      absences.findIndex(each => prefix === each.prefix || prefix.startsWith(each.prefix + '/')),
      index,
      prefix
    )
  }
  assert.match(absenceOf('/sap/bc/adt/runtime/traces/abaptraces') ?? '', /traces/)
  assert.match(absenceOf('/SAP/BC/ADT/Debugger/Batch') ?? '', /debugs with breakpoints/)
  assert.equal(absenceOf('/sap/bc/adt/debugger/batches'), undefined)
  assert.equal(absenceOf('/sap/bc/adt/debugger/stack'), undefined)
})
