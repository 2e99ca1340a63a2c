/**
 * What redaction by value costs: the time of a line of the log with and without it, alternating,
 * for several numbers of secrets. `node bench/redaction.mts`
 */
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { createLog } from '../log.ts'
import { createSecrets } from '../config/secrets.ts'

const rounds = 15
const lines = 20_000
const call = {
  tool: 'ERPRead',
  operation: 'source',
  letters: 'R',
  changes: false,
  outcome: 'ok',
  user: 'ada@example.com',
  identity: 'oidc https://login.example.com 8f2c',
  method: 'oidc',
  object: 'PROG ZFERRY_CONSOLE',
  ms: 12.3,
  requestId: 'req-1a2b',
  traceId: '0af7651916cd43dd8448eb211c80319c',
  erpRequests: 2
}

const null_ = openSync('/dev/null', 'w')
/** Synchronous, as the log of the launchers is. */
const destination = {
  write: (line: string) => {
    writeSync(null_, line)
  }
}

function timeOf(log: ReturnType<typeof createLog>): number {
  const began = performance.now()
  for (let at = 0; at < lines; at++) log.info({ call }, 'tool call')
  return ((performance.now() - began) / lines) * 1000
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

console.log('secrets  without  with     more     (microseconds a line, median)')
for (const count of [1, 5, 20, 100]) {
  const secrets = createSecrets()
  for (let at = 0; at < count; at++) secrets.add(randomBytes(18).toString('base64'))
  const [plain, guarded] = [
    createLog({ logLevel: 'info' }, destination),
    createLog({ logLevel: 'info' }, destination, secrets)
  ]
  timeOf(plain)
  timeOf(guarded)
  const [without, with_]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    without.push(timeOf(plain))
    with_.push(timeOf(guarded))
  }
  const more = median(with_.map((value, index) => value - (without[index] ?? 0)))
  console.log(
    `${String(count).padEnd(8)} ${median(without).toFixed(2).padEnd(8)} ${median(with_).toFixed(2).padEnd(8)} ${more.toFixed(2)}  ${((more / median(without)) * 100).toFixed(1)} %`
  )
}
closeSync(null_)
