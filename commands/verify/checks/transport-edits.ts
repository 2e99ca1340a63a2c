/** Checks of edits of a transport request: only requests that the run has created are edited. */
import {
  ErpError,
  addTransportEntry,
  addTransportTask,
  changeTransportAttribute,
  changeTransportTarget,
  changeTransportText,
  checkTransport,
  classifyTask,
  compressTransport,
  isErpError,
  readTransport,
  removeTransportEntry,
  transportValues
} from '../../../erp-client/index.ts'
import type { TransportEntry } from '../../../erp-client/index.ts'
import { readRelease } from '../../../erp-client/adt/system.ts'
import type { Bench } from '../bench.ts'
import { Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'
import { createAndRead, service, someRequest } from './transports.ts'

/** A refusal in words: the system has its reasons, which are not about the form of the request. */
async function orSkip<T>(what: string, edit: () => Promise<T>): Promise<T> {
  try {
    return await edit()
  } catch (error) {
    if (!isErpError(error, 'ERP_BAD_REQUEST')) throw error
    throw new Skipped(`the system refuses ${what}: ${error.message}`)
  }
}

/** Another text that is a marker of this run as well, so that a later run recognizes the request. */
const otherMarker = (marker: string): string =>
  marker.replace(/\d(?= [0-9a-f]{8}-)/, digit => String((Number(digit) + 1) % 10))

async function changeText(bench: Bench): Promise<void> {
  const { reader, writer, world } = bench
  const { number, target, tasks } = await createAndRead(bench)
  const description = otherMarker(world.marker)
  await changeTransportText(writer, { number, description })
  const after = await readTransport(reader, { number })
  expect(
    after.description === description,
    `the text is ${JSON.stringify(after.description)} after its change`
  )
  expect(after.target === target, `the target is ${String(after.target)}, which was not named`)
  expect(after.tasks.length === tasks.length, 'the request has other tasks than before')
}

async function changeTarget(bench: Bench): Promise<void> {
  const { reader, writer } = bench
  const { number, target: before } = await createAndRead(bench)
  const targets = await transportValues(reader, 'targets')
  const other = targets.find(({ name }) => name !== '' && name !== before)?.name
  if (other === undefined) throw new Skipped('the system names no other target')
  await orSkip(`the target ${other}`, async () => {
    await changeTransportTarget(writer, { number, target: other })
  })
  const { target } = await readTransport(reader, { number })
  expect(target?.startsWith(other) === true, `the target is ${String(target)} instead of ${other}`)
}

async function changeAttribute(bench: Bench): Promise<void> {
  const { reader, writer } = bench
  const { number } = await createAndRead(bench)
  const name = 'SAPCOMPONENT'
  const own = async () =>
    (await readTransport(reader, { number })).attributes?.find(each => each.name === name)
  const change = async (action: 'addattribute' | 'removeattribute', position?: string) => {
    const attribute = { name, value: 'BC-DWB', position }
    await changeTransportAttribute(writer, { number, action, attribute })
  }
  await orSkip(`the attribute ${name}`, async () => {
    await change('addattribute')
  })
  const added = await own()
  expect(added?.value === 'BC-DWB', `the value of the attribute is ${String(added?.value)}`)
  await change('removeattribute', added.position)
  expect((await own()) === undefined, 'the attribute is there after its removal')
}

async function classify(bench: Bench): Promise<void> {
  const { reader, writer, world } = bench
  const { number, tasks } = await createAndRead(bench)
  const task =
    tasks[0]?.number ?? (await addTransportTask(writer, { number, user: bench.system?.user ?? '' }))
  world.names(task)
  const typeAs = async (type: 'S' | 'R') => {
    await classifyTask(writer, { number: task, type })
    const after = await readTransport(reader, { number })
    return after.tasks.find(each => each.number === task)?.type
  }
  const [development, repair] = [await typeAs('S'), await typeAs('R')]
  expect(
    development !== undefined && development !== repair,
    `a task has the type ${String(repair)} as a correction and as a repair`
  )
}

/** The class of the run in a request of the run. */
async function addOwnClass(bench: Bench): Promise<{ number: string; entry: TransportEntry }> {
  const { reader, writer, world } = bench
  const { ref } = await world.class()
  const { number } = await createAndRead(bench)
  const named = { pgmid: 'R3TR', type: 'CLAS', name: ref.name }
  await orSkip('an object of a local package', async () => {
    await addTransportEntry(writer, { number, entry: named })
  })
  const { entries } = await readTransport(reader, { number })
  const entry = entries.find(each => each.name.toUpperCase() === ref.name)
  expect(entry !== undefined, `${ref.name} is not in the request after it was added`)
  return { number, entry }
}

async function addAndRemove(bench: Bench): Promise<void> {
  const { number, entry } = await addOwnClass(bench)
  await removeTransportEntry(bench.writer, { number, entry })
  const { entries } = await readTransport(bench.reader, { number })
  expect(
    !entries.some(({ name }) => name === entry.name),
    `${entry.name} is in the request after its removal`
  )
}

async function compress(bench: Bench): Promise<void> {
  const { number, tasks } = await createAndRead(bench)
  await compressTransport(bench.writer, { number })
  const after = await readTransport(bench.reader, { number })
  expect(after.entries.length === 0, 'a request without objects has some after it was sorted')
  expect(after.tasks.length === tasks.length, 'the request has other tasks than before')
}

/** Below it the ERP changes the owner of a request alone. */
const firstRelease = 753

function edit(change: (bench: Bench) => Promise<void>) {
  return {
    writes: true,
    rule: 'updateRequest',
    async run(bench: Bench) {
      if (((await readRelease(bench.reader)) ?? firstRelease) < firstRelease) {
        throw new ErpError('ERP_UNSUPPORTED', 'releases below 7.53 change the owner alone')
      }
      await change(bench)
    }
  } as const
}

export const transportEditChecks: readonly Check[] = [
  {
    operation: 'transport.text',
    assumes: 'A request is saved as a document: its text changes, and nothing else.',
    ...edit(changeText)
  },
  {
    operation: 'transport.target',
    assumes: 'A request gets a target that the system names.',
    ...edit(changeTarget)
  },
  {
    operation: 'transport.attribute',
    assumes: 'An attribute is added to a request, and removed by its position.',
    ...edit(changeAttribute)
  },
  {
    operation: 'transport.classify',
    assumes: 'A task gets the type that was named.',
    ...edit(classify)
  },
  {
    operation: 'transport.add',
    assumes: 'An object that was added is in the request.',
    ...edit(addAndRemove)
  },
  {
    operation: 'transport.remove',
    assumes: 'An object leaves its request.',
    ...edit(addAndRemove)
  },
  {
    operation: 'transport.compress',
    assumes: 'A request is sorted, and keeps its tasks.',
    writes: true,
    service,
    rule: 'updateRequest',
    run: compress
  },
  {
    operation: 'transport.consistency',
    assumes: 'The check of a request is a list of messages.',
    answer: { root: ['messages'], has: ['?msg@type', '?msg/shortText'], mayBeEmpty: true },
    async run(bench) {
      const { number } = await someRequest(bench)
      await checkTransport(bench.reader, { number })
    }
  }
]
