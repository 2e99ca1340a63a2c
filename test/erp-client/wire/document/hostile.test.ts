/** Values and documents that try to change more than a field, and ambiguous places. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ErpError, isErpError } from '../../../../erp-client/index.ts'
import {
  editFields,
  fieldsFault,
  mergeFields,
  readFields
} from '../../../../erp-client/wire/document/fields.ts'
import { spliced } from '../../../../erp-client/wire/document/splice.ts'
import { placeXml } from '../../../../erp-client/wire/document/tree.ts'
import type { PlacedElement } from '../../../../erp-client/wire/document/tree.ts'
import { parseXml } from '../../../../erp-client/wire/xml.ts'
import type { XmlElement } from '../../../../erp-client/wire/xml.ts'
import { readCorpus } from '../../../helpers/corpus.ts'
import { cases, ways } from './documents.ts'

const documentOf = (type: string) =>
  cases.find(each => each.type === type)?.document ?? assert.fail(type)
const messageOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    assert.ok(error instanceof ErpError, String(error))
    assert.equal(error.outcome, 'failed')
    return `${error.message} ${error.remedy}`
  }
  return assert.fail('nothing was refused')
}

test('markup in a value stays a value', () => {
  const texts = [
    '</dtel:shortFieldLabel><x/>',
    '"><x a="',
    ']]>',
    '<![CDATA[x]]>',
    '&amp;',
    '&#65;',
    '<!-- x -->',
    '<?x?>',
    '\'"<>&',
    '\u00e4\u20ac\u{1F600}',
    '$& $1 $`',
    '-->'
  ]
  for (const text of texts) {
    const label = mergeFields('DTEL', documentOf('DTEL'), { long: text, longLength: 40 })
    assert.equal(readFields('DTEL', label)?.['long'], text)
    assert.equal(placeXml(label).children.length, placeXml(documentOf('DTEL')).children.length)
    const message = mergeFields('MSAG', documentOf('MSAG'), {
      messages: [
        { number: '001', text },
        { number: '777', text }
      ]
    })
    const messages = readFields('MSAG', message)?.['messages'] as { number: string; text: string }[]
    assert.deepEqual(
      messages.map(each => [each.number, each.text]),
      [
        ['001', text],
        ['005', 'Five'],
        ['777', text]
      ]
    )
    const values = mergeFields('DOMA', documentOf('DOMA'), {
      values: [{ low: 'A' }, { low: text, high: text, text }]
    })
    assert.deepEqual((readFields('DOMA', values)?.['values'] as unknown[]).at(-1), {
      low: text,
      high: text,
      text
    })
    assert.equal(
      readFields('DEVC', mergeFields('DEVC', documentOf('DEVC'), { description: text }))?.[
        'description'
      ],
      text
    )
    assert.deepEqual(
      readFields(
        'TTYP',
        mergeFields('TTYP', documentOf('TTYP'), { keyComponents: [text, 'FLIGHT'] })
      )?.['keyComponents'],
      [text.trim().toUpperCase(), 'FLIGHT']
    )
  }
})

test('a character that XML or one line of text cannot contain is refused and named', () => {
  for (const [text, code] of [
    ['a\u0000b', '0000'],
    ['a\nb', '000A'],
    ['a\tb', '0009'],
    ['\u001b[2J', '001B'],
    ['\ud800', 'D800'],
    ['x\udfff', 'DFFF'],
    ['\ufffe', 'FFFE'],
    ['\uffff', 'FFFF'],
    ['\u2028', '2028']
  ] as const) {
    for (const [type, fields] of [
      ['DTEL', { short: text }],
      ['DTEL', { typeName: text }],
      ['DOMA', { valueTable: text }],
      ['DOMA', { values: [{ low: text }] }],
      ['DOMA', { values: [{ low: 'A', text }] }],
      ['MSAG', { messages: [{ number: '001', text }] }],
      ['TTYP', { keyComponents: [text] }],
      ['DEVC', { description: text }]
    ] as const) {
      assert.match(
        fieldsFault(type, fields) ?? '',
        new RegExp(`has the character U\\+${code}`),
        `${type} ${JSON.stringify(fields)}`
      )
    }
  }
})

test('a value of another kind is refused, never turned into a text', () => {
  const wrong: readonly (readonly [string, object])[] = [
    ['DTEL', { short: 4 }],
    ['DTEL', { short: null }],
    ['DTEL', { short: ['a'] }],
    ['DTEL', { changeDocument: 'true' }],
    ['DTEL', { changeDocument: 1 }],
    ['DTEL', { length: -1 }],
    ['DTEL', { length: 1.5 }],
    ['DTEL', { length: Number.NaN }],
    ['DTEL', { length: Infinity }],
    ['DTEL', { length: 1e300 }],
    ['DTEL', { length: 1_000_000 }],
    ['DTEL', { length: '1x' }],
    ['DTEL', { shortLength: 100 }],
    ['DTEL', { length: {} }],
    ['DOMA', { values: 'A' }],
    ['DOMA', { values: [1] }],
    ['DOMA', { values: {} }],
    ['DOMA', { values: [{ low: 1 }] }],
    ['MSAG', { messages: [{ number: '1234', text: '' }] }],
    ['MSAG', { messages: [{ number: 'a', text: '' }] }],
    ['MSAG', { messages: [null] }],
    ['MSAG', { messages: [{ text: '' }] }],
    ['MSAG', { messages: [{ number: '', text: '' }] }],
    ['MSAG', { messages: [{ number: '-1', text: 'x' }] }],
    ['TTYP', { keyComponents: [1] }],
    ['TTYP', { keyComponents: 'A' }],
    ['TTYP', { unique: 'yes' }],
    ['DTEL', { unknown: 'x' }],
    ['DTEL', { __proto__: null, constructor: 'x' }],
    ['DTEL', { toString: 'x' }],
    ['DEVC', { recordChanges: 'false' }]
  ]
  for (const [type, fields] of wrong) {
    assert.notEqual(
      fieldsFault(type, fields as Record<string, unknown>),
      undefined,
      `${type} ${JSON.stringify(fields)}`
    )
    assert.match(
      messageOf(() => editFields(type, documentOf(type), fields as Record<string, unknown>)),
      /Nothing was changed\./
    )
  }
  assert.match(
    messageOf(() => mergeFields('CLAS', '<a/>', {})),
    /Types with fields: DOMA, DTEL, TTYP, MSAG, DEVC/
  )
})

test('ambiguous places are refused', () => {
  const double = documentOf('DTEL').replace(
    '<dtel:searchHelp>',
    '<dtel:shortFieldLabel/><dtel:searchHelp>'
  )
  assert.match(
    messageOf(() => mergeFields('DTEL', double, { short: 'x' })),
    /two <shortFieldLabel>/
  )
  const nested = documentOf('DTEL').replace('>Client<', '>Cli<dtel:b>e</dtel:b>nt<')
  assert.match(
    messageOf(() => mergeFields('DTEL', nested, { short: 'x' })),
    /<shortFieldLabel> holds more than a text/
  )
  const empty = documentOf('DOMA').replace(
    /<doma:outputInformation>.*<\/doma:outputInformation>/,
    '<doma:outputInformation/>'
  )
  assert.match(
    messageOf(() => mergeFields('DOMA', empty, { signed: true })),
    /has no <signExists>/
  )
  const none = documentOf('DOMA').replace(/<doma:valueInformation>.*<\/doma:valueInformation>/, '')
  assert.match(
    messageOf(() => mergeFields('DOMA', none, { values: [{ low: 'A' }] })),
    /has no <valueInformation>/
  )
  assert.match(
    messageOf(() =>
      mergeFields('DEVC', documentOf('DEVC').replace(' pak:name="ZDV1"', ''), {
        transportLayer: 'Z'
      })
    ),
    /no place for `transportLayer`/
  )
  assert.match(
    messageOf(() =>
      mergeFields('DTEL', documentOf('DTEL').replace('encoding="utf-8"', 'encoding="iso-8859-1"'), {
        short: 'x'
      })
    ),
    /written in iso-8859-1/
  )
  assert.match(
    messageOf(() =>
      mergeFields('DTEL', documentOf('DTEL').replace('Cl.', '\uFFFD.'), { short: 'x' })
    ),
    /could not be read and would be lost/
  )
  assert.match(
    messageOf(() =>
      mergeFields(
        'MSAG',
        documentOf('MSAG').replace('masterLanguage="EN"', 'masterLanguage="DE"'),
        { messages: [{ number: '001', text: '' }] }
      )
    ),
    /a change would make EN its original language/
  )
  assert.match(
    messageOf(() =>
      mergeFields(
        'DTEL',
        documentOf('DTEL').replace('masterLanguage="EN"', 'masterLanguage="DE"'),
        { short: 'x' }
      )
    ),
    /the original language of the object is DE/
  )
  assert.match(
    messageOf(() =>
      mergeFields('DOMA', documentOf('DOMA').replace('>0007<', '>9999<'), {
        values: [{ low: 'A' }, { low: 'N' }]
      })
    ),
    /end at 9999/
  )
})

test('an element that is missing is added where the ERP expects it', () => {
  const without = documentOf('DTEL').replace('<dtel:setGetParameter/>', '')
  assert.match(
    mergeFields('DTEL', without, { parameterId: 'P' }),
    /<\/dtel:searchHelpParameter><dtel:setGetParameter>P<\/dtel:setGetParameter><dtel:defaultComponentName>/
  )
  assert.match(
    mergeFields('DOMA', documentOf('DOMA').replace(/<doma:fixValues>.*<\/doma:fixValues>/, ''), {
      values: [{ low: 'A' }]
    }),
    /<\/doma:appendExists><doma:fixValues><doma:fixValue><doma:position>0001<\/doma:position><doma:low>A<\/doma:low><doma:high\/><doma:text\/><\/doma:fixValue><\/doma:fixValues><\/doma:valueInformation>/
  )
  assert.equal(
    mergeFields('MSAG', '<messageClass xmlns="http://www.sap.com/adt/MessageClass"/>', {
      messages: [
        { number: '2', text: 'b' },
        { number: '1', text: 'a' }
      ]
    }),
    '<messageClass xmlns="http://www.sap.com/adt/MessageClass"><messages msgno="001" msgtext="a" selfexplainatory="true"/><messages msgno="002" msgtext="b" selfexplainatory="true"/></messageClass>'
  )
})

test('values in sections, with comments between them and in pieces are replaced once', () => {
  const written = documentOf('DTEL').replace(
    '>Client<',
    '><![CDATA[Cli]]><!-- <b> -->en<?pi x?>&#116;<'
  )
  assert.equal(readFields('DTEL', written)?.['short'], 'Client')
  assert.equal(mergeFields('DTEL', written, { short: 'Client' }), written)
  assert.equal(
    mergeFields('DTEL', written, { short: 'Firm' }),
    written.replace('<![CDATA[Cli]]><!-- <b> -->en<?pi x?>&#116;', 'Firm<!-- <b> --><?pi x?>')
  )
  const single = documentOf('DEVC').replace(
    'pak:packageType="development"',
    "pak:packageType = 'development'"
  )
  assert.equal(
    mergeFields('DEVC', single, { packageType: "a'b" }),
    single.replace("'development'", "'a&apos;b'")
  )
})

test('two changes of one place are an error of the program, never a broken document', () => {
  assert.throws(
    () =>
      spliced('abcdef', [
        { start: 1, end: 4, text: 'x' },
        { start: 3, end: 5, text: 'y' }
      ]),
    RangeError
  )
  assert.equal(
    spliced('abcdef', [
      { start: 4, end: 4, text: 'y' },
      { start: 1, end: 3, text: '' },
      { start: 1, end: 1, text: 'x' }
    ]),
    'axdyef'
  )
})

function sameTree(placed: PlacedElement, read: XmlElement, text: string): void {
  assert.equal(placed.name, read.name)
  assert.equal(placed.text, read.text)
  assert.deepEqual(
    placed.attributes.flatMap(({ name, value }) => [name, value]),
    read.attributes
  )
  assert.ok(
    text.startsWith(`<${placed.qualified}`, placed.start) && text.charAt(placed.end - 1) === '>',
    placed.qualified
  )
  for (const { qualified, start, inner } of placed.attributes) {
    assert.ok(text.startsWith(qualified, start) && /["']/.test(text.charAt(inner.start - 1)))
  }
  assert.equal(placed.children.length, read.children.length)
  placed.children.forEach((child, index) => {
    sameTree(child, read.children[index] ?? read, text)
  })
}

test('offsets and parser agree on a document, or it is refused', { timeout: 300_000 }, () => {
  const bombs = readCorpus(new URL('../../xml-bombs.txt', import.meta.url)).map(({ text }) => text)
  const documents = Object.values(ways).flatMap(way =>
    [...new Set(cases.map(each => each.document))].map(way)
  )
  let [read, refused] = [0, 0]
  for (const text of [...bombs, ...documents]) {
    let element: XmlElement | undefined
    try {
      element = parseXml(text).element
    } catch {}
    try {
      const placed = placeXml(text)
      sameTree(placed, element ?? assert.fail('the parser refused it'), text)
      read++
    } catch (error) {
      assert.ok(isErpError(error, 'ERP_BAD_ANSWER'), String(error))
      refused++
    }
  }
  assert.ok(read > documents.length && refused > 20, `${read} read, ${refused} refused`)
})

test('entity bombs are refused as in every answer', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_each, index) => `<!ENTITY a${index} "${`&a${index - 1};`.repeat(10)}">`).join('')}]>`
  for (const type of ['DTEL', 'DOMA', 'TTYP', 'MSAG', 'DEVC']) {
    const document = documentOf(type).replace('?>', `?>${bomb}`)
    assert.throws(() => mergeFields(type, document, {}), {
      code: 'ERP_BAD_ANSWER',
      message: /declares a document type|is not the XML/
    })
  }
})

test('a document of 5 MB is changed in one place', { timeout: 120_000 }, () => {
  const row = (index: number) =>
    `<doma:fixValue><doma:position>${String(index % 9000).padStart(4, '0')}</doma:position><doma:low>${index}</doma:low><doma:high/><doma:text>Value &amp; ${index}</doma:text></doma:fixValue>`
  const rows = Array.from({ length: 42_000 }, (_each, index) => row(index + 10)).join('')
  const huge = documentOf('DOMA').replace('<doma:fixValues>', `<doma:fixValues>${rows}`)
  assert.ok(huge.length > 5_000_000)
  assert.equal(
    mergeFields('DOMA', huge, { lowercase: false }),
    huge.replace('<doma:lowercase>true<', '<doma:lowercase>false<')
  )
  const emptied = mergeFields('DOMA', huge, { values: [{ low: '10' }, { low: 'N' }] })
  assert.equal((readFields('DOMA', emptied)?.['values'] as unknown[]).length, 2)
  const flat = `${'<a>'.repeat(50)}${'x'.repeat(5_000_000)}${'</a>'.repeat(50)}`
  const deep = documentOf('DTEL').replace('</blue:wbobj>', `${flat}</blue:wbobj>`)
  assert.equal(mergeFields('DTEL', deep, { heading: 'Y' }), deep.replace('>Cl.<', '>Y<'))
})
