/** Operations of behaviors, and what projections of behaviors stand for. */

/** When the behavior pool decides whether an operation is enabled. */
type Features = 'none' | 'instance' | 'global'

export interface BehaviorOperation {
  readonly name: string
  readonly isInternal: boolean
  readonly features: Features
  readonly precheck: boolean
}

/** An association that the behavior names; its target is told by the CDS entity. */
export interface BehaviorAssociation extends BehaviorOperation {
  /** Whether it creates instances of its target. */
  readonly creates: boolean
}

/** Names in upper case, as pairs of the own one and the one below. */
export interface Projection {
  readonly behavior: string
  readonly entity: string
  /** Fields and associations. */
  readonly names: readonly (readonly [string, string])[]
  readonly actions: readonly (readonly [string, string])[]
  readonly augmented: readonly string[]
}
