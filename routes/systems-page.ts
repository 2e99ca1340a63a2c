/** The overview of the ERP systems of a systems file: state, faults and figures, without scripts. */
import { escape, haltNotes, style } from './status-page.ts'

export interface SystemRow {
  readonly name: string
  readonly title?: string | undefined
  readonly role?: string | undefined
  /** Address and client; undefined where the settings have a fault. */
  readonly erp?: string | undefined
  readonly isServed: boolean
  /** Empty where the system is served with the settings of the file. */
  readonly faults: readonly string[]
  /** What is recorded of its exchanges, in words; undefined where nothing is. */
  readonly recording?: string | undefined
  /** Whether `/mcp` serves it. */
  readonly isDefault: boolean
}

/** What was counted at a system. */
export interface SystemFigures {
  readonly calls: number
  readonly failedCalls: number
  readonly identities: number
  readonly running: number
}

export interface Overview {
  readonly version: string
  /** Where MCP clients connect; the name of a system follows it. */
  readonly url: string
  readonly authentication: readonly string[]
  /** What is halted, one line each. */
  readonly halts?: readonly string[] | undefined
  readonly systems: readonly (SystemRow & SystemFigures)[]
}

const columns = [
  'system',
  'role',
  'state',
  'MCP address',
  'ERP',
  'tool calls',
  'blocked or failed',
  'ERP users connected',
  'requests at the ERP now'
] as const

export function systemsPage({ version, url, authentication, halts, systems }: Overview): string {
  const served = systems.filter(({ isServed }) => isServed).length
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="10"><title>erp-bridge: systems</title><style>${style}</style></head>
<body><header><h1>erp-bridge serves ${served} of ${systems.length} systems</h1><p>Version ${escape(version)}, client log-on: ${escape(authentication.join(', ') || 'none')}</p>${haltNotes({ halts })}</header>
<main class="cards"><section class="card wide"><h2>Systems</h2><div class="scroll"><table class="sums"><tr>${columns.map(column => `<th scope="col">${column}</th>`).join('')}</tr>${systems.map(system => rowOf(system, url)).join('')}</table></div></section>${recordingsOf(systems)}${faultsOf(systems)}</main></body></html>
`
}

function rowOf(system: SystemRow & SystemFigures, url: string): string {
  const { name, title, role = '', erp = '', isServed, isDefault } = system
  const link = `<a href="/systems/${escape(name)}">${escape(name)}</a>`
  const figures = [system.calls, system.failedCalls, system.identities, system.running]
  const cells = [
    `${isServed ? link : escape(name)}${title === undefined ? '' : `<br><span class="quiet">${escape(title)}</span>`}`,
    escape(role),
    stateOf(system),
    `${escape(url)}/${escape(name)}${isDefault ? '<br><span class="quiet">and without a name</span>' : ''}`,
    escape(erp),
    ...figures.map(String)
  ]
  return `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
}

function stateOf({ isServed, faults }: SystemRow): string {
  if (!isServed) return '<span class="pill absent">not served</span>'
  return faults.length === 0
    ? '<span class="pill present">served</span>'
    : '<span class="pill unknown">served with its earlier settings</span>'
}

function recordingsOf(systems: Overview['systems']): string {
  const items = systems.flatMap(({ name, recording }) =>
    recording === undefined
      ? []
      : [`<p class="note warning">${escape(name)}: ${escape(recording)}</p>`]
  )
  return items.length === 0
    ? ''
    : `<section class="card wide"><h2>Recordings</h2>${items.join('')}</section>`
}

function faultsOf(systems: Overview['systems']): string {
  const items = systems.flatMap(({ name, faults }) =>
    faults.map(
      fault =>
        `<p class="note warning">${escape(fault.includes(name) ? fault : `${name}: ${fault}`)}</p>`
    )
  )
  return items.length === 0
    ? ''
    : `<section class="card wide"><h2>Faults</h2><p>The server reads the systems file again when it changes, or at SIGHUP.</p>${items.join('')}</section>`
}
