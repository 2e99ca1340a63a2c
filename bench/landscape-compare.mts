/**
 * A package of 1,000 objects compared between two sandbox systems: ERPContext compare, and a loop of
 * ERPRead calls as an agent without it would make them. Each ERP is 10 ms away. For
 * `bench/landscape.mts`.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { freePort, start, stop } from './performance/processes.mts'
import { repository, writeFolder } from './sandbox-objects.mts'

const home = '$BENCH'
const types: Readonly<Record<string, string>> = {
  clas: 'CLAS',
  intf: 'INTF',
  prog: 'PROG',
  tabl: 'TABL',
  dtel: 'DTEL',
  ddls: 'DDLS'
}

export interface CompareCost {
  readonly seconds: number
  readonly calls: number
  /** Of the answers, which the model reads. */
  readonly kilobytes: number
}

/** @param file the bin */
export async function compareCosts(
  file: string,
  count: number
): Promise<{ readonly compare: CompareCost; readonly loop: CompareCost }> {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-bench-'))
  const objects = repository(count)
  writeFolder(join(folder, 'dev'), objects)
  const changed = objects.map((one, at) =>
    at % 100 === 7 ? { ...one, text: one.text.replace('PUBLIC', 'PUBLIC FINAL') } : one
  )
  writeFolder(join(folder, 'qas'), changed.slice(0, -5))
  const url = await startSystems(file, folder)
  try {
    return { compare: await byCompare(url), loop: await byLoop(url, objects) }
  } finally {
    await Promise.all(running.splice(0).map(stop))
    rmSync(folder, { recursive: true })
  }
}

const running: ReturnType<typeof start>[] = []
const agent = new Agent({ headersTimeout: 600_000, bodyTimeout: 600_000 })

/** @returns the address of the endpoints */
async function startSystems(file: string, folder: string): Promise<string> {
  const [landscape, systems] = [join(folder, 'landscape.json'), join(folder, 'systems.json')]
  const system = (name: string) => ({
    sid: name.toUpperCase(),
    role: 'development',
    seed: join(folder, name)
  })
  writeFileSync(landscape, JSON.stringify({ systems: { dev: system('dev'), qas: system('qas') } }))
  const args = ['sandbox', '--landscape', landscape, '--write-systems-file', systems]
  const erps = start({ file, args, place: 'others', ipc: true })
  running.push(erps)
  await once(erps, 'message')
  await moveAway(systems)
  const address = `127.0.0.1:${await freePort()}`
  const env = {
    ERP_SYSTEMS_FILE: systems,
    ERP_TRANSPORT: 'http-streamable',
    ERP_HTTP_ADDR: address,
    ERP_RATE_LIMIT: '0',
    ERP_LOG_LEVEL: 'error'
  }
  running.push(start({ file, env, place: 'server' }))
  for (;;) {
    const isReady = await request(`http://${address}/ready`).then(
      ({ statusCode }) => statusCode === 200,
      () => false
    )
    if (isReady) return `http://${address}/mcp`
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Milliseconds there and back. */
const distanceMs = 10

/** Puts a line of that length before each system of the file. */
async function moveAway(path: string): Promise<void> {
  const file = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly systems: Readonly<Record<string, { url: string }>>
  }
  for (const entry of Object.values(file.systems)) {
    const { hostname, port } = new URL(entry.url)
    const line = createServer({ noDelay: true }, near => {
      const far = connect({ host: hostname, port: Number(port), noDelay: true })
      delayed(near, far)
      delayed(far, near)
    })
    line.listen(0, '127.0.0.1').unref()
    await once(line, 'listening')
    entry.url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`
  }
  writeFileSync(path, JSON.stringify(file))
}

function delayed(from: Socket, to: Socket): void {
  from.on('data', chunk => setTimeout(() => to.write(chunk), distanceMs / 2))
  from.once('close', () => setTimeout(() => to.destroy(), distanceMs / 2))
  from.on('error', () => {})
}

async function call(url: string, name: string, given: object): Promise<string> {
  const params = { name, arguments: given }
  const { body } = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { accept: '*/*', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  })
  const { result } = (await body.json()) as { result?: { content?: { text?: string }[] } }
  return result?.content?.[0]?.text ?? ''
}

async function byCompare(url: string): Promise<CompareCost> {
  const from = performance.now()
  let [calls, bytes] = [0, 0]
  let cursor: string | undefined
  do {
    const common = { action: 'compare', type: 'DEVC', name: home, with: 'qas', maxResults: 500 }
    const text = await call(`${url}/dev`, 'ERPContext', { ...common, ...(cursor && { cursor }) })
    calls++
    bytes += text.length
    if (!text.includes(' same')) throw new Error(`no comparison: ${text.slice(0, 300)}`)
    cursor = /cursor\W+([\w.~-]{20,})/i.exec(text)?.[1]
  } while (cursor !== undefined)
  return costOf(from, { calls, bytes })
}

/** One object after the other, at both systems, as an agent works. */
async function byLoop(
  url: string,
  objects: readonly { readonly name: string }[]
): Promise<CompareCost> {
  const from = performance.now()
  let [calls, bytes] = [0, 0]
  for (const { name } of objects) {
    const [object = '', kind = ''] = name.split('.')
    const given = { type: types[kind], name: object.toUpperCase() }
    for (const system of ['dev', 'qas']) {
      const text = await call(`${url}/${system}`, 'ERPRead', given)
      calls++
      bytes += text.length
    }
  }
  return costOf(from, { calls, bytes })
}

function costOf(from: number, { calls, bytes }: { calls: number; bytes: number }): CompareCost {
  const seconds = (performance.now() - from) / 1000
  return { seconds, calls, kilobytes: Math.round(bytes / 1024) }
}
