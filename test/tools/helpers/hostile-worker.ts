/**
 * Runs in a thread that can be ended: each text of the corpora in each place of text, and as each
 * source that the ERP gives, while readers go on beside. Posts what it is doing, and a beat as long
 * as its event loop turns.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { createErp } from '../../../erp-client/index.ts'
import { tools } from '../../../tools/index.ts'
import { readCorpus, readPairs } from '../../helpers/corpus.ts'
import { sampled } from '../../helpers/sample.ts'
import { changingBases, readingBases } from './bases.ts'
import { benchOf } from './erp.ts'
import { stringPlaces } from './string-places.ts'

/** The whole lists run with `npm run test:attack`. */
const pairs = sampled(readPairs(new URL('../call/catastrophic.txt', import.meta.url)), 5)
const long = sampled(readCorpus(new URL('../call/long-texts.txt', import.meta.url)), 5)
const tell = (message: object) => parentPort?.postMessage(message)

let source = 'REPORT zx.\n'
const server = createServer((request, response) => {
  request.resume()
  const isSource = /\/source\/|\/includes\//.test(request.url ?? '')
  response
    .writeHead(isSource || request.url?.includes('/discovery') === true ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      'x-csrf-token': 'token'
    })
    .end(isSource ? source : '')
})
await new Promise<void>(resolve => {
  server.listen(0, '127.0.0.1', resolve)
})
const erp = createErp({
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  client: '001',
  language: 'EN',
  credential: { kind: 'basic', user: 'TESTER', password: 'secret' }
})
const { call } = benchOf({
  erp,
  policy: { allowTransportableEdits: true, enableTransports: true, expert: new Set(['execute']) }
})

const calls = tools.flatMap(tool =>
  [...tool.actions].map(([name, action]) => ({
    tool: tool.name,
    name,
    places: stringPlaces(action),
    base: {
      ...(name === '' ? {} : { action: name }),
      ...(readingBases[`${tool.name} ${name}`] ?? changingBases[`${tool.name} ${name}`])
    }
  }))
)
const faults: string[] = []
/** Another client that only reads until `stop` aborts; returns the number of answers. */
async function reader(stop: AbortSignal): Promise<number> {
  let answers = 0
  while (!stop.aborted) {
    await call('ERPRead', { type: 'PROG', name: 'ZOTHER' })
    answers += 1
    await new Promise(resolve => {
      setTimeout(resolve, 20)
    })
  }
  return answers
}

async function attempt(title: string, tool: string, args: object): Promise<void> {
  tell({ doing: `${tool} ${JSON.stringify(args).slice(0, 120)} (${title})` })
  const result = await call(tool, args)
  if (result.kind === 'error' && result.code === 'TOOL_FAILED') {
    faults.push(`${title}: ${tool} ${JSON.stringify(args).slice(0, 120)}: ${result.text}`)
  }
  if (result.kind === 'error' && result.text.length > 20_000) {
    faults.push(`${title}: ${tool}: a refusal of ${result.text.length} characters`)
  }
}

const beat = setInterval(() => tell({ beat: true }), 50)
const stop = new AbortController()
const beside = reader(stop.signal)
// A text goes to each distinct place once. The linter starts a thread of its own for each call, so
// it gets a few of them only.
const isLinter = (tool: string) => tool === 'ERPLint'
const places = [
  ...new Map(
    calls
      .filter(({ tool }) => !isLinter(tool))
      .flatMap(one => one.places.map(place => ({ ...one, place })))
      .map(one => [
        /^(?:source|sql|where|edits)/.test(one.place.path)
          ? `${one.tool} ${one.place.path}`
          : one.place.path,
        one
      ])
  ).values()
]
const roomy = places.filter(({ place }) =>
  /source|edits|sql|where|against|declaration|texts|fields|orderBy|query|name$/.test(place.path)
)
for (const { title, pattern } of pairs) {
  for (const { tool, base, place } of places) await attempt(title, tool, place.fill(base, pattern))
}
for (const { title, text } of long) {
  for (const { tool, base, place } of roomy) await attempt(title, tool, place.fill(base, text))
}
const sources = [...pairs, ...long.map(one => ({ ...one, pattern: 'a' }))]
for (const [index, { title, text, pattern }] of sources.entries()) {
  source = text
  await attempt(title, 'ERPSearch', {
    kind: 'source',
    query: pattern,
    objects: [{ type: 'PROG', name: 'ZX' }]
  })
  for (const { tool, base } of calls.filter(
    ({ tool: one, name }) =>
      ['ERPRead', 'ERPNavigate', 'ERPContext'].includes(one) ||
      (one === 'ERPWrite' && /^(?:edit|update)/.test(name))
  )) {
    await attempt(`as a source: ${title}`, tool, base)
  }
  if (index % 40 === 0) {
    for (const { tool, base } of calls.filter(one => isLinter(one.tool))) {
      await attempt(`as a source: ${title}`, tool, base)
    }
  }
}
stop.abort()
const reads = await beside
clearInterval(beat)
await erp.close()
server.closeAllConnections()
server.close()
tell({
  done: true,
  faults,
  reads,
  attempts: places.length * pairs.length + roomy.length * long.length
})
