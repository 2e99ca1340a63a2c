/* eslint no-template-curly-in-string: off */
/**
 * Text of a program reaches generated JavaScript as text alone: the code is parsed and its tree
 * walked.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { parse } from 'acorn'
import { loadKernel } from '../../kernel/index.ts'
import { inspect } from '../../runtime/transpile/inspect.ts'
import { quoted as literal } from '../../runtime/transpile/quote.ts'
import { createTranspiler } from '../../runtime/transpiler.ts'
import type { RepositoryFile } from '../../types.ts'
import { sampled } from '../../../test/helpers/sample.ts'
import { backQuoted, CODES as ALL, MARK, PLACES, quoted, STATEMENTS } from './positions-of-text.ts'
import { column, LIMITS, runBody, sharedRuntime, testedClass, unique } from './support.ts'

const transpiler = createTranspiler(loadKernel())
after(() => transpiler.close())
const runtime = sharedRuntime()
const ESCAPE_TIME = 20_000
/** The whole list runs with `npm run test:attack`. */
const CODES = sampled(ALL, 12)

const hostile = (code: string): string => `"+${code}+"\`\${${code}}\\`
const TABLE = {
  name: 'ZINJ',
  description: hostile(`${MARK}()`),
  columns: [column('id', 'CHAR', 30, { key: true })]
}

/**
 * Names in code, private ones too: text that became code refers to the mark, calls it or names
 * something after it.
 */
function namesOf(code: string): string[] {
  const names: string[] = []
  const visit = (node: object): void => {
    if ('type' in node && /^(Private)?Identifier$/.test(String(node.type)) && 'name' in node) {
      names.push(String(node.name))
    }
    for (const value of Object.values(node) as unknown[]) {
      if (typeof value === 'object' && value !== null) visit(value)
    }
  }
  visit(parse(`(async () => {"use strict";${code}\n})`, { ecmaVersion: 'latest' }))
  return names
}

async function codeOf(files: readonly RepositoryFile[]): Promise<string[]> {
  const { modules } = await transpiler.transpile({ files, tables: [TABLE] })
  return modules.map(({ code }) => code)
}

async function leaks(files: readonly RepositoryFile[]): Promise<string[]> {
  return (await codeOf(files)).flatMap(namesOf).filter(name => name.toLowerCase().includes(MARK))
}

/** Statements each in a method of its own: one that is refused takes no other with it. */
function classWith(statements: readonly string[]): RepositoryFile {
  const declared =
    'DATA: s TYPE string, o TYPE REF TO object, r TYPE REF TO data, w TYPE zinj, t TYPE STANDARD TABLE OF zinj ' +
    'WITH EMPTY KEY, p TYPE abap_parmbind_tab.\nFIELD-SYMBOLS <g> TYPE any.'
  return {
    name: 'zcl_inj.clas.abap',
    text:
      `CLASS zcl_inj DEFINITION PUBLIC.\n  PUBLIC SECTION.\n${statements.map((_each, index) => `    METHODS m${index}.\n`).join('')}` +
      '    CLASS-METHODS n IMPORTING x TYPE string RETURNING VALUE(y) TYPE string.\n    EVENTS e EXPORTING VALUE(x) TYPE string.\n' +
      `ENDCLASS.\nCLASS zcl_inj IMPLEMENTATION.\n  METHOD n.\n  ENDMETHOD.\n${statements
        .map((statement, index) => `  METHOD m${index}.\n${declared}\n${statement}\n  ENDMETHOD.\n`)
        .join('')}ENDCLASS.\n`
  }
}

describe('no text of a program becomes code', () => {
  test('the reader of generated code separates names from texts', () => {
    assert.deepEqual(namesOf(['a("b\\"c" + `d$', '{e("f")}g` + \'h\')'].join('')), ['a', 'e'])
  })

  test('a name that a program may have is seen', async () => {
    assert.ok((await leaks([classWith([`DATA ${MARK} TYPE i.\n${MARK} = 1.`])])).length > 0)
  })

  for (const statement of STATEMENTS) {
    test(statement.replaceAll('\n', ' '), async () => {
      const literals = CODES.flatMap(code => [quoted(code), backQuoted(code)])
      const statements = literals.map(text => statement.replace(/\bL\b/g, () => text))
      for (const each of statements) assert.deepEqual(await leaks([classWith([each])]), [], each)
    })
  }

  for (const place of PLACES) {
    test(place('CODE').replaceAll('\n', ' '), async () => {
      for (const code of CODES) {
        assert.deepEqual(await leaks([classWith([place(code)])]), [], place(code))
      }
    })
  }
})

describe('no text of the dictionary becomes code', () => {
  const xml = (type: string, values: string): string =>
    '<?xml version="1.0" encoding="utf-8"?><abapGit version="v1.0.0" ' +
    `serializer="LCL_OBJECT_${type}" serializer_version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">` +
    `<asx:values>${values}</asx:values></asx:abap></abapGit>`
  const forms: readonly ((text: string) => string)[] = [
    text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    text => `<![CDATA[${text}]]>`,
    text => [...text].map(each => `&#${each.charCodeAt(0)};`).join('')
  ]

  for (const [index, form] of forms.entries()) {
    test(`message classes, data elements, table types and programs, form ${index}`, async () => {
      for (const code of CODES) {
        const text = form(code)
        const message = `<MSGNR>001</MSGNR><TEXT>${text}</TEXT>`
        assert.deepEqual(
          await leaks([
            {
              name: 'zinj_m.msag.xml',
              text: xml(
                'MSAG',
                `<T100A><ARBGB>ZINJ_M</ARBGB></T100A><T100><T100><SPRSL>E</SPRSL>${message}</T100></T100>`
              )
            },
            {
              name: 'zinj_d.dtel.xml',
              text: xml(
                'DTEL',
                `<DD04V><ROLLNAME>ZINJ_D</ROLLNAME><DOMNAME>${text}</DOMNAME><DDTEXT>${text}</DDTEXT><DATATYPE>CHAR</DATATYPE><LENG>000003</LENG></DD04V>`
              )
            },
            {
              name: 'zinj_t.ttyp.xml',
              text: xml(
                'TTYP',
                `<DD40V><TYPENAME>ZINJ_T</TYPENAME><ROWTYPE>${text}</ROWTYPE><ROWKIND>S</ROWKIND><DDTEXT>${text}</DDTEXT></DD40V>`
              )
            },
            {
              name: 'zinj_r.prog.xml',
              text: xml(
                'PROG',
                `<PROGDIR><NAME>ZINJ_R</NAME></PROGDIR><TPOOL><item><ID>I</ID><KEY>001</KEY><ENTRY>${text}</ENTRY></item></TPOOL>`
              )
            },
            {
              name: 'zinj_r.prog.abap',
              text: `REPORT zinj_r.\nPARAMETERS p TYPE c LENGTH 9 DEFAULT ${quoted(code)}.\nWRITE ${quoted(code)}(001).\nWRITE TEXT-001.\n`
            }
          ]),
          [],
          text
        )
      }
    })
  }

  test('tables, their columns and views', async () => {
    for (const code of CODES) {
      const shape = {
        name: 'ZSHAPE',
        description: code,
        columns: [{ ...column('id', 'CHAR', 30), name: code, description: code }]
      }
      const { modules } = await transpiler
        .transpile({ files: [], tables: [shape] })
        .catch(() => ({ modules: [] }))
      assert.deepEqual(
        modules.flatMap(module => namesOf(module.code)).filter(name => name.includes(MARK)),
        [],
        code
      )
    }
  })

  test('names of files', async () => {
    for (const code of CODES) {
      await assert.rejects(
        transpiler.transpile({
          files: [{ name: `z${code}.prog.abap`, text: 'REPORT z.' }],
          tables: []
        }),
        /the name of file/
      )
    }
  })
})

describe('texts arrive as they were written', () => {
  const samples = [
    "it's",
    '`',
    '``',
    "''",
    '\\',
    '\\n',
    '${x}',
    '$',
    '{}',
    '"',
    'ä€😀',
    '<!--',
    '@KERNEL',
    '&1',
    '|',
    '\\\\\'"`$'
  ]

  for (const sample of samples) {
    test(JSON.stringify(sample), async () => {
      const escaped = sample.replace(/[\\{}|]/g, '\\$&')
      const body =
        `out->write( ${backQuoted(`<${sample}>`)} ).\nout->write( ${quoted(`<${sample}>`)} ).\nout->write( |<${escaped}>{ 1 }<${escaped}>| ).\n` +
        `DATA(c) = ${quoted(sample)}.\nDATA c2 TYPE string VALUE ${backQuoted(sample)}.\nout->write( |<{ c }><{ c2 }>{ strlen( c ) }| ).\nASSERT c = c2.`
      if (sample.startsWith('@KERNEL')) {
        return assert.match((await runBody(runtime, body)).alert?.title ?? '', /native code/)
      }
      const { output, alert } = await runBody(runtime, body)
      assert.equal(alert, undefined)
      assert.equal(
        output,
        `<${sample}>\n<${sample}>\n<${sample}>1<${sample}>\n<${sample}><${sample}>${sample.trimEnd().length}\n`
      )
    })
  }

  test('escape sequences of templates', async () => {
    const { output } = await runBody(runtime, 'out->write( |a\\nb\\tc\\rd\\|\\{\\}\\\\e| ).')
    assert.equal(output, 'a\nb\tc\rd|{}\\e\n')
  })

  test('quotes in SQL', async () => {
    const { output, alert } = await runBody(
      runtime,
      "SELECT SINGLE 'it''s' AS a, `b``c` AS b FROM t000 INTO @DATA(r).\nout->write( r-a )."
    )
    assert.match(alert?.title ?? output, /T000|it's/)
  })

  test('a literal in any characters is one literal', () => {
    const text = Array.from({ length: 65536 }, (_each, code) => String.fromCharCode(code))
      .filter(each => !/[\uFDD0-\uFDEF\uFFFE\uFFFF]/.test(each))
      .join('')
    const written = literal(text)
    const tree = parse(written, { ecmaVersion: 'latest' }).body
    assert.equal(tree.length, 1)
    assert.equal((tree[0] as { expression?: { value?: unknown } }).expression?.value, text)
    assert.doesNotMatch(written.slice(1, -1), /["'`$\n\r\u2028\u2029]/)
  })
})

describe('the inspection of generated code', () => {
  const REFUSED = [
    'console.log(1);',
    'process.exit();',
    'globalThis.x;',
    'import("node:net");',
    'import.meta.url;',
    'eval;',
    'Function("x");',
    'abap.x.constructor;',
    'abap["constructor"];',
    'abap["\\x63onstructor"];',
    'abap.\\u0063onstructor;',
    'abap.__proto__;',
    '({ __proto__: abap });',
    '({ ["__proto__"]: abap });',
    'const { constructor } = abap;',
    'const { ["constructor"]: c } = abap;',
    'class x { get y() { return 1; } }',
    '({ get y() { return 1; } });',
    'class x { ["constructor"]() {} }',
    'abap`x`;',
    'new.target;',
    'const console = 1;',
    'let process;',
    'class Function {}',
    '(abap, abap);',
    '`${abap}`;',
    '`${abap.x("y")}`;',
    '/x/.test("x");',
    'with (abap) x;',
    'Object.getPrototypeOf(abap);',
    'const o = Object;',
    'Object["getPrototypeOf"](abap);',
    'Reflect.get(abap, "x");',
    'new Proxy({}, {});',
    'setTimeout(abap);',
    'arguments;',
    'this.constructor.x;',
    'super.constructor;',
    'require("fs");',
    'unknown;',
    'delete abap.x, 1;',
    'for (const x in abap);',
    'label: { const { prototype } = abap; }',
    'abap?.constructor;',
    'class x {} x.prototype.y;',
    'class x {} x.prototype.y.call(this);',
    'class x {} x.prototype.y.bind(abap);',
    'class x {} x.prototype.constructor.bind(this);',
    'class x {} x.prototype["__proto__"].bind(this);',
    'class x {} x.prototype[abap].bind(this);',
    'Array.prototype.push.bind(this);',
    'abap.types.prototype.y.bind(this);',
    'class x { static constructor() {} prototype() {} }',
    '}); console.log(1); (() => {',
    '<!-- \nabap;\nconsole',
    'debugger; fetch("x");',
    'abap[unknown];'
  ]

  for (const code of REFUSED) {
    test(`refuses ${code.replaceAll('\n', ' ')}`, () => {
      assert.notEqual(inspect(code).violation, undefined)
    })
  }

  test('names the line', () => {
    assert.equal(inspect('abap.x;\nabap.y;\nconsole.z;\n').violation?.line, 3)
  })

  test('accepts a method of its own class that a constructor calls', () => {
    for (const type of ['x', "abap.Classes['CLAS-X']"]) {
      const code = `class x { m() {} async constructor_() { await ${type}.prototype.m.bind(this)(); } }`
      assert.equal(inspect(code).violation, undefined)
    }
  })

  test('accepts the output of the transpiler', () => {
    const code =
      'class x { constructor() { this.y = abap.z; } async #m(INPUT) { return `a${abap.templateFormatting(INPUT?.v)}b`; } }\n' +
      'for await (const unique1 of abap.statements.loop(abap.a)) { void unique1; }\nconst o = Object.create(abap.b);\nabap.Classes["X"] = x;'
    assert.deepEqual(inspect(code), { edits: [] })
  })

  test('a dynamic name is a variable, an attribute or nothing', () => {
    const tries = (name: string): string =>
      `const own = 1; abap.assign({source: (() => { try { return ${name}; } catch {} })()});`
    assert.deepEqual(inspect(tries('own')).edits, [])
    assert.deepEqual(
      inspect(tries('this.own')).edits.map(edit => edit.text),
      ['this["own"]']
    )
    for (const name of ['console', 'abap', 'this.constructor', 'globalThis', 'other']) {
      assert.deepEqual(
        inspect(tries(name)).edits.map(edit => edit.text),
        ['undefined'],
        name
      )
    }
  })
})

test(
  'a unit test does not reach a server of this machine through a dynamic name',
  { timeout: ESCAPE_TIME },
  async t => {
    let connections = 0
    const server = createServer(socket => {
      connections++
      socket.end()
    }).listen(0, '127.0.0.1')
    t.after(() => {
      server.close()
    })
    await new Promise(resolve => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const escape = `new console._stderr.constructor().connect(${port}, "127.0.0.1").on("error", () => {})`
    const tests = Object.fromEntries(
      [
        `ASSIGN (\`\${${escape}}\`) TO FIELD-SYMBOL(<f>).`,
        `ASSIGN cut->(\`\${${escape}}\`) TO FIELD-SYMBOL(<f>).`,
        `DATA o TYPE REF TO object.\nCREATE OBJECT o TYPE (\`\${${escape}}\`).`,
        `DATA r TYPE REF TO data.\nCREATE DATA r TYPE (\`\${${escape}}\`).`
      ].map((statement, index) => [`t${index}`, `${statement}\nWAIT UP TO 1 SECONDS.`])
    )
    const name = unique('zcl_')
    const definition = '    METHODS m.'
    const implementation = '  METHOD m.\n  ENDMETHOD.'
    const files = testedClass(name, { definition, implementation, tests })
    const classes = [
      { file: `${name}.clas.testclasses.abap`, name: 'LTCL_TEST', methods: Object.keys(tests) }
    ]
    const {
      classes: [result]
    } = await runtime.unit({ files, classes, tables: [], database: '', limits: LIMITS })
    assert.equal(result?.methods.length, 4)
    assert.equal(connections, 0)
  }
)
