import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { loadKernel } from '../../kernel/index.ts'
import { createRuntime } from '../../runtime/index.ts'
import { openRoot } from '../../runtime/root.ts'
import { consoleClass, LIMITS, temporaryFolder, unique } from './support.ts'
import { until } from '../../../test/helpers/until.ts'

/** A process that never ends and names a file below the folder, as the children of a runtime do. */
async function stray(t: TestContext, folder: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      '-e',
      'console.log(1); setInterval(() => {}, 1000)',
      join(folder, 'runs', 'r1', 'a1', 'job.json')
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] }
  )
  t.after(() => {
    child.kill('SIGKILL')
  })
  await new Promise(resolve => {
    child.stdout?.once('data', resolve)
  })
  return child
}

function leftBehind(folder: string, process: number): void {
  mkdirSync(join(folder, 'runs', `r${process}`, 'a1'), { recursive: true })
  writeFileSync(join(folder, 'runs', `r${process}`, 'a1.process'), String(process))
  writeFileSync(join(folder, 'runs', `r${process}`, 'a1', 'rows.sqlite'), 'rows')
}

describe('what a killed sandbox leaves behind', () => {
  test(
    'is gone at the next start, with its children, and nothing of others is touched',
    { skip: process.platform !== 'linux' },
    async t => {
      const parent = temporaryFolder()
      const [own, other] = [join(parent, 'one', 'runtime'), join(parent, 'other', 'runtime')]
      mkdirSync(own, { recursive: true })
      mkdirSync(other, { recursive: true })
      const [left, foreign] = [await stray(t, own), await stray(t, other)]
      leftBehind(own, left.pid ?? 0)
      // a number that was given again, to a child of another sandbox
      leftBehind(own, foreign.pid ?? 0)
      leftBehind(other, foreign.pid ?? 0)
      const ended = new Promise(resolve => {
        left.once('exit', resolve)
      })
      openRoot(own)
      await ended
      assert.deepEqual(readdirSync(own), [])
      assert.equal(foreign.exitCode ?? foreign.signalCode, null)
      assert.ok(existsSync(join(other, 'runs', `r${foreign.pid}`, 'a1', 'rows.sqlite')))
    }
  )

  test(
    'never runs for ever: a child has a limit of processor time',
    { skip: process.platform !== 'linux' },
    async t => {
      const folder = join(temporaryFolder(), 'runtime')
      const runtime = createRuntime({ library: loadKernel(), folder })
      t.after(() => runtime.close())
      const name = unique('zcl_')
      void runtime
        .console({
          files: [consoleClass(name, 'DO.\nENDDO.')],
          class: name,
          tables: [],
          database: '',
          limits: { ...LIMITS, milliseconds: 60_000 }
        })
        .catch(() => {})
      const file = (): string | undefined =>
        existsSync(join(folder, 'runs'))
          ? readdirSync(join(folder, 'runs'), { recursive: true, encoding: 'utf8' }).find(entry =>
              entry.endsWith('.process')
            )
          : undefined
      await until(() => file() !== undefined)
      const id = readFileSync(join(folder, 'runs', file() ?? ''), 'utf8')
      const seconds = (): number =>
        Number(/^Max cpu time +(\d+)/m.exec(readFileSync(`/proc/${id}/limits`, 'utf8'))?.[1])
      await until(() => seconds() > 0)
      assert.ok(seconds() < 600, String(seconds()))
      await runtime.close()
      assert.equal(existsSync(folder), false)
      assert.throws(() => readFileSync(`/proc/${id}/cmdline`, 'utf8'))
    }
  )
})
