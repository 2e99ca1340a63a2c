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
function startProbe(
  probe: FeatureProbe,
  technical: ErpConnections,
  { probesFeatures, connections }: ProbeResources
): void {
  if (probesFeatures === false || connections !== undefined) return
  probe.start(() => technical.accessOf(anyCaller).erp())
}

/** Longer than the lease of a process that was killed just before. */
const afterLeaseMs = 75_000

interface LookResources extends ProbeResources {
  readonly access: JournalAccess | undefined
}

/** What a system does once it serves: looks for features, and settles what stopped processes left. */
export function createFirstLooks(
  probe: FeatureProbe,
  technical: ErpConnections,
  { access, ...resources }: LookResources
) {
  let again: NodeJS.Timeout | undefined
  const settle = () => void access?.settle(technical.accessOf(anyCaller).erp().reader, undefined)
  return {
    start() {
      startProbe(probe, technical, resources)
      // Without a technical user the entries of a caller wait for its next call.
      if (access === undefined || resources.connections !== undefined) return
      settle()
      clearTimeout(again)
      again = setTimeout(settle, afterLeaseMs).unref()
    },
    end() {
      clearTimeout(again)
      probe.end()
    }
  }
}

/** Asks for the features, and for what the rules of the operator permit at all: no client. */
export const anyCaller: Caller = {
  principal: { name: 'bridge', kind: 'local' },
  scopes: new Set(['read', 'write', 'admin']),
  method: 'local'
}
