/**
 * Many agents at the same and at their own objects, through one bridge over HTTP; what they did is
 * checked against what is there.
 */
import { createSandbox } from '../../../sandbox/server.ts'
import { buildServer } from '../../../server.ts'
import { loadConfig } from '../../../config/config.ts'
import type { AddressInfo } from 'node:net'

export interface AgentsLoad {
  readonly agents: number
  /** Edits that each agent brings about; fewer where the time ends before. */
  readonly rounds: number
  readonly milliseconds: number
}

export interface AgentsOutcome {
  edits: number
  refused: number
  reads: number
  readonly faults: string[]
}

interface Answer {
  readonly text: string
  readonly isError: boolean
  readonly code: string
}

async function callTool(
  url: string,
  { name, args, id }: { name: string; args: object; id: string }
): Promise<Answer> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: args }
    })
  })
  const { id: back, result } = (await answer.json()) as {
    id: string
    result?: {
      content: { text: string }[]
      isError?: boolean
      structuredContent?: { code?: string }
    }
  }
  if (back !== id) throw new Error(`the answer of ${back} came to ${id}`)
  const text = result?.content[0]?.text ?? ''
  return { text, isError: result?.isError === true, code: /^[A-Z_]+/.exec(text)?.[0] ?? '' }
}

const mayRepeat = new Set(['ERP_LOCKED', 'TOOL_STALE_HASH', 'ERP_BUSY'])
const lineOf = (agent: number, value: number) => `* agent ${agent}: ${value}.`

/**
 * One agent: counts its line in the shared source up, keeps a source of its own, and reads back
 * what must be its own.
 */
async function work(
  url: string,
  agent: number,
  { rounds, until, outcome }: { rounds: number; until: number; outcome: AgentsOutcome }
): Promise<number> {
  const own = `ZLOAD_OWN_${agent}`
  const ask = async (name: string, args: object) =>
    await callTool(url, {
      name,
      args,
      id: `${agent}-${outcome.edits}-${outcome.reads++}-${Math.random()}`
    })
  const made = await ask('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: own,
    package: '$TMP',
    source: `REPORT zload_own_${agent}.\n${lineOf(agent, 0)}\n`
  })
  if (made.isError) outcome.faults.push(`${own}: ${made.text.slice(0, 200)}`)
  let value = 0
  while (value < rounds && Date.now() < until) {
    for (const name of ['ZLOAD_SHARED', own]) {
      for (let tries = 0; ; tries++) {
        const { isError, code, text } = await ask('ERPWrite', {
          action: 'edit',
          type: 'PROG',
          name,
          edits: [{ old: lineOf(agent, value), new: lineOf(agent, value + 1) }]
        })
        if (!isError) break
        outcome.refused++
        if (!mayRepeat.has(code) || tries > 500) {
          outcome.faults.push(`agent ${agent} in ${name}: ${text.slice(0, 300)}`)
          return value
        }
        await new Promise(resolve => {
          setTimeout(resolve, Math.random() * 30)
        })
      }
    }
    value++
    outcome.edits += 2
    const { text } = await ask('ERPRead', { type: 'PROG', name: own })
    if (!text.includes(lineOf(agent, value)) || !text.includes(own)) {
      outcome.faults.push(`agent ${agent} read ${text.slice(0, 200)}`)
    }
  }
  return value
}

export async function agentsLoad({
  agents,
  rounds,
  milliseconds
}: AgentsLoad): Promise<AgentsOutcome> {
  const sandbox = await createSandbox({ password: 'secret-1' })
  const { config } = loadConfig(
    [
      '--url',
      sandbox.url,
      '--user',
      sandbox.user,
      '--password',
      'secret-1',
      '--transport',
      'http-streamable',
      '--log-level',
      'silent'
    ],
    {}
  )
  const bridge = await buildServer({ config, version: 'load', sandbox: false })
  await bridge.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(bridge.server.address() as AddressInfo).port}`
  const outcome: AgentsOutcome = { edits: 0, refused: 0, reads: 0, faults: [] }
  try {
    const lines = Array.from({ length: agents }, (_none, agent) => lineOf(agent, 0))
    const made = await callTool(url, {
      name: 'ERPWrite',
      args: {
        action: 'create',
        type: 'PROG',
        name: 'ZLOAD_SHARED',
        package: '$TMP',
        source: `REPORT zload_shared.\n${lines.join('\n')}\n`
      },
      id: 'first'
    })
    if (made.isError) throw new Error(made.text)
    const values = await Promise.all(
      lines.map((_line, agent) =>
        work(url, agent, { rounds, until: Date.now() + milliseconds, outcome })
      )
    )
    const { text } = await callTool(url, {
      name: 'ERPRead',
      args: { type: 'PROG', name: 'ZLOAD_SHARED' },
      id: 'last'
    })
    for (const [agent, value] of values.entries()) {
      if (!text.includes(lineOf(agent, value))) {
        outcome.faults.push(`the update ${value} of agent ${agent} is lost`)
      }
    }
    if (sandbox.counters.openLocks !== 0) {
      outcome.faults.push(`${sandbox.counters.openLocks} locks are left`)
    }
  } finally {
    await bridge.close()
    await sandbox.close()
  }
  return outcome
}
