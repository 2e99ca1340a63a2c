/**
 * Every action on sandboxes that show a release, held to one table: it works, says how else it
 * works, or says that the release lacks it.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Release } from '../../../sandbox/releases.ts'
import { absences } from '../../../sandbox/not-implemented.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { gaps } from '../../../tools/failure/release-table.ts'
import type { Way } from '../../../tools/failure/other-ways.ts'
import { fallbacks, refused } from './answers.ts'
import type { Refused } from './answers.ts'
import { calls } from './calls.ts'
import type { MatrixCall } from './calls.ts'
import { worldOf } from './world.ts'
import type { World } from './world.ts'

/** The refusals of the client itself, for what the sandbox's discovery does not announce. */
const unannounced =
  /does not announce it|has no (?:API release contracts|abapGit backend|UI5 repository)|has neither the ADT backend of abapGit nor gCTS|does not run programs|measured no coverage/

export function testRelease(release: Release): void {
  describe(`release ${release}`, () => {
    let world: World | undefined
    before(async () => {
      world = await worldOf(release)
    })
    after(async () => {
      await world?.close()
    })
    for (const call of calls) {
      test(call.name, async () => {
        assert.ok(world !== undefined)
        assertAnswer(call, release, await make(call, world))
      })
    }
  })
}

async function make({ name, args, first }: MatrixCall, world: World): Promise<ToolResult> {
  const [tool = ''] = name.split(' ')
  const refusal = refusalOf(name, world.release)
  if (refusal === undefined) await first?.(world)
  return await world.call(tool, typeof args === 'function' ? await args(world) : args)
}

const refusalOf = (name: string, release: Release): Refused | undefined =>
  refused[name]?.find(({ on }) => on.includes(release))

function assertAnswer({ name }: MatrixCall, release: Release, result: ToolResult): void {
  const refusal = refusalOf(name, release)
  if (refusal !== undefined) return assertRefused(refusal, result)
  if (release === 'cloud' && /^ERPWrite create \((PROG|INCL|TYPE)\)$/.test(name)) {
    assert.match(result.text, /S_ABPLNGVS.*take a class/s, 'ABAP cloud has no new programs')
    return
  }
  assert.ok(result.kind === 'text' || result.kind === 'data', result.text)
  const fallback = fallbacks[name]
  if (fallback?.on.includes(release) === true) assert.match(result.text, fallback.says)
}

/**
 * The code, the gap with what to use instead, and, where only the sandbox lacks the service, its
 * own reason.
 */
export function assertRefused(
  { gap, reason }: Pick<Refused, 'gap' | 'reason'>,
  result: ToolResult
): void {
  assert.ok(
    result.kind === 'error',
    `it works, although the table says that it does not: ${result.text}`
  )
  assert.equal(result.code, 'NOT_SUPPORTED_BY_RELEASE', result.text)
  assert.deepEqual({ ...result.data, gap }, result.data, result.text)
  const ways: readonly Way[] = gaps[gap].instead
  const isInstallation = gap === 'git' && result.text.includes('Install the backend')
  for (const way of isInstallation ? [] : ways) {
    if (typeof way === 'string') assert.ok(result.text.includes(way), result.text)
    // A sandbox has no transactions and no tables of the standard, whatever release it shows.
    else if (way.needs === 'standard') assert.ok(!result.text.includes(way.way), result.text)
  }
  if (reason === 'sandbox') {
    assert.ok(
      unannounced.test(result.text) ||
        absences.some(absence => result.text.includes(absence.reason)) ||
        /does not exist/.test(result.text),
      result.text
    )
  }
}
