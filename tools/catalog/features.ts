/** Object types and actions that need a feature of the system. */
import type { FeatureState } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'

/** Object types that exist only with a feature of the system. */
const typeFeatures: Readonly<Record<string, string>> = {
  BDEF: 'rap',
  SRVD: 'rap',
  SRVB: 'rap',
  DDLX: 'rap',
  TRANSPORT: 'transport',
  UI5: 'ui5'
}

/**
 * Whether a type can be used. A feature of unknown state counts as present; the call decides.
 */
export function hasType(features: ReadonlyMap<string, FeatureState>, type: string): boolean {
  const feature = Object.hasOwn(typeFeatures, type) ? typeFeatures[type] : undefined
  return feature === undefined || features.get(feature) !== 'absent'
}

/**
 * Throws BLOCKED_FEATURE for a type that this system does not have or the operator switched off.
 */
export function assertType(features: ReadonlyMap<string, FeatureState>, type: string): void {
  if (!hasType(features, type)) {
    throw featureError(typeFeatures[type] ?? '', `The object type ${type}`)
  }
}

export function featureError(feature: string, what: string): ToolError {
  // For transports as well: where this setting is off, --enable-transports only contradicts it.
  const setting = feature === 'approval' ? '--approval' : `--feature-${feature}`
  return new ToolError(
    'BLOCKED_FEATURE',
    `${what} needs the feature "${feature}", which this system does not have or the operator switched off.`,
    {
      remedy: `The operator decides with ${setting}.`,
      setting,
      data: { feature }
    }
  )
}
