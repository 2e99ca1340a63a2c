/** The page that says, for each request of the client, where its form is known from. */
import { readdirSync, readFileSync } from 'node:fs'

/** The releases of the page, in its order; evidence of no known release stands behind them. */
export const evidenceReleases = ['740', '750', '754', '758', '816', 'cloud'] as const

/** Best first: the kind of an operation is its best one. */
export const evidenceKinds = ['recorded', 'client', 'documented'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export interface Evidence {
  readonly kind: EvidenceKind
  /** The release of the system that answered, or that a document speaks of. */
  readonly release?: (typeof evidenceReleases)[number]
  /** `owner/repository path`. */
  readonly source: string
}
export interface OperationEvidence {
  readonly operation: string
  readonly request: string
  readonly evidence: readonly Evidence[]
  readonly note?: string
}
export interface EvidenceArea {
  readonly title: string
  readonly operations: readonly OperationEvidence[]
}

const folder = new URL('../sandbox/contracts/operations/', import.meta.url)

/** The areas of `sandbox/contracts/operations/`, by the names of their files. */
export function readEvidence(): readonly EvidenceArea[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as EvidenceArea)
}

const repositoryOf = ({ source }: Evidence): string => source.split(' ', 1)[0] ?? ''

/** Repositories of clients that send the request. */
export function clientsOf({ evidence }: OperationEvidence): readonly string[] {
  return [
    ...new Set(evidence.filter(({ kind }) => kind === 'client').map(each => repositoryOf(each)))
  ]
}

const words: Readonly<Record<EvidenceKind | 'none', string>> = {
  recorded: 'recorded',
  client: 'used by clients',
  documented: 'documented',
  none: 'none'
}
const kindOf = ({ evidence }: OperationEvidence): EvidenceKind | 'none' =>
  evidenceKinds.find(kind => evidence.some(each => each.kind === kind)) ?? 'none'

const releaseWords = (release: string): string =>
  release === 'cloud' ? 'ABAP cloud' : `${release.slice(0, 1)}.${release.slice(1)}`
const cell = (text: string): string => text.replaceAll('|', '\\|')
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(head), `|${head.map(() => '---').join('|')}|`, ...rows].join('\n')
const code = (text: string): string => `\`${text}\``

/** `R` recorded, `D` documented, nothing: no evidence of this release. */
function mark({ evidence }: OperationEvidence, release: string | undefined): string {
  const found = evidence.filter(each => each.kind !== 'client' && each.release === release)
  if (found.some(({ kind }) => kind === 'recorded')) return 'R'
  return found.length > 0 ? 'D' : ''
}

function operationRow(one: OperationEvidence): string {
  const clients = clientsOf(one).length
  return row([
    code(one.operation),
    code(one.request),
    ...evidenceReleases.map(release => mark(one, release)),
    mark(one, undefined),
    clients === 0 ? '' : String(clients),
    words[kindOf(one)]
  ])
}

function sourceLine(one: OperationEvidence): string {
  const sources = one.evidence.map(({ kind, release, source }) => {
    const shown = kind === 'client' ? 'used' : kind
    return `${shown}${release === undefined ? '' : ` ${releaseWords(release)}`} ${code(source)}`
  })
  const note = one.note === undefined ? [] : [one.note]
  return `- ${code(one.operation)}: ${[sources.join(', ') || 'none', ...note].join('. ')}`
}

function areaPart({ title, operations }: EvidenceArea): string {
  const head = [
    'operation',
    'request',
    ...evidenceReleases.map(releaseWords),
    'release unknown',
    'clients',
    'best evidence'
  ]
  return `## ${title}\n\n${table(head, operations.map(operationRow))}\n\n${operations.map(sourceLine).join('\n')}`
}

function totals(all: readonly OperationEvidence[]): string {
  const kinds = [...evidenceKinds, 'none' as const].map(kind =>
    row([words[kind], String(all.filter(one => kindOf(one) === kind).length)])
  )
  const count = (test: (one: OperationEvidence) => boolean) => String(all.filter(test).length)
  const releases = [...evidenceReleases, undefined].map(release =>
    row([
      release === undefined ? 'unknown' : releaseWords(release),
      count(one => mark(one, release) === 'R'),
      count(one => mark(one, release) === 'D')
    ])
  )
  return `${table(['best evidence', 'operations'], kinds)}

${count(one => clientsOf(one).length > 1)} of ${all.length} operations are used by two or more other clients.

${table(['release', 'operations recorded', 'operations documented only'], releases)}`
}

/** The page, in Markdown. */
export function evidencePage(areas: readonly EvidenceArea[] = readEvidence()): string {
  const all = areas.flatMap(({ operations }) => operations)
  return `# Evidence

Generated by \`npm run docs\`; edit the table it comes from. (\`sandbox/contracts/operations/\`)

The bridge was built beside a sandbox. This page says for each request of its client where the form of the request and of its answer is known from besides.
Sources are files of public repositories.

| evidence | means |
|---|---|
| recorded (R) | a file there holds an answer of a real system to this request |
| used by clients | another client sends the request; clients may have learnt from each other |
| documented (D) | the service document or the source of the ERP announces it, or a dated report describes an attempt |
| none | believed |

${totals(all)}

${areas.map(areaPart).join('\n\n')}
`
}
