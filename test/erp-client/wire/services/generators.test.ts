import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertValid,
  contentIn,
  generatorPath,
  readReferences
} from '../../../../erp-client/wire/services/generators.ts'

const run = 'http://www.sap.com/adt/repository/generator'
const feed = (id: string, rel: string, href: string) =>
  `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>other</atom:id></atom:entry><atom:entry><atom:id>${id}</atom:id><atom:link rel="${rel}/schema" href="/sap/bc/adt/x/schema"/><atom:link rel="${rel}" href="${href}"/></atom:entry></atom:feed>`

test('the path of a generator is that of its own link, and only within the interface', () => {
  const path = '/sap/bc/adt/rap/generators/ui-service'
  assert.equal(generatorPath(feed('ui-service', run, `${path}?a=%2f`), ['x', 'ui-service']), path)
  assert.equal(generatorPath(feed('published-ui-service', run, path), ['ui-service']), undefined)
  assert.equal(generatorPath(feed('ui-service', 'http://other', path), ['ui-service']), undefined)
  for (const href of ['', '/sap/bc/other', 'https://a.example/sap/bc/adt/x', '/sap/bc/adt/../x']) {
    assert.equal(generatorPath(feed('ui-service', run, href), ['ui-service']), undefined, href)
  }
})

test('a check refuses with its first error, in either form; other answers refuse nothing', () => {
  const asx = (severity: string) =>
    `<asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><DATA><SEVERITY>${severity}</SEVERITY><SHORT_TEXT>No entity</SHORT_TEXT></DATA></asx:values></asx:abap>`
  assert.throws(() => assertValid(asx('ERROR')), { code: 'ERP_BAD_REQUEST', message: 'No entity' })
  for (const passes of [asx('OK'), asx('WARNING'), '', 'done', '{"ok":true}']) assertValid(passes)
  assert.throws(
    () =>
      assertValid(
        '<v:validationMessages xmlns:v="x"><v:validationMessage><v:severity>error</v:severity></v:validationMessage></v:validationMessages>'
      ),
    { code: 'ERP_BAD_REQUEST', message: 'The generator refuses this object' }
  )
})

test('the content names the package once', () => {
  assert.equal(contentIn('{"a":1}', '$TMP'), '{"a":1,"metadata":{"package":"$TMP"}}')
  const own = '{"metadata": {"package": "ZOWN"}}'
  assert.equal(contentIn(own, '$TMP'), own)
  assert.throws(() => contentIn('<html/>', '$TMP'), { code: 'ERP_BAD_ANSWER' })
})

test('objects are read from references, groups of them, and JSON', () => {
  const name = (text: string) => readReferences(text).map(each => each.name)
  const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
  const one = `<adtcore:objectReference ${core} adtcore:name="ZA" adtcore:uri="/sap/bc/adt/ddic/srvd/sources/za"/>`
  assert.deepEqual(name(`<adtcore:objectReferences ${core}>${one}</adtcore:objectReferences>`), [
    'ZA'
  ])
  assert.deepEqual(
    name(`<m:group xmlns:m="m"><m:group><m:object>${one}</m:object></m:group></m:group>`),
    ['ZA']
  )
  assert.deepEqual(name('{"objects":[{"name":"ZA"},7,null]}'), ['ZA'])
  assert.throws(() => name('<html/>'), { code: 'ERP_BAD_ANSWER' })
})
