/** The debugger's stand-in with a bench of tools before it, for the tests of debug runs. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { ErpOptions } from '../../../erp-client/index.ts'
import { benchOf } from '../../tools/helpers/erp.ts'
import type { Bench, BenchOptions } from '../../tools/helpers/erp.ts'
import { toolBench } from '../../tools/helpers/sandbox-bench.ts'
import { debugScene } from './scene.ts'
import type { Scene } from './scene.ts'
import { standIn } from '../server.ts'
import type { Exchange, StandIn } from '../server.ts'

export const adt = '/sap/bc/adt'
export const experts: BenchOptions = {
  policy: { expert: new Set(['debug', 'execute', 'amdp'] as const) }
}
export const run = {
  action: 'debug_run',
  trigger: 'run_class',
  name: 'ZCL_DEMO',
  breakpoints: [{ type: 'CLAS', name: 'ZCL_DEMO', line: 24 }]
}

export interface Stage extends StandIn, Omit<ReturnType<typeof toolBench>, 'call'> {
  readonly scene: Scene
  readonly bench: Bench
  readonly call: Bench['call']
}

/** `more` replaces what the debugger answers, exchange by exchange. */
export async function stage(
  t: TestContext,
  more: readonly Exchange[] = [],
  { wish = experts, options = {} }: { wish?: BenchOptions; options?: Partial<ErpOptions> } = {}
): Promise<Stage> {
  const scene = debugScene(more)
  const server = await standIn(t, scene.exchanges, options)
  const bench = benchOf({ ...wish, erp: server.erp })
  return { ...server, ...toolBench(server.erp, wish), bench, call: bench.call, scene }
}

/** Breakpoints, listener and sessions are gone, and no process stands still. */
export function assertReleased({ scene, asked, sessions }: Stage): void {
  assert.ok(
    asked.some(one => one.startsWith(`DELETE ${adt}/debugger/breakpoints/`)),
    'the breakpoint is deleted'
  )
  assert.ok(
    asked.some(one => one.startsWith(`DELETE ${adt}/debugger/listeners`)),
    'the listener is ended'
  )
  assert.deepEqual([scene.listening, scene.attached, [...sessions]], [false, false, []])
}

export const called = (asked: readonly string[], what: string): number =>
  asked.filter(one => one.includes(what)).length
export const never = async (): Promise<never> => await new Promise(() => {})
