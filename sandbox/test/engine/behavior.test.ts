/** Faults in behavior definitions are reported with their place and word. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryFile, Objects } from '@abaplint/core'
import { checkBehaviorSyntax } from '../../engine/check/bdef.ts'
import { cdsTokens } from '../../engine/check/cds-tokens.ts'

const valid = `managed implementation in class zbp_order unique;
strict ( 2 );
// the root
define behavior for zi_order alias Order
persistent table zorder
lock master
authorization master ( instance )
{
  create;
  update ( features : instance );
  field ( readonly ) id, created_at;
  association _item { create; }
  action close result [1] $self;
  determination set_id on save { create; }
  mapping for zorder { id = order_id; }
}

define behavior for zi_item alias Item
lock dependent by _order
{
  delete;
}
`

function faultOf(source: string): string | undefined {
  const object = new Objects.BehaviorDefinition('ZI_ORDER')
  object.addFile(new MemoryFile('zi_order.bdef.asbdef', source))
  object.parse()
  const [message, ...more] = checkBehaviorSyntax(object)
  assert.deepEqual(more, [])
  return message === undefined
    ? undefined
    : `${message.startRow}:${message.startColumn} ${message.text}`
}

test('a valid behavior definition has no fault', () => {
  assert.equal(faultOf(valid), undefined)
})

test('the word at fault is named where it stands', () => {
  const faults: [from: string, to: string, fault: string][] = [
    ['  create;', '  creat;', '9:2 "creat" is not valid here.'],
    ['  delete;', '  delete', '21:2 A semicolon is missing after "delete".'],
    ['strict ( 2 );', 'strict ( two );', '2:7 "( two )" is not valid here.'],
    ['lock master\n', 'lock mistress\n', '6:0 "lock mistress authorization'],
    ['result [1] $self', 'result [1] self itself', '13:'],
    [
      'lock dependent by _order',
      'lock dependant by _order',
      '19:0 "lock dependant by _order" is not valid here.'
    ],
    ['managed implementation', 'manged implementation', '1:0 "manged'],
    ['define behavior for zi_item', 'define behaviour for zi_item', '18:'],
    ['on save { create; }', 'on saving { create; }', '14:'],
    ['field ( readonly ) id', 'field ( readonly id', '11:8 "(" is not closed'],
    ['{\n  delete;\n}', '{\n  delete;\n', '20:0 "{" is not closed']
  ]
  for (const [from, to, fault] of faults) {
    assert.ok(valid.includes(from), from)
    const found = faultOf(valid.replace(from, () => to)) ?? 'none'
    assert.ok(found.startsWith(fault), `${found}, not ${fault}`)
  }
  assert.match(faultOf(' ') ?? '', /The source is empty/)
  assert.match(faultOf('define') ?? '', /^1:0 "define" is not valid here/)
})

test('a foreign word is found at every place, in its statement or clause', () => {
  const words = cdsTokens(valid).map(({ text }) => text)
  for (let at = 0; at <= words.length; at++) {
    const lines = [...words.slice(0, at), '?', ...words.slice(at)]
    const [, row, text = ''] = /^(\d+):0 (.*)$/.exec(faultOf(lines.join('\n')) ?? '') ?? []
    const behind = at + 1 - Number(row)
    assert.ok(behind >= 0 && behind < 15, `${at}: ${row} ${text}`)
    assert.ok(text.includes('?') || text.includes('…'), `${at}: ${text}`)
  }
})

test('a long definition with a fault at its end takes little time', () => {
  const many = Array.from({ length: 2000 }, (_, at) => `  field ( readonly ) f${at};`).join('\n')
  const started = performance.now()
  const fault = faultOf(`managed;\ndefine behavior for zi_order\n{\n${many}\n  creat;\n}\n`)
  assert.equal(fault, '2004:2 "creat" is not valid here.')
  assert.ok(performance.now() - started < 10_000)
})
