/** The features of the system, as it was probed. */
import { readDiscovery, readGctsSystem, readSystem } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { omitUndefined } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { systemWords } from '../objects/words.ts'

/** Collections that show that a system has a feature; any of them is enough. */
const evidence: Readonly<Record<string, readonly string[]>> = {
  transport: [
    '/sap/bc/adt/cts/transportrequests',
    '/sap/bc/adt/cts/transports',
    '/sap/bc/cts/transports'
  ],
  db: ['/sap/bc/adt/datapreview/freestyle', '/sap/bc/adt/datapreview/ddic'],
  rap: [
    '/sap/bc/adt/bo/behaviordefinitions',
    '/sap/bc/adt/ddic/srvd/sources',
    '/sap/bc/adt/businessservices/bindings'
  ],
  amdp: ['/sap/bc/adt/amdp/debugger/main', '/sap/bc/adt/amdp/debugger'],
  ui5: ['/sap/bc/adt/filestore/ui5-bsp/objects', '/sap/bc/adt/filestore/ui5-bsp'],
  gitsync: ['/sap/bc/adt/abapgit/repos']
}

/**
 * What the system announces, what the operator decided, and what follows; the evidence is the path
 * that was announced.
 */
export async function featureReport(context: ToolContext): Promise<ToolResult> {
  const [discovery, info, gcts] = await Promise.all([
    readDiscovery(context.erp, {}, context.signal),
    readSystem(context.erp, {}, context.signal),
    gctsEvidence(context)
  ])
  const rows = Object.entries(evidence).map(([name, paths]) => {
    const found = paths.find(path => discovery.has(path)) ?? (name === 'gitsync' ? gcts : undefined)
    return omitUndefined({
      name,
      announced: found !== undefined,
      evidence: found ?? `none of ${paths.join(', ')} is announced`,
      state: context.features.get(name) ?? 'unknown'
    })
  })
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      action: 'features',
      release: info.release,
      sandbox: info.sandbox,
      features: rows
    }),
    text: [
      `${system} · release ${info.release ?? 'unknown'}${info.sandbox ? ' (sandbox)' : ''}`,
      ...rows.map(
        ({ name, announced, evidence: why, state }) =>
          `${name}: ${announced === true ? 'announced' : 'not announced'} (${why}); for this bridge ${state === 'absent' ? 'switched off or absent' : state === 'present' ? 'on' : 'decided at the call'}`
      )
    ].join('\n')
  }
}

/** gCTS stands outside of the discovery: it is asked itself. */
async function gctsEvidence(context: ToolContext): Promise<string | undefined> {
  try {
    const { version, status } = await readGctsSystem(context.erp, context.signal)
    return `gCTS ${[version, status].filter(word => word !== '').join(' ')}`.trim()
  } catch {
    context.signal.throwIfAborted()
    return undefined
  }
}
