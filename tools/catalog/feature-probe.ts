/** Finds out which features the ERP has, by what its discovery document announces. */
import { readDiscovery, readGctsSystem } from '../../erp-client/index.ts'
import type { Erp, ErpReader } from '../../erp-client/index.ts'
import type { FeatureState, Log } from '../call/context.ts'
import type { Features } from './registry.ts'

/** What the ERP announces where it has a feature: the beginning of a path. */
export const featureEvidence: Readonly<Record<string, readonly string[]>> = {
  gitsync: ['/sap/bc/adt/abapgit/repos'],
  rap: ['/sap/bc/adt/bo/behaviordefinitions', '/sap/bc/adt/ddic/srvd/sources'],
  amdp: ['/sap/bc/adt/amdp/debugger'],
  ui5: ['/sap/bc/adt/filestore/ui5-bsp'],
  db: ['/sap/bc/adt/datapreview']
}

/** Pause after a failure before the next call tries again. */
const pauseMs = 60_000

export interface FeatureProbe {
  /** The states as far as they are known; the operator's settings precede the ERP. */
  features(): Features
  /** Whether the ERP lacks a feature that the operator has not decided about. */
  isMissing(feature: string): boolean
  /**
   * Returns the connection and reads its discovery in the background: no call waits for it, and it
   * needs no log-on of its own.
   */
  watch(erp: () => Erp): () => Erp
}

/** @param onChange called when a state has changed */
export function createFeatureProbe(
  given: Features,
  { log, onChange }: { log: Log; onChange: () => void }
): FeatureProbe {
  let states = given
  let next = [...given].some(
    ([feature, state]) => state === 'unknown' && featureEvidence[feature] !== undefined
  )
    ? 0
    : Number.POSITIVE_INFINITY
  const probe = async (reader: ErpReader): Promise<void> => {
    const { collections } = await readDiscovery(reader)
    // A document without collections proves nothing.
    if (collections.size === 0) return
    next = Number.POSITIVE_INFINITY
    const found = new Map(
      [...given].map(([feature, state]) => [
        feature,
        state === 'unknown' ? seen(feature, [...collections.keys()]) : state
      ])
    )
    // The discovery does not announce gCTS.
    if (
      given.get('gitsync') === 'unknown' &&
      found.get('gitsync') === 'absent' &&
      (await hasGcts(reader))
    ) {
      found.set('gitsync', 'present')
    }
    log.info({ features: Object.fromEntries(found), evidence: 'discovery of the ERP' }, 'features')
    const changed = [...found].some(([feature, state]) => states.get(feature) !== state)
    states = found
    if (changed) onChange()
  }
  return {
    features: () => states,
    isMissing: feature => given.get(feature) === 'unknown' && states.get(feature) === 'absent',
    watch: erp => () => {
      const reached = erp()
      const now = performance.now()
      if (now < next) return reached
      next = now + pauseMs
      probe(reached.reader).catch((error: unknown) => {
        log.debug({ err: error }, 'the features of the ERP could not be found out')
      })
      return reached
    }
  }
}

async function hasGcts(reader: ErpReader): Promise<boolean> {
  try {
    await readGctsSystem(reader)
    return true
  } catch {
    return false
  }
}

function seen(feature: string, paths: readonly string[]): FeatureState {
  const wanted = featureEvidence[feature]
  if (wanted === undefined) return 'unknown'
  return wanted.some(start => paths.some(path => path.startsWith(start))) ? 'present' : 'absent'
}
