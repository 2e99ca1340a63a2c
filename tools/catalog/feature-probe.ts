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

/** After a failure the next call tries again, but not at once. */
const pauseMs = 60_000

export interface FeatureProbe {
  /** The states as far as they are known; what the operator has decided is never asked for. */
  features(): Features
  /** Whether it is the ERP that lacks a feature: what the operator decided is never asked for. */
  isMissing(feature: string): boolean
  /**
   * Hands the connection on, and looks in the background at what it reaches: nobody waits, and no
   * log-on of its own is needed.
   */
  watch(erp: () => Erp): () => Erp
}

/** @param told once the states are not what they were */
export function createFeatureProbe(
  given: Features,
  { log, told }: { log: Log; told: () => void }
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
    // gCTS stands outside of what the discovery announces.
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
    if (changed) told()
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
