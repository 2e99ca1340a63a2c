/** What is wrong in sources of views, access controls and service definitions, at its place. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEngine } from '../../../engine/index.ts'
import type { Engine } from '../../../types.ts'
import { LIBRARY, file, table, unique } from '../fixture.ts'

const [T, V] = [unique('zt_').slice(0, 14), unique('zv_')]

let engine: Engine
before(async () => {
  engine = createEngine({ library: LIBRARY })
  await engine.load([
    table(T, [
      ['client', 'CLNT', 3, true],
      ['id', 'CHAR', 10, true],
      ['num', 'INT4', 10]
    ]),
    file(
      `${V}.ddls.asddls`,
      `@Metadata.allowExtensions: true define view entity ${V} as select from ${T} { key id, num }`
    )
  ])
})
after(() => engine.close())

async function found(ending: string, lines: readonly string[]): Promise<string[]> {
  const name = unique('zx_')
  const source = file(
    `${name}.${ending}`,
    ...lines.map(line => line.replaceAll('SELF', name).replaceAll('VIEW', V))
  )
  const messages = await engine.check({ files: [source.name], overlay: [source] })
  return messages.map(
    ({ severity, startRow, startColumn, text }) => `${severity} ${startRow}:${startColumn} ${text}`
  )
}

type Case = readonly [lines: readonly string[], ...expected: string[]]

const grant = (condition: string): readonly string[] => [
  '@MappingRole: true',
  "@EndUserText: { label: 'a' }",
  'define role SELF {',
  '  grant select on VIEW',
  `    ${condition};`,
  '}'
]

const CONTROLS: Readonly<Record<string, Case>> = {
  'conditions of literals, aspects and associations': [
    grant(
      "where ( id ) = aspect pfcg_auth( S_TABU_NAM, TABLE, ACTVT = '03' ) and ( num > -1 or not num is null ) and id like 'A%' escape '#' and _x.y between 'A' and 'B' and id in ( 'A', 'B' ) and id ?= aspect user"
    )
  ],
  'rules without a condition, and several': [
    [
      'define role SELF { grant select on VIEW; grant select on VIEW where () = aspect pfcg_auth( S_X ); }'
    ]
  ],
  'inherited conditions, projections and redefinitions': [
    grant(
      "combination mode and where inheriting conditions from entity VIEW default true replacing { root with _x } and ( inherit zrole for grant select on VIEW or inheriting conditions from super ) and switch_runtime_state( name => s ) is not initial; grant select on VIEW as projection on VIEW fallback association _own; grant select on VIEW redefinition where num = 1; grant select on VIEW inherit zrole or id = 'A'"
    )
  ],
  'inherited conditions of an entity that does not exist': [
    grant('where inheriting conditions from entity zabsent'),
    'E 5:44 The CDS entity "ZABSENT" does not exist.'
  ],
  'inherited conditions of nothing': [
    grant('where inheriting conditions from'),
    'E 5:36 ";" is not valid here: "entity" is expected.'
  ],
  'what is not judged is said': [
    grant('where exists _x.y'),
    'W 5:10 From "exists" on, the sandbox does not check'
  ],
  'another name': [
    ['define role ZOTHER { grant select on VIEW; }'],
    'E 1:12 The name "ZOTHER" differs'
  ],
  'an entity that does not exist': [
    ['define role SELF {', '  grant select on zabsent;', '}'],
    'E 2:18 The CDS entity "ZABSENT" does not exist.'
  ],
  'an element that does not exist': [
    grant("where ( num, nope ) = aspect pfcg_auth( S_X ) or gone = 'A'"),
    'E 5:17 The element "NOPE" does not exist',
    'E 5:53 The element "GONE" does not exist'
  ],
  'a statement that does not exist': [
    ['define role SELF {', '  grant selekt on VIEW;', '}'],
    'E 2:8 "selekt" is not valid here: "select" is expected.'
  ],
  'a condition without a comparison': [
    grant('where num'),
    'E 5:13 ";" is not valid here: a comparison is expected.'
  ],
  'a bracket that is not closed': [grant('where ( num = 1'), 'E 5:10 "(" is not closed'],
  'a missing semicolon': [
    ['define role SELF { grant select on VIEW }'],
    `E 1:${'define role SELF { grant select on VIEW '.replace('SELF', 'zx_12345678').replace('VIEW', 'zv_12345678').length} "}" is not valid here`
  ],
  'anything else': [['hello world'], 'E 1:0 "hello" is not valid here: "role" is expected.'],
  'no source': [[''], 'E 1:0 The source is empty.']
}

const SERVICES: Readonly<Record<string, Case>> = {
  'a service with contracts and annotations': [
    [
      "@EndUserText.label: 'a'",
      'define service SELF provider contracts odata_v4_ui {',
      "  @A.b: [ 'c' ] expose VIEW as First;",
      '  expose VIEW;',
      '}'
    ]
  ],
  'an entity that does not exist': [
    ['define service SELF {', '  expose zabsent as A;', '}'],
    'E 2:9 The CDS entity "ZABSENT" does not exist.'
  ],
  'an alias that is taken': [
    ['define service SELF {', 'expose VIEW as A;', `expose ${T} as a;`, '}'],
    `E 3:${`expose ${T} as `.length} The name "A" is exposed more than once.`
  ],
  'a statement that does not exist': [
    ['define service SELF {', '  exposes VIEW;', '}'],
    'E 2:2 "exposes" is not valid here: "expose" is expected.'
  ],
  'a source that ends too early': [['define service SELF'], 'E 1:15 The source ends too early: "{"']
}

const view = (...elements: readonly string[]): readonly string[] => [
  `define view entity SELF as select from ${T}`,
  'association [0..1] to VIEW as _own on $projection.id = _own.id',
  '{',
  ...elements.map((each, at) => (at === elements.length - 1 ? each : `${each},`)),
  '}'
]

const VIEWS: Readonly<Record<string, Case>> = {
  'elements of all forms': [
    view('key id', "@EndUserText.label: 'a'", 'num as other').map(line =>
      line.startsWith('@') ? line.slice(0, -1) : line
    )
  ],
  'associations, calculations and literals': [
    view(
      'key id',
      '_own.num as n',
      '1 + num as sum',
      'cast( num as abap.char( 3 ) ) as c',
      "'a' as lit",
      '_own'
    )
  ],
  'another name': [
    [`define view entity zother as select from ${T} { key id }`],
    'E 1:19 The name "ZOTHER" differs from the name of the source'
  ],
  'two elements of one name': [
    view('key id', 'num', '1 as NUM'),
    'E 6:5 The name "NUM" is not unique.'
  ],
  'a calculation without a name': [
    view('key id', '1 + num'),
    'E 5:0 The expression "1 + num" needs an alias.'
  ],
  'an association that is not declared': [
    view('key id', '_other.num as n'),
    'E 5:0 The association "_other" is not defined.'
  ],
  'an element beside an aggregate': [
    view('key id', 'sum( num ) as n'),
    'E 4:4 The element "id" must be in GROUP BY'
  ],
  'a type that does not exist': [
    view('key id', 'cast( num as abap.text ) as n'),
    'E 5:18 The type "abap.text" does not exist.'
  ]
}

const behavior = (...body: readonly string[]): readonly string[] => [
  'managed implementation in class zbp_x unique;',
  `define behavior for VIEW alias Own persistent table ${T} lock master {`,
  ...body,
  '}'
]

const BEHAVIORS: Readonly<Record<string, Case>> = {
  'operations, fields and mappings': [
    behavior(
      'create; update; delete; field ( readonly ) id; field ( mandatory : create ) num;',
      'static factory action a [1]; validation v on save { create; field num; }',
      'determination d on modify { create; update; }',
      `mapping for ${T} { id = id; num = num; }`
    )
  ],
  'an entity and a table that do not exist': [
    [
      'managed;',
      'define behavior for zabsent',
      'persistent table zgone',
      'lock master { create; }'
    ],
    'E 2:20 The CDS entity "ZABSENT" does not exist.',
    'E 3:17 The database table "ZGONE" does not exist.'
  ],
  'elements that do not exist': [
    behavior(
      'create; field ( readonly ) id, nope;',
      'validation v on save { field id, lost; }',
      `mapping for ${T} { gone = num; }`
    ),
    'E 3:31 The element "nope" does not exist',
    'E 4:33 The element "lost" does not exist',
    `E 5:${`mapping for ${T} { `.length} The element "gone" does not exist`
  ],
  'names that are taken': [
    behavior('create; action a;', 'create;', 'validation a on save { create; }'),
    'E 4:0 "create" is declared more than once.',
    'E 5:11 "a" is declared more than once.'
  ]
}

for (const [ending, cases] of [
  ['bdef.asbdef', BEHAVIORS],
  ['ddls.asddls', VIEWS],
  ['dcls.asdcls', CONTROLS],
  ['srvd.srvdsrv', SERVICES]
] as const) {
  for (const [words, [lines, ...expected]] of Object.entries(cases)) {
    test(`${ending}: ${words}`, async () => {
      const shown = await found(ending, lines)
      assert.equal(shown.length, expected.length, shown.join('\n'))
      for (const [at, each] of expected.entries()) {
        assert.ok(shown[at]?.startsWith(each), `${shown.join('\n')}\n${each}`)
      }
    })
  }
}
