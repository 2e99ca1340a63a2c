/** The test runner: totals, time limits, interruption, and which suite a file belongs to. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { nameOf, testFiles } from '../../tooling/test/files.ts'
import { cpuSeconds, runProcess } from '../../tooling/test/process.ts'
import { createReporter } from '../../tooling/test/report.ts'
import { currentSeed, seedOf } from '../../tooling/test/seed.ts'
import { fileStep, runSteps } from '../../tooling/test/steps.ts'
import { suites } from '../../tooling/test/suites.ts'
import type { Suite } from '../../tooling/test/suites.ts'
import { run } from '../helpers/spawned.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const suite: Suite = { name: 'some', about: 'tests', runs: 'test', budget: 100, limit: 20 }

/** Runs the files and answers what was printed. */
async function outputOf(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  own: Suite = suite
): Promise<{ readonly passed: boolean; readonly text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'runner-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const [name, body] of Object.entries(files)) {
    await writeFile(join(folder, name), `import { test } from 'node:test'\n${body}\n`)
  }
  let text = ''
  const steps = Object.keys(files).map(name => fileStep(name, own, {}))
  const reporter = createReporter(steps.length, part => (text += part))
  await runSteps(steps, { root: folder, jobs: 2, onEnd: reporter.ended })
  return { passed: reporter.close('npm test'), text }
}

test('the run ends with the totals of all files', async t => {
  const { passed, text } = await outputOf(t, {
    'a.test.ts': "test('one', () => {}); test('two', { skip: true }, () => {})",
    'b.test.ts': "test('three', () => {})"
  })
  assert.ok(passed, text)
  assert.match(text, /\[1\/2\] [ab]\.test\.ts, [12] tests?, /)
  assert.match(text, /\nℹ tests 3\nℹ suites 0\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\n/)
  assert.match(text, /\nnpm test passed: 2 test files, 0 min \d+ s, \d+ CPU seconds\n$/)
})

test('a failing test is printed with its reason and fails the run', async t => {
  const { passed, text } = await outputOf(t, {
    'a.test.ts': "test('breaks', () => { throw new Error('the reason') })"
  })
  assert.equal(passed, false)
  assert.match(text, /a\.test\.ts, 1 test, .*FAILED: exit code 1\n[^]*breaks[^]*the reason/)
  assert.match(text, /\nFAILED a\.test\.ts: exit code 1\n[^]*ℹ fail 1\n/)
})

test('a file that ends before its tests fails', async t => {
  const { passed, text } = await outputOf(t, {
    'a.test.ts': "test('later', async () => {}); process.exit(0)"
  })
  assert.equal(passed, false)
  assert.match(text, /FAILED a\.test\.ts: ended before its tests did/)
})

test('a file that hangs is killed at its limit, with its children, and named', async t => {
  const { passed, text } = await outputOf(
    t,
    {
      'a.test.ts': `import { spawn } from 'node:child_process'
        test('hangs', async () => {
          const child = spawn('sleep', ['1000'], { detached: true })
          process.stdout.write('child ' + child.pid + '\\n')
          await new Promise(resolve => setTimeout(resolve, 1e6))
        })`
    },
    { ...suite, limit: 3 }
  )
  assert.equal(passed, false)
  assert.match(text, /FAILED a\.test\.ts: did not end within 3 s/)
  const [, pid] = /child (\d+)/.exec(text) ?? []
  assert.ok(pid !== undefined, text)
  assert.ok(await isGone(Number(pid)))
})

test('a process that a file leaves behind is killed and said', async t => {
  const { passed, text } = await outputOf(t, {
    'a.test.ts': `import { spawn } from 'node:child_process'
      test('forgets', () => {
        const child = spawn('sleep', ['1000'], { stdio: 'inherit' })
        process.stdout.write('child ' + child.pid + '\\n')
        child.unref()
        throw new Error('printed')
      })`
  })
  assert.equal(passed, false)
  assert.match(text, /left processes behind/)
  assert.ok(await isGone(Number(/child (\d+)/.exec(text)?.[1])))
})

test('an interrupted run leaves no processes', async t => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const { child, until, out, ended } = run(t, 'test/tooling/interrupted.ts')
    await until(/children \d+ \d+/)
    child.kill(signal)
    const code = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]
    assert.equal(await ended, code)
    assert.match(out(), /the run was interrupted/)
    for (const [pid] of /children (\d+) (\d+)/.exec(out())?.[0].matchAll(/\d+/g) ?? []) {
      assert.ok(await isGone(Number(pid)), `${signal} ${pid}`)
    }
  }
})

test('above its budget a suite is warned of and passes', async t => {
  const body = "test('one', () => {})"
  const { passed, text } = await outputOf(t, { 'a.test.ts': body }, { ...suite, budget: 0 })
  assert.ok(passed)
  assert.match(text, /some +\d+ +0 {2}WARNING: above its budget/)
  assert.match(text, /\nOVER BUDGET some: \d+ of 0 CPU seconds; most of it a\.test\.ts \(\d+\)\n/)
})

test('what has no time is left out, named, and fails nothing', async () => {
  let text = ''
  const steps = ['a', 'b', 'c'].map(name => fileStep(`${name}.test.ts`, suite, {}))
  const reporter = createReporter(steps.length, part => (text += part))
  const { ended: onEnd, leftOut: onLeftOut } = reporter
  await runSteps(steps, { root, jobs: 2, onEnd, hasTime: () => false, onLeftOut })
  assert.ok(reporter.close('npm run test:all'))
  assert.match(text, /\nLEFT OUT of some, no time is left: a\.test\.ts, b\.test\.ts, c\.test\.ts\n/)
  assert.match(text, /\nnpm run test:all passed: 0 test files, 3 steps left out, /)
})

test('a sample is told: how many of how many, and how to draw it again', async t => {
  const sample = JSON.stringify(import.meta.resolve('../helpers/sample.ts'))
  const head = `import { sampled, sampledRounds } from ${sample}
    const list = [...Array(20).keys()]`
  const { passed, text } = await outputOf(t, {
    'a.test.ts': `${head}
      test('one', () => { sampled(list, 5); sampledRounds(30, 3) })`,
    'b.test.ts': `${head}
      test('two', () => { throw new Error(String(sampled(list, 4))) })`
  })
  assert.equal(passed, false)
  assert.match(text, /a\.test\.ts, 1 test, a sample of 14 of 50, .*ok\n/)
  assert.match(text, /b\.test\.ts, 1 test, a sample of 5 of 20, .*FAILED/)
  assert.match(text, /\n {4}ATTACK_SEED=\d+ draws the same sample again\n/)
})

test('a seed draws one sample, all seeds together draw every entry', async () => {
  const draw = async (seed: number | undefined, attack?: string) => {
    const code = `const { sampled } = await import(${JSON.stringify(import.meta.resolve('../helpers/sample.ts'))})
      process.stdout.write('drawn ' + JSON.stringify(sampled([...Array(7).keys()], 3)))`
    const { output } = await runProcess([process.execPath, '--input-type=module', '-e', code], {
      cwd: root,
      limitSeconds: 60,
      env: {
        ...(seed === undefined ? {} : { ATTACK_SEED: String(seed) }),
        ...(attack === undefined ? {} : { ATTACK: attack })
      }
    })
    return JSON.parse(/drawn (.*)$/m.exec(output)?.[1] ?? 'null') as number[]
  }
  assert.deepEqual(await draw(3), [0, 3, 6])
  assert.deepEqual(await draw(4), [1, 4])
  assert.deepEqual(await draw(5), [2, 5])
  assert.deepEqual(await draw(5, 'all'), [0, 1, 2, 3, 4, 5, 6])
  assert.deepEqual(await draw(undefined), await draw(currentSeed(root)))
  assert.throws(() => seedOf(root, 'today'), /ATTACK_SEED is today/)
  assert.equal(seedOf(tmpdir()), 1, 'without a repository')
})

test('the processor seconds of children count', async () => {
  const busy = 'while (process.cpuUsage().user < 400_000);'
  const code = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`
  const { cpuSeconds: used = 0 } = await runProcess([process.execPath, '-e', code], {
    cwd: root,
    limitSeconds: 60
  })
  assert.ok(used > 0.2, String(used))
  assert.equal(cpuSeconds('0m0.01s 0m0.02s\n1m1.00s 0m2.00s\n'), 63.03)
  assert.equal(cpuSeconds('no figures'), undefined)
})

test('every test file has one suite, and every pattern of the table has a file', () => {
  const files = testFiles(root)
  assert.ok(files.length > 200)
  const orphan: Suite = { ...suite, files: ['nothing/*.test.ts'] }
  assert.throws(() => testFiles(root, [...suites, orphan]), /No test file.*nothing/)
  assert.throws(() => testFiles(root, suites.slice(0, -1)), /No suite.*test/)
})

test('tests of a package have the name that they have below test/', () => {
  assert.equal(nameOf('test/sandbox/sql/a.test.ts'), 'sandbox/sql/a.test.ts')
  assert.equal(nameOf('sandbox/test/sql/a.test.ts'), 'sandbox/sql/a.test.ts')
})

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await sleep(100)
  }
  return false
}
