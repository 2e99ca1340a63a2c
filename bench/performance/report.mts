/** Shows the results as a table in Markdown and as a chart. */
import type { Results, Row } from '../performance.mts'
import type { Measured } from './processes.mts'

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}

/** The median ratio of neighbouring rounds, which cancels changes of the machine's load. */
function ratio(row: Row, base: Row | undefined, pick: (sample: Measured) => number): string {
  if (base === undefined) return '–'
  const shown = median(
    row.samples.flatMap((sample, round) => {
      const other = base.samples[round]
      return other === undefined ? [] : [pick(sample) / pick(other)]
    })
  )
  return Number.isNaN(shown) ? '–' : `${shown.toPrecision(2)}×`
}

const middle = (row: Row, pick: (sample: Measured) => number) => median(row.samples.map(pick))
const others = ['floor-proxy', 'arc-1'] as const

/** The cost of each authentication method, beside the API key with the same transport to the ERP. */
function identityTable(rows: readonly Row[]): string[] {
  const [first] = rows
  if (first === undefined) return []
  const overTls = ({ server }: Row) => server.includes('TLS')
  const cpu = (row: Row, base: Row | undefined) => ratio(row, base, sample => sample.cpu)
  const lines = rows.map(
    row =>
      `| ${row.server} | ${middle(row, sample => sample.cpu).toFixed(3)} | ${cpu(row, first)} | ${cpu(
        row,
        rows.find(other => other.server.startsWith(first.server) && overTls(other) === overTls(row))
      )} |`
  )
  return [
    `| ${first.scenario}, known by | CPU ms | of the first | of the API key on the same way |`,
    '|---|---|---|---|',
    ...lines,
    ''
  ]
}

export function table({
  rows,
  identities,
  cold,
  trips,
  memory,
  listBytes,
  node,
  processors
}: Results): string {
  const at = (scenario: string, server: string) =>
    rows.find(row => row.scenario === scenario && row.server === server)
  const lines = rows.map(row => {
    const [floor, peer] = others.map(name => at(row.scenario, name))
    return `| ${[row.scenario, row.server, middle(row, ({ perSecond }) => perSecond).toFixed(0), middle(row, ({ p50 }) => p50).toFixed(2), middle(row, ({ p99 }) => p99).toFixed(1), middle(row, ({ cpu }) => cpu).toFixed(3), ratio(row, floor, ({ cpu }) => cpu), ratio(row, peer, ({ perSecond }) => perSecond), ratio(row, peer, ({ p99 }) => p99)].join(' | ')} |`
  })
  const names = [...new Set(trips.map(({ server }) => server))]
  const calls = [...new Set(trips.map(({ call }) => call))]
  return [
    `Node ${node}, ${processors} processors, list of tools of ${listBytes} bytes.`,
    '',
    '| scenario | server | calls/s | p50 ms | p99 ms | CPU ms | CPU of floor-proxy | calls/s of arc-1 | p99 of arc-1 |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
    ...identityTable(identities),
    `| requests to the ERP (log-ons, tokens) | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...calls.map(
      call =>
        `| ${call} | ${names
          .map(name => {
            const found = trips.find(trip => trip.server === name && trip.call === call)
            return found === undefined
              ? '–'
              : `${found.requests} (${found.logons}, ${found.tokens})`
          })
          .join(' | ')} |`
    ),
    '',
    '| start | first list over HTTP ms | its CPU ms | first list over stdio ms | idle MB | MB after the load | requests to the ERP |',
    '|---|---|---|---|---|---|---|',
    ...cold.map(
      ({ server, httpMs, httpCpuMs, stdioMs, idleMb, erpRequests }) =>
        `| ${server} | ${httpMs} | ${httpCpuMs} | ${stdioMs ?? '–'} | ${idleMb} | ${memory[server] ?? '–'} | ${erpRequests} |`
    )
  ].join('\n')
}

const colours: Readonly<Record<string, string>> = {
  'erp-bridge': '#2563eb',
  'erp-bridge (older protocol)': '#93c5fd',
  'floor-proxy': '#9ca3af',
  'floor-sdk': '#d1d5db',
  'arc-1': '#f97316'
}

/** The scenarios in the chart; the table has all of them. */
const charted = [
  'list of tools, 64 clients',
  'read 2 KB, 64 clients',
  'read 2 KB, log-on 50 ms, 64 clients',
  'read 50 KB, 16 clients',
  'search, 64 clients',
  'query, 64 clients'
]

const [barHeight, gap, top, left, width] = [13, 12, 50, 300, 900]
const barWidth = (cpu: number) =>
  Math.max(2, ((Math.log10(Math.max(cpu, 0.01)) + 2) / 3.5) * (width - left - 70))
const colourOf = (server: string) => colours[server] ?? '#111827'

/** CPU of the server for each call, as bars on a logarithmic scale. */
export function chart({ rows: all }: Results): string {
  const rows = all.filter(({ scenario }) => charted.includes(scenario))
  const servers = [...new Set(rows.map(({ server }) => server))]
  const groups = Object.entries(Object.groupBy(rows, ({ scenario }) => scenario))
  let y = top
  const bars = groups.map(([scenario, measured = []]) => {
    const text = group({ scenario, measured, y })
    y += measured.length * barHeight + gap
    return text
  })
  const legend = servers.map(
    (server, index) =>
      `<rect x="${16 + index * 178}" y="14" width="10" height="10" fill="${colourOf(server)}"/><text x="${30 + index * 178}" y="23">${server}</text>`
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" font-family="system-ui, sans-serif" font-size="11"><rect width="100%" height="100%" fill="#ffffff"/>${legend.join('')}<text x="16" y="42">CPU of the server for each call, ms, logarithmic</text>${bars.join('')}</svg>\n`
}

/** The bars of one scenario; a server that does not run it has no bar. */
function group({
  scenario,
  measured,
  y: start
}: {
  readonly scenario: string
  readonly measured: readonly Row[]
  readonly y: number
}): string {
  const bars = measured.map((row, index) => {
    const y = start + index * barHeight
    const cpu = middle(row, sample => sample.cpu)
    return `<rect x="${left}" y="${y}" width="${barWidth(cpu).toFixed(1)}" height="${barHeight - 2}" fill="${colourOf(row.server)}"/><text x="${(left + barWidth(cpu) + 4).toFixed(1)}" y="${y + barHeight - 4}">${cpu.toFixed(3)}</text>`
  })
  const middleY = start + (measured.length * barHeight) / 2 + 3
  return `<text x="${left - 8}" y="${middleY}" text-anchor="end">${scenario}</text>${bars.join('')}`
}
