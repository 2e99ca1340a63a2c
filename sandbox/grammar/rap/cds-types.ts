/** Associations of CDS entities, and the objects that declare them. */

/** Names in upper case; `on` has pairs of own element and element of the target. */
export interface CdsAssociation {
  readonly name: string
  readonly target: string
  readonly kind: 'composition' | 'parent' | 'other'
  /** Undefined for a condition that is not made of equal elements alone, and for a composition. */
  readonly on?: readonly (readonly [string, string])[]
}

/** An object of the dictionary that stands for a CDS entity: its source, or a table in its place. */
export interface EntityObject {
  getFiles?(): readonly { getFilename(): string; getRaw(): string }[]
}
