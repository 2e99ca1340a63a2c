/**
 * Name ranges of a customer system: which names new objects can have, and in which packages. The
 * ranges are those of "Namespaces and Naming Conventions" (BC-CTS-NAM) and SAP note 16466.
 */
import type { System } from '../system.ts'
import { workbenchType } from './recording.ts'
import type { ObjectKey, ObjectType } from '../types.ts'
import { AdtError, creationFailure, t100 } from '../http/errors.ts'
import { groupKinds } from '../http/kinds.ts'
import type { GroupPart } from '../http/kinds.ts'

/** The range of a name, or the namespace that the name begins with. */
type NameRange = 'customer' | 'sap' | `/${string}/`

const packageName = /^(\$[A-Z0-9_]+|(\/[A-Z0-9_]{1,8}\/)?[A-Z_][A-Z0-9_]*)$/
const customerRange = /^[YZ]/

const customerRanges: Partial<Readonly<Record<ObjectType, RegExp>>> = {
  DEVC: /^[TYZ$]/,
  ENQU: /^E[YZ]/,
  PROG: /^([YZ]|SAP[DFMU][YZ]|MP9)/,
  INCL: /^([YZ]|[DFLMU][YZ]|MP9)/,
  TABL: /^([YZ]|T9|P[ABST]9|HR[IPT]9)/,
  STRU: /^([YZ]|CI_|P[ABST]?9|HR[IP]9)/
}

/** The range of a name; packages whose names begin with T or $ count as those of customers. */
export function rangeOf({ type, name }: ObjectKey): NameRange {
  const [namespace] = /^\/[^/]+\//.exec(name) ?? []
  if (namespace !== undefined) return namespace as `/${string}/`
  return (customerRanges[type] ?? customerRange).test(name) ? 'customer' : 'sap'
}

/** Packages that begin with $ or T hold test objects. */
function rangeOfPackage(name: string): NameRange | 'test' {
  return /^[$T]/.test(name) ? 'test' : rangeOf({ type: 'DEVC', name })
}

/** Whether the system develops in the namespace: it has an object there. */
function isRegistered({ store }: System, range: NameRange): boolean {
  return range.startsWith('/') && store.keys().some(({ name }) => name.startsWith(range))
}

/** Why the name is refused for an object in the package; undefined for a name that is not. */
export function nameRefusal(system: System, key: ObjectKey, home: string): AdtError | undefined {
  const { name } = key
  const type = workbenchType(key.type)
  if (type === 'PROG' && name.startsWith('ZX')) {
    return creationFailure(
      `${name}: program names ZX... are reserved for includes of exit function groups`
    )
  }
  const range = rangeOf(key)
  const homeRange = rangeOfPackage(home)
  if (homeRange === 'test') {
    if (range === 'customer' || isRegistered(system, range)) return undefined
    return creationFailure(
      'Test objects cannot be created in foreign namespaces',
      t100('TO', '131', type, name)
    )
  }
  if (range === homeRange) return undefined
  const place = `${type} ${name} cannot be assigned to package ${home}`
  switch (range) {
    case 'customer':
      return creationFailure(
        `Package ${home} invalid for customer object ${type} ${name}`,
        t100('TK', '204', home, type, name)
      )
    case 'sap':
      return creationFailure(`SAP object ${place}`, t100('TO', '142', type, name, home))
    default:
      return creationFailure(`Object ${place}`, t100('TO', '143', type, name, home))
  }
}

/** Why a package cannot have the name: SAP's letters and unknown namespaces; undefined when it can. */
export function packageRefusal(system: System, name: string): AdtError | undefined {
  if (!packageName.test(name)) return creationFailure(`${name} is not a name of a package`)
  const range = rangeOfPackage(name)
  if (range === 'customer' || range === 'test') return undefined
  if (isRegistered(system, range)) return undefined
  return creationFailure(
    `Package ${name} is in a name range of SAP or of another manufacturer: ` +
      'names of packages begin with Y, Z, T, $ or a namespace of this system'
  )
}

/**
 * Why a function module or include of a group cannot have the name: the include belongs to the
 * group by its name, the module is named in the range of the group.
 */
export function groupPartRefusal(
  kind: GroupPart,
  group: string,
  name: string
): AdtError | undefined {
  const { label } = groupKinds[kind]
  if (kind === 'include') {
    return name.startsWith(includePrefix(group))
      ? undefined
      : new AdtError(`Attributes for program ${name} have not been saved`, {
          status: 500,
          type: 'ExceptionResourceCreationFailure'
        })
  }
  const range = rangeOf({ type: 'FUGR', name: group })
  if (rangeOf({ type: 'FUGR', name }) === range) return undefined
  const beginning = range === 'customer' ? 'Z_ or Y_' : range
  return creationFailure(`${label} ${name}: names of modules of ${group} begin with ${beginning}`)
}

/** `/ABC/FG` gives `/ABC/LFG`. */
export function includePrefix(group: string): string {
  const at = group.lastIndexOf('/') + 1
  return `${group.slice(0, at)}L${group.slice(at)}`
}
