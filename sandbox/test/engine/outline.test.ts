import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileRange, FileStructureNode } from '../../types.ts'
import { classWith, engineWith, file, unique } from './fixture.ts'

function child(node: FileStructureNode | undefined, name: string): FileStructureNode {
  const found = node?.children.find(entry => entry.name === name.toUpperCase())
  assert.ok(found, `${name} in ${node?.children.map(entry => entry.name).join(' ')}`)
  return found
}

function place(range: FileRange | undefined): string {
  return range === undefined
    ? 'none'
    : `${range.startRow}:${range.startColumn}-${range.endRow}:${range.endColumn}`
}

test('the outline of a class has every component with its facts and places', async t => {
  const [name, service] = [unique('zcl_'), unique('zif_')]
  const engine = await engineWith(t, [
    file(`${service}.intf.abap`, `INTERFACE ${service} PUBLIC.`, '  METHODS run.', 'ENDINTERFACE.'),
    file(
      `${name}.clas.abap`,
      `CLASS ${name} DEFINITION PUBLIC ABSTRACT CREATE PUBLIC.`,
      '  PUBLIC SECTION.',
      `    INTERFACES ${service}.`,
      `    ALIASES go FOR ${service}~run.`,
      '    TYPES: BEGIN OF ty_row,',
      '             a TYPE i,',
      '           END OF ty_row.',
      '    CONSTANTS c_one TYPE i VALUE 1.',
      '    DATA: first TYPE i READ-ONLY,',
      '          second TYPE i.',
      '    CLASS-DATA count TYPE i.',
      '    METHODS constructor.',
      '    CLASS-METHODS: get,',
      '      put.',
      '  PROTECTED SECTION.',
      '    METHODS open ABSTRACT.',
      '  PRIVATE SECTION.',
      '    EVENTS changed.',
      'ENDCLASS.',
      `CLASS ${name} IMPLEMENTATION.`,
      `  METHOD ${service}~run.`,
      '  ENDMETHOD.',
      '  METHOD constructor.',
      '  ENDMETHOD.',
      '  METHOD get.',
      '  ENDMETHOD.',
      '  METHOD put.',
      '    DATA inner TYPE i.',
      '  ENDMETHOD.',
      'ENDCLASS.'
    ),
    file(
      `${name}.clas.locals_def.abap`,
      'CLASS lcl DEFINITION FINAL.',
      '  PUBLIC SECTION.',
      '    METHODS help.',
      'ENDCLASS.'
    ),
    file(
      `${name}.clas.locals_imp.abap`,
      'CLASS lcl IMPLEMENTATION.',
      '  METHOD help.',
      '  ENDMETHOD.',
      'ENDCLASS.'
    )
  ])
  const root = await engine.structure({ file: `${name}.clas.testclasses.abap`, overlay: [] })
  assert.deepEqual(
    [root?.kind, root?.name, root?.attributes['abstract']],
    ['CLAS/OC', name.toUpperCase(), 'true']
  )
  const end = 6 + name.length
  assert.deepEqual(
    [root?.definition, root?.implementation, root?.definitionBlock, root?.implementationBlock].map(
      place
    ),
    [`1:6-1:${end}`, `20:6-20:${end}`, '1:0-19:9', '20:0-30:9']
  )

  const put = child(root, 'put')
  assert.deepEqual([put.kind, put.visibility, put.level], ['CLAS/OM', 'public', 'static'])
  assert.deepEqual(
    [put.definition, put.definitionBlock, put.implementation, put.implementationBlock].map(place),
    ['14:6-14:9', '14:6-14:10', '27:9-27:12', '27:2-29:12']
  )
  assert.deepEqual(
    [child(root, 'first').attributes['readOnly'], child(root, 'second').attributes['readOnly']],
    ['true', undefined]
  )
  assert.deepEqual(
    [child(root, 'count').level, child(root, 'second').level],
    ['static', 'instance']
  )
  assert.deepEqual(
    [child(root, 'c_one').kind, child(root, 'c_one').attributes['constant']],
    ['CLAS/OA', 'true']
  )
  assert.equal(place(child(root, 'ty_row').definitionBlock), '5:11-7:25')
  assert.deepEqual(
    [child(root, 'open').visibility, child(root, 'open').attributes['abstract']],
    ['protected', 'true']
  )
  assert.deepEqual(
    [child(root, 'changed').kind, child(root, 'changed').visibility],
    ['CLAS/OE', 'private']
  )
  assert.equal(child(root, 'constructor').attributes['constructor'], 'true')
  assert.equal(child(root, 'go').kind, 'CLAS/OK')
  const run = child(root, `${service}~run`)
  assert.deepEqual(
    [run.attributes['clif_name'], run.definition?.file, place(run.implementationBlock)],
    [service.toUpperCase(), `${service}.intf.abap`, '21:2-22:12']
  )
  assert.ok(
    root?.children.every(entry => entry.name !== 'INNER' && entry.name !== 'A'),
    'what is inside of methods and structures is no component'
  )

  const local = child(root, 'lcl')
  assert.deepEqual(
    [local.kind, local.definition?.file, local.implementation?.file],
    ['CLAS/OCL', `${name}.clas.locals_def.abap`, `${name}.clas.locals_imp.abap`]
  )
  assert.equal(place(child(local, 'help').implementationBlock), '2:2-3:12')
})

test('the outline follows the draft, and of an unknown object there is none', async t => {
  const name = unique('zcl_')
  const engine = await engineWith(t, [classWith(name)])
  const draft = { name: `${name}.clas.abap`, text: classWith(name).text.replaceAll('run', 'walk') }
  assert.ok(child(await engine.structure({ file: `${name}.clas.abap`, overlay: [draft] }), 'walk'))
  assert.ok(child(await engine.structure({ file: `${name}.clas.abap`, overlay: [] }), 'run'))
  assert.equal(await engine.structure({ file: 'zno_such.clas.abap', overlay: [] }), undefined)
})

test('the outline of a program and of a function group', async t => {
  const [name, group, module] = [unique('zr_'), unique('zfg'), unique('z_fm_')]
  const engine = await engineWith(t, [
    file(
      `${name}.prog.abap`,
      `REPORT ${name}.`,
      'DATA gv TYPE i.',
      'PARAMETERS p TYPE i.',
      'CLASS lcl DEFINITION.',
      'ENDCLASS.',
      'CLASS lcl IMPLEMENTATION.',
      'ENDCLASS.',
      'START-OF-SELECTION.',
      '  PERFORM sub.',
      'FORM sub.',
      '  DATA inner TYPE i.',
      'ENDFORM.'
    ),
    file(
      `${group}.fugr.xml`,
      `<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><INCLUDES><SOBJ_NAME>L${group.toUpperCase()}TOP</SOBJ_NAME><SOBJ_NAME>SAPL${group.toUpperCase()}</SOBJ_NAME></INCLUDES><FUNCTIONS><item><FUNCNAME>${module.toUpperCase()}</FUNCNAME></item></FUNCTIONS></asx:values></asx:abap></abapGit>`
    ),
    file(`${group}.fugr.sapl${group}.abap`, `INCLUDE l${group}top.`),
    file(`${group}.fugr.l${group}top.abap`, `FUNCTION-POOL ${group}.`),
    file(`${group}.fugr.${module}.abap`, `FUNCTION ${module}.`, 'ENDFUNCTION.')
  ])
  const program = await engine.structure({ file: `${name}.prog.abap`, overlay: [] })
  assert.deepEqual(
    program?.children.map(entry => `${entry.kind} ${entry.name}`),
    ['PROG/PD GV', 'PROG/PD P', 'PROG/PL LCL', 'PROG/PE START-OF-SELECTION', 'PROG/PU SUB']
  )
  assert.equal(place(child(program, 'sub').implementationBlock), '10:0-12:8')
  const functions = await engine.structure({ file: `${group}.fugr.xml`, overlay: [] })
  assert.deepEqual(
    functions?.children.map(entry => `${entry.kind} ${entry.name}`),
    [`FUGR/FF ${module.toUpperCase()}`, `FUGR/I L${group.toUpperCase()}TOP`]
  )
  assert.equal(functions?.children[0]?.definition?.file, `${group}.fugr.${module}.abap`)
})

test('test classes have their risk and duration, by default critical and short', async t => {
  const name = unique('zcl_')
  const testClass = (local: string, additions: string, comment = '') => [
    `CLASS ${local} DEFINITION FOR TESTING${additions}.${comment}`,
    '  PRIVATE SECTION.',
    '    METHODS first FOR TESTING.',
    '    METHODS setup.',
    'ENDCLASS.',
    `CLASS ${local} IMPLEMENTATION.`,
    '  METHOD first.',
    '  ENDMETHOD.',
    '  METHOD setup.',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ]
  const engine = await engineWith(t, [
    classWith(name),
    file(
      `${name}.clas.testclasses.abap`,
      ...testClass('ltc_said', ' RISK LEVEL HARMLESS DURATION LONG'),
      ...testClass('ltc_silent', ''),
      ...testClass('ltc_old', '', ' "#AU Risk_Level Dangerous'),
      'CLASS ltc_heir DEFINITION INHERITING FROM ltc_said FOR TESTING RISK LEVEL HARMLESS.',
      '  PRIVATE SECTION.',
      '    METHODS own FOR TESTING.',
      'ENDCLASS.',
      'CLASS ltc_heir IMPLEMENTATION.',
      '  METHOD own.',
      '  ENDMETHOD.',
      'ENDCLASS.',
      'CLASS ltc_base DEFINITION ABSTRACT FOR TESTING.',
      'ENDCLASS.',
      'CLASS lcl_helper DEFINITION.',
      'ENDCLASS.'
    )
  ])
  const found = await engine.testClasses({ files: [`${name}.clas.abap`], overlay: [] })
  assert.deepEqual(
    found.map(
      entry =>
        `${entry.name} ${entry.risk} ${entry.duration} ${entry.methods.map(method => method.name).join(' ')}`
    ),
    [
      'LTC_SAID harmless long FIRST',
      'LTC_SILENT critical short FIRST',
      'LTC_OLD dangerous short FIRST',
      'LTC_HEIR harmless short FIRST OWN'
    ]
  )
  assert.deepEqual(
    [found[0]?.file, found[0]?.startRow, found[0]?.methods[0]?.startRow],
    [`${name}.clas.testclasses.abap`, 1, 3]
  )
})

test('an injection stands in a test include and has its seam, which is defined once', async t => {
  const name = unique('zcl_')
  const seam = (word: string) => [`    TEST-SEAM ${word}.`, '    END-TEST-SEAM.']
  const injection = (word: string) => [`    TEST-INJECTION ${word}.`, '    END-TEST-INJECTION.']
  const main = classWith(name, ...seam('one'), ...seam('two'), ...seam('ONE'), ...injection('two'))
  const tests = file(
    `${name}.clas.testclasses.abap`,
    'CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS.',
    '  PRIVATE SECTION.',
    '    METHODS t FOR TESTING.',
    'ENDCLASS.',
    'CLASS ltc IMPLEMENTATION.',
    '  METHOD t.',
    ...injection('Two'),
    ...injection('three'),
    ...seam('four'),
    '  ENDMETHOD.',
    'ENDCLASS.'
  )
  const engine = await engineWith(t, [])
  const found = await engine.check({ files: [main.name, tests.name], overlay: [main, tests] })
  assert.deepEqual(
    found.map(({ file: { length }, startRow, text }) => `${length} ${startRow} ${text}`).sort(),
    [
      `${main.name.length} 11 The test seam "ONE" is already defined.`,
      `${main.name.length} 13 Injections are allowed only in test classes of a test include.`,
      `${tests.name.length} 9 The test seam "THREE" does not exist in the program.`,
      `${tests.name.length} 11 Test seams cannot be defined in test classes.`
    ].sort()
  )
})
