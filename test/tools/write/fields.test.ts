/**
 * Fields of objects without source text, for real: the ERP is the sandbox, which loses what it is
 * not sent.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp, readDocument, readObjectFields } from '../../../erp-client/index.ts'
import type { Erp, Fields } from '../../../erp-client/index.ts'
import { compareDocuments } from '../../../erp-client/wire/document/compare.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import type { ObjectType } from '../../../sandbox/types.ts'
import { errorOf } from '../helpers/erp.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

let sandbox: Sandbox
let erp: Erp

before(async () => {
  sandbox = await createSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
})

after(async () => {
  await erp?.close()
  await sandbox?.close()
})

const bench = () => toolBench(erp)
const write = async (args: object) => await bench().data('ERPWrite', args)
const documentOf = async (type: string, name: string) =>
  await readDocument(erp.reader, { ref: { type, name } })
const create = (type: string, name: string, fields?: object) => ({
  action: 'create',
  type,
  name,
  package: '$TMP',
  fields,
  activate: true
})
const update = (type: string, name: string, fields: object) => ({
  action: 'update',
  type,
  name,
  fields
})

/** Puts more into the file of an object than the bridge can say. */
function enrich(type: ObjectType, name: string, change: (file: string) => string): void {
  const part = { object: { type, name }, part: 'main' }
  const file = sandbox.store.read(part, 'workingArea')?.text ?? assert.fail(name)
  assert.notEqual(change(file), file)
  sandbox.store.write(part, change(file), 'DEVELOPER')
}

/** Changes the fields and asserts that the ERP has exactly these differences afterwards. */
async function changes(
  type: string,
  name: string,
  change: { readonly fields: object; readonly paths: readonly string[] }
): Promise<Record<string, unknown>> {
  const old = await documentOf(type, name)
  const done = await write(update(type, name, change.fields))
  const now = await documentOf(type, name)
  const { refused, others } = compareDocuments(type, { before: old, sent: old, after: now })
  assert.deepEqual(
    [...refused, ...others].map(({ path }) => path),
    change.paths,
    `${type} ${JSON.stringify(change.fields)}`
  )
  assert.deepEqual([done['notKept'], done['alsoChanged']], [undefined, undefined])
  return done
}

test('a data element keeps its lengths and switches', async () => {
  await write(
    create('DOMA', 'ZFLD_STATUS', {
      dataType: 'CHAR',
      length: 1,
      values: [{ low: 'A', text: 'Active' }]
    })
  )
  const made = await write(
    create('DTEL', 'ZFLD_STATUS', {
      typeName: 'ZFLD_STATUS',
      short: 'Status',
      medium: 'Order status',
      long: 'Status of the order',
      heading: 'Status'
    })
  )
  assert.deepEqual(made['implied'], { typeKind: 'domain' })
  assert.match(await documentOf('DTEL', 'ZFLD_STATUS'), /typeKind>domain<.*typeName>ZFLD_STATUS</)
  enrich('DTEL', 'ZFLD_STATUS', file =>
    file
      .replace(/<SCRLEN1>\d+/, '<SCRLEN1>07')
      .replace(/<HEADLEN>\d+/, '<HEADLEN>09')
      .replace(
        '</DD04V>',
        '<NOHISTORY>X</NOHISTORY><LTRFLDDIS>X</LTRFLDDIS><BIDICTRLC>X</BIDICTRLC></DD04V>'
      )
  )
  await changes('DTEL', 'ZFLD_STATUS', {
    fields: { short: 'State' },
    paths: ['dataElement/shortFieldLabel']
  })
  await changes('DTEL', 'ZFLD_STATUS', {
    fields: { heading: 'Stt', parameterId: 'ZST' },
    paths: ['dataElement/headingFieldLabel', 'dataElement/setGetParameter']
  })
  const refused = errorOf(
    await bench().call('ERPWrite', update('DTEL', 'ZFLD_STATUS', { short: 'Statuses' }))
  )
  assert.deepEqual(refused.code, 'ERP_BAD_REQUEST')
  assert.match(
    refused.text,
    /`short` has 8 characters and 7 are reserved for it: name `shortLength` too.*Nothing was changed/s
  )
  await changes('DTEL', 'ZFLD_STATUS', {
    fields: { short: 'Statuses', shortLength: 8 },
    paths: ['dataElement/shortFieldLabel', 'dataElement/shortFieldLength']
  })
  assert.equal(
    (await bench().data('ERPActivate', { type: 'DTEL', name: 'ZFLD_STATUS' }))['outcome'],
    'activated'
  )
  assert.match(
    await documentOf('DTEL', 'ZFLD_STATUS'),
    /deactivateInputHistory>true<.*leftToRightDirection>true<.*deactivateBIDIFiltering>true</
  )
})

test('a domain keeps the positions of its values and its style', async () => {
  await write(
    create('DOMA', 'ZFLD_STYLE', {
      dataType: 'CHAR',
      length: 2,
      valueTable: 'ZFERRY_PORT',
      values: [
        { low: 'A', text: 'Active' },
        { low: 'B', high: 'D', text: 'Between' }
      ]
    })
  )
  enrich('DOMA', 'ZFLD_STYLE', file =>
    file
      .replace('<VALPOS>0001<', '<VALPOS>0006<')
      .replace('<VALPOS>0002<', '<VALPOS>0007<')
      .replace('</DD01V>', '<OUTPUTSTYLE>01</OUTPUTSTYLE><AMPMFORMAT>X</AMPMFORMAT></DD01V>')
  )
  const values = 'content/valueInformation/fixValues'
  await changes('DOMA', 'ZFLD_STYLE', {
    fields: { lowercase: true },
    paths: ['content/outputInformation/lowercase']
  })
  await changes('DOMA', 'ZFLD_STYLE', {
    fields: { values: [{ low: 'A' }, { low: 'B', text: 'In between' }] },
    paths: [`${values}/fixValue[B-D]/text`]
  })
  await changes('DOMA', 'ZFLD_STYLE', {
    fields: { values: [{ low: 'N', text: 'New' }, { low: 'B' }] },
    paths: [`${values}/fixValue[A-]`, `${values}/fixValue[N-]`]
  })
  assert.match(
    await documentOf('DOMA', 'ZFLD_STYLE'),
    /<doma:style>01<.*ampmFormat>true<.*name="ZFERRY_PORT".*position>0007<.*position>0008</
  )
})

test('a table type keeps its key components, alias and secondary keys', async () => {
  await write({
    action: 'create',
    type: 'STRU',
    name: 'ZFLD_ROW',
    package: '$TMP',
    activate: true,
    source: 'define structure zfld_row {\n  carrier : abap.char(3);\n  flight  : abap.numc(4);\n}\n'
  })
  await write(
    create('TTYP', 'ZFLD_ROWS', {
      rowType: 'ZFLD_ROW',
      access: 'sorted',
      keyDefinition: 'keyComponents',
      keyComponents: ['CARRIER', 'flight'],
      unique: true
    })
  )
  enrich('TTYP', 'ZFLD_ROWS', file =>
    file
      .replace('</DD40V>', '<ALIAS>KEY</ALIAS></DD40V>')
      .replace(
        '</DD42V>\n   </DD42V>',
        '</DD42V><DD42V><TYPENAME>ZFLD_ROWS</TYPENAME><SECKEYNAME>BY_FLIGHT</SECKEYNAME><KEYFNAME>FLIGHT</KEYFNAME></DD42V></DD42V><DD43V><DD43V><TYPENAME>ZFLD_ROWS</TYPENAME><SECKEYNAME>BY_FLIGHT</SECKEYNAME><KEYKIND>N</KEYKIND></DD43V></DD43V>'
      )
  )
  await changes('TTYP', 'ZFLD_ROWS', { fields: { access: 'hashed' }, paths: ['accessType'] })
  await changes('TTYP', 'ZFLD_ROWS', { fields: { unique: false }, paths: ['primaryKey/kind'] })
  await changes('TTYP', 'ZFLD_ROWS', {
    fields: { keyComponents: ['FLIGHT'] },
    paths: ['primaryKey/components/component[CARRIER]']
  })
  assert.match(
    await documentOf('TTYP', 'ZFLD_ROWS'),
    /alias>KEY<.*secondaryKey ttyp:name="BY_FLIGHT">.*component ttyp:name="FLIGHT"/
  )
  const refused = errorOf(
    await bench().call('ERPWrite', update('TTYP', 'ZFLD_ROWS', { keyDefinition: 'rowType' }))
  )
  assert.match(refused.text, /the key has components: name `keyComponents` too/)
})

test('a range table type keeps what it is; its row is not changed by fields', async () => {
  await write(create('TTYP', 'ZFLD_RANGE', { rowType: 'ZFERRY_PORT' }))
  enrich('TTYP', 'ZFLD_RANGE', file =>
    file.replace(
      '</DD40V>',
      '<TTYPKIND>R</TTYPKIND><RANGE_CTYP>ZFERRY_PORT_ID</RANGE_CTYP></DD40V>'
    )
  )
  await changes('TTYP', 'ZFLD_RANGE', {
    fields: { keyDefinition: 'empty' },
    paths: ['primaryKey/definition']
  })
  assert.match(
    await documentOf('TTYP', 'ZFLD_RANGE'),
    /typeKind>rangeTypeOnDataelement<.*typeName>ZFERRY_PORT_ID<.*rangeType>ZFERRY_PORT</
  )
  assert.match(
    errorOf(await bench().call('ERPWrite', update('TTYP', 'ZFLD_RANGE', { rowType: 'ZFLD_ROW' })))
      .text,
    /the row of a range table type cannot be changed by fields/
  )
})

test('messages keep their switches, and a deleted one is gone', async () => {
  await write(
    create('MSAG', 'ZFLD', {
      messages: [
        { number: '001', text: 'One', selfExplanatory: false },
        { number: '002', text: 'Two' }
      ]
    })
  )
  await changes('MSAG', 'ZFLD', {
    fields: { messages: [{ number: '1', text: 'First &1' }] },
    paths: ['messages[001]/@msgtext']
  })
  assert.match(
    await documentOf('MSAG', 'ZFLD'),
    /msgno="001" mc:msgtext="First &amp;1" mc:selfexplainatory="false"/
  )
  const done = await write({
    action: 'edit_texts',
    type: 'MSAG',
    name: 'ZFLD',
    kind: 'messages',
    texts: [
      { key: '002', text: '' },
      { key: '9', text: 'Nine' }
    ]
  })
  assert.deepEqual([done['notKept'], done['alsoChanged']], [undefined, undefined])
  assert.deepEqual(
    [...(await documentOf('MSAG', 'ZFLD')).matchAll(/msgno="(\d+)"/g)].map(([, number]) => number),
    ['001', '009']
  )
})

test('a package changes what is named', async () => {
  await bench().data('ERPManage', { action: 'create_package', name: '$ZFLD', description: 'Old' })
  const old = await documentOf('DEVC', '$ZFLD')
  await bench().data('ERPManage', {
    action: 'change_package',
    name: '$ZFLD',
    description: 'New & "better"'
  })
  const { others } = compareDocuments('DEVC', {
    before: old,
    sent: old,
    after: await documentOf('DEVC', '$ZFLD')
  })
  assert.deepEqual(
    others.map(({ path, stored }) => [path, stored]).filter(([path]) => path === '@description'),
    [['@description', 'New & "better"']]
  )
})

/** Type, each change in turn, and what must then be stored. */
const kinds: readonly (readonly [string, readonly (readonly [Fields, Fields])[]])[] = [
  [
    'DTEL',
    [
      [
        { typeName: 'ZFLD_POINTS' },
        { typeKind: 'domain', typeName: 'ZFLD_POINTS', dataType: 'INT4' }
      ]
    ]
  ],
  [
    'DTEL',
    [
      [
        { dataType: 'DEC', length: 11, decimals: 2 },
        { typeKind: 'predefinedAbapType', dataType: 'DEC', length: 11, decimals: 2 }
      ]
    ]
  ],
  [
    'DTEL',
    [
      [
        { dataType: 'CHAR', length: 5 },
        { typeKind: 'predefinedAbapType', dataType: 'CHAR', length: 5 }
      ],
      [
        { typeName: 'zfld_status' },
        { typeKind: 'domain', typeName: 'ZFLD_STATUS', dataType: 'CHAR', length: 1 }
      ],
      [
        { short: 'Label', dataType: 'CHAR', length: 1 },
        { typeKind: 'domain', typeName: 'ZFLD_STATUS' }
      ],
      [
        { typeName: 'ZFLD_POINTS' },
        { typeKind: 'domain', typeName: 'ZFLD_POINTS', dataType: 'INT4' }
      ],
      [
        { dataType: 'CHAR', length: 3 },
        { typeKind: 'predefinedAbapType', typeName: '', dataType: 'CHAR', length: 3 }
      ]
    ]
  ],
  [
    'DTEL',
    [
      [
        { typeKind: 'refToClifType', typeName: 'ZCL_FERRY_MONEY' },
        { typeKind: 'refToClifType', typeName: 'ZCL_FERRY_MONEY' }
      ],
      [
        { typeName: 'ZCL_FERRY_REQUEST_CHECK' },
        { typeKind: 'refToClifType', typeName: 'ZCL_FERRY_REQUEST_CHECK' }
      ]
    ]
  ],
  [
    'TTYP',
    [
      [
        { rowType: 'ZFERRY_BOOKING' },
        { rowKind: 'dictionaryType', rowType: 'ZFERRY_BOOKING', access: 'standard' }
      ],
      [
        { access: 'sorted' },
        { rowKind: 'dictionaryType', rowType: 'ZFERRY_BOOKING', access: 'sorted' }
      ],
      [
        { dataType: 'CHAR', length: 4 },
        { rowKind: 'predefinedAbapType', rowType: '', dataType: 'CHAR', length: 4 }
      ],
      [{ rowType: 'ZFERRY_SAILING' }, { rowKind: 'dictionaryType', rowType: 'ZFERRY_SAILING' }],
      [{ access: 'notSpecified' }, { access: 'notSpecified' }]
    ]
  ],
  [
    'DOMA',
    [
      [
        { dataType: 'CHAR', length: 30 },
        { dataType: 'CHAR', length: 30, outputLength: 30 }
      ],
      [{ length: 40 }, { length: 40, outputLength: 40 }],
      [{ outputLength: 12 }, { length: 40, outputLength: 12 }],
      [
        { length: 20, lowercase: true },
        { length: 20, outputLength: 12, lowercase: true }
      ]
    ]
  ]
]

for (const [at, [type, steps]] of kinds.entries()) {
  test(`${type} ${steps.map(([fields]) => JSON.stringify(fields)).join(' then ')}`, async () => {
    await write({
      ...create('DOMA', `ZFLD_POINTS${at}`, { dataType: 'INT4', length: 10 }),
      name: 'ZFLD_POINTS'
    }).catch(() => {})
    const name = `ZFLD_KIND_${at}`
    for (const [index, [fields, wanted]] of steps.entries()) {
      await write(
        index === 0
          ? { ...create(type, name, fields), activate: false }
          : update(type, name, fields)
      )
      const stored = (await readObjectFields(erp.reader, { ref: { type, name } })) ?? {}
      assert.deepEqual(
        Object.fromEntries(Object.keys(wanted).map(key => [key, stored[key]])),
        wanted,
        JSON.stringify(fields)
      )
    }
  })
}

test('a summary of a batch says what was set besides', async () => {
  const items = [
    {
      action: 'create',
      type: 'DTEL',
      name: 'ZFLD_BATCH',
      fields: { typeName: 'ZFLD_STATUS', short: 'Batch' }
    }
  ]
  assert.match(
    await bench().text('ERPWrite', { action: 'batch', package: '$TMP', items }),
    /Created DTEL ZFLD_BATCH[^\n]*\nSet with them: typeKind = "domain"\./
  )
})

test('fields that contradict each other are refused before anything exists', async () => {
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    [
      'DTEL',
      { typeName: 'ZFLD_STATUS', dataType: 'CHAR', length: 4 },
      /come from the type that `typeName` names/
    ],
    [
      'DTEL',
      { typeKind: 'predefinedAbapType', typeName: 'ZFLD_STATUS', dataType: 'CHAR' },
      /`typeKind` is predefinedAbapType, but `typeName` is ZFLD_STATUS/
    ],
    [
      'DTEL',
      { short: 'Long label', shortLength: 4 },
      /`short` has 10 characters and 4 are reserved/
    ],
    ['DOMA', { dataType: '' }, /a domain needs `dataType`/],
    [
      'DOMA',
      { values: [{ low: 'A' }, { low: 'A', text: 'Again' }] },
      /the fixed value A to {2}stands twice/
    ],
    [
      'TTYP',
      { rowType: 'ZFLD_ROW', keyDefinition: 'keyComponents', keyComponents: [] },
      /which needs `keyComponents`/
    ],
    [
      'MSAG',
      {
        messages: [
          { number: '1', text: 'a' },
          { number: '001', text: 'b' }
        ]
      },
      /the message 001 stands twice/
    ]
  ]
  for (const [type, fields, reason] of wrong) {
    const name = `ZFLD_NO_${type}`
    for (const dryRun of [true, false]) {
      const error = errorOf(
        await bench().call('ERPWrite', { ...create(type, name, fields), dryRun })
      )
      assert.equal(error.code, 'TOOL_BAD_ARGUMENTS')
      assert.match(error.text, reason)
    }
    assert.equal(await bench().code('ERPRead', { type, name }), 'ERP_NOT_FOUND')
  }
})
