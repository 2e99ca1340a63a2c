/** What an object needs to know of the types that it names. */

export interface TypeFacts {
  /** Data element, structure, table type; class or interface. */
  readonly kind: 'E' | 'S' | 'L' | 'C' | 'I'
  readonly description: string
  /** Of a data element. */
  readonly dataType?: string | undefined
  readonly length?: number | undefined
  readonly decimals?: number | undefined
  readonly hasSearchHelp?: boolean | undefined
  readonly hasFixedValues?: boolean | undefined
  /** Position by name of the fields of a structure, nested ones counted in between. */
  readonly positions?: ReadonlyMap<string, number> | undefined
}

export type NamedTypes = ReadonlyMap<string, TypeFacts>
