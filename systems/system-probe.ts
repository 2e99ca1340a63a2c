/** The look-up of a system's features, by its technical user or by the first callers. */
import type { Erp } from '../erp-client/index.ts'
import type { Caller, FeatureProbe, JournalAccess } from '../tools/index.ts'
import type { ErpConnections } from './erp-connections.ts'

interface ProbeResources {
  /** False: features stay unknown. */
  readonly probesFeatures?: boolean | undefined
  /** Connections per user; there is no technical user then. */
  readonly connections?: ErpConnections | undefined
}

/** With principal propagation the first callers serve the look-up. */
export function probedErp(
  erp: () => Erp,
  probe: FeatureProbe,
  { probesFeatures, connections }: ProbeResources
): () => Erp {
  if (probesFeatures === false) return erp
  const watched = probe.watch(erp)
  if (connections !== undefined) probe.join(erp)
  return watched
}

/** Starts the look-up as the technical user, where there is one. */
export function startProbe(
  probe: FeatureProbe,
  technical: ErpConnections,
  { probesFeatures, connections }: ProbeResources
): void {
  if (probesFeatures === false || connections !== undefined) return
  probe.start(() => technical.accessOf(anyCaller).erp())
}

/** Longer than the lease of a process that was killed just before. */
const afterLeaseMs = 75_000

/**
 * Settles what earlier processes left open, as the technical user, where there is one.
 * @returns ends the second look
 */
export function startSettling(
  access: JournalAccess | undefined,
  technical: ErpConnections,
  { connections }: ProbeResources
): () => void {
  if (access === undefined || connections !== undefined) return () => {}
  const look = () => void access.settle(technical.accessOf(anyCaller).erp().reader, undefined)
  look()
  const again = setTimeout(look, afterLeaseMs).unref()
  return () => {
    clearTimeout(again)
  }
}

/** Asks for the features, and for what the rules of the operator permit at all: no client. */
export const anyCaller: Caller = {
  principal: { name: 'bridge', kind: 'local' },
  scopes: new Set(['read', 'write', 'admin']),
  method: 'local'
}
