/** The documents of objects without a source, converted from and to abapGit files. */
import { codecOf } from '../../documents/index.ts'
import type { DocumentCodec, DocumentContext } from '../../documents/types.ts'
import { readMetadata, writeMetadata } from '../../store/formats/abapgit.ts'
import { withDescription } from '../../store/formats/metadata.ts'
import { commonAttributes, packageRef } from './metadata.ts'
import type { Subject } from './metadata.ts'
import { kindOf } from '../kinds.ts'
import { basePath } from '../router.ts'
import { encodeName } from '../uris.ts'
import type { XmlElement } from '../xml-reader.ts'
import { declare, document, element } from '../xml.ts'
import type { Attributes } from '../xml.ts'

function links({ info: { key } }: Subject, own: readonly Attributes[]): string[] {
  const link = (rel: string, href: string, more: Attributes = {}) =>
    element('atom:link', { ...declare('atom'), href, rel, ...more })
  const technical = kindOf(key.type).adtType.replace('/', '').toLowerCase()
  return [
    link(
      'self',
      `${basePath}/vit/wb/object_type/${technical}/object_name/${encodeName(key.name).toUpperCase()}`,
      { type: 'application/vnd.sap.sapgui', title: 'Representation in SAP Gui' }
    ),
    link('http://www.sap.com/adt/relations/versions', 'versions', { title: 'Historic versions' }),
    ...own.map(attributes => element('atom:link', { ...declare('atom'), ...attributes }))
  ]
}

/** The document of an object without a source, of the text given (its file in abapGit format). */
export function objectDocument(subject: Subject, codec: DocumentCodec, text: string): string {
  const { values } = readMetadata(text)
  const context = { store: subject.store, info: subject.info }
  return document(
    element(
      codec.root,
      {
        ...codec.namespaces,
        ...declare('adtcore'),
        ...codec.attributes?.(values, context),
        ...commonAttributes(subject)
      },
      [
        links(subject, codec.links?.(values, context) ?? []),
        packageRef(subject),
        codec.write(values, context)
      ]
    )
  )
}

/**
 * The object's file with the values of a document; values that the document cannot hold stay.
 * Throws 400 for a document of another form.
 */
export function documentText(given: XmlElement, text: string, context: DocumentContext): string {
  const metadata = readMetadata(text)
  const { type } = context.info.key
  // a message class without a description in its document has none afterwards
  const { description = context.replaces === true && type === 'MSAG' ? '' : undefined } =
    given.attributes
  const described =
    description === undefined
      ? metadata.values
      : withDescription(type, metadata.values, description)
  const next = codecOf(type)?.read(given, described, context) ?? described
  const written = writeMetadata(metadata, next)
  return written === writeMetadata(metadata, metadata.values) ? text : written
}
