/** The results as a page of the documentation. */
import type { Bill, Results } from '../economy.mts'
import type { Cost } from './agent.mts'

const bytesPerToken = 4

type Entry = Bill['jobs'][string]

const isCost = (entry: Entry | undefined): entry is Cost => entry !== undefined && 'calls' in entry
const sum = ({ sent, received }: Cost) => sent + received
const shown = (value: number) => value.toLocaleString('en-US')
const tokens = (value: number) => shown(Math.round(value / bytesPerToken))
const cells = (entry: Entry | undefined): string[] =>
  isCost(entry) ? [shown(entry.calls), shown(sum(entry)), tokens(entry.read)] : ['–', '–', '–']
const row = (values: readonly string[]) => `| ${values.join(' | ')} |`

function total(costs: readonly Cost[], surface: number): Cost {
  return costs.reduce(
    (all, cost) => ({
      calls: all.calls + cost.calls,
      sent: all.sent + cost.sent,
      received: all.received + cost.received,
      read: all.read + cost.read
    }),
    { calls: 0, sent: 0, received: surface, read: surface }
  )
}

/** Sums over the jobs that both have done, so that they can be compared. */
function sums({ ours, peers }: Results): string[] {
  const names = Object.keys(ours.jobs).filter(
    name => isCost(ours.jobs[name]) && (peers === undefined || isCost(peers.jobs[name]))
  )
  const of = (bill: Bill | undefined, surface: number) =>
    bill === undefined
      ? []
      : cells(
          total(
            names.flatMap(name => (isCost(bill.jobs[name]) ? [bill.jobs[name]] : [])),
            surface
          )
        )
  return [
    row(['**all jobs**', ...of(ours, 0), ...of(peers, 0)]),
    row([
      'list of tools, once a session',
      '',
      shown(ours.surface),
      tokens(ours.surface),
      ...(peers === undefined ? [] : ['', shown(peers.surface), tokens(peers.surface)])
    ]),
    row([
      '**one session with all jobs**',
      ...of(ours, ours.surface),
      ...of(peers, peers?.surface ?? 0)
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
  const rows = Object.entries(ours.jobs).map(([name, entry]) =>
    row([name, ...cells(entry), ...(peers === undefined ? [] : cells(peers.jobs[name]))])
  )
  const failures = Object.entries(peers?.jobs ?? {}).flatMap(([name, entry]) =>
    isCost(entry) ? [] : [`* ${peer} did not finish "${name}": ${entry.failed}`]
  )
  return `# Economy

Written by \`node bench/economy.mts\`. Scripted jobs, done over a real MCP client (stdio) against the embedded sandbox as an agent does
them that knows the tools well. Each is judged by its outcome: tests are green, the active source has the change, the cause is named.
Calls are tool calls. Bytes are those of the JSON of parameters and results, \`structuredContent\` included; framing and headers are
not. Tokens are an estimate of what the model reads where a client hands it the texts, as most do: the request and the texts of the
answer, bytes divided by ${bytesPerToken}. The sandbox keeps no short dumps; a stand-in before it answers for one.

${row(head)}
|${head.map(() => '---').join('|')}|
${[...rows, ...sums(results)].join('\n')}
${failures.length === 0 ? '' : `\n${failures.join('\n')}\n`}${
    peers === undefined
      ? ''
      : `
Each side works on a system of its own with the same objects. The peer is the npm package \`arc-1\` 1.0.0 with writing, SQL and
transports permitted; \`PEER_DIR\` names the folder in whose \`node_modules\` it is installed.
`
  }`
}
