/** What is wrong in metadata extensions, at its place. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEngine } from '../../../engine/index.ts'
import type { Engine } from '../../../types.ts'
import { LIBRARY, file, table, unique } from '../fixture.ts'

const [T, OPEN, CLOSED, OTHER] = [
  unique('zt_').slice(0, 14),
  unique('zv_'),
  unique('zw_'),
  unique('zo_')
]

let engine: Engine
before(async () => {
  engine = createEngine({ library: LIBRARY })
  const view = (name: string) =>
    `define view entity ${name} as select from ${T} association [1] to ${T} as _own on _own.id = $projection.id { key id, num, _own }`
  await engine.load([
    table(T, [
      ['client', 'CLNT', 3, true],
      ['id', 'CHAR', 10, true],
      ['num', 'INT4', 10]
    ]),
    file(`${OPEN}.ddls.asddls`, '@Metadata.allowExtensions: true', view(OPEN)),
    file(`${CLOSED}.ddls.asddls`, view(CLOSED)),
    file(
      `${OTHER}.ddlx.asddlxs`,
      `@Metadata.layer: #PARTNER annotate view ${OPEN} with { @UI.hidden: true num; }`
    )
  ])
})
after(() => engine.close())

type Case = readonly [lines: readonly string[], ...expected: string[]]

const CASES: Readonly<Record<string, Case>> = {
  'elements that exist, associations and parameters': [
    [
      '@Metadata.layer: #CORE',
      "@UI.headerInfo: { typeName: 'A', title: { value: 'id' } }",
      "annotate entity OPEN with parameters @EndUserText.label: 'p' p, q @<A.b: 'c' {",
      "  @UI.facet: [ { id: 'f', label: 'l', position: 10 } ] @UI.hidden: true",
      '  ID; num; @UI.hidden: true _own; }'
    ]
  ],
  'an element that the entity does not have': [
    ['@Metadata.layer: #CORE', 'annotate view OPEN with {', '  @UI.hidden: true', '  nope; id; }'],
    `E 4:2 The element "NOPE" does not exist in "${OPEN.toUpperCase()}".`
  ],
  'an entity that does not exist': [
    ['@Metadata.layer: #CORE', 'annotate view znowhere with { id; }'],
    'E 2:14 The CDS entity "ZNOWHERE" does not exist.'
  ],
  'an entity of the standard that is not here': [
    ['@Metadata.layer: #CORE', 'annotate view I_Nowhere with { id; }'],
    'W 2:14 The CDS entity "I_NOWHERE" is not in the sandbox: uses of it are not checked.'
  ],
  'a layer is named': [
    ['annotate view OPEN with { @UI.hidden: true id; }'],
    'E 1:0 The annotation "@Metadata.layer" is missing.'
  ],
  'a layer that does not exist': [
    ['@Metadata.layer: #KERNEL', 'annotate view OPEN with { @UI.hidden: true id; }'],
    "E 1:17 Invalid annotation enum value 'KERNEL'"
  ],
  'an entity that allows no extensions': [
    ['@Metadata.layer: #CORE', 'annotate view CLOSED with { @UI.hidden: true id; }'],
    `E 2:14 "${CLOSED.toUpperCase()}" allows no metadata extensions: "@Metadata.allowExtensions: true" is missing.`
  ],
  'an annotation twice at an element': [
    [
      '@Metadata.layer: #CORE',
      'annotate view OPEN with { @UI.hidden: true @UI.hidden: false id; }'
    ],
    `E 2:${'annotate view with { @UI.hidden: true  '.length + OPEN.length} Annotation 'UI.HIDDEN' already defined for 'ID'`
  ],
  'an annotation that another extension of the layer has': [
    [
      '@Metadata.layer: #PARTNER',
      'annotate view OPEN with {',
      '@UI.hidden: false num;',
      '@UI.hidden: true id; }'
    ],
    `W 3:0 Annotation 'UI.HIDDEN' already defined at the same layer and variant in '${OTHER.toUpperCase()}'`
  ],
  'a word that is not expected': [
    ['@Metadata.layer: #CORE', 'annotate view OPEN with { @UI.hidden: true id }'],
    `E 2:${'annotate view with { @UI.hidden: true id  '.length + OPEN.length} "}" is not valid here: ";" is expected.`
  ]
}

for (const [title, [lines, ...expected]] of Object.entries(CASES)) {
  test(title, async () => {
    const source = file(
      `${unique('zx_')}.ddlx.asddlxs`,
      ...lines.map(line => line.replace('OPEN', OPEN).replace('CLOSED', CLOSED))
    )
    const messages = await engine.check({ files: [source.name], overlay: [source] })
    assert.deepEqual(
      messages.map(
        ({ severity, startRow, startColumn, text }) =>
          `${severity} ${startRow}:${startColumn} ${text}`
      ),
      expected
    )
  })
}
