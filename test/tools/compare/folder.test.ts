/** Folders and files in the layout of abapGit as the other side of a comparison. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { folderSide } from '../../../tools/compare/folder-side.ts'
import { NotComparable } from '../../../tools/compare/side.ts'
import { prepare, run } from '../../../tools/index.ts'
import type { ToolSession } from '../../../tools/index.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'
import { programErp, programs } from '../helpers/program-erp.ts'

const main = (ref: { type: string; name: string; group?: string }) =>
  ({ name: 'main', kind: 'abap', ref }) as const

test('names of files say object and part', async () => {
  const files = [
    { path: 'src/zcl_a.clas.abap', content: 'main\r\n' },
    { path: 'src/zcl_a.clas.testclasses.abap', content: 'tests' },
    { path: 'src/zcl_a.clas.locals_imp.abap', content: 'locals' },
    { path: 'src/zcl_a.clas.xml', content: '<x/>' },
    { path: 'src/#ns#if_b.intf.abap', content: 'interface' },
    { path: 'src/zincl.prog.abap', content: 'include' },
    { path: 'src/zincl.prog.xml', content: '<PROGDIR><SUBC>I</SUBC></PROGDIR>' },
    { path: 'src/zgroup.fugr.saplzgroup.abap', content: 'group' },
    { path: 'src/zgroup.fugr.lzgrouptop.abap', content: 'top' },
    { path: 'src/zgroup.fugr.z_module.abap', content: 'module' },
    { path: 'src/zview.ddls.asddls', content: 'view' },
    { path: 'src/zdom.doma.xml', content: '<x/>' },
    { path: 'README.md', content: 'no object' },
    { path: '.abapgit.xml', content: 'no object' }
  ]
  const side = folderSide(files, 'folder')
  assert.deepEqual((await side.list('')).map(({ type, name }) => `${type} ${name}`).toSorted(), [
    'CLAS ZCL_A',
    'DDLS ZVIEW',
    'DOMA ZDOM',
    'FUGR ZGROUP',
    'INCL ZINCL',
    'INTF /NS/IF_B'
  ])
  const zclA = { type: 'CLAS', name: 'ZCL_A' }
  assert.equal(await side.textOf(main(zclA)), 'main\n')
  assert.equal(await side.textOf({ ...main(zclA), name: 'testclasses' }), 'tests')
  assert.equal(await side.textOf({ ...main(zclA), name: 'implementations' }), 'locals')
  assert.equal(await side.textOf({ ...main(zclA), name: 'macros' }), undefined)
  assert.equal(await side.textOf(main({ type: 'CLAS', name: 'ZCL_B' })), undefined)
  const group = await side.partsOf({ type: 'FUGR', name: 'ZGROUP' })
  assert.deepEqual(
    group.map(({ name, kind }) => [name, kind]),
    [
      ['main', 'abap'],
      ['FINC LZGROUPTOP', 'abap'],
      ['FUNC Z_MODULE', 'function']
    ]
  )
  const module = group.find(({ name }) => name === 'FUNC Z_MODULE')
  assert.ok(module !== undefined)
  assert.equal(await side.textOf(module), 'module')
  await assert.rejects(
    side.textOf({ name: 'document', kind: 'document', ref: { type: 'DOMA', name: 'ZDOM' } }),
    NotComparable
  )
})

test('hostile names of files are no objects', async () => {
  const names = [
    '../../etc/passwd',
    'a.b.c.d.e.f',
    '__proto__.clas.abap',
    `${'x'.repeat(99)}.clas.abap`
  ]
  const side = folderSide(
    names.map(path => ({ path, content: 'x' })),
    'files'
  )
  assert.deepEqual(
    (await side.list('')).map(({ name }) => name),
    ['__PROTO__']
  )
  assert.equal(await side.textOf(main({ type: 'CLAS', name: 'CONSTRUCTOR' })), undefined)
})

async function local(t: TestContext, folder: boolean) {
  const root = await mkdtemp(join(tmpdir(), 'compare-'))
  t.after(async () => {
    await rm(root, { recursive: true })
  })
  const erp = await programErp(t, programs(3))
  const { session } = benchOf({ erp: erp.erp })
  const own: ToolSession = { ...session, ...(folder ? { localFolder: root } : {}) }
  return {
    root,
    erp,
    call: async (args: object) =>
      await run(prepare(own, 'ERPContext', { action: 'compare', ...args }), own, {
        signal: new AbortController().signal
      })
  }
}

test('a folder below the working directory is compared with the package', async t => {
  const { root, call } = await local(t, true)
  await mkdir(join(root, 'repo', 'src'), { recursive: true })
  await writeFile(join(root, 'repo', 'src', 'zp0000.prog.abap'), 'report ZP0000.\r\n')
  await writeFile(join(root, 'repo', 'src', 'zp0001.prog.abap'), 'REPORT zp0001.\nWRITE 1.\n')
  await writeFile(join(root, 'repo', 'src', 'zp0009.prog.abap'), 'REPORT zp0009.\n')
  const { text } = await call({ type: 'DEVC', name: 'ZMANY', folder: 'repo' })
  assert.match(text, /against folder repo/)
  assert.match(text, /different PROG ZP0001: main/)
  assert.match(text, /only here PROG ZP0002/)
  assert.match(text, /only there PROG ZP0009/)
  assert.match(text, /same PROG ZP0000: only without keyword case/)
})

test('a path that leaves the working directory is refused, also by a link', async t => {
  const { root, call, erp } = await local(t, true)
  const outside = await mkdtemp(join(tmpdir(), 'outside-'))
  t.after(async () => {
    await rm(outside, { recursive: true })
  })
  await writeFile(join(outside, 'zp0000.prog.abap'), 'secret')
  await symlink(outside, join(root, 'link'))
  await mkdir(join(root, 'inside'))
  await symlink(join(outside, 'zp0000.prog.abap'), join(root, 'inside', 'zp0000.prog.abap'))
  for (const folder of ['..', '/', outside, 'link', 'inside/../..', 'nowhere', 'a\u0000b']) {
    const { code, text } = errorOf(await call({ type: 'PROG', name: 'ZP0000', folder }))
    assert.equal(code, 'TOOL_BAD_ARGUMENTS', folder)
    assert.ok(!text.includes('secret') && !text.includes(root), text)
  }
  const { text } = await call({ type: 'PROG', name: 'ZP0000', folder: 'inside' })
  assert.match(text, /only here/)
  assert.ok(erp.reads().length > 0)
})

test('without a folder of its own a bridge reads no folder, and takes files', async t => {
  const { call, erp } = await local(t, false)
  const { code, text } = errorOf(await call({ type: 'PROG', name: 'ZP0000', folder: '.' }))
  assert.equal(code, 'TOOL_BAD_ARGUMENTS')
  assert.match(text, /only a bridge over stdio/)
  assert.equal(erp.asked.length, 0)
  const files = [{ path: 'zp0000.prog.abap', content: 'REPORT zp0000.\n' }]
  const result = await call({ type: 'PROG', name: 'ZP0000', files })
  assert.match(result.text, /· same/)
})
