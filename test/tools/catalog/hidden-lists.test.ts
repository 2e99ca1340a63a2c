/**
 * Behaviour of an action or an operation is a column of its row. Lists, sets and regular expressions
 * of their names outside of the tables would have to be found and extended with every new row.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import ts from 'typescript'
import { changeOperations } from '../../../erp-client/index.ts'
import { operations, tools } from '../../../tools/index.ts'

const root = new URL('../../../', import.meta.url)

/** Words that only name an action, an operation or a request, and no object type, part or field. */
const names = new Set([
  ...tools.flatMap(({ name, actions }) =>
    [...actions.keys()].flatMap(action => (action === '' ? [name] : [action, `${name} ${action}`]))
  ),
  ...Object.keys(operations),
  ...Object.keys(changeOperations)
])

/** Lists of other things that have some words in common with actions and operations. */
const others: readonly (readonly [file: string, start: string, what: string])[] = [
  ['config/settings.ts', "['trace', 'debug', 'info'", 'levels of the log'],
  ['config/expert.ts', "['execute', 'debug', 'amdp']", 'values of --expert'],
  ['erp-client/object-types.ts', '[', 'abilities of object types'],
  ['erp-client/permissions/authorizations.ts', '[', 'the tools that need an authorization'],
  ['erp-client/permissions/ownership.ts', '/', 'sentences of generators'],
  ['tools/pipeline/report.ts', "['syntax', 'lint', 'atc'", 'steps of a pipeline'],
  ['tools/abap/', '/', 'keywords of ABAP and CDS'],
  ['tools/sql/', '/', 'keywords of ABAP and CDS']
]

interface Found {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Lists and regular expressions with at least two of the names in one source. */
function listsIn(file: string, source: string): Found[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    if (wordsOf(node).filter(word => names.has(word)).length >= 2 && !isRow(file, node)) {
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({ file, line, text: node.getText().replace(/\s+/g, ' ') })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

function wordsOf(node: ts.Node): readonly string[] {
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap(element => (ts.isStringLiteral(element) ? [element.text] : []))
  }
  return ts.isRegularExpressionLiteral(node) && /\|/.test(node.text)
    ? node.text.split(/[^\w.]+/)
    : []
}

/**
 * What an action may do is a column of its row, and so are the values of an argument. What a dry run
 * asks the policy about is an operation for each step, next to the steps.
 */
function isRow(file: string, node: ts.Node): boolean {
  if (/^tools\/\w+\//.test(file) && !machinery.test(file) && wordsOf(node).every(isOperation)) {
    return true
  }
  for (let at = node.parent; at !== undefined && !ts.isBlock(at); at = at.parent) {
    if (ts.isPropertyAssignment(at) && ['possible', 'of', 'sends'].includes(at.name.getText())) {
      return true
    }
    if (ts.isCallExpression(at) && at.expression.getText() === 'Choice') return true
  }
  return false
}

const machinery = /^tools\/(?:call|catalog|failure|policy|schema)\//
const isOperation = (word: string) => Object.hasOwn(operations, word)

function productionFiles(): string[] {
  const folders = ['erp-client', 'tools', 'mcp', 'plugins', 'routes', 'config', 'commands']
  return [
    ...readdirSync(root).filter(name => name.endsWith('.ts')),
    ...folders.flatMap(folder =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.ts'))
        .map(name => `${folder}/${name}`)
    )
  ]
}

test('no list or regular expression of actions or operations stands outside of the tables', () => {
  const found = productionFiles()
    .flatMap(file => listsIn(file, readFileSync(new URL(file, root), 'utf8')))
    .filter(
      ({ file, text }) =>
        !others.some(([place, start]) => file.startsWith(place) && text.startsWith(start))
    )
  assert.deepEqual(found, [])
})

test('the search finds lists, sets and regular expressions', () => {
  const source = [
    'const audited = /^(?:dump|trace|sql_trace)s?$/',
    "const locking = new Set(['lock', 'unlock'])",
    "const gaps = { texts: { actions: ['ERPWrite edit_texts', 'ERPWrite edit'] } }",
    "const row = { possible: ['create', 'read'] }",
    "const words = ['one', 'create']"
  ].join('\n')
  assert.deepEqual(
    listsIn('sample.ts', source).map(({ line }) => line),
    [1, 2, 3]
  )
})

test('every changing operation has a request', () => {
  const client = productionFiles()
    .filter(file => file.startsWith('erp-client/adt/'))
    .map(file => readFileSync(new URL(file, root), 'utf8'))
    .join('\n')
  const unused = Object.keys(changeOperations).filter(
    name => !client.includes(`'${name}'`) && !client.includes(`'${name.replace('debugger.', '')}'`)
  )
  assert.deepEqual(unused, [])
})
