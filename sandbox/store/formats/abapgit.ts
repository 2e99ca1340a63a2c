/** Reads and writes metadata files of the abapGit format. */
import { child, element, parseXml, writeXml } from './xml.ts'
import type { Element } from './xml.ts'
import { StoreError } from '../errors.ts'

/**
 * A metadata file of the abapGit format: the envelope is kept as it was, `values` is what stands in
 * `asx:values`.
 */
export interface Metadata {
  readonly root: Element
  readonly values: Element
}

/**
 * Reads a metadata file. Throws StoreError `INVALID_SOURCE` when it is not XML or has no
 * `asx:values`.
 */
export function readMetadata(text: string): Metadata {
  const root = parseXml(text)
  const abap = root.name === 'asx:abap' ? root : child(root, 'asx:abap')
  const values = child(abap, 'asx:values')
  if (values === undefined) {
    throw new StoreError(
      'INVALID_SOURCE',
      'The XML has no asx:abap/asx:values, so it is not in abapGit format',
      { position: { line: 1, column: 0 } }
    )
  }
  return { root, values }
}

function replaced(node: Element, old: Element, next: Element): Element {
  if (node === old) return next
  return {
    ...node,
    children: node.children.map(each =>
      typeof each === 'string' ? each : replaced(each, old, next)
    )
  }
}

export function writeMetadata(metadata: Metadata, values: Element): string {
  return writeXml(replaced(metadata.root, metadata.values, values))
}

/** A new envelope for a type (`CLAS`), with the values given. */
export function newMetadata(type: string, values: readonly Element[]): string {
  const inner = element('asx:values', values)
  const abap = element('asx:abap', [inner], {
    'xmlns:asx': 'http://www.sap.com/abapxml',
    version: '1.0'
  })
  return writeXml(
    element('abapGit', [abap], {
      version: 'v1.0.0',
      serializer: `LCL_OBJECT_${type}`,
      serializer_version: 'v1.0.0'
    })
  )
}
