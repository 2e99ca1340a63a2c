import { unbuilt } from './unbuilt.ts'

export type Ability = 'source' | 'metadata' | 'create' | 'delete' | 'activate' | 'search' | 'where-used' | 'outline' | 'unit-test'

export interface ObjectRef {
  /** Code of the type table, e.g. `CLAS`. */
  readonly type: string
  /** Upper case. */
  readonly name: string
  /** Function group, for function modules and function-group includes. */
  readonly group?: string | undefined
}

export interface CreateFacts {
  /** Collection path; `{group}` is filled for parts of a function group. */
  readonly collection: string
  /** Qualified root element, e.g. `class:abapClass`. */
  readonly root: string
  readonly namespace: string
}

export interface ObjectTypeRow {
  readonly code: string
  readonly adtType: string
  readonly label: string
  readonly aliases: readonly string[]
  readonly path: string
  readonly parts: Readonly<Record<string, string>>
  readonly mediaType: string
  readonly create?: CreateFacts | undefined
  readonly abilities: ReadonlySet<Ability>
  readonly maxNameLength: number
}

export const objectType: (codeOrAlias: string) => ObjectTypeRow | undefined = unbuilt
export const codesWith: (ability: Ability) => string[] = unbuilt
export const objectUri: (ref: ObjectRef) => string = unbuilt
export const partUri: (ref: ObjectRef, part?: string) => string = unbuilt
export const objectOfUri: (uri: string) => (ObjectRef & { part?: string | undefined, line?: number | undefined, column?: number | undefined }) | undefined = unbuilt
export const assertName: (ref: ObjectRef) => void = unbuilt
