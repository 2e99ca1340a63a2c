/**
 * What principal propagation costs: `node bench/principal-propagation.mts [identities]` asks a
 * small ERP on this machine, which shares its processor, and prints the time of a request under a
 * certificate that is there already, under a new one, and for a new identity. Figures for people;
 * nothing is asserted.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerIdentity } from '../sandbox/http/logon/server-certificate.ts'
import { loadCertificateAuthority } from '../erp-client/pki/certificate-authority.ts'
import { createErp } from '../erp-client/index.ts'
import type { Erp } from '../erp-client/index.ts'
import { createCertificates } from '../erp-client/pki/certificates.ts'
import { createRootAuthority } from '../erp-client/pki/new-authority.ts'

const identities = Number(process.argv[2] ?? 50)
const folder = await mkdtemp(join(tmpdir(), 'erp-bench-'))
const caFile = join(folder, 'ca.pem')
const own = await createServerIdentity([])
await writeFile(caFile, own.ca)
const request = {
  operation: 'bench',
  effect: 'none',
  method: 'GET',
  path: '/sap/bc/adt/bench'
} as const

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

const shown = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  return ['p50', 'p99']
    .map(
      (name, index) =>
        `${name} ${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * (index === 0 ? 0.5 : 0.99)))] ?? 0).toFixed(2)} ms`
    )
    .join('  ')
}

for (const kind of ['ec', 'rsa'] as const) {
  const ca = await createRootAuthority({ name: 'Bench CA', kind, lifetimeMs: 3_600_000 })
  const authority = await loadCertificateAuthority(ca)
  const server = createServer(
    { ...own, ca: ca.certificate, requestCert: true, rejectUnauthorized: true },
    (_request, response) => {
      response
        .writeHead(200, { 'x-csrf-token': 'T', 'set-cookie': 'SAP_SESSIONID_TST_001=S' })
        .end('ok')
    }
  )
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const make = (user: string) =>
    createCertificates({ authority, user, lifetimeMs: 300_000, until: () => Infinity })
  const client = (user: string): { erp: Erp; renew: () => void } => {
    let source = make(user)
    const erp = createErp({
      baseUrl,
      client: '001',
      language: 'EN',
      caFile,
      credential: { kind: 'issued', user, certificates: { current: () => source.current() } }
    })
    return {
      erp,
      renew: () => {
        source = make(user)
      }
    }
  }
  const fresh: number[] = []
  const clients: Erp[] = []
  for (let index = 0; index < identities; index++) {
    const { erp } = client(`U${index}`)
    fresh.push(await timed(() => erp.reader.request(request)))
    clients.push(erp)
  }
  const { erp, renew } = client('RENEWED')
  const renewed: number[] = []
  for (let index = 0; index < identities; index++) {
    renew()
    renewed.push(await timed(() => erp.reader.request(request)))
  }
  const cached: number[] = []
  for (let index = 0; index < identities * 20; index++) {
    cached.push(await timed(() => erp.reader.request(request)))
  }
  console.log(`${kind.padEnd(4)} new identity      ${shown(fresh)}`)
  console.log(`${kind.padEnd(4)} new certificate   ${shown(renewed)}   (with a new key)`)
  console.log(`${kind.padEnd(4)} cached            ${shown(cached)}`)
  await Promise.all([erp, ...clients].map(each => each.close()))
  server.closeAllConnections()
  await new Promise(resolve => {
    server.close(resolve)
  })
}
await rm(folder, { recursive: true })
