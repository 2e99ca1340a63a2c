/** No path and no link leads out of the workspace, and a file is whole at any time. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { openWorkspace } from '../../../tools/files/workspace.ts'
import { ToolError } from '../../../tools/index.ts'

async function folders(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'erp-workspace-'))
  t.after(async () => await rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'in'))
  await mkdir(join(root, 'out'))
  await writeFile(join(root, 'out', 'secret.txt'), 'secret')
  return { base: join(root, 'in'), out: join(root, 'out') }
}

const code = (expected: string) => (error: unknown) =>
  error instanceof ToolError && error.code === expected

test('paths that lead out are refused before anything is opened', async t => {
  const { base } = await folders(t)
  const workspace = openWorkspace(base)
  for (const path of [
    '../out/secret.txt',
    'a/../../out/secret.txt',
    '/etc/passwd',
    'C:/x',
    'a\\..\\b',
    'a\0b'
  ]) {
    await assert.rejects(workspace.read(path), code('TOOL_BAD_ARGUMENTS'), path)
    await assert.rejects(workspace.write(path, 'x'), code('TOOL_BAD_ARGUMENTS'), path)
    await assert.rejects(workspace.remove(path), code('TOOL_BAD_ARGUMENTS'), path)
    await assert.rejects(
      workspace.list(path, AbortSignal.timeout(5000)),
      code('TOOL_BAD_ARGUMENTS')
    )
  }
  assert.throws(() => openWorkspace(base, '../out'), code('TOOL_BAD_ARGUMENTS'))
  assert.throws(() => openWorkspace(undefined, 'a'), code('TOOL_BAD_ARGUMENTS'))
})

test('links are not followed, neither as a folder nor as a file', async t => {
  const { base, out } = await folders(t)
  await symlink(out, join(base, 'link'))
  await symlink(join(out, 'secret.txt'), join(base, 'file.txt'))
  const workspace = openWorkspace(base)
  for (const path of ['link/secret.txt', 'file.txt']) {
    await assert.rejects(workspace.read(path), code('FOLDER_NOT_SAFE'), path)
  }
  await assert.rejects(workspace.write('link/new.txt', 'x'), code('FOLDER_NOT_SAFE'))
  await assert.rejects(workspace.write('link/deep/new.txt', 'x'), code('FOLDER_NOT_SAFE'))
  assert.deepEqual(await workspace.list('', AbortSignal.timeout(5000)), [])
  // A link at the place of a file is replaced itself.
  await workspace.write('file.txt', 'own')
  assert.equal(await workspace.read('file.txt'), 'own')
  assert.equal(await readFile(join(out, 'secret.txt'), 'utf8'), 'secret')
  assert.deepEqual(await readdir(out), ['secret.txt'])
})

test('a file that cannot be written leaves the old one and nothing beside it', async t => {
  const { base } = await folders(t)
  const workspace = openWorkspace(base)
  await workspace.write('a/b/c.txt', 'one')
  assert.deepEqual(await workspace.list('', AbortSignal.timeout(5000)), ['a/b/c.txt'])
  await mkdir(join(base, 'a/b/folder'))
  await assert.rejects(workspace.write('a/b/folder', 'x'), code('FOLDER_NOT_WRITTEN'))
  assert.deepEqual((await readdir(join(base, 'a/b'))).toSorted(), ['c.txt', 'folder'])
  if (process.getuid?.() !== 0) {
    await chmod(join(base, 'a/b'), 0o500)
    await assert.rejects(workspace.write('a/b/c.txt', 'two'), code('FOLDER_NOT_WRITTEN'))
    await chmod(join(base, 'a/b'), 0o700)
  }
  assert.equal(await workspace.read('a/b/c.txt'), 'one')
  await workspace.remove('a/b/c.txt')
  assert.equal(await workspace.read('a/b/c.txt'), undefined)
})
