/** The types of document codecs. */
import type { XmlElement } from '../http/xml-reader.ts'
import type { Attributes, Content } from '../http/xml.ts'
import type { Element } from '../store/formats/xml.ts'
import type { ObjectInfo, Store } from '../types.ts'

export interface DocumentContext {
  readonly store: Store
  readonly info: ObjectInfo
  /**
   * The document replaces the whole object: what it omits is lost, or refused where
   * the ERP expects it.
   */
  readonly replaces?: boolean
  /** The log-on language of a change. */
  readonly language?: string
}

/**
 * How an object without a source is a document: `values` is what stands in its file in abapGit
 * format. Reading changes only what the document contains, so that other facts survive.
 */
export interface DocumentCodec {
  /** Qualified name of the root. */
  readonly root: string
  /** The declarations of the root's own prefixes. */
  readonly namespaces: Attributes
  attributes?(values: Element, context: DocumentContext): Attributes
  /** Attributes of links beside those that every object has. */
  links?(values: Element, context: DocumentContext): readonly Attributes[]
  /** The elements below the root, after links and package. */
  write(values: Element, context: DocumentContext): Content
  /** Throws 400 when the document does not have the form. */
  read(document: XmlElement, values: Element, context: DocumentContext): Element
}
