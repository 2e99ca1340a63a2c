/** The compiled code of the library and the realm: made once, kept, and never needed. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { loadKernel } from '../../kernel/index.ts'
import { createCompiledCode } from '../../runtime/compiled.ts'
import type { StartCompiling } from '../../runtime/compiled.ts'
import { createRuntime, DEFAULT_LIMITS } from '../../runtime/index.ts'
import type { Library } from '../../runtime/programs.ts'
import { consoleClass, temporaryFolder, unique } from './support.ts'

function libraryIn(folder: string): Library {
  mkdirSync(folder)
  const [main, path, realm] = ['main.mjs', 'library.mjs', 'realm.js'].map(name =>
    join(folder, name)
  ) as [string, string, string]
  for (const file of [main, path, realm]) writeFileSync(file, '')
  return { folder, main, url: pathToFileURL(path).href, realm: pathToFileURL(realm).href }
}

function keptIn(entries: Map<string, string>) {
  return {
    read: (key: string) => entries.get(key),
    write(key: string, content: string) {
      entries.set(key, content)
    },
    tidy() {}
  }
}

/** What confines a process stands beside its folder. */
const leaves: StartCompiling = (_job, own) => {
  for (const name of ['root', 'process']) mkdirSync(`${own}.${name}`)
  for (const name of ['library.mjs', 'realm.js']) writeFileSync(join(own, `${name}.compiled`), name)
  return Promise.resolve({ reason: 'done', detail: '' })
}

test('code is made once, kept for the next start, and made anew for another library', async () => {
  const folder = temporaryFolder()
  const entries = new Map<string, string>()
  let starts = 0
  const codeFor = async (library: Library) => {
    const code = createCompiledCode(join(folder, 'own'), keptIn(entries), (...job) => {
      starts++
      return leaves(...job)
    })
    code.restore(library)
    await code.make(library)
    await code.make(library)
    return readdirSync(library.folder).filter(name => name.endsWith('.compiled'))
  }
  const [first, second, other] = ['a', 'b', 'c'].map(name => libraryIn(join(folder, name)))
  assert.ok(first && second && other)
  writeFileSync(join(other.folder, 'realm.js'), 'another')
  const both = ['library.mjs.compiled', 'realm.js.compiled']
  assert.deepEqual([await codeFor(first), starts], [both, 1])
  assert.deepEqual([await codeFor(second), starts], [both, 1])
  assert.equal(readFileSync(join(second.folder, 'realm.js.compiled'), 'utf8'), 'realm.js')
  assert.deepEqual([await codeFor(other), starts, entries.size], [both, 2, 2])
  assert.deepEqual(readdirSync(folder), ['a', 'b', 'c'], 'nothing of the processes is left')
})

test('a process that does not end well leaves no code', async () => {
  const folder = temporaryFolder()
  const library = libraryIn(join(folder, 'library'))
  const entries = new Map<string, string>()
  const code = createCompiledCode(join(folder, 'own'), keptIn(entries), async (...job) => {
    await leaves(...job)
    return { reason: 'time', detail: '' }
  })
  code.restore(library)
  await code.make(library)
  assert.deepEqual([readdirSync(library.folder).length, entries.size], [3, 0])
  assert.deepEqual(readdirSync(folder), ['library'])
})

test('V8 compiles where the code beside a script is damaged, cut or empty', async t => {
  const folder = temporaryFolder()
  const runtime = createRuntime({ library: loadKernel(), folder, isolation: 'none' })
  t.after(() => runtime.close())
  const say = async () => {
    const name = unique('zcl_')
    const files = [consoleClass(name, 'out->write( 6 * 7 ).')]
    return await runtime.console({ files, class: name, tables: [], database: '' })
  }
  assert.match((await say()).output, /42/)
  const scripts = ['library.mjs', 'realm.js'].map(name => join(folder, 'library', name))
  const whole = scripts.map(script => readFileSync(script))
  for (const content of [Buffer.alloc(0), whole[0]?.subarray(0, 5000), Buffer.alloc(100_000, 7)]) {
    for (const script of scripts) writeFileSync(`${script}.compiled`, content ?? '')
    const { output, alert } = await say()
    assert.equal(alert, undefined)
    assert.match(output, /42/)
  }
})

test('a process leaves code that the next one with its flags accepts', async t => {
  const folder = temporaryFolder()
  const runtime = createRuntime({ library: loadKernel(), folder, isolation: 'none' })
  t.after(() => runtime.close())
  const name = unique('zcl_')
  const files = [consoleClass(name, 'out->write( 1 ).')]
  await runtime.console({ files, class: name, tables: [], database: '' })
  const library = join(folder, 'library')
  const there = () => readdirSync(library).filter(file => file.endsWith('.compiled')).length === 2
  for (let turn = 0; turn < 600 && !there(); turn++) {
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  assert.ok(there(), readdirSync(library).join())
  const [realm, compiled] = ['realm.js', 'realm.js.compiled'].map(file => join(library, file))
  const program = `const [code, cachedData] = [fs.readFileSync(${JSON.stringify(realm)}, 'utf8'), fs.readFileSync(${JSON.stringify(compiled)})]
console.log(new vm.Script(code, { cachedData }).cachedDataRejected)`
  const accepts = (...flags: string[]) =>
    spawnSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' }).stdout.trim()
  const memory = `--max-old-space-size=${DEFAULT_LIMITS.memoryMegabytes}`
  assert.equal(accepts('--disallow-code-generation-from-strings', memory), 'false')
  assert.equal(accepts(), 'true')
})
