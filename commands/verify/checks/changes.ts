/** Checks of changing objects: each looks at the state before and after. */
import {
  activate,
  changeObjectFields,
  changeSource,
  createObject,
  deleteObject,
  isErpError,
  listInactive,
  readMetadata,
  readObjectFields,
  readSource,
  runClass,
  sourceHash
} from '../../../erp-client/index.ts'
import type { ErpReader, ObjectRef } from '../../../erp-client/index.ts'
import type { Bench } from '../bench.ts'
import { expect } from '../check.ts'
import type { Check } from '../check.ts'
import { brokenLine, classSource, consoleSource, testsSource } from '../sources.ts'
import { unguarded } from '../world.ts'
import { writeTexts } from './texts.ts'

async function exists(reader: ErpReader, ref: ObjectRef): Promise<boolean> {
  try {
    await readMetadata(reader, { ref })
    return true
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return false
    throw error
  }
}

async function create({ reader, writer, world }: Bench): Promise<void> {
  const ref = world.freeRef('CLAS')
  world.owns(ref)
  expect(!(await exists(reader, ref)), `${ref.name} exists before it is created`)
  const args = { ref, package: world.package, description: world.marker }
  await createObject(writer, args, unguarded)
  const created = await readMetadata(reader, { ref }).catch((error: unknown) => {
    if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
    throw error
  })
  expect(created !== undefined, 'the object does not exist after its creation')
  expect(created.description === world.marker, `its description is ${created.description}`)
  expect(created.package === world.package, `its package is ${String(created.package)}`)
  const again = await createObject(writer, args, unguarded).then(
    () => undefined,
    (error: unknown) => error
  )
  expect(again !== undefined, 'an object is created twice')
  if (!isErpError(again, 'ERP_ALREADY_EXISTS', 'ERP_LOCKED')) throw again
}

async function remove({ reader, writer, world }: Bench): Promise<void> {
  const ref = await world.make({ type: 'CLAS' })
  await deleteObject(writer, { ref }, unguarded)
  expect(!(await exists(reader, ref)), 'the object exists after its deletion')
}

async function write({ reader, writer, world }: Bench): Promise<void> {
  const ref = await world.make({ type: 'CLAS' })
  const first = classSource.replaceAll('{name}', ref.name.toLowerCase())
  for (const text of [first, `${first}* Grüße – ✓\n`]) {
    await changeSource(writer, { ref, edit: () => text }, unguarded)
    const { hash, version } = await readSource(reader, { ref, fresh: true })
    expect(hash === sourceHash(text), 'another text is read back than was written')
    expect(version === 'inactive', `the written source is ${version}`)
  }
}

async function createPart({ reader, writer, world, exchanges }: Bench): Promise<void> {
  const ref = await world.make({ type: 'CLAS', source: classSource })
  const text = testsSource(ref.name.toLowerCase())
  const part = { ref, part: 'testclasses' }
  const change = { ...part, createPart: true, edit: () => text }
  await changeSource(writer, change, unguarded).catch((error: unknown) => {
    const created = exchanges.some(
      ({ request, answer }) => request.operation === 'part.create' && answer !== undefined
    )
    if (!created || !isErpError(error)) throw error
    expect(false, `the part cannot be written after it was created: ${error.message}`)
  })
  const { hash } = await readSource(reader, { ...part, fresh: true })
  expect(hash === sourceHash(text), 'another text is read back than was written')
}

async function activateDrafts({ reader, writer, world }: Bench): Promise<void> {
  const ref = await world.make({ type: 'CLAS', source: classSource })
  const good = (await readSource(reader, { ref })).text
  expect(
    (await activate(writer, { refs: [ref] })).outcome === 'activated',
    'a right source is not activated'
  )
  const active = await readSource(reader, { ref, version: 'active', fresh: true })
  expect(active.text === good, 'the active source is not the one that was activated')
  const drafts = await listInactive(reader)
  expect(!drafts.some(each => each.ref.name === ref.name), 'it is inactive after its activation')
  const broken = good.replace('factor = 2.', brokenLine)
  await changeSource(writer, { ref, edit: () => broken }, unguarded)
  const { outcome, findings } = await activate(writer, { refs: [ref] })
  expect(outcome === 'failed', `the activation of a wrong source is ${outcome}`)
  expect(
    findings.some(({ severity, text }) => severity === 'error' && text !== ''),
    'a failed activation names no error'
  )
  const after = await readSource(reader, { ref, version: 'active', fresh: true })
  expect(after.text === good, 'a failed activation has changed the active source')
}

async function writeDocument({ reader, writer, world }: Bench): Promise<void> {
  const ref = await world.make({ type: 'MSAG' })
  const messages = [
    { number: '001', text: 'verify & one' },
    { number: '002', text: 'two <&> "quoted"' }
  ]
  const change = { ref, fields: { messages } }
  const { comparison } = await changeObjectFields(writer, change, unguarded)
  expect(comparison !== undefined, 'the document cannot be read again')
  const [refused] = comparison.refused
  expect(
    refused === undefined,
    `${refused?.path ?? ''} is ${JSON.stringify(refused?.stored)} instead of ${JSON.stringify(refused?.sent)}`
  )
  const { description } = await readMetadata(reader, { ref })
  expect(description === world.marker, `the description is ${description}, which was not named`)
  const stored = JSON.stringify(await readObjectFields(reader, { ref }))
  for (const { text } of messages) {
    expect(stored.includes(JSON.stringify(text)), `the message ${text} is not stored`)
  }
}

async function runConsole({ writer, world }: Bench): Promise<void> {
  const ref = await world.make({ type: 'CLAS', source: consoleSource, activate: true })
  const output = await runClass(writer, { name: ref.name })
  expect(
    output.includes(`${ref.name.toLowerCase()} runs`),
    `the output is ${JSON.stringify(output.slice(0, 80))}`
  )
}

const written = { writes: true, service: 'always' } as const

export const changeChecks: readonly Check[] = [
  {
    operation: 'object.create',
    assumes: 'A new object has the given package and description, and cannot be created twice.',
    ...written,
    rule: 'create',
    run: create
  },
  {
    operation: 'object.delete',
    assumes: 'A deleted object does not exist.',
    ...written,
    rule: 'delete',
    run: remove
  },
  {
    operation: 'source.write',
    assumes: 'A source is read back as it was written, as a draft.',
    ...written,
    rule: 'update',
    run: write
  },
  {
    operation: 'part.create',
    assumes: 'The local tests of a class are created before they are written.',
    ...written,
    rule: 'update',
    run: createPart
  },
  {
    operation: 'activate',
    assumes: 'An activation replaces the active source, or names its errors and changes nothing.',
    ...written,
    rule: 'activate',
    answer: { root: ['messages', 'inactiveObjects', 'objectReferences'], mayBeEmpty: true },
    run: activateDrafts
  },
  {
    operation: 'document.write',
    assumes: 'A document is stored as it was written.',
    ...written,
    rule: 'update',
    run: writeDocument
  },
  {
    operation: 'texts.write',
    assumes: 'Text symbols are stored as they were written.',
    writes: true,
    service: '/textelements/programs',
    rule: 'update',
    run: writeTexts
  },
  {
    operation: 'run',
    assumes: 'A console class runs, and its output is the answer.',
    writes: true,
    service: '/oo/classrun',
    rule: 'execute',
    answer: { type: /^text\/plain$/ },
    run: runConsole
  }
]
