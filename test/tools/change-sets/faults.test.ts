/**
 * A fault, or the death of the bridge, at every step of an application: the ERP has all of the set or
 * nothing of it, every entry of the journal is settled, and no lock is left.
 */
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sampled } from '../../helpers/sample.ts'
import { endLeases, ModelErp, startProcess } from './model.ts'
import type { Fate, FateOf, Process } from './model.ts'

const folder = mkdtempSync(join(tmpdir(), 'change-set-faults-'))
const running: Process[] = []
after(async () => {
  for (const one of running) await one.close()
  rmSync(folder, { recursive: true, force: true })
})

async function started(model: ModelErp, file: string): Promise<Process> {
  const one = await startProcess(model, file)
  running.push(one)
  return one
}

const changeSet = 'FAULTS'
const apply = { action: 'change_set', changeSet, mode: 'apply' }
const program = (name: string, text: string) => `REPORT ${name.toLowerCase()}.\nWRITE '${text}'.\n`
const name = (index: number) => `ZCSF${String(index).padStart(3, '0')}`

let files = 0
const nextFile = () => join(folder, `${++files}.sqlite`)

/** An ERP with programs, and a set that changes, creates and deletes some. */
async function staged(objects: number) {
  const model = new ModelErp()
  const file = nextFile()
  const one = await started(model, file)
  for (let index = 0; index < objects; index++) {
    const own = { type: 'PROG', name: name(index), changeSet }
    if (index % 5 !== 1) model.add(own.name, program(own.name, 'old'))
    // A draft beside the active text comes back as a draft.
    if (index % 5 === 3) {
      Object.assign(model.programs.get(own.name) ?? {}, {
        draft: program(own.name, 'draft'),
        isActive: false
      })
    }
    const source = program(own.name, 'new')
    await one.data('ERPWrite', {
      ...(index % 5 === 1
        ? { action: 'create', package: '$TMP', source }
        : index % 5 === 2
          ? { action: 'delete' }
          : { action: 'update', source, overwrite: true }),
      ...own
    })
  }
  await one.close()
  return { file, programs: model.state }
}

type Template = Awaited<ReturnType<typeof staged>>

/** The same ERP and set again, with a process at them. */
async function prepared(template: Template) {
  const model = new ModelErp()
  for (const [own, facts] of Object.entries(template.programs)) {
    model.programs.set(own, structuredClone(facts))
  }
  const file = nextFile()
  copyFileSync(template.file, file)
  await endLeases({ file })
  return { model, file, one: await started(model, file) }
}

/** The states before and after, and the number of steps in between. */
async function measured(objects: number) {
  const template = await staged(objects)
  const { model, one } = await prepared(template)
  const old = model.state
  one.arm(() => undefined)
  const result = await one.call('ERPManage', apply)
  assert.equal(result.kind, 'data', result.text)
  const steps = one.steps()
  await one.close()
  return { template, old, new: model.state, steps: [...Array(steps).keys()] }
}
type Measured = Awaited<ReturnType<typeof measured>>

const at =
  (step: number, fate: Fate): FateOf =>
  (now, asked) => {
    const action = asked === 'transaction' ? null : asked.query.get('_action')
    // A session that ends takes the lock with it whose handle, or end, is not known; the model has none.
    const isLost = action === 'UNLOCK' || (action === 'LOCK' && fate === 'fail after')
    const isPossible = asked === 'transaction' || isLost ? fate.startsWith('die') : true
    return now === step && isPossible ? fate : undefined
  }
const cases = (steps: readonly number[], fates: readonly Fate[]) =>
  steps.flatMap(step => fates.map(fate => ({ step, fate })))

interface Case {
  readonly step: number
  readonly fate: Fate
}

async function assertSettled(
  { model, states }: { readonly model: ModelErp; readonly states: Measured },
  bench: Process,
  words: string
): Promise<void> {
  const entries = await bench.store.find({ repository: '-/-', limit: 200 })
  assert.deepEqual(
    entries.filter(({ outcome }) => outcome === undefined),
    [],
    words
  )
  const shown = await bench.data('ERPManage', { action: 'change_set' })
  const [set] = shown['sets'] as { state: string }[]
  const isNew = JSON.stringify(model.state) === JSON.stringify(states.new)
  assert.deepEqual(model.state, isNew ? states.new : states.old, words)
  assert.equal(set?.state, isNew ? 'applied' : 'open', words)
  assert.deepEqual([...model.locks], [], words)
}

async function afterFault(states: Measured, { step, fate }: Case): Promise<void> {
  const words = `${fate} at step ${step}`
  const { model, one } = await prepared(states.template)
  one.arm(at(step, fate))
  const result = await one.call('ERPManage', apply)
  one.arm(() => undefined)
  const isNew = JSON.stringify(model.state) === JSON.stringify(states.new)
  assert.equal(result.kind === 'data', isNew, `${words}: ${result.text}`)
  await assertSettled({ model, states }, one, `${words}: ${result.text}`)
  // The same set can be applied afterwards.
  const again = await one.call('ERPManage', apply)
  assert.equal(again.kind, 'data', `${words}: ${again.text}`)
  assert.deepEqual(model.state, states.new, words)
  await one.close()
}

const next = 'ZCSF_NEXT'
const otherChange = {
  ...{ action: 'create', type: 'PROG', name: next, package: '$TMP' },
  source: program(next, 'next')
}

async function afterDeath(states: Measured, { step, fate }: Case): Promise<void> {
  const words = `${fate} at step ${step}`
  const { model, one, file } = await prepared(states.template)
  one.arm(at(step, fate))
  // The call of a dead process never ends; its clock would keep the test alive.
  const stop = new AbortController()
  const ended = await Promise.race([one.died, one.call('ERPManage', apply, stop.signal)])
  assert.equal(ended, undefined, words)
  stop.abort()
  await one.close()
  await endLeases({ file })
  // The ERP ends the session of the dead process, with its locks.
  model.locks.clear()
  const heir = await started(model, file)
  const wasBroken = (await heir.sets()).some(({ state }) => state === 'applying')
  const result = await (step % 2 === 0
    ? heir.call('ERPManage', { action: 'change_set', changeSet })
    : heir.call('ERPWrite', otherChange))
  assert.equal(result.kind, 'data', `${words}: ${result.text}`)
  model.programs.delete(next)
  assert.equal(/The attempt to apply it/.test(result.text), wasBroken, `${words}: ${result.text}`)
  await assertSettled({ model, states }, heir, `${words}: ${result.text}`)
  await heir.call('ERPManage', apply)
  assert.deepEqual(model.state, states.new, words)
  await heir.close()
}

/** Runs all of them, whatever fails, so that one run shows each kind of failure. */
async function each(all: readonly Case[], check: (one: Case) => Promise<void>): Promise<void> {
  const failed: string[] = []
  for (const one of all) {
    try {
      await check(one)
    } catch (error) {
      failed.push(`${one.fate} at step ${one.step}: ${(error as Error).message.slice(0, 1500)}`)
    }
  }
  assert.ok(failed.length === 0, failed.join('\n\n'))
}

const few = await measured(5)
const faults = sampled(cases(few.steps, ['refuse', 'fail', 'fail after']), 70)
test(`${faults.length} faults leave all or nothing, and the answer says which`, async () => {
  await each(faults, async one => await afterFault(few, one))
})

const deaths = sampled(cases(few.steps, ['die', 'die after']), 60)
test(`${deaths.length} deaths are settled by the next call of the same caller`, async () => {
  await each(deaths, async one => await afterDeath(few, one))
})

test('fifty objects: faults and deaths at some of the steps', async () => {
  const many = await measured(50)
  const some = sampled(cases(many.steps, ['fail', 'fail after', 'die', 'die after']), 2000)
  await each(process.env['ATTACK'] === 'all' ? sparse(some) : some, async one => {
    await (one.fate.startsWith('die') ? afterDeath : afterFault)(many, one)
  })
})

/** One of twenty, each with another remainder of the fates. */
const sparse = (all: readonly Case[]) => all.filter((_one, index) => index % 21 === 0)
