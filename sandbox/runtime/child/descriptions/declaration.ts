/** What `transpile/descriptions/classes.ts` writes of the declaration of a class or interface. */

/** Visibilities are `U` (public), `O` (protected) and `I` (private). Names are in upper case. */
export interface Declaration {
  /** `A` abstract, `F` final, `C` any other class; left out for an interface. */
  readonly kind?: 'A' | 'F' | 'C'
  /** Where instances can be made; left out for an interface. */
  readonly create?: string
  readonly isShared?: true
  readonly friends?: readonly string[]
  /** Name to visibility. */
  readonly types?: Readonly<Record<string, string>>
  /** Alias to component, such as `IF_A~RUN`, and its visibility. */
  readonly aliases?: Readonly<Record<string, readonly [string, string]>>
  /** Attributes that are declared as READ-ONLY. */
  readonly readOnly?: readonly string[]
  readonly methods?: Readonly<Record<string, DeclaredMethod>>
  readonly events?: Readonly<Record<string, DeclaredEvent>>
}

export interface DeclaredMethod {
  readonly isAbstract?: true
  readonly isFinal?: true
  readonly isRedefined?: true
  /** The event that it handles, and whose. */
  readonly event?: string
  readonly ofClass?: string
  /** Those that are not classes. */
  readonly exceptions?: readonly string[]
  readonly byValue?: readonly string[]
}

export interface DeclaredEvent {
  readonly visibility: string
  readonly is_class: string
  readonly parameters: Readonly<Record<string, { type(): unknown }>>
}
