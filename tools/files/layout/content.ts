/** An object as its files hold it, whether it was read from a system or from a folder. */
import type { Fields, ObjectRef } from '../../../erp-client/index.ts'
import type { Carried } from './merge.ts'
import type { NamedTypes } from './types-named.ts'
import type { Value } from './values.ts'

export interface ObjectContent {
  readonly ref: ObjectRef
  readonly description: string
  /** Original language, two letters. */
  readonly language: string
  /** Text by part of the object; a part that holds nothing is left out. */
  readonly sources: Readonly<Record<string, string>>
  /** Facts of an object without source. */
  readonly fields?: Fields | undefined
  /** Attributes of its document in ADT, for facts that a new file begins with. */
  readonly attributes: Readonly<Record<string, string>>
  /** Types that it names, as far as its file needs them. */
  readonly types?: NamedTypes | undefined
}

export interface ReadFacts {
  readonly description: string
  /** Original language; undefined where the file does not say. */
  readonly language: string | undefined
  readonly fields?: Fields | undefined
  /** Sources that stand in the XML file and not in files of their own. */
  readonly sources?: Readonly<Record<string, string>>
}

/** A source of ADT whose facts stand in the XML file. */
export interface InnerSource {
  /** A source of the system as one that was read from a file. @throws NotCarried */
  comparable(source: string): string
  /** Types that the source needs to know. */
  needs(values: readonly Value[]): readonly string[]
  /**
   * The source to save, in the words of the current one.
   * @throws NotCarried where the source could not say what the file says
   */
  write(
    values: readonly Value[],
    given: { readonly types: NamedTypes; readonly current: string | undefined }
  ): string
}

/** An object of several parts as its files hold it. */
export interface PartsInFiles extends Pick<ObjectContent, 'description' | 'sources' | 'fields'> {
  readonly notCarried: readonly string[]
}

/** How a type of object is laid out in files. */
export interface LayoutType {
  readonly type: string
  /** First release whose documents or sources say what the files need. */
  readonly from: string
  /** As abapGit names the serializer, behind `LCL_OBJECT_`. */
  readonly serializer: string
  /** Paths of the XML file that are taken from the ERP and given to it. */
  readonly carried: Carried
  /** What else abapGit writes for the type, for the documentation. */
  readonly notCarried: string
  /** Evidence of the form, for the documentation. */
  readonly evidence: string
  /** Type whose document has the fields of the object. */
  readonly fieldsFrom?: string
  readonly inner?: InnerSource
  /** Names of types that `values` needs to know. */
  needs?(content: ObjectContent, before?: readonly Value[]): readonly string[]
  /** The structure whose fields `values` needs to have counted. */
  positionsOf?(content: ObjectContent, before?: readonly Value[]): string | undefined
  /** Its parts are objects of their own in ADT, with a file each. */
  readonly hasParts?: true
  /** All files, where they are more than the XML file and one for each part. */
  files?(content: ObjectContent, before?: ReadonlyMap<string, string>): Map<string, string>
  /** The reverse of `files`. @throws NotCarried */
  content?(ref: ObjectRef, files: ReadonlyMap<string, string>): PartsInFiles
  /** @throws NotCarried where the document has what its fields do not say */
  assertDocument?(document: string): void
  /**
   * The values of a new file, in the order of abapGit; `before` has rows that are not carried.
   * @throws NotCarried where the object has something that the file could not say
   */
  values(content: ObjectContent, before?: readonly Value[]): readonly Value[]
  read(values: readonly Value[]): ReadFacts
}

/** The layout cannot hold this object; the reason continues `it has …`. */
export class NotCarried extends Error {
  override name = 'NotCarried'
}
