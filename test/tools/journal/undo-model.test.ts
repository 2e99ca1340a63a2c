/** Random changes of three users, undone in random order, against a model of the states. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readMetadata, readSource, isErpError } from '../../../erp-client/index.ts'
import { sampledRounds, seed } from '../../helpers/sample.ts'
import { confirmed, idOf, startUndoBench } from './undo-bench.ts'
import type { UndoBench } from './undo-bench.ts'

let bench: UndoBench
before(async () => {
  bench = await startUndoBench()
})
after(async () => {
  await bench?.close()
})

const users = ['DEVELOPER', 'SECOND', 'THIRD'] as const
const names = ['ZUM_A', 'ZUM_B', 'ZUM_C', 'ZUM_D', 'ZUM_E']
const missing = 'missing'

interface Change {
  readonly id: string
  readonly user: string
  readonly name: string
  readonly before: string
  readonly after: string
}

/** Repeatable random numbers below a bound. */
function randomOf(start: number): (below: number) => number {
  let state = start >>> 0 || 1
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

async function stateNow(name: string): Promise<string> {
  const ref = { type: 'PROG', name }
  try {
    const { text } = await readSource(bench.erp.reader, { ref, fresh: true })
    const { version } = await readMetadata(bench.erp.reader, { ref })
    return `${version}: ${text}`
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return missing
    throw error
  }
}

const rounds = sampledRounds(200, 5)

test(`${rounds} changes and undos in random order leave what the model has`, async () => {
  const random = randomOf(seed + 7)
  const model = new Map(names.map(name => [name, missing]))
  const changes: Change[] = []
  const benches = new Map(users.map(user => [user as string, bench.as(user)]))
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T
  for (let round = 0; round < rounds; round++) {
    const isUndo = changes.length > 3 && random(2) === 0
    const change = isUndo ? pick(changes) : undefined
    const name = change?.name ?? pick(names)
    const user = change?.user ?? pick(users)
    const now = model.get(name) ?? missing
    const source = `REPORT ${name.toLowerCase()}.\n* ${round}\n`
    const own = { type: 'PROG', name }
    const isDeletion = now !== missing && random(4) === 0
    const args =
      change !== undefined
        ? { action: 'undo', change: change.id }
        : now === missing
          ? { action: 'create', ...own, package: '$TMP', source, activate: true }
          : isDeletion
            ? { action: 'delete', ...own }
            : { action: 'update', ...own, source, overwrite: true, activate: true }
    const result = await confirmed(benches.get(user) ?? bench, 'ERPWrite', args)
    const words = `round ${round} (ATTACK_SEED=${seed}): ${JSON.stringify(args)}: ${result.text}`
    if (change !== undefined && now !== change.after) {
      // Another state: refused, unless it is the one before the change already.
      if (now !== change.before) assert.equal(result.kind, 'error', words)
    } else if (change !== undefined && result.kind === 'error') {
      assert.match(result.text, /undone already/, words)
    } else {
      const next = change?.before ?? (isDeletion && now !== missing ? missing : `active: ${source}`)
      changes.push({ id: idOf(result), user, name, before: now, after: next })
      model.set(name, next)
    }
    assert.equal(await stateNow(name), model.get(name), words)
  }
  for (const name of names) assert.equal(await stateNow(name), model.get(name), name)
})
