/** Checks of locks, and of the changes that the ERP plans first. */
import {
  changePackage,
  createObject,
  executeRefactoring,
  isErpError,
  objectUri,
  planRename,
  probeLock,
  readMetadata,
  readSource
} from '../../../erp-client/index.ts'
import type { ErpSession, ObjectRef } from '../../../erp-client/index.ts'
import { readLockXml } from '../../../erp-client/wire/lock.ts'
import type { Bench } from '../bench.ts'
import { Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'
import { classSource, positionOf } from '../sources.ts'
import { unguarded } from '../world.ts'
import { asx } from './shapes.ts'

const lockAccept =
  'application/*,application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.lock.result'

/** Locks an object, and leaves the lock to the session. */
export async function lockIn(session: ErpSession, ref: ObjectRef): Promise<string> {
  const { text } = await session.request({
    operation: 'lock',
    effect: 'change',
    method: 'POST',
    path: objectUri(ref),
    query: { _action: 'LOCK', accessMode: 'MODIFY' },
    accept: lockAccept
  })
  return readLockXml(text, ref).handle
}

/** Whether a session of its own is refused the lock, and gives it back where it is not. */
export async function isLocked({ visit }: Bench, ref: ObjectRef): Promise<boolean> {
  const other = visit()
  try {
    return await other.writer.session(async session => {
      try {
        await lockIn(session, ref)
        return false
      } catch (error) {
        if (isErpError(error, 'ERP_LOCKED')) return true
        throw error
      } finally {
        session.discard()
      }
    })
  } finally {
    await other.end()
  }
}

async function lockAndUnlock(bench: Bench): Promise<void> {
  const ref = await bench.world.make({ type: 'CLAS' })
  await bench.writer.session(async session => {
    try {
      const handle = await lockIn(session, ref)
      expect(
        await isLocked(bench, ref),
        'the lock is not kept until the next request: a second session gets it as well'
      )
      await session.request({
        operation: 'unlock',
        effect: 'change',
        method: 'POST',
        path: objectUri(ref),
        query: { _action: 'UNLOCK', lockHandle: handle }
      })
      expect(!(await isLocked(bench, ref)), 'the object is locked after it was unlocked')
    } finally {
      // Whatever happened, the lock ends with its session.
      session.discard()
    }
  })
}

async function rename({ reader, writer, world }: Bench): Promise<void> {
  const ref = await world.make({ type: 'CLAS', source: classSource, activate: true })
  const { text } = await readSource(reader, { ref })
  const place = { ref, part: 'main', ...positionOf(text, 'double'), newName: 'twofold' }
  await executeRefactoring(writer, { plan: await planRename(reader, place) })
  const after = (await readSource(reader, { ref, fresh: true })).text
  expect(
    after.toLowerCase() === text.toLowerCase().replaceAll('double', 'twofold'),
    'the source does not have the new name at each place'
  )
}

async function move({ reader, writer, world, permitsPackage }: Bench): Promise<void> {
  const target = world.freeRef('DEVC')
  if (!permitsPackage(target.name)) {
    throw new Skipped(`--allowed-packages does not permit a second package (${target.name})`)
  }
  world.owns(target)
  const above = world.package === '$TMP' ? target.name : world.package
  const args = { ref: target, package: above, description: world.marker }
  await createObject(writer, args, unguarded)
  const ref = await world.make({ type: 'CLAS', source: classSource, activate: true })
  await changePackage(writer, { ref, from: world.package, to: target.name })
  const { package: home } = await readMetadata(reader, { ref })
  expect(home === target.name, `the package is ${String(home)} after the move`)
}

/** After the checks: a lock that the client takes itself passes its own proof of a kept lock. */
async function probe(bench: Bench): Promise<void> {
  await lockAndUnlock(bench)
  const ref = await bench.world.make({ type: 'CLAS' })
  await probeLock(bench.writer, { ref }, unguarded)
}

export const lockChecks: readonly Check[] = [
  {
    operation: 'lock',
    assumes: 'A lock is kept between requests of its session, and refused to others.',
    writes: true,
    service: 'always',
    rule: 'update',
    answer: { ...asx, has: ['values/DATA/LOCK_HANDLE', 'values/DATA/IS_LOCAL'] },
    run: probe
  },
  {
    operation: 'unlock',
    assumes: 'An unlocked object can be locked by another session.',
    writes: true,
    service: 'always',
    rule: 'update',
    run: lockAndUnlock
  },
  {
    operation: 'refactoring.execute',
    assumes: 'A planned rename changes each place.',
    writes: true,
    service: '/refactorings',
    rule: 'update',
    run: rename
  },
  {
    operation: 'package.change',
    assumes: 'A planned move changes the package.',
    writes: true,
    service: '/packages',
    rule: 'update',
    run: move
  }
]
