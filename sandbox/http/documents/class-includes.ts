/** Parts of a class document: includes that exist without ever being written, and the entity of a pool. */
import type { ObjectInfo, PartInfo, PartKey } from '../../types.ts'
import { element } from '../xml.ts'

/** Includes that every class has, even when they were never written. */
const generated: Readonly<Record<string, string>> = {
  definitions:
    '*"* use this source file for any type of declarations (class\n*"* definitions, interfaces or type declarations) you need for\n*"* components in the private section\n',
  implementations:
    '*"* use this source file for the definition and implementation of\n*"* local helper classes, interface definitions and type\n*"* declarations\n',
  macros:
    '*"* use this source file for any macro definitions you need\n*"* in the implementation part of the class\n'
}

/** What a new include for local test classes holds. */
export const testIncludeSkeleton = '*"* use this source file for your ABAP unit test classes\n'

/**
 * The generated comment of an include that was never written; undefined for includes that do not
 * exist until they are created.
 */
export function generatedInclude(key: PartKey): string | undefined {
  return key.object.type === 'CLAS' ? generated[key.part] : undefined
}

/** Facts of an include that has only its generated comment. */
export function absentInclude(key: PartKey, info: ObjectInfo): PartInfo {
  const stamp = new Date(info.createdAt).toISOString().replace(/\D/g, '').slice(0, 14)
  return {
    key,
    version: 'active',
    changedBy: info.createdBy,
    changedAt: info.createdAt,
    etag: `${stamp}0010`
  }
}

/** The entity that a behavior pool implements the behavior of. */
export function rootEntityRef(name: string): string {
  const file = encodeURIComponent(name.toLowerCase())
  return element('class:rootEntityRef', {
    'adtcore:uri': `/sap/bc/adt/ddic/ddl/sources/${file}/source/main#name=${file}`,
    'adtcore:type': 'STOB/DO',
    'adtcore:name': name
  })
}

/** The includes of a class, in the order in which the ERP lists them. */
export function includesOf(hasTests: boolean): string[] {
  return [...Object.keys(generated), ...(hasTests ? ['testclasses'] : []), 'main']
}
