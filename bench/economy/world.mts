/** A development system with what the jobs need, and a second way into it that counts nothing. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSandbox } from '../../sandbox/server.ts'
import { startAgent } from './agent.mts'
import type { Agent, Program } from './agent.mts'
import { dumpAnswer } from './dumps.mts'
import { bigClass, bigTests, dumpProgram, fieldClasses, offerTests, recorded } from './sources.mts'

export interface Access {
  readonly url: string
  readonly user: string
  readonly password: string
  readonly client: string
}

export interface World extends Access {
  /** Looks and prepares, at no cost. */
  readonly backstage: Agent
  /** The request to be reviewed. */
  readonly transport: string
  close(): Promise<void>
}

/** Changes are recorded, as for a user, and not among those of the user of this machine. */
const journalFolder = mkdtempSync(join(tmpdir(), 'economy-journal-'))
process.once('exit', () => {
  rmSync(journalFolder, { recursive: true, force: true })
})

export const ourProgram = ({ url, user, password, client }: Access): Program => ({
  command: process.execPath,
  args: [
    fileURLToPath(new URL('../../cli.ts', import.meta.url)),
    '--url',
    url,
    '--client',
    client,
    '--allow-transportable-edits',
    '--enable-transports',
    '--log-level',
    'silent'
  ],
  env: { ERP_USER: user, ERP_PASSWORD: password, ERP_JOURNAL_DIR: journalFolder }
})

/**
 * Stands before the sandbox and answers for one short dump of old, in the bytes that the interface
 * documents.
 */
async function withDumps(
  target: string
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const dump = dumpAnswer(new URL(url, target).pathname)
    if (dump !== undefined) {
      incoming.resume()
      outgoing.writeHead(200, { 'content-type': dump.type }).end(dump.body)
      return
    }
    const onward = httpRequest(
      `${target}${url}`,
      { method, headers: { ...headers, host: new URL(target).host } },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
    }
  }
}

export async function createWorld(): Promise<World> {
  const sandbox = await createSandbox({ user: 'DEVELOPER', password: 'economy-1' })
  const front = await withDumps(sandbox.url)
  const access = {
    url: front.url,
    user: sandbox.user,
    password: sandbox.password,
    client: sandbox.client
  }
  const { args, ...program } = ourProgram(access)
  // What is prepared here costs nothing: no question is asked for it.
  const backstage = await startAgent({ ...program, args: [...args, '--confirm', 'never'] })
  const close = async () => {
    await backstage.close()
    await front.close()
    await sandbox.close()
  }
  try {
    return { ...access, backstage, transport: await fill(backstage), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill({ done }: Agent): Promise<string> {
  const create = async (type: string, name: string, source: string, more: object = {}) => {
    await done('ERPWrite', {
      action: 'create',
      type,
      name,
      package: '$TMP',
      description: 'For the economy of agents',
      source,
      activate: true,
      ...more
    })
  }
  const tests = async (name: string, source: string) => {
    await done('ERPWrite', {
      action: 'update',
      type: 'CLAS',
      name,
      include: 'testclasses',
      source,
      overwrite: true,
      activate: true
    })
  }
  await create('CLAS', 'ZCL_EC_SETTLEMENT', bigClass)
  await tests('ZCL_EC_SETTLEMENT', bigTests)
  for (const { name, source } of fieldClasses) await create('CLAS', name, source)
  await tests('ZCL_EC_OFFER', offerTests)
  await create('PROG', 'ZEC_AVERAGE', dumpProgram)
  return await record({ done, create })
}

/** Released once, changed again: the request to review holds three changed classes. */
async function record({
  done,
  create
}: Pick<Agent, 'done'> & {
  create: (type: string, name: string, source: string, more: object) => Promise<void>
}): Promise<string> {
  const request = async (description: string) =>
    String(
      (await done('ERPTransport', { action: 'create', description, package: 'ZFERRY_CORE' })).data[
        'transport'
      ]
    )
  const first = await request('First version')
  for (const { name, before } of recorded) {
    await create('CLAS', name, before, { package: 'ZFERRY_CORE', transport: first })
  }
  await done('ERPTransport', { action: 'release_recursive', transport: first })
  const second = await request('To be reviewed')
  for (const { name, after } of recorded) {
    await done('ERPWrite', {
      action: 'update',
      type: 'CLAS',
      name,
      source: after,
      overwrite: true,
      activate: true,
      transport: second
    })
  }
  return second
}
