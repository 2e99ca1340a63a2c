/** Checks of staged objects in the twin, on one system; the ERP is a table of sources. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { System } from '../../system.ts'
import { checkStaged } from '../../twin/check.ts'
import { agreement } from '../../twin/reach.ts'
import { openTwinSystem } from '../../twin/system.ts'
import type { TwinBounds, TwinErp, TwinObject, TwinVerdict } from '../../twin/types.ts'

const folder = mkdtempSync(join(tmpdir(), 'twin-test-'))
let system: System
before(async () => {
  system = await openTwinSystem(folder)
})
after(async () => {
  await system.close()
  rmSync(folder, { recursive: true, force: true })
})

const wide: TwinBounds = { objects: 50, depth: 5, requests: 100, characters: 1_000_000 }

interface Erp extends TwinErp {
  readonly asked: string[]
}

/** An ERP of these objects; a name that ends in HIDDEN has no readable source. */
function erpOf(...objects: readonly TwinObject[]): Erp {
  const asked: string[] = []
  const find = (name: string) => objects.find(each => each.name === name)
  return {
    asked,
    read: async ({ name, use }) => {
      asked.push(`${use} ${name}`)
      if (name.endsWith('HIDDEN')) return { absence: 'unreadable', requests: 2 }
      const object = find(name)
      return object === undefined ? { absence: 'absent', requests: 1 } : { object, requests: 2 }
    },
    readRest: async ({ name }) => ({ object: find(name), requests: 1 })
  }
}

async function check(
  objects: readonly TwinObject[],
  erp = erpOf(),
  bounds: Partial<TwinBounds> = {}
): Promise<TwinVerdict> {
  return await checkStaged(
    system,
    { objects, tests: true, bounds: { ...wide, ...bounds }, testMilliseconds: 1000 },
    erp
  )
}

function clas(name: string, body: string, more = ''): TwinObject {
  const lower = name.toLowerCase()
  return {
    type: 'CLAS',
    name,
    parts: [
      {
        part: 'main',
        text:
          `CLASS ${lower} DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n${more}` +
          '    CLASS-METHODS go RETURNING VALUE(result) TYPE i.\nENDCLASS.\n' +
          `CLASS ${lower} IMPLEMENTATION.\n  METHOD go.\n    ${body}\n  ENDMETHOD.\nENDCLASS.\n`
      }
    ]
  }
}

const constants = (name: string): TwinObject => ({
  type: 'INTF',
  name,
  parts: [
    {
      part: 'main',
      text: `INTERFACE ${name.toLowerCase()} PUBLIC.\n  CONSTANTS one TYPE i VALUE 1.\nENDINTERFACE.\n`
    }
  ]
})

const standardInterface: TwinObject = {
  type: 'INTF',
  name: 'IF_STANDARD_X',
  parts: [
    { part: 'main', text: 'INTERFACE if_standard_x PUBLIC.\n  METHODS run.\nENDINTERFACE.\n' }
  ]
}

function withTests(object: TwinObject, tests: Readonly<Record<string, string>>): TwinObject {
  const names = Object.keys(tests)
  const text = [
    'CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.',
    '  PRIVATE SECTION.',
    ...names.map(name => `    METHODS ${name} FOR TESTING.`),
    'ENDCLASS.',
    'CLASS ltc IMPLEMENTATION.',
    ...names.flatMap(name => [`  METHOD ${name}.`, `    ${tests[name] ?? ''}`, '  ENDMETHOD.']),
    'ENDCLASS.'
  ].join('\n')
  return { ...object, parts: [...object.parts, { part: 'testclasses', text }] }
}

const states = ({ tests }: TwinVerdict) =>
  Object.fromEntries(tests.map(({ method, state }) => [method.toLowerCase(), state]))

describe('sources', () => {
  test('three objects compile together and not alone', async () => {
    const [a, b, c] = [
      clas('ZCL_A1', 'result = zcl_b1=>go( ).'),
      clas('ZCL_B1', 'result = zif_c1=>one.'),
      constants('ZIF_C1')
    ]
    const alone = await check([clas('ZCL_A0', 'result = zcl_b1=>go( ).')])
    assert.equal(alone.result, 'errors')
    assert.deepEqual(
      alone.findings.map(({ name, part, line, severity }) => ({ name, part, line, severity })),
      [{ name: 'ZCL_A0', part: 'main', line: 7, severity: 'error' }]
    )
    const together = await check([a, b, c])
    assert.deepEqual(together.findings, [])
    assert.deepEqual(
      [together.result, together.checked, together.dependenciesRead, together.stubs],
      ['clean', 3, 0, []]
    )
  })

  test('an error in one of them is shown at its place', async () => {
    const { result, findings } = await check([
      clas('ZCL_A2', 'result = zif_c2=>two.'),
      constants('ZIF_C2')
    ])
    assert.equal(result, 'errors')
    assert.equal(findings.length, 1)
    const [finding] = findings
    assert.deepEqual([finding?.name, finding?.line], ['ZCL_A2', 7])
    assert.match(finding?.text ?? '', /two/i)
  })

  test('a staged deletion makes its uses findings, and the ERP is not asked for it', async () => {
    const erp = erpOf(constants('ZIF_C3'))
    const { result } = await check(
      [clas('ZCL_A3', 'result = zif_c3=>one.'), { ...constants('ZIF_C3'), deleted: true }],
      erp
    )
    assert.equal(result, 'errors')
    assert.deepEqual(erp.asked, [])
  })

  test('a type without a check is named, and the verdict is not clean', async () => {
    const enhancement = { type: 'ENHO', name: 'Z_E4', parts: [{ part: 'main', text: 'x' }] }
    const text = '<a:b xmlns:a="http://www.w3.org/1999/XSL/Transform"/>'
    const xslt = { type: 'XSLT', name: 'Z_X4', parts: [{ part: 'main', text }] }
    for (const unknown of [enhancement, xslt]) {
      const { result, notJudged } = await check([constants('ZIF_C4'), unknown])
      assert.equal(result, 'incomplete')
      assert.match(notJudged.join(), new RegExp(`${unknown.type} ${unknown.name}`))
    }
  })

  test('a source that the engine sets aside has no verdict, and is no error', async () => {
    const { result, notJudged } = await check([clas('ZCL_A5', `" ${'x'.repeat(8_000_000)}`)])
    assert.equal(result, 'incomplete')
    assert.match(notJudged.join(), /CLAS ZCL_A5: .*too large/)
  })
})

describe('dependencies', () => {
  test('are read with what they use, without the methods', async () => {
    const erp = erpOf(
      clas('ZCL_D6', 'result = zcl_never=>go( ).', '    INTERFACES zif_d6.\n'),
      constants('ZIF_D6')
    )
    const verdict = await check(
      [clas('ZCL_A6', 'result = zcl_d6=>go( ) + zcl_d6=>zif_d6~one.')],
      erp
    )
    assert.deepEqual([verdict.findings, verdict.result], [[], 'clean'])
    assert.deepEqual([verdict.dependenciesRead, verdict.requests], [2, 5])
    assert.deepEqual(erp.asked, ['class ZCL_D6', 'class ZIF_D6'])
  })

  test('a missing method of one that was read is a finding', async () => {
    const { findings } = await check(
      [clas('ZCL_A7', 'result = zcl_d7=>stop( ).')],
      erpOf(clas('ZCL_D7', 'result = 1.'))
    )
    assert.deepEqual(
      findings.map(({ name, line }) => [name, line]),
      [['ZCL_A7', 7]]
    )
  })

  test('one without a readable source is a stub: its uses are accepted, errors beside it are not', async () => {
    const { result, stubs } = await check([
      clas('ZCL_A8', 'cl_hidden=>go( EXPORTING a = 1 ).\n    result = 1.')
    ])
    assert.deepEqual([result, stubs], ['incomplete', [{ name: 'CL_HIDDEN', known: 'name' }]])
    const wrong = await check([clas('ZCL_A9', 'cl_hidden=>go( ).\n    result = nothing.')])
    assert.deepEqual(
      wrong.findings.map(({ line }) => line),
      [8]
    )
  })

  test('a structure inside a structure is one, in whatever order they are read', async () => {
    const structure = (name: string, field: string): TwinObject => ({
      type: 'STRU',
      name,
      parts: [
        {
          part: 'main',
          text: `@EndUserText.label : 'x'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\ndefine structure ${name.toLowerCase()} {\n  ${field};\n}\n`
        }
      ]
    })
    const { findings } = await check(
      [clas('ZCL_S10', 'DATA s TYPE zs10.\n    s-sub-z = 1.\n    s-sub-q = 1.')],
      erpOf(structure('ZS10', 'sub : zs10_sub'), structure('ZS10_SUB', 'z : abap.int4'))
    )
    assert.deepEqual(
      findings.map(({ line }) => line),
      [9]
    )
  })

  test('function modules: the staged one, what it has in its group, what it calls', async () => {
    const module = (name: string, group: string, body: string): TwinObject => ({
      ...{ type: 'FUNC', name, group },
      parts: [
        {
          part: 'main',
          text: `FUNCTION ${name.toLowerCase()}\n  EXPORTING\n    VALUE(ev) TYPE i.\n  ${body}\nENDFUNCTION.\n`
        }
      ]
    })
    const group: TwinObject = {
      ...{ type: 'FUGR', name: 'ZFG11' },
      parts: [
        { part: 'main', text: 'INCLUDE lzfg11top.\nINCLUDE lzfg11uxx.\n' },
        { part: 'include:LZFG11TOP', text: 'FUNCTION-POOL zfg11.\nDATA gv TYPE i.\n' }
      ]
    }
    const body =
      "CALL FUNCTION 'Z_OTHER11'.\n  CALL FUNCTION 'Z_NONE11'.\n  ev = gv.\n  ev = nothing."
    const erp = erpOf(group, module('Z_OTHER11', 'ZFG11B', 'ev = also_nothing.'))
    const verdict = await check([module('Z_FM11', 'ZFG11', body)], erp)
    assert.deepEqual(
      verdict.findings.map(({ type, name, group: of, line }) => [type, name, of, line]),
      [['FUNC', 'Z_FM11', 'ZFG11', 7]]
    )
    assert.match(verdict.notJudged.join(), /at run time alone: Z_NONE11/)
    assert.deepEqual(erp.asked, ['function Z_OTHER11', 'function Z_NONE11'])
  })

  for (const [bound, limit] of Object.entries({
    objects: 1,
    depth: 0,
    requests: 1,
    characters: 10
  })) {
    test(`behind the bound of ${bound} nothing is clean`, async () => {
      const id = bound.toUpperCase()
      const { result, notJudged } = await check(
        [clas(`ZCL_${id}`, `result = zcl_d_${bound}=>go( ).`)],
        erpOf(
          clas(`ZCL_D_${id}`, 'result = 1.', `    INTERFACES zif_d_${bound}.\n`),
          constants(`ZIF_D_${id}`)
        ),
        { [bound]: limit }
      )
      assert.equal(result, 'incomplete')
      assert.match(notJudged.join(), new RegExp(`_D_${id}`))
    })
  }
})

test('tests run in the twin, and one that cannot is not judged', async () => {
  const erp = erpOf(
    clas('ZCL_OWN', 'result = 7.'),
    clas('CL_STANDARD_X', 'result = 4711.', '    INTERFACES if_standard_x.\n'),
    standardInterface,
    clas('ZCL_T', 'result = 0.')
  )
  const verdict = await check(
    [
      withTests(clas('ZCL_T', 'result = zcl_own=>go( ).'), {
        right: 'cl_abap_unit_assert=>assert_equals( act = zcl_t=>go( ) exp = 7 ).',
        wrong: 'cl_abap_unit_assert=>assert_equals( act = zcl_t=>go( ) exp = 8 ).',
        standard: 'cl_abap_unit_assert=>assert_equals( act = cl_standard_x=>go( ) exp = 4711 ).',
        interface: 'NEW cl_standard_x( )->if_standard_x~run( ).',
        endless: 'DO. ENDDO.',
        file: "OPEN DATASET '/etc/passwd' FOR INPUT IN TEXT MODE ENCODING DEFAULT.\n    cl_abap_unit_assert=>assert_subrc( exp = 0 )."
      })
    ],
    erp
  )
  assert.deepEqual(verdict.findings, [])
  const { file, ...others } = states(verdict)
  assert.notEqual(file, 'passed')
  assert.deepEqual(others, {
    right: 'passed',
    wrong: 'failed',
    standard: 'not judged',
    interface: 'not judged',
    endless: 'not judged'
  })
  const texts = Object.fromEntries(verdict.tests.map(each => [each.method, each.texts.join()]))
  assert.match(texts['WRONG'] ?? '', /CLAS ZCL_T testclasses, line \d+/)
  assert.match(texts['STANDARD'] ?? '', /reaches CL_STANDARD_X/)
  assert.match(texts['ENDLESS'] ?? '', /Stopped by the sandbox after 1000 ms/)
  assert.deepEqual(verdict.stubs, [{ name: 'CL_STANDARD_X', known: 'signature' }])
})

test('the figures of the answer are those of docs/sandbox.md', () => {
  const page = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8')
  const percent = (value: string) => Number(value.replace(' %', ''))
  assert.match(page, new RegExp(`accepted or refused \\|.*\\(${agreement.syntax}\\)`))
  const rest = (value: string) => `${(100 - percent(value)).toFixed(1)} %`
  assert.match(page, new RegExp(`that the ERP accepts \\|.*\\(${rest(agreement.wrongRefusals)}\\)`))
  assert.match(
    page,
    new RegExp(`that the ERP refuses.* \\|.*\\(${rest(agreement.wrongAcceptances)}\\)`)
  )
})
