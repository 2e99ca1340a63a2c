/** The table of reading operations holds exactly the reading requests that the client can send. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import ts from 'typescript'
import { changeOperations, readOperations } from '../../erp-client/index.ts'
import { readFiles } from '../architecture/source-code.ts'

/** Texts of the property `operation` in requests; `query` has a parameter of the same name. */
function operationsIn(path: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'operation') {
      const { parent } = node.parent
      if (!ts.isPropertyAssignment(parent) || parent.name.getText() !== 'query') {
        found.push(...literalsOf(node.initializer))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return found
}

function literalsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteral(node)) return [node.text]
  return ts.isConditionalExpression(node)
    ? [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)]
    : []
}

const sent = new Set(
  readFiles(['erp-client/**/*.ts']).flatMap(({ path, text }) => operationsIn(path, text))
)

test('each request of the client has a row in one table of operations', () => {
  const known = new Set([...Object.keys(changeOperations), ...Object.keys(readOperations)])
  assert.deepEqual([...sent].filter(name => !known.has(name)).sort(), [])
  assert.ok(sent.size > 100, `only ${String(sent.size)} operations were found`)
})

test('each row of the reading operations has a request', () => {
  const unused = Object.keys(readOperations).filter(name => !sent.has(name))
  assert.deepEqual(unused.sort(), [])
})

test('no operation reads and changes', () => {
  assert.deepEqual(
    Object.keys(readOperations).filter(name => Object.hasOwn(changeOperations, name)),
    []
  )
})
