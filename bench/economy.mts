/**
 * What an agent's work costs: `node bench/economy.mts` does a day's jobs with our tools over a real MCP
 * client against the sandbox, judges each by its outcome, and counts calls and bytes. With
 * PEER_DIR, a folder in whose node_modules the peer `arc-1` is installed, the same jobs are done
 * with its tools on a system of their own. The table goes to bench/results/economy.json and
 * docs/economy.md; `--check` only compares the costs of ours with those written down. A cost above its
 * target (economy/targets.mts) is an error.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAgent } from './economy/agent.mts'
import type { Cost, Program, Surface } from './economy/agent.mts'
import { jobs } from './economy/jobs.mts'
import { readingJobs } from './economy/reading-jobs.mts'
import { replace } from './economy/replace.mts'
import { exceeded } from './economy/targets.mts'
import { pageOf } from './economy/page.mts'
import { createWorld, ourProgram } from './economy/world.mts'
import type { Access } from './economy/world.mts'

type Side = 'ours' | 'peer'

/** Costs by job; a job that did not finish has the reason. */
export interface Bill {
  readonly surface: Surface
  readonly jobs: Readonly<Record<string, Cost | { readonly failed: string }>>
}
export interface Results {
  readonly note: string
  readonly peer?: string
  readonly ours: Bill
  /** With `--results text`: answers without their structured half. */
  readonly lean: Bill
  readonly peers?: Bill
}

const peerDir = process.env['PEER_DIR']
const file = new URL('./results/economy.json', import.meta.url)
const page = new URL('../docs/economy.md', import.meta.url)

const peerProgram =
  (dir: string) =>
  ({ url, user, password, client }: Access): Program => ({
    command: process.execPath,
    args: [join(dir, 'node_modules', 'arc-1', 'bin', 'arc1.js')],
    env: {
      SAP_URL: url,
      SAP_USER: user,
      SAP_PASSWORD: password,
      SAP_CLIENT: client,
      SAP_TRANSPORT: 'stdio',
      SAP_ALLOW_WRITES: 'true',
      SAP_ALLOWED_PACKAGES: '*',
      SAP_ALLOW_FREE_SQL: 'true',
      SAP_ALLOW_DATA_PREVIEW: 'true',
      SAP_ALLOW_TRANSPORT_WRITES: 'true'
    }
  })

async function work(side: Side, program: (access: Access) => Program): Promise<Bill> {
  const world = await createWorld()
  const agent = await startAgent(program(world))
  const costs: Record<string, Cost | { failed: string }> = {}
  try {
    for (const job of [...jobs, replace, ...readingJobs]) {
      try {
        await job.before?.[side](agent)
        agent.spent()
        const learnt = await job[side](agent, world)
        const cost = agent.spent()
        await job.judge(learnt, world)
        costs[job.name] = cost
      } catch (error) {
        agent.spent()
        costs[job.name] = {
          failed:
            error instanceof Error
              ? error.message.replaceAll(/\s+/g, ' ').slice(0, 300)
              : 'for no reason'
        }
      }
    }
    return { surface: agent.surface, jobs: costs }
  } finally {
    await agent.close()
    await world.close()
  }
}

const ours = await work('ours', ourProgram)
const failed = Object.entries(ours.jobs).filter(([, cost]) => 'failed' in cost)
for (const [name, cost] of failed) console.error(name, cost)
const tooDear = exceeded(ours)
for (const words of tooDear) console.error(words)
process.exitCode = failed.length + tooDear.length === 0 ? 0 : 1

if (process.argv.includes('--check')) {
  const known = (JSON.parse(readFileSync(file, 'utf8')) as Results).ours.jobs
  for (const [name, cost] of Object.entries(ours.jobs)) {
    const before = known[name]
    if (!('calls' in cost) || before === undefined || !('calls' in before)) continue
    const [now, then] = [cost.sent + cost.received, before.sent + before.received]
    // Dates and numbers of requests differ by some bytes from run to run.
    if (cost.calls <= before.calls && now <= then * 1.02) continue
    console.error(
      `${name}: ${cost.calls} calls and ${now} bytes; ${before.calls} and ${then} are written down`
    )
    process.exitCode = 1
  }
} else {
  const note =
    'sent and received: bytes of the JSON of parameters and results; read and tokens (o200k): parameters and the texts of answers.'
  const lean = await work('ours', access => {
    const { args, ...program } = ourProgram(access)
    return { ...program, args: [...args, '--results', 'text'] }
  })
  const results: Results =
    peerDir === undefined
      ? { note, ours, lean }
      : { note, peer: 'arc-1', ours, lean, peers: await work('peer', peerProgram(peerDir)) }
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`)
  const text = pageOf(results)
  writeFileSync(page, text)
  console.log(text)
}
