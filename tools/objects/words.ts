/** Objects, places and findings in words. */
import type { ErpReader, Finding, ObjectRef } from '../../erp-client/index.ts'
import { fenced } from '../failure/prose.ts'

/** `CLAS ZCL_DEMO`, `FUNC Z_DEMO (group ZDEMO)`. */
export function refWords(ref: ObjectRef): string {
  return `${ref.type} ${ref.name}${ref.group === undefined ? '' : ` (group ${ref.group})`}`
}

/** `DEV/001`, or `sandbox/001`: which system an answer is from. */
export function systemWords({ system }: Pick<ErpReader, 'system'>): string {
  const label = system.label === undefined ? '' : `${system.label} `
  return `${label}${system.id ?? (system.sandbox === true ? 'sandbox' : new URL(system.url).host)}/${system.client}`
}

/** The same for a system that a call names; its label says the name already. */
export function namedSystemWords(name: string, erp: Pick<ErpReader, 'system'>): string {
  return erp.system.label === undefined ? `${name} (${systemWords(erp)})` : systemWords(erp)
}

/** `testclasses 12:5`, as far as it is known. */
export function placeWords(place: {
  readonly part?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
}): string {
  const position =
    place.line === undefined
      ? ''
      : `${place.line}${place.column === undefined ? '' : `:${place.column}`}`
  return [place.part === 'main' ? undefined : place.part, position]
    .filter(word => word !== undefined && word !== '')
    .join(' ')
}

/** Findings with a place each; their words are the ERP's. */
export function findingLines(findings: readonly Finding[]): string[] {
  return fenced(findings.map(findingLine))
}

export function findingLine(finding: Finding): string {
  const where = [finding.ref === undefined ? '' : refWords(finding.ref), placeWords(finding)]
    .filter(word => word !== '')
    .join(' ')
  return `${finding.severity}${where === '' ? '' : ` ${where}`}: ${finding.text}`
}

/** A number with its noun: `1 line`, `2 lines`. */
export function count(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`
  if (/[^aeou]y$/.test(noun)) return `${number} ${noun.slice(0, -1)}ies`
  return `${number} ${noun}${/(?:s|x|ch|sh)$/.test(noun) ? 'es' : 's'}`
}
