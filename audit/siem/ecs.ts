/** An audit line as an event of the Elastic Common Schema. */
import { isIP } from 'node:net'
import { severityOf, shortened, titleOf, valuesOf } from './fields.ts'
import type { AuditLine } from './fields.ts'

const ecsVersion = '8.11.0'
const nanosPerMs = 1_000_000
/** Of one list. */
const mostEntries = 1000

type Tree = { [name: string]: unknown }

/** @param original the line as it was written; with it the MAC can be checked from the event */
export function ecsOf(line: AuditLine, original?: string): object {
  const { known, other } = valuesOf(line)
  const event: Tree = {}
  put(event, 'ecs.version', ecsVersion)
  for (const [name, row, value] of known) {
    if (row.ecs !== undefined) put(event, row.ecs, shown(name, value))
  }
  for (const [path, value] of derived(line)) put(event, path, value)
  // One field for all: fields of hostile names must not become fields of the index.
  if (Object.keys(other).length > 0) {
    put(event, 'erp_bridge.other', shortened(JSON.stringify(other)))
  }
  if (original !== undefined) put(event, 'event.original', original)
  return event
}

function shown(name: string, value: string | number | boolean | object): unknown {
  if (typeof value !== 'object') return value
  // Objects with endless names would make endless fields.
  if (name === 'erpRequests') {
    return Object.entries(value)
      .slice(0, mostEntries)
      .map(([endpoint, count]) => ({
        endpoint: shortened(endpoint),
        count
      }))
  }
  return Array.isArray(value)
    ? value
        .slice(0, mostEntries)
        .map(one => shortened(typeof one === 'string' ? one : JSON.stringify(one)))
    : shortened(JSON.stringify(value))
}

function* derived(line: AuditLine): Generator<[string, unknown]> {
  const { ms, address, replica } = line
  yield ['event.kind', 'event']
  yield ['event.module', 'erp-bridge']
  yield ['event.dataset', 'erp-bridge.audit']
  yield ['event.action', shortened(titleOf(line))]
  yield ['event.category', categories(line)]
  yield ['event.type', types(line)]
  yield ['event.outcome', outcomes(line)]
  yield ['event.severity', severityOf(line)]
  yield ['service.name', 'erp-bridge']
  yield ['service.type', 'erp-bridge']
  if (typeof ms === 'number') yield ['event.duration', Math.round(ms * nanosPerMs)]
  // An index refuses a whole event whose address is none.
  if (typeof address === 'string' && isIP(address) !== 0) yield ['source.ip', address]
  if (typeof replica === 'string') yield ['host.name', shortened(replica.split('/', 1)[0] ?? '')]
}

const isCall = ({ kind }: AuditLine) => kind === 'call' || kind === 'intent'

function categories(line: AuditLine): string[] {
  if (line.kind === 'log-on') return ['authentication']
  if (isCall(line)) return line['changes'] === true ? ['api', 'configuration'] : ['api']
  return line.kind === 'halt' || line.kind === 'resume' ? ['configuration'] : ['process']
}

function types(line: AuditLine): string[] {
  const { kind, outcome, changes } = line
  if (kind === 'log-on' || kind === 'started') return ['start']
  if (kind === 'ended') return ['end']
  if (outcome === 'blocked') return ['denied']
  if (kind === 'halt' || kind === 'resume') return ['change']
  if (!isCall(line)) return ['info']
  return [changes === true ? 'change' : 'access']
}

function outcomes({ kind, outcome }: AuditLine): string {
  if (kind === 'intent' || outcome === 'unknown') return 'unknown'
  return outcome === undefined || outcome === 'ok' ? 'success' : 'failure'
}

function put(tree: Tree, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let at = tree
  for (const name of names) at = (at[name] ??= {}) as Tree
  at[last] = value
}
