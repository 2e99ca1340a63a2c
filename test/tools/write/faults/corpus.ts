/**
 * Faults at every request of a creation and of a change, for every type: the answer never claims
 * what is not so, and going on with it or sending it again leads to what was wanted. The requests of
 * each call are counted by the proxy in a run without faults.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { codesWith, createErp } from '../../../../erp-client/index.ts'
import type { Erp, ObjectRef } from '../../../../erp-client/index.ts'
import type { Sandbox } from '../../../../sandbox/server.ts'
import { createKeptCalls, createTokenSigner } from '../../../../tools/index.ts'
import type { ToolResult } from '../../../../tools/index.ts'
import { sampled } from '../../../helpers/sample.ts'
import { createTestSandbox } from '../../../helpers/sandbox.ts'
import { startFaultProxy } from '../../helpers/fault-proxy.ts'
import type { FaultProxy } from '../../helpers/fault-proxy.ts'
import { isChange } from '../../helpers/recorded-sandbox.ts'
import { toolBench } from '../../helpers/sandbox-bench.ts'
import { contents, group, storedAt } from './contents.ts'
import type { Content, Stored } from './contents.ts'

const signer = createTokenSigner('one key')
/** How long the client of a case with a silent ERP waits. */
const silentMs = 600
/** Of one case. */
const longestMs = 30_000

let sandbox: Sandbox
let proxy: FaultProxy
let witness: Erp
/** Added to the clock of the ERP: sessions that a dead bridge has left time out. */
let later = 0

const connect = (url: string, timeoutMs = 20_000): Erp =>
  createErp({
    baseUrl: url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' },
    timeoutMs
  })
type Bench = ReturnType<typeof toolBench>
const benchOn = (erp: Erp, kept = createKeptCalls({ signer })): Bench => toolBench(erp, { kept })

before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }],
    now: () => Date.now() + later
  })
  proxy = await startFaultProxy(sandbox.url)
  witness = connect(sandbox.url)
  const create = { action: 'create', type: 'FUGR', name: group, package: '$TMP', activate: true }
  await benchOn(witness).data('ERPWrite', create)
})
after(async () => {
  await witness?.close()
  await proxy?.close()
  await sandbox?.close()
})

/** `killed`: this request arrives, and the bridge is gone from then on; its answer is lost. */
type Fault =
  | 'lost'
  | 'unanswered'
  | 'error'
  | 'failed after'
  | 'silent'
  | 'cancelled'
  | 'killed'
  | 'killed before'
const faults: readonly Fault[] = [
  'lost',
  'unanswered',
  'error',
  'failed after',
  'silent',
  'cancelled',
  'killed',
  'killed before'
]
/** Of requests that change nothing: whether the ERP has worked makes no difference. */
const ofReads: readonly Fault[] = ['lost', 'error', 'cancelled', 'killed']
/** A creation or a change by a call of its own, and a creation as the second entry of a batch. */
type Kind = 'create' | 'change' | 'batch'

interface Case {
  readonly type: string
  readonly kind: Kind
  readonly step: number
  readonly fault: Fault
}

let numbers = 0

interface Subject {
  readonly ref: ObjectRef
  readonly content: Content
  /** The program that a batch creates before. */
  readonly first: ObjectRef
}

function newSubject(type: string): Subject {
  const content = contents[type] ?? assert.fail(`no content of ${type}`)
  const number = ++numbers
  const name = content.nameOf(number)
  return {
    ref: { type, name, ...(content.inGroup === true ? { group } : {}) },
    content,
    first: { type: 'PROG', name: `ZFLT_0${number.toString(36).toUpperCase()}` }
  }
}

function creationOf({ ref, content }: Subject): object {
  return {
    action: 'create',
    ...ref,
    ...content.write?.(ref.name, 1),
    ...(content.created === undefined ? {} : { fields: content.created })
  }
}

function callOf(kind: Kind, subject: Subject): object {
  const { ref, content, first } = subject
  const activate = content.activates === true
  const inPackage = content.inGroup === true ? {} : { package: '$TMP' }
  if (kind === 'create') return { ...creationOf(subject), ...inPackage, activate }
  if (kind === 'change') {
    const text = content.write?.(ref.name, 2) ?? {}
    const overwrite = 'source' in text ? { overwrite: true } : {}
    return { action: 'update', ...ref, ...text, ...overwrite, activate }
  }
  const program = contents['PROG']?.write?.(first.name, 1)
  return {
    action: 'batch',
    package: '$TMP',
    items: [{ action: 'create', ...first, ...program }, creationOf(subject)],
    activate
  }
}

/** The same as entries of a batch, which sees what is done already. */
function againOf(kind: Kind, subject: Subject): object {
  if (kind !== 'create') return callOf(kind, subject)
  const activate = subject.content.activates === true
  return { action: 'batch', package: '$TMP', items: [creationOf(subject)], activate }
}

async function prepareSubject(kind: Kind, subject: Subject): Promise<void> {
  if (kind === 'change') await benchOn(witness).data('ERPWrite', callOf('create', subject))
}

/** The number of requests of the call where nothing fails, and those that change something. */
async function stepsOf(type: string, kind: Kind): Promise<readonly string[]> {
  const subject = newSubject(type)
  await prepareSubject(kind, subject)
  const erp = connect(proxy.url)
  proxy.clear()
  const result = await benchOn(erp).call('ERPWrite', callOf(kind, subject))
  const seen = [...proxy.seen]
  await erp.close()
  assert.equal(result.kind, 'data', `${type} ${kind}: ${result.text}`)
  assert.equal(await truthOf(subject), wantedOf(kind))
  return seen
}

const wantedOf = (kind: Kind): Stored => (kind === 'change' ? 2 : 1)
const truthOf = async ({ ref, content }: Subject, isActive = false): Promise<Stored> =>
  await storedAt(witness.reader, ref, { isActive, content })

/** Runs the call and lets the request at one place fail. Undefined where the bridge was killed. */
async function runWith(
  bench: Bench,
  args: object,
  { step, fault }: Case
): Promise<ToolResult | undefined> {
  const leaving = new AbortController()
  const died = Promise.withResolvers<undefined>()
  proxy.clear()
  proxy.fateOf = (_method, _url, at) => {
    const isDead = fault === 'killed' ? at > step : at >= step
    if (fault.startsWith('killed')) {
      if (at >= step) setTimeout(() => died.resolve(undefined), 30)
      return isDead ? 'silent' : undefined
    }
    if (at !== step) return undefined
    if (fault !== 'cancelled') {
      return fault as Exclude<Fault, 'cancelled' | 'killed' | 'killed before'>
    }
    leaving.abort()
    return undefined
  }
  return await Promise.race([bench.call('ERPWrite', args, leaving.signal), died.promise])
}

interface ItemState {
  readonly name: string
  readonly state: string
}

/** What an answer claims of the object: each claim with what may be stored then. */
function allowedBy(kind: Kind, result: ToolResult, { ref }: Subject): readonly Stored[] {
  const before: Stored = kind === 'change' ? 1 : 'absent'
  const wanted = wantedOf(kind)
  const any: readonly Stored[] = ['absent', 1, 2, 'other']
  if (result.kind === 'data') return [wanted]
  assert.equal(result.kind, 'error', result.text)
  const data = (('data' in result ? result.data : undefined) ?? {}) as {
    items?: ItemState[]
    outcome?: string
    saved?: boolean
    created?: boolean
  }
  const { code } = result as { code: string }
  if (kind === 'batch' && data.items !== undefined) {
    const own = data.items.find(({ name }) => name === ref.name)
    const { state = '' } = own ?? {}
    if (state === 'done' || state === 'was so') return [wanted]
    if (state === 'begun') return [1, 'other']
    if (state === 'failed' || state === 'not begun') return [before]
    return any
  }
  if (code === 'CREATED_WITHOUT_SOURCE') return [1, 'other']
  if (data.saved === true || data.created === true) return [wanted]
  if (code === 'OUTCOME_UNKNOWN' || data.outcome === 'unknown') return any
  return [before]
}

const counted = { cases: 0, losses: [] as string[], unhealed: [] as string[] }

/** Sends it again as the answer says, until it is done; sessions of a dead bridge end in between. */
async function heal(
  bench: Bench,
  kind: Kind,
  {
    subject,
    result
  }: {
    readonly subject: Subject
    readonly result: ToolResult | undefined
  }
): Promise<ToolResult> {
  proxy.clear()
  const { resume }: { resume?: string } =
    result !== undefined && 'data' in result ? (result.data ?? {}) : {}
  const args = resume === undefined ? againOf(kind, subject) : { action: 'batch', resume }
  const first = await bench.call('ERPWrite', args)
  if (first.kind === 'data') return first
  later += 24 * 3_600_000
  return await bench.call('ERPWrite', args)
}

async function tryCase(one: Case): Promise<void> {
  const { type, kind, fault } = one
  const subject = newSubject(type)
  await prepareSubject(kind, subject)
  const isDead = fault.startsWith('killed')
  const erp = connect(proxy.url, fault === 'silent' ? silentMs : undefined)
  const kept = createKeptCalls({ signer })
  const result = await runWith(benchOn(erp, kept), callOf(kind, subject), one)
  const request = proxy.seen[one.step] ?? 'no request'
  const where = `${type} ${kind}, ${fault} at ${one.step} (${request.slice(0, 90)})`
  counted.cases++
  if (result !== undefined) {
    // A request that goes on after its caller has left ends in a moment.
    if (fault === 'cancelled') await sleep(5)
    const truth = await truthOf(subject)
    const allowed = allowedBy(kind, result, subject)
    if (!allowed.includes(truth)) {
      counted.losses.push(`${where}: ${truth}, but: ${result.text.slice(0, 400)}`)
    }
    if (result.kind === 'data' && subject.content.activates === true) {
      const active = await truthOf(subject, true)
      if (active !== wantedOf(kind)) counted.losses.push(`${where}: active is ${active}`)
    }
  }
  const next = isDead || fault === 'silent' ? connect(proxy.url) : erp
  if (isDead) {
    proxy.fateOf = () => 'lost'
    // Its sessions have timed out when a new bridge starts.
    later += 24 * 3_600_000
  }
  if (next !== erp) void erp.close().catch(() => {})
  // A bridge that was killed has forgotten its calls.
  const healed = await heal(benchOn(next, isDead ? undefined : kept), kind, { subject, result })
  const end = await truthOf(subject, subject.content.activates)
  if (healed.kind !== 'data' || end !== wantedOf(kind)) {
    counted.unhealed.push(
      `${where}: ${end} after ${healed.text.slice(0, 400)} | before: ${result?.text.slice(0, 300)}`
    )
  }
  if (kind === 'batch') {
    const program = { ref: subject.first, content: contents['PROG'] ?? assert.fail() }
    const stored = await storedAt(witness.reader, program.ref, program)
    if (stored !== 1) counted.unhealed.push(`${where}: the first entry is ${stored}`)
  }
  await next.close()
}

/** Every type that can be created has a content here, or cannot be created in the sandbox. */
export function testContents(): void {
  test('every type that can be created has a content', async () => {
    const missing = codesWith('create').filter(
      code => code !== 'DEVC' && contents[code] === undefined
    )
    const bench = benchOn(witness)
    for (const type of missing) {
      const create = { action: 'create', type, name: 'ZFLT_NONE', package: '$TMP' }
      assert.equal(await bench.code('ERPWrite', create), 'NOT_SUPPORTED_BY_RELEASE', type)
    }
  })
}

/** The corpus of some types, as one test. */
export function testFaults(types: readonly string[]): void {
  test(`faults at every step: ${types.join(', ')}`, { timeout: 850_000 }, async () => {
    const cases: Case[] = []
    for (const type of types) {
      const { write } = contents[type] ?? {}
      const kinds: readonly Kind[] =
        write === undefined ? ['create', 'batch'] : ['create', 'change', 'batch']
      for (const kind of kinds) {
        for (const [step, request] of (await stepsOf(type, kind)).entries()) {
          const [method = '', url = ''] = request.split(' ')
          // A silent ERP costs seconds, and minutes for an activation.
          const isWaited = isChange(method, url) && !url.includes('/activation')
          const some =
            isChange(method, url) || url.includes('_action=')
              ? faults.filter(fault => fault !== 'silent' || isWaited)
              : ofReads
          cases.push(...some.map(fault => ({ type, kind, step, fault })))
        }
      }
    }
    for (const one of sampled(cases, 50)) {
      const late = new AbortController()
      await Promise.race([
        tryCase(one),
        sleep(longestMs, undefined, { signal: late.signal }).then(
          () => assert.fail(`${JSON.stringify(one)} takes longer than ${longestMs} ms`),
          () => {}
        )
      ])
      late.abort()
    }
    const { cases: count, losses, unhealed } = counted
    process.stdout.write(
      `faults: ${count} cases of ${cases.length}, ${losses.length} silent losses, ${unhealed.length} not healed\n`
    )
    assert.deepEqual({ losses, unhealed }, { losses: [], unhealed: [] })
  })
}
