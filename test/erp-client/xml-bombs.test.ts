/**
 * Hostile documents: each is read as harmless data or refused, whole, in bounded time, and no
 * parser but one ever sees an answer.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isErpError } from '../../erp-client/index.ts'
import { isLogonPage } from '../../erp-client/wire/http.ts'
import { parseXml } from '../../erp-client/wire/xml.ts'
import { readCorpus } from '../helpers/corpus.ts'
import { readException } from '../../erp-client/wire/exception.ts'

const bombs = readCorpus(new URL('xml-bombs.txt', import.meta.url))

test(
  'every document is read or refused as no XML; nothing declares, nothing grows, nothing reaches a prototype',
  { timeout: 300_000 },
  () => {
    assert.ok(bombs.length >= 60, String(bombs.length))
    for (const { title, text } of bombs) {
      try {
        const { element } = parseXml(text)
        assert.doesNotMatch(
          title,
          /document type|entit(?:y|ies) of|laughs|blow-up|deep|cut off|does not end|before nothing/,
          `${title} was read`
        )
        assert.ok(JSON.stringify(element).length <= 16 * text.length + 100, `${title} grew`)
      } catch (error) {
        assert.ok(isErpError(error, 'ERP_BAD_ANSWER'), `${title}: ${String(error)}`)
        assert.ok(error.message.length < 300, title)
      }
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
      assert.equal(typeof {}.toString, 'function')
    }
  }
)

test('as a refusal and as a page they are harmless, too', { timeout: 300_000 }, () => {
  for (const { text } of bombs) {
    const message = readException(text)?.message ?? ''
    assert.ok(message.length < 10_000)
    isLogonPage(
      { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) },
      'application/xml'
    )
  }
})

test('one parser reads every answer', () => {
  const root = new URL('../../erp-client/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts')
  )
  const parsing = files.filter(name =>
    /fast-xml-parser|DOMParser|xmldom|'saxes'/.test(readFileSync(new URL(name, root), 'utf8'))
  )
  assert.deepEqual(
    parsing.map(name => name.replaceAll('\\', '/')),
    ['wire/xml.ts']
  )
})
