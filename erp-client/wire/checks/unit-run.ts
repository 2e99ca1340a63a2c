/** Unit test runs in the background: what they run. */
import type { ObjectRef } from '../../objects.ts'
import { escapeXml, xmlHead } from '../xml.ts'
import { allowedRisks } from './unit.ts'
import type { RiskLevel } from './unit.ts'

/** Transport types of the objects that a set can name, beside packages. */
const setTypes: Readonly<Record<string, string>> = { CLAS: 'CLAS', PROG: 'PROG', FUGR: 'FUGR' }

/** Whether a run in the background can name all of the objects. */
export function canRunInBackground(refs: readonly ObjectRef[]): boolean {
  return refs.every(({ type }) => type === 'DEVC' || Object.hasOwn(setTypes, type))
}

/** `aunit:run` of a set of objects, for their own tests. */
export function unitRunOf(set: string, risks: readonly RiskLevel[]): string {
  return (
    `${xmlHead}<aunit:run title="erp-bridge" context="erp-bridge" xmlns:aunit="http://www.sap.com/adt/api/aunit"><aunit:options>` +
    `<aunit:measurements type="none"/><aunit:scope ownTests="true" foreignTests="false"/><aunit:riskLevel ${allowedRisks(risks)}/><aunit:duration short="true" medium="true" long="true"/></aunit:options>` +
    `${set}</aunit:run>`
  )
}

const setNames =
  'xmlns:osl="http://www.sap.com/api/osl" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** A set of objects with its content. */
export function objectSet(type: 'unionSet' | 'multiPropertySet', content: string): string {
  return `<osl:objectSet xsi:type="${type}" ${setNames}>${content}</osl:objectSet>`
}

/** `aunit:run`: packages with those below them, and single objects. */
export function unitRunBody(refs: readonly ObjectRef[], risks: readonly RiskLevel[]): string {
  const packages = refs
    .filter(({ type }) => type === 'DEVC')
    .map(({ name }) => `<osl:package includeSubpackages="true" name="${escapeXml(name)}"/>`)
  const objects = refs
    .filter(({ type }) => type !== 'DEVC')
    .map(({ type, name }) => `<osl:object name="${escapeXml(name)}" type="${setTypes[type]}"/>`)
  const set = (kind: string, content: readonly string[]) =>
    content.length === 0 ? '' : `<osl:set xsi:type="osl:${kind}">${content.join('')}</osl:set>`
  const content = `${set('packageSet', packages)}${set('flatObjectSet', objects)}`
  return unitRunOf(objectSet('unionSet', content), risks)
}
