/** Faults in behavior definitions are reported with their place and word. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryFile, Objects } from '@abaplint/core'
import { checkBehaviorSyntax } from '../../../engine/check/behavior/syntax.ts'
import { cdsTokens } from '../../../engine/check/cds-tokens.ts'
import { installGrammar } from '../../../grammar/install.ts'

installGrammar()

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
    ['  delete;', '  delete', '22:0 "}" is not valid here: ";" is expected.'],
    ['strict ( 2 );', 'strict ( two );', '2:9 "two" is not valid here.'],
    ['lock master\n', 'lock mistress\n', '6:5 "mistress" is not valid here.'],
    ['result [1] $self', 'result [1] self itself', '13:31 "itself" is not valid here'],
    ['lock dependent by', 'lock dependant by', '19:5 "dependant" is not valid here.'],
    ['managed implementation', 'manged implementation', '1:0 "manged" is not valid here.'],
    ['define behavior for zi_item', 'define behaviour for zi_item', '18:7 "behaviour" is not'],
    ['on save { create; }', 'on saving { create; }', '14:26 "saving" is not valid here.'],
    ['result [1] $self;', 'result [1] $self', '14:2 "determination" is not valid here: ";" is'],
    ['{ id = order_id; }', '{ id order_id; }', '15:26 "order_id" is not valid here.'],
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

test('a foreign word is found at every place', () => {
  const words = cdsTokens(valid).map(({ text }) => text)
  for (let at = 0; at <= words.length; at++) {
    const lines = [...words.slice(0, at), '?', ...words.slice(at)]
    const fault = faultOf(lines.join('\n')) ?? ''
    assert.ok(fault.startsWith(`${at + 1}:0 "?" is not valid here`), `${at}: ${fault}`)
  }
})

test('a long definition with a fault at its end takes little time', () => {
  const many = Array.from({ length: 2000 }, (_, at) => `  field ( readonly ) f${at};`).join('\n')
  const started = performance.now()
  const fault = faultOf(`managed;\ndefine behavior for zi_order\n{\n${many}\n  creat;\n}\n`)
  assert.equal(fault, '2004:2 "creat" is not valid here.')
  assert.ok(performance.now() - started < 10_000)
})

test('all forms of the documentation are behavior definitions', () => {
  const body = (...lines: readonly string[]) =>
    ['managed;', 'define behavior for zi_order', '{', ...lines, '}'].join('\n')
  const forms = [
    body(
      'action a deep table parameter zdeep result [0..*] $self;',
      'action b deep result [1] zdeep;'
    ),
    body("function f result [1] zstructure external 'Out';", 'association _a without response { }'),
    body('group one implementation in class zcl_one unique', '{ create; action a; }'),
    body('mapping for ztable corresponding extensible { parameter p = q; sub _items = items; }'),
    "projection;\nextensible;\nwith privileged mode disabling base context and zown;\ndefine behavior for zc authorization ( global ) { use action a result external 'X'; }",
    'extension for abstract;\nextend behavior for za { extend mapping for zs { a = b; } }',
    "extension using interface zi;\nextend own authorization context { 'S_X'; }\ndefine behavior for ze using zi_e lock dependent authorization dependent etag dependent { ancestor association _root abbreviation _r }",
    'managed by BOPF using zcl_lib;\nwith BOPF draft;\ndefine behavior for zi { create; }'
  ]
  for (const form of forms) assert.equal(faultOf(form), undefined, form)
})
