/** The rules of behavior definitions, each where it is broken. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEngine } from '../../../engine/index.ts'
import type { Engine } from '../../../types.ts'
import { LIBRARY, file, table, unique } from '../fixture.ts'

const [T, D, V, P] = [
  unique('zt_').slice(0, 14),
  unique('zd_').slice(0, 14),
  unique('zv_'),
  unique('zp_')
]

let engine: Engine
before(async () => {
  engine = createEngine({ library: LIBRARY })
  const fields = [
    ['client', 'CLNT', 3, true],
    ['id', 'CHAR', 10, true],
    ['num', 'INT4', 10]
  ] as const
  await engine.load([
    table(T, [...fields]),
    table(D, [...fields]),
    file(`${V}.ddls.asddls`, `define root view entity ${V} as select from ${T} { key id, num }`),
    file(`${P}.ddls.asddls`, `define root view entity ${P} as projection on ${V} { key id, num }`),
    file(`${V}.bdef.asbdef`, ...base())
  ])
})
after(() => engine.close())

/** A definition with drafts and strict mode in which nothing is wrong. */
function base(): string[] {
  return [
    'managed implementation in class zbp_x unique;',
    'strict ( 2 );',
    'with draft;',
    `define behavior for ${V} alias Root`,
    `persistent table ${T} draft table ${D}`,
    'lock master total etag num',
    'authorization master ( global, instance ) {',
    'create ( features : global ) { default function Defaults; } update; internal delete;',
    'field ( readonly : update ) id; field ( features : instance ) num;',
    'action ( features : instance, authorization : update ) close result [1] $self;',
    'static factory action make [1]; function ask result [0..*] $self;',
    'validation check on save { create; field num; }',
    'determination fill on modify { create; }',
    'determine action both { validation ( always ) check; determination Root~fill; }',
    'draft action Edit; draft action Activate optimized; draft action Discard;',
    'draft action Resume; draft determine action Prepare { validation check; }',
    `side effects { field num affects field id, permissions ( action close ); }`,
    `mapping for ${T} { id = id; num = num; } }`
  ]
}

/** Another definition for the same entity: the last one stays. */
async function found(lines: readonly string[], name = V): Promise<string[]> {
  const source = file(`${name}.bdef.asbdef`, ...lines)
  const messages = await engine.check({ files: [source.name], overlay: [source] })
  return messages.map(({ startRow, startColumn, text }) => `${startRow}:${startColumn} ${text}`)
}

test('a definition with drafts in strict mode has no fault', async () => {
  assert.deepEqual(await found(base()), [])
})

const ENTITY = V

type Change = readonly [from: string, to: string, ...expected: string[]]

const CHANGES: Readonly<Record<string, Change>> = {
  'strict mode stands second, in version 1 or 2': [
    'strict ( 2 );',
    'strict ( 3 );',
    '2:9 The strict mode "3" does not exist.'
  ],
  'strict mode wants locks': ['lock master total etag num', '', '4:20 The entity'],
  'strict mode wants authorization': [
    'authorization master ( global, instance )',
    '',
    `4:20 The entity "${ENTITY}" must be authorization master or authorization dependent.`
  ],
  'a dependent entity has a master': [
    'lock master total etag num',
    'lock dependent by _root',
    '4:20 No entity of the source is lock master.'
  ],
  'strict mode wants the association to the master declared': [
    'authorization master ( global, instance )',
    'authorization master ( global ) etag master num ( lock ) dependent by _root',
    '4:20 "',
    '7:70 The association "_root" is not declared'
  ],
  'a draft table for each entity': [`draft table ${D}`, '', '4:20 A draft table is missing'],
  'drafts in strict mode have a total ETag': ['total etag num', '', '4:20 A total ETag is missing'],
  'drafts in strict mode have all their actions': [
    'draft action Resume;',
    '',
    '4:20 The draft action "Resume" is missing'
  ],
  'drafts are said in the header': [
    'with draft;',
    '',
    '5:',
    '6:23 A total ETag is not valid here',
    '15:6 A draft action',
    '15:25 A draft action',
    '15:58 A draft action',
    '16:6 A draft action',
    '16:27 A draft action'
  ],
  'an option of a field': ['( readonly : update )', '( readonli )', '9:8 "readonli" is not valid'],
  'an option of an operation': [
    'features : instance, auth',
    'feature : instance, auth',
    '10:9 "feature : instance" is not valid here.'
  ],
  'an option of authorization': [
    '( global, instance )',
    '( all )',
    '7:23 "all" is not valid here.'
  ],
  'an element of a total ETag': ['total etag num', 'total etag no', '6:23 The element "no" does'],
  'a result of no type': ['result [1] $self', 'result [1] zgone', '10:'],
  'a function without a result': [
    'function ask result [0..*] $self',
    'function ask',
    '11:41 A result is missing for the function "ask".'
  ],
  'a factory action without a cardinality': [
    'make [1]',
    'make',
    '11:22 The cardinality is missing for the factory action "make".'
  ],
  'a validation that a determine action does not have': [
    'validation ( always ) check;',
    'validation lost;',
    '14:35 The validation "lost" is not declared.'
  ],
  'an entity that a determine action does not reach': [
    'determination Root~fill',
    'determination Gone~fill',
    '14:67 The entity "Gone" has no behavior in this source.'
  ],
  'a name that is taken': [
    'determination fill',
    'determination check',
    '13:14 "check" is declared',
    '14:72 The determination "fill" is not declared'
  ]
}

for (const [title, [from, to, ...expected]] of Object.entries(CHANGES)) {
  test(title, async () => {
    const text = base().join('\n')
    assert.ok(text.includes(from), from)
    const shown = await found(text.replace(from, () => to).split('\n'))
    assert.equal(shown.length, expected.length, shown.join('\n'))
    for (const [at, each] of expected.entries()) assert.ok(shown[at]?.startsWith(each), shown[at])
  })
}

const projection = (...body: readonly string[]) => [
  'projection;',
  'strict ( 2 );',
  'use draft;',
  `define behavior for ${P} alias Root {`,
  ...body,
  'use action Edit; use action Activate; use action Discard; use action Resume;',
  'use action Prepare; }'
]

test('a projection uses what the behavior below declares', async () => {
  const valid = projection('use create; use action close as shut; use function Defaults;')
  assert.deepEqual(await found(valid, P), [])
  const [lost, created] = await found(
    projection('use action lost;', 'use delete; use function make;'),
    P
  )
  assert.match(lost ?? '', /^5:11 The action "lost" is not declared in the behavior of/)
  assert.match(created ?? '', /^6:25 The function "make" is not declared/)
})

test('a projection has the strict mode and the draft actions of the behavior below', async () => {
  const source = projection().map(line => line.replace('( 2 )', '').replace('use action Edit;', ''))
  const [mode, action] = await found(source, P)
  assert.match(mode ?? '', /^2:0 The behavior below has another strict mode/)
  assert.match(action ?? '', /^4:20 The draft action "Edit" is not used/)
})

test('an extension names the alias of the behavior that it extends', async () => {
  const extension = (name: string) => [
    'extension;',
    `extend behavior for ${name} { validation own on save { create; } }`
  ]
  assert.deepEqual(await found(extension('Root'), unique('ze_')), [])
  assert.match((await found(extension('Zroot'), unique('ze_')))[0] ?? '', /^2:20 .*does not exist/)
})
