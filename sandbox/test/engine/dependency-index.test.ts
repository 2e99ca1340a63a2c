import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDependencyIndex } from '../../engine/dependency-index.ts'
import type { RepositoryFile } from '../../types.ts'
import { classWith, engineWith, errors, file, table, unique } from './fixture.ts'

function interfaceWith(name: string, ...lines: string[]): RepositoryFile {
  return file(`${name}.intf.abap`, `INTERFACE ${name} PUBLIC.`, ...lines, 'ENDINTERFACE.')
}

function callerOf(name: string, target: string, method: string): RepositoryFile {
  return classWith(name, `    DATA ref TYPE REF TO ${target}.`, `    ref->${method}( ).`)
}

test('a method that is renamed is missed by the classes that call it', async t => {
  const [service, caller, method] = [unique('zif_'), unique('zcl_'), unique('m')]
  const engine = await engineWith(t, [
    interfaceWith(service, `  METHODS ${method}.`),
    callerOf(caller, service, method)
  ])
  const check = () => engine.check({ files: [`${caller}.clas.abap`], overlay: [] })
  assert.deepEqual(errors(await check()), [])
  await engine.apply({ put: [interfaceWith(service, `  METHODS ${method}x.`)], remove: [] })
  assert.deepEqual(errors(await check()), [`8:9 E The method "${method}" does not exist.`])
  await engine.apply({ put: [interfaceWith(service, `  METHODS ${method}.`)], remove: [] })
  assert.deepEqual(errors(await check()), [])
})

test('a declaration that moves by a line keeps all of its uses', async t => {
  const [service, method] = [unique('zif_'), unique('m')]
  const callers = Array.from({ length: 12 }, () => callerOf(unique('zcl_'), service, method))
  const engine = await engineWith(t, [interfaceWith(service, `  METHODS ${method}.`), ...callers])
  const uses = (row: number) =>
    engine.references({ file: `${service}.intf.abap`, row, column: 11, overlay: [] })
  assert.equal((await uses(2)).length, 12)
  await engine.apply({ put: [interfaceWith(service, '', '', `  METHODS ${method}.`)], remove: [] })
  assert.equal((await uses(4)).length, 12)
})

test('a change invalidates transitive dependants', async t => {
  const [base, middle, user, method] = [unique('zcl_'), unique('zcl_'), unique('zcl_'), unique('m')]
  const baseClass = (name: string) =>
    file(
      `${base}.clas.abap`,
      `CLASS ${base} DEFINITION PUBLIC CREATE PUBLIC.`,
      '  PUBLIC SECTION.',
      `    METHODS ${name}.`,
      'ENDCLASS.',
      `CLASS ${base} IMPLEMENTATION.`,
      `  METHOD ${name}.`,
      '  ENDMETHOD.',
      'ENDCLASS.'
    )
  const engine = await engineWith(t, [
    baseClass(method),
    file(
      `${middle}.clas.abap`,
      `CLASS ${middle} DEFINITION PUBLIC INHERITING FROM ${base} CREATE PUBLIC.`,
      'ENDCLASS.',
      `CLASS ${middle} IMPLEMENTATION.`,
      'ENDCLASS.'
    ),
    callerOf(user, middle, method)
  ])
  const check = () => engine.check({ files: [`${user}.clas.abap`], overlay: [] })
  assert.deepEqual(errors(await check()), [])
  await engine.apply({ put: [baseClass('other')], remove: [] })
  assert.equal(errors(await check()).length, 1)
})

test('a field removed from a table is reported in code that declares rows of the table', async t => {
  const [name, user] = [unique('zt_').slice(0, 14), unique('zcl_')]
  const rows = (field: string) =>
    table(name, [
      ['code', 'CHAR', 10, true],
      [field, 'INT4', 10]
    ])
  const engine = await engineWith(t, [
    rows('amount'),
    classWith(user, `    DATA row TYPE ${name}.`, '    row-amount = 1.')
  ])
  const check = () => engine.check({ files: [`${user}.clas.abap`], overlay: [] })
  assert.deepEqual(errors(await check()), [])
  await engine.apply({ put: [rows('total')], remove: [] })
  assert.equal(errors(await check()).length, 1)
})

test('creating or deleting an object invalidates the objects that mention it', async t => {
  const [service, user] = [unique('zif_'), unique('zcl_')]
  const engine = await engineWith(t, [callerOf(user, service, 'run')])
  const check = () => engine.check({ files: [`${user}.clas.abap`], overlay: [] })
  assert.equal(errors(await check()).length > 0, true)
  await engine.apply({ put: [interfaceWith(service, '  METHODS run.')], remove: [] })
  assert.deepEqual(errors(await check()), [])
  await engine.apply({ put: [], remove: [`${service}.intf.abap`] })
  assert.equal(errors(await check()).length > 0, true)
})

test('a macro that changes in an include is expanded anew', async t => {
  const [main, include] = [unique('zr_'), unique('zi_')]
  const xml = file(`${include}.prog.xml`, '<abapGit><PROGDIR><SUBC>I</SUBC></PROGDIR></abapGit>')
  const macro = (body: string) =>
    file(`${include}.prog.abap`, 'DEFINE put.', `  ${body}`, 'END-OF-DEFINITION.')
  const engine = await engineWith(t, [
    macro('WRITE &1.'),
    xml,
    file(`${main}.prog.abap`, `REPORT ${main}.`, `INCLUDE ${include}.`, 'put 1.')
  ])
  const check = () => engine.check({ files: [`${main}.prog.abap`], overlay: [] })
  assert.deepEqual(errors(await check()), [])
  await engine.apply({ put: [macro('unknown_name = &1.')], remove: [] })
  assert.equal(errors(await check()).length, 1)
})

test('a class of the user hides one of the library, and gives it back', async t => {
  const user = unique('zcl_')
  const engine = await engineWith(t, [
    classWith(user, '    cl_abap_unit_assert=>assert_equals( act = 1 exp = 1 ).')
  ])
  const check = async () =>
    errors(await engine.check({ files: [`${user}.clas.abap`], overlay: [] }))
  assert.deepEqual(await check(), [])
  await engine.apply({ put: [classWith('cl_abap_unit_assert')], remove: [] })
  assert.equal((await check()).length, 1)
  await engine.apply({ put: [], remove: ['cl_abap_unit_assert.clas.abap'] })
  assert.deepEqual(await check(), [])
})

test('macros, types and constants of a type group are known in classes, and followed', async t => {
  const group = `z${Math.random().toString(36).slice(2, 6)}`
  const [user, alone] = [unique('zcl_'), unique('zcl_')]
  const groupWith = (step: string) =>
    file(
      `${group}.type.abap`,
      `TYPE-POOL ${group}.`,
      `TYPES ${group}_count TYPE i.`,
      `DEFINE ${group}_add.`,
      `  &1 = &1 + ${step}.`,
      'END-OF-DEFINITION.'
    )
  const engine = await engineWith(t, [
    groupWith('1'),
    classWith(user, `    DATA number TYPE ${group}_count.`, `    ${group}_add number.`),
    classWith(alone, '    DATA number TYPE i.', '    zzz_add number.')
  ])
  const check = async (name: string) =>
    errors(await engine.check({ files: [`${name}.clas.abap`], overlay: [] }))
  assert.deepEqual(await check(user), [])
  assert.equal((await check(alone)).length, 1)
  await engine.apply({ put: [groupWith('absent')], remove: [] })
  assert.match(String(await check(user)), /absent/)
  await engine.apply({ put: [groupWith('2')], remove: [] })
  assert.deepEqual(await check(user), [])
})

test('dependants are those after the last change', () => {
  const dependencies = createDependencyIndex()
  const used = 'CLASS zcl_used DEFINITION.\nENDCLASS.'
  const user = 'CLASS zcl_user DEFINITION.\nDATA used TYPE REF TO zcl_used.\nENDCLASS.'
  const of = () => [...dependencies.dependants('CLAS ZCL_USED')]
  dependencies.recordChange('zcl_used.clas.abap', undefined, used)
  assert.deepEqual(of(), [])
  dependencies.recordChange('zcl_user.clas.abap', undefined, user)
  assert.deepEqual(of(), ['CLAS ZCL_USER'])
  dependencies.recordChange('zcl_user.clas.abap', user, user.replace('zcl_used', 'zcl_other'))
  assert.deepEqual(of(), [])
  dependencies.recordChange('zcl_user.clas.abap', user, user)
  dependencies.recordChange('zcl_user.clas.abap', user, undefined)
  assert.deepEqual(of(), [])
})
