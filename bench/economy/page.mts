/** The results as a page of the documentation. */
import type { Bill, Results } from '../economy.mts'
import { nothing } from './agent.mts'
import type { Cost } from './agent.mts'
import { jobs } from './jobs.mts'

type Entry = Bill['jobs'][string]

const isCost = (entry: Entry | undefined): entry is Cost => entry !== undefined && 'calls' in entry
const sum = ({ sent, received }: Cost) => sent + received
const shown = (value: number) => value.toLocaleString('en-US')
const cells = (entry: Entry | undefined): string[] =>
  isCost(entry) ? [shown(entry.calls), shown(sum(entry)), shown(entry.tokens)] : ['–', '–', '–']
const row = (values: readonly string[]) => `| ${values.join(' | ')} |`
const core: ReadonlySet<string> = new Set(jobs.map(({ name }) => name))

function total(costs: readonly Cost[]): Cost {
  return costs.reduce(
    (all, cost) => ({
      calls: all.calls + cost.calls,
      sent: all.sent + cost.sent,
      received: all.received + cost.received,
      read: all.read + cost.read,
      tokens: all.tokens + cost.tokens
    }),
    nothing
  )
}

/** The list of tools as if it were a job without calls. */
const surfaceCost = ({ surface }: Bill): Cost => ({
  ...nothing,
  received: surface.bytes,
  tokens: surface.tokens
})

/** Sums over the first six jobs, as far as both have done them, so that they can be compared. */
function sums({ ours, lean, peers }: Results): string[] {
  const names = Object.keys(ours.jobs).filter(
    name =>
      core.has(name) && isCost(ours.jobs[name]) && (peers === undefined || isCost(peers.jobs[name]))
  )
  const costsIn = ({ jobs: done }: Bill) =>
    names.flatMap(name => (isCost(done[name]) ? [done[name]] : []))
  const both = (costOf: (bill: Bill) => Cost) => [
    ...cells(costOf(ours)),
    ...(peers === undefined ? [] : cells(costOf(peers)))
  ]
  const blank = peers === undefined ? [] : ['', '', '']
  return [
    row(['**these six jobs**', ...both(bill => total(costsIn(bill)))]),
    row(['the same with `--results text`', ...cells(total(costsIn(lean))), ...blank]),
    row(['list of tools, once a session', ...both(surfaceCost)]),
    row([
      '**one session with the six jobs**',
      ...both(bill => total([surfaceCost(bill), ...costsIn(bill)]))
    ]),
    row([
      'the same with `--results text`',
      ...cells(total([surfaceCost(lean), ...costsIn(lean)])),
      ...blank
    ])
  ]
}

export function pageOf(results: Results): string {
  const { ours, peers, peer } = results
  const head = [
    'job',
    'calls',
    'bytes',
    'tokens',
    ...(peers === undefined ? [] : [`${peer}: calls`, 'bytes', 'tokens'])
  ]
  const rowsOf = (isWanted: (name: string) => boolean) =>
    Object.entries(ours.jobs).flatMap(([name, entry]) =>
      isWanted(name)
        ? [row([name, ...cells(entry), ...(peers === undefined ? [] : cells(peers.jobs[name]))])]
        : []
    )
  const failures = Object.entries(peers?.jobs ?? {}).flatMap(([name, entry]) =>
    isCost(entry) ? [] : [`* ${peer} did not finish "${name}": ${entry.failed}`]
  )
  return `# Economy

Written by \`node bench/economy.mts\`. Scripted jobs, done over a real MCP client (stdio) against the embedded sandbox as an agent does
them that knows the tools well. Each is judged by its outcome: tests are green, the active source has the change, the cause is named.
Calls are tool calls. Bytes are those of the JSON of parameters and results, \`structuredContent\` included; framing and headers are
not. Tokens are what the model reads where a client hands it the texts, as most do: the request and the texts of the answer, counted in
the encoding o200k. The first read of the sources that are read again is not counted. The short dump is that of a stand-in before the
sandbox.

${row(head)}
|${head.map(() => '---').join('|')}|
${[...rowsOf(name => core.has(name)), ...sums(results), ...rowsOf(name => !core.has(name))].join('\n')}
${failures.length === 0 ? '' : `\n${failures.join('\n')}\n`}${
    peers === undefined
      ? ''
      : `
Each side works on a system of its own with the same objects. The peer is the npm package \`arc-1\` 1.0.0 with writing, SQL and
transports permitted; \`PEER_DIR\` names the folder in whose \`node_modules\` it is installed.
`
  }`
}
