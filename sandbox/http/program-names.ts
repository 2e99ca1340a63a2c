/** Technical names of the programs and includes behind a part of an object. */
import type { PartKey } from '../types.ts'
import { nameOf } from './uris.ts'

const includeCodes: Readonly<Record<string, string>> = {
  main: 'CU',
  definitions: 'CCDEF',
  implementations: 'CCIMP',
  macros: 'CCMAC',
  testclasses: 'CCAU'
}

/** Technical names of main program and include: `ZCL_X=====…CP` and `ZCL_X=====…CCAU`. */
export function programsOf(part: PartKey): [string, string] {
  const { type, name } = part.object
  const upper = name.toUpperCase()
  if (type === 'CLAS') {
    return [upper.padEnd(30, '=') + 'CP', upper.padEnd(30, '=') + (includeCodes[part.part] ?? 'CU')]
  }
  if (type === 'INTF') return [upper.padEnd(30, '=') + 'IP', upper.padEnd(30, '=') + 'IU']
  if (type === 'FUGR') return [`SAPL${upper}`, nameOf(part)]
  return [upper, upper]
}
