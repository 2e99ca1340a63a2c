/** The places in sources that use objects of SAP or of a partner. */
import type { ObjectRef } from '../../erp-client/index.ts'
import { findCdsUses, findEntityUses } from '../abap/cds-uses.ts'
import { findUses } from '../abap/uses.ts'
import type { UseKind } from '../abap/uses.ts'
import { offLoop } from '../call/worker-thread.ts'
import { typesMeant } from '../insight/name-spaces.ts'

export interface ForeignUse {
  readonly name: string
  readonly kind: UseKind
  readonly line: number
}

/** Types whose sources name entities with keywords of their own. */
const nameEntities = new Set(['BDEF', 'SRVD', 'DDLX', 'DCLS'])

/** The uses in one source; `type` is that of its object, `own` a namespace such as `/ABC/`. */
export function foreignUsesIn(text: string, type: string, own: string): ForeignUse[] {
  const find = type === 'DDLS' ? findCdsUses : nameEntities.has(type) ? findEntityUses : findUses
  const uses = find(text).flatMap(({ name, kind, line }) =>
    isForeign(name, own) && typesMeant([kind]).size > 0 ? [{ name, kind, line }] : []
  )
  const key = ({ name, line }: ForeignUse) => `${name} ${line}`
  return [...new Map(uses.map(use => [key(use), use])).values()]
}

export const foreignUsesInThread = offLoop({ foreignUsesIn }, import.meta.url)

/** Customers have names with Y and Z, and namespaces of their own. */
function isForeign(name: string, own: string): boolean {
  if (/^[YZ$]/.test(name)) return false
  return own === '' || !name.startsWith(own)
}

/** `/ABC/` of `/ABC/CL_DEMO`; empty without a namespace. */
export function namespaceOf({ name }: ObjectRef): string {
  return /^\/\w+\//.exec(name)?.[0] ?? ''
}
