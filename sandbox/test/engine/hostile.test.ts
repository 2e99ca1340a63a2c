import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { EngineError, createEngine } from '../../engine/index.ts'
import { sampled } from '../../../test/helpers/sample.ts'
import type { Engine } from '../../types.ts'
import { LIBRARY, classWith, engineWith, errors, file, table, unique } from './fixture.ts'

const report = (...lines: string[]) => ['REPORT zx.', ...lines].join('\n')

/**
 * Sources that no parser likes. None of them may end the engine or leave it unable to answer the
 * next request.
 */
const CORPUS: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'only blanks and line breaks': ' \n\t\r\n '.repeat(1000),
  NUL: 'REPORT zx.\0\0WRITE 1.\0',
  'random bytes': randomBytes(100_000).toString('latin1'),
  'random words': Array.from({ length: 5000 }, () => randomBytes(3).toString('base64')).join(' '),
  'one line of 5 MB': 'x'.repeat(5_000_000),
  'a literal of 5 MB': report(`WRITE '${'x'.repeat(5_000_000)}'.`),
  'a literal that never ends': report(
    "WRITE 'open",
    ...Array.from({ length: 2000 }, (_, row) => `x${row} = 1.`)
  ),
  'quotes without partners': report('"\'`|'.repeat(2000)),
  'a template that never ends': report(`DATA(x) = |${'{ '.repeat(500)}`),
  'periods only': '.'.repeat(30_000),
  'opening parentheses only': report(`x = ${'( '.repeat(5000)}.`),
  'deep parentheses': report('DATA x TYPE i.', `x = ${'( '.repeat(800)}1${' )'.repeat(800)}.`),
  'deep blocks': report(
    ...Array<string>(2500).fill('IF 1 = 1.'),
    ...Array<string>(2500).fill('ENDIF.')
  ),
  'blocks that never close': report(...Array<string>(2000).fill('LOOP AT t INTO x.')),
  'ends without begins': report(...Array<string>(2000).fill('ENDIF.')),
  'a long sum': report(`DATA(x) = ${'1 + '.repeat(1000)}1.`),
  'a long condition': report(`IF ${'1 = 1 AND '.repeat(500)}1 = 1.`, 'ENDIF.'),
  'a statement of 100,000 words': report(`DATA: ${'a '.repeat(100_000)}.`),
  'a chain of 1,000 declarations': report(
    `DATA: ${Array.from({ length: 1000 }, (_, index) => `a${index} TYPE i`).join(', ')}.`
  ),
  'an include of itself': report('INCLUDE zx.'),
  'a macro that calls itself': report('DEFINE m.', '  m.', 'END-OF-DEFINITION.', 'm.'),
  'letters of other scripts': report(
    'DATA größe TYPE i.',
    'größe = 1. " 漢字 🚀',
    "WRITE 'ÄÖÜ漢🚀'."
  ),
  'a byte order mark': `\uFEFF${report('WRITE 1.')}`
}

const STALL = 5000

describe('a hostile source', () => {
  test('gets an answer, and so does the next request', async t => {
    const engine = await engineWith(t, [classWith('zcl_fine')], { stallMilliseconds: STALL })
    for (const [what, text] of sampled(Object.entries(CORPUS), 3)) {
      const overlay = [{ name: 'zx.prog.abap', text }]
      const messages = await engine
        .check({ files: ['zx.prog.abap'], overlay })
        .catch((error: unknown) => complaint(error, what))
      const rows = text.split('\n').length
      for (const message of messages) {
        assert.ok(
          message.startRow >= 1 &&
            message.startRow <= rows &&
            message.startColumn >= 0 &&
            message.text !== '',
          `${what}: ${JSON.stringify(message)}`
        )
      }
      await all(engine, text, what)
      assert.deepEqual(
        errors(await engine.check({ files: ['zcl_fine.clas.abap'], overlay: [] })),
        [],
        what
      )
    }
  })

  test('is handled as a class, a view or a table as well', async t => {
    const engine = await engineWith(t, [classWith('zcl_fine')], { stallMilliseconds: STALL })
    for (const name of [
      'zx.clas.abap',
      'zx.clas.testclasses.abap',
      'zx.intf.abap',
      'zx.ddls.asddls',
      'zx.tabl.xml',
      'zx.dtel.xml',
      'zx.fugr.xml',
      'zx.prog.xml',
      'zx.msag.xml',
      'zx.what.ever',
      'nonsense',
      '..',
      '.abap',
      ''
    ]) {
      for (const what of [
        'nothing at all',
        'NUL',
        'random bytes',
        'opening parentheses only',
        'quotes without partners',
        'deep blocks'
      ]) {
        const overlay = [{ name, text: CORPUS[what] ?? '' }]
        await engine
          .check({ files: [name], overlay })
          .catch((error: unknown) => complaint(error, `${name} ${what}`))
        await engine
          .structure({ file: name, overlay })
          .catch((error: unknown) => complaint(error, `${name} ${what}`))
      }
    }
    assert.deepEqual(errors(await engine.check({ files: ['zcl_fine.clas.abap'], overlay: [] })), [])
  })

  test('that is activated all the same is set aside, and others stay whole', async t => {
    const deep = CORPUS['deep blocks'] ?? ''
    const engine = await engineWith(
      t,
      [classWith('zcl_fine'), { name: 'zx.prog.abap', text: deep }],
      { stallMilliseconds: STALL }
    )
    assert.deepEqual(errors(await engine.check({ files: ['zcl_fine.clas.abap'], overlay: [] })), [])
    const messages = errors(await engine.check({ files: ['zx.prog.abap'], overlay: [] }))
    assert.ok(messages.length === 0 || /too complex/.test(messages[0] ?? ''), messages[0])
    await engine.apply({
      put: [{ name: 'zx.prog.abap', text: report('unknown = 1.') }],
      remove: []
    })
    assert.match(
      errors(await engine.check({ files: ['zx.prog.abap'], overlay: [] }))[0] ?? '',
      /^2:0 E The name "unknown"/
    )
  })

  test('structures that contain each other do not cause an endless loop', async t => {
    const [a, b] = [unique('zs_'), unique('zs_')]
    const holding = (name: string, other: string) => {
      const { text } = table(name, [['x', 'CHAR', 1, true]])
      return {
        name: `${name}.tabl.xml`,
        text: text.replace(
          '</DD03P_TABLE>',
          `<DD03P><FIELDNAME>F</FIELDNAME><ROLLNAME>${other.toUpperCase()}</ROLLNAME><COMPTYPE>S</COMPTYPE></DD03P></DD03P_TABLE>`
        )
      }
    }
    const engine = await engineWith(t, [
      holding(a, b),
      holding(b, a),
      holding('zs_self', 'zs_self'),
      classWith('zcl_fine', `    DATA x TYPE ${a}.`)
    ])
    await engine.check({ files: [`${a}.tabl.xml`, 'zs_self.tabl.xml'], overlay: [] })
    assert.equal(
      typeof (await engine.check({ files: ['zcl_fine.clas.abap'], overlay: [] })).length,
      'number'
    )
  })
})

function complaint(error: unknown, what: string): [] {
  assert.ok(
    error instanceof EngineError && error.code === 'TOO_COMPLEX',
    `${what}: ${String(error)}`
  )
  return []
}

async function all(engine: Engine, text: string, what: string): Promise<void> {
  const overlay = [{ name: 'zx.prog.abap', text }]
  const known = (error: unknown) => {
    assert.ok(
      error instanceof EngineError && ['TOO_COMPLEX', 'INVALID'].includes(error.code),
      `${what}: ${String(error)}`
    )
  }
  await engine.structure({ file: 'zx.prog.abap', overlay }).catch(known)
  await engine.definition({ file: 'zx.prog.abap', row: 2, column: 3, overlay }).catch(known)
  await engine.references({ file: 'zx.prog.abap', row: 2, column: 3, overlay }).catch(known)
  await engine.testClasses({ files: ['zx.prog.abap'], overlay }).catch(known)
  await engine.closure({ files: ['zx.prog.abap'], overlay }).catch(known)
  await engine.format({ file: 'zx.prog.abap', text }).catch(known)
  await engine.analyzeSelect({ sql: text.slice(0, 50_000) }).catch(known)
}

describe('the watchdog', () => {
  /** The parser tries every way to split what it cannot read: quadratic time and memory. */
  const endless = `REPORT zx.\nWRITE 'abc.\n${"lv = 'x.\n".repeat(40_000)}`

  test('stops a source that takes too long, reports it at the object, and continues', async t => {
    const engine = await engineWith(t, [classWith('zcl_fine')], {
      stallMilliseconds: 1500,
      memoryMegabytes: 300
    })
    const overlay = [{ name: 'zx.prog.abap', text: endless }]
    const messages = await engine.check({ files: ['zx.prog.abap'], overlay })
    assert.match(messages[0]?.text ?? '', /too complex|too large/)
    const [again, other] = await Promise.all([
      engine.check({ files: ['zx.prog.abap'], overlay }),
      engine.check({ files: ['zcl_fine.clas.abap'], overlay: [] })
    ])
    assert.match(again[0]?.text ?? '', /too complex|too large/)
    assert.deepEqual(errors(other), [])
  })

  test('survives a source that needs too much memory', async t => {
    const engine = await engineWith(t, [classWith('zcl_fine', '    wrong = 1.')], {
      stallMilliseconds: 60_000,
      memoryMegabytes: 150
    })
    const messages = await engine.check({
      files: ['zx.prog.abap'],
      overlay: [{ name: 'zx.prog.abap', text: endless }]
    })
    assert.match(messages[0]?.text ?? '', /too complex|too large/)
    assert.equal(
      errors(await engine.check({ files: ['zcl_fine.clas.abap'], overlay: [] })).length,
      1
    )
  })

  test('loads a repository with such a source', async t => {
    const engine = createEngine({
      library: LIBRARY,
      limits: { stallMilliseconds: 1500, memoryMegabytes: 300 }
    })
    t.after(() => engine.close())
    const other = classWith('zcl_fine', '    wrong = 1.')
    assert.equal((await engine.load([{ name: 'zx.prog.abap', text: endless }, other])).objects, 2)
    assert.equal(
      errors(await engine.check({ files: ['zcl_fine.clas.abap'], overlay: [] })).length,
      1
    )
  })
})

test('a closed engine rejects requests with CLOSED', async () => {
  const engine = createEngine({ library: [] })
  const open = engine.check({ files: [], overlay: [] })
  const closed = (error: unknown) => error instanceof EngineError && error.code === 'CLOSED'
  const rejected = assert.rejects(open, closed)
  await engine.close()
  await rejected
  await assert.rejects(
    engine.check({ files: [], overlay: [file('zx.prog.abap', 'REPORT zx.')] }),
    closed
  )
})
