import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../sandbox/test/http/client.ts'
import type { Client, Reply } from '../../sandbox/test/http/client.ts'

/**
 * What is known of one class: nothing where it is not there; `working` is undefined as long as it
 * is what the system made up.
 */
interface Known {
  readonly active: string | undefined
  readonly working: string | undefined
}
type State = Known | 'absent'

interface Subject {
  readonly name: string
  readonly uri: string
  acknowledged: State
  attempted: State | undefined
}

interface Running {
  readonly url: string
  readonly process: ChildProcess
  readonly exited: Promise<unknown>
}

export interface Rounds {
  readonly dataDir: string
  readonly rounds: number
  /** No further round is begun after this time. */
  readonly milliseconds: number
  readonly seed: number
  /** Told what is known after each round. */
  readonly report?: (outcome: Outcome) => void
}

export interface Outcome {
  rounds: number
  changes: number
  interrupted: number
  readonly faults: string[]
}

const bin = fileURLToPath(new URL('../../cli.ts', import.meta.url))
const names = ['ALICE', 'BOB', 'CAROL'] as const
const password = 'kill-minus-nine'
const adt = '/sap/bc/adt'
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }

/** A small generator, so that a failing run can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function start(dataDir: string): Promise<Running> {
  const child = fork(
    bin,
    [
      'sandbox',
      '--addr',
      '127.0.0.1:0',
      '--data-dir',
      dataDir,
      ...names.flatMap(name => ['--user', `${name}:${password}`])
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }
  )
  const exited = new Promise(resolve => {
    child.once('exit', resolve)
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', message => resolve((message as { readonly url: string }).url))
    child.once('exit', code => reject(new Error(`The sandbox did not come up: exit code ${code}`)))
  })
  return { url, process: child, exited }
}

async function stop({ process, exited }: Running): Promise<void> {
  process.kill('SIGKILL')
  await exited
}

async function logOn(url: string, name: string): Promise<Client> {
  const client = createClient(url, { name, password })
  await client.get(`${adt}/discovery`, { 'x-csrf-token': 'Fetch' })
  return client
}

function demand(reply: Reply, status: number): Reply {
  if (reply.status !== status) {
    throw new Error(`unexpected ${reply.status}: ${reply.text.slice(0, 300)}`)
  }
  return reply
}

async function locked(client: Client, uri: string): Promise<string> {
  const { text } = demand(
    await client.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', stateful),
    200
  )
  return /<LOCK_HANDLE>([^<]+)</.exec(text)?.[1] ?? ''
}

/** Long enough for half a file to be seen. */
function sourceOf(name: string, version: number): string {
  const lines = Array.from({ length: 60 }, (_, line) => `* ${version} line ${line}`)
  const low = name.toLowerCase()
  return [
    `CLASS ${low} DEFINITION PUBLIC.`,
    'ENDCLASS.',
    `CLASS ${low} IMPLEMENTATION.`,
    ...lines,
    'ENDCLASS.',
    ''
  ].join('\n')
}

/** Does one change; `attempted` stands as long as it is not known to have happened. */
async function attempt(subject: Subject, after: State, work: () => Promise<void>): Promise<void> {
  subject.attempted = after
  await work()
  subject.acknowledged = after
  subject.attempted = undefined
}

async function change(
  client: Client,
  subject: Subject,
  dice: number,
  version: number
): Promise<void> {
  const { uri, name, acknowledged: now } = subject
  if (now === 'absent') {
    const body = `<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:description="Killed"><adtcore:packageRef adtcore:name="$TMP"/></class:abapClass>`
    return await attempt(subject, { active: undefined, working: undefined }, async () => {
      demand(await client.post(`${adt}/oo/classes`, body), 201)
    })
  }
  if (dice < 6 || now.working === undefined) {
    const text = sourceOf(name, version)
    const handle = await locked(client, uri)
    await attempt(subject, { ...now, working: text }, async () => {
      demand(
        await client.put(`${uri}/source/main?lockHandle=${handle}`, text, {
          'content-type': 'text/plain; charset=utf-8'
        }),
        200
      )
    })
    demand(await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful), 200)
  } else if (dice < 9) {
    const body = `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="${uri}" adtcore:name="${name}"/></adtcore:objectReferences>`
    await attempt(subject, { active: now.working, working: now.working }, async () => {
      demand(await client.post(`${adt}/activation?method=activate`, body), 200)
    })
  } else {
    const handle = await locked(client, uri)
    await attempt(subject, 'absent', async () => {
      demand(await client.del(`${uri}?lockHandle=${handle}`), 200)
    })
  }
}

async function seen(client: Client, { uri }: Subject): Promise<State> {
  const active = await client.get(`${uri}/source/main?version=active`)
  const working = await client.get(`${uri}/source/main`)
  if (working.status === 404) return 'absent'
  return {
    active: active.status === 404 ? undefined : demand(active, 200).text,
    working: demand(working, 200).text
  }
}

function agrees(found: State, wanted: State): boolean {
  if (found === 'absent' || wanted === 'absent') return found === wanted
  return (
    found.active === wanted.active &&
    (wanted.working === undefined || found.working === wanted.working)
  )
}

/**
 * Compares what is there with what was acknowledged; takes over what turned out to have happened.
 */
async function verify(url: string, subjects: readonly Subject[], faults: string[]): Promise<void> {
  const client = await logOn(url, 'CAROL')
  for (const subject of subjects) {
    const found = await seen(client, subject)
    const { acknowledged, attempted, name } = subject
    const happened = [acknowledged, ...(attempted === undefined ? [] : [attempted])].find(each =>
      agrees(found, each)
    )
    if (happened === undefined) {
      faults.push(
        `${name}: neither what was acknowledged nor what was under way: ${JSON.stringify(found).slice(0, 200)}`
      )
    }
    subject.acknowledged = happened ?? found
    subject.attempted = undefined
    if (found === 'absent') continue
    const reply = await client.post(`${subject.uri}?_action=LOCK&accessMode=MODIFY`, '', stateful)
    if (reply.status !== 200) faults.push(`${name}: a lock is left: ${reply.text.slice(0, 200)}`)
  }
  await client.get('/sap/public/bc/icf/logoff')
}

/** One user's changes, one after the other, until the process is gone. */
async function load(
  url: string,
  user: string,
  context: {
    subjects: readonly Subject[]
    random: (below: number) => number
    outcome: Outcome
    dying: () => boolean
  }
): Promise<void> {
  const { subjects, random, outcome, dying } = context
  try {
    const client = await logOn(url, user)
    for (;;) {
      const subject = subjects[random(subjects.length)]
      if (subject === undefined) return
      await change(client, subject, random(10), outcome.changes++)
    }
  } catch (error) {
    if (!dying()) {
      outcome.faults.push(`${user}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

function subjectsOf(user: number): Subject[] {
  return Array.from({ length: 4 }, (_, index) => {
    const name = `ZCL_KILL_${user}_${index}`
    return {
      name,
      uri: `${adt}/oo/classes/${name.toLowerCase()}`,
      acknowledged: 'absent',
      attempted: undefined
    }
  })
}

/**
 * Kills the whole sandbox at random moments while three users change things, and looks after each
 * start whether everything that was acknowledged is there, every object is whole and no lock is
 * left.
 */
export async function killRounds({
  dataDir,
  rounds,
  milliseconds,
  seed,
  report
}: Rounds): Promise<Outcome> {
  const random = createRandom(seed)
  const outcome: Outcome = { rounds: 0, changes: 0, interrupted: 0, faults: [] }
  const groups = names.map((_, index) => subjectsOf(index))
  const end = Date.now() + milliseconds
  let sandbox = await start(dataDir)
  try {
    while (outcome.rounds < rounds && Date.now() < end) {
      let dying = false
      const loads = groups.map((subjects, index) =>
        load(sandbox.url, names[index] ?? '', { subjects, random, outcome, dying: () => dying })
      )
      await new Promise(resolve => setTimeout(resolve, 30 + random(700)))
      dying = true
      await stop(sandbox)
      await Promise.all(loads)
      outcome.rounds++
      outcome.interrupted += groups.flat().filter(each => each.attempted !== undefined).length
      sandbox = await start(dataDir)
      await verify(sandbox.url, groups.flat(), outcome.faults)
      report?.(outcome)
    }
  } finally {
    await stop(sandbox)
  }
  return outcome
}
