/**
 * Markdown around a source is taken off; where it is not certain what the source is, nothing is
 * written.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolError } from '../../../tools/failure/errors.ts'
import { unfenced } from '../../../tools/objects/code-fences.ts'

const source = 'REPORT z.\nWRITE `a```.\n'

/** What is pasted, and what is written. */
const taken: readonly (readonly [string, string])[] = [
  [source, source],
  [`\`\`\`abap\n${source}\`\`\``, source],
  [`\`\`\`abap\n${source}\`\`\`\n`, source],
  [`\n\n\`\`\`\n${source}\`\`\`  \n\n`, source],
  [`~~~ABAP\n${source}~~~`, source],
  [`\`\`\`\`abap\n${source}\`\`\`\``, source],
  [`\`\`\`abap\r\n${source.replaceAll('\n', '\r\n')}\`\`\`\r\n`, source],
  ['```sql\nselect 1\n```', 'select 1\n'],
  // A literal of backticks, and a comment that shows Markdown.
  ['WRITE ```` && `x`.\n', 'WRITE ```` && `x`.\n'],
  [
    '/* like this:\n```\nx\n```\n*/\ndefine view entity z as select from t { a }\n',
    '/* like this:\n```\nx\n```\n*/\ndefine view entity z as select from t { a }\n'
  ],
  ['* ```abap\nWRITE 1.\n* ```\n', '* ```abap\nWRITE 1.\n* ```\n'],
  ['', '']
]

for (const [given, wanted] of taken) {
  test(`taken: ${JSON.stringify(given.slice(0, 50))}`, () =>
    assert.equal(unfenced('source', given), wanted))
}

const refused: readonly (readonly [string, RegExp])[] = [
  ['```abap\nREPORT z.\n', /Line 1 of `source` is "```abap": Markdown/],
  ['Here it is:\n```abap\nREPORT z.\n```\n', /Line 2 of `source` is "```abap"/],
  ['```abap\nREPORT z.\n```\nThat is all.', /Line 1 /],
  ['```abap\nREPORT y.\n```\nand\n```abap\nREPORT z.\n```', /Line 1 /],
  ['```', /Line 1 /],
  ['REPORT z.\n```abap\nWRITE 1.\n', /Line 2 /]
]

for (const [given, message] of refused) {
  test(`refused: ${JSON.stringify(given.slice(0, 50))}`, () => {
    assert.throws(
      () => unfenced('source', given),
      (error: unknown) =>
        error instanceof ToolError &&
        error.code === 'TOOL_BAD_ARGUMENTS' &&
        message.test(error.message)
    )
  })
}

test('a text of 5 MB is looked at in one pass', () => {
  const long = 'WRITE `a```.\n'.repeat(400_000)
  assert.equal(unfenced('source', long), long)
  assert.equal(unfenced('source', `\`\`\`abap\n${long}\`\`\``), long)
})
