/** Routes that validate a new object before it is created. */
import { AdtError, t100 } from '../http/errors.ts'
import { groupKinds, groupPartOf, kindByAdtType, kindOf } from '../http/kinds.ts'
import { groupPartRefusal, nameRefusal } from '../transports/name-ranges.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { asx, asxType, element, leaf } from '../http/xml.ts'
import { isTaken } from '../store/library/object.ts'
import type { ObjectType } from '../types.ts'

const plainName = /^(\/[A-Z0-9_]{1,8}\/)?[A-Z_][A-Z0-9_]*$/

interface Candidate {
  readonly type: ObjectType
  readonly part?: string
  readonly name: string
  readonly label: string
  readonly length: number
}

function candidate(request: Request, type: ObjectType): Candidate {
  const name = request.required('objname').toUpperCase()
  const wanted = request.query.get('objtype')?.toUpperCase() ?? ''
  const inGroup = Object.values(groupKinds).find(kind => kind.adtType === wanted)
  if (inGroup !== undefined) {
    return {
      type: 'FUGR',
      part: inGroup.prefix + name,
      name,
      label: inGroup.label,
      length: inGroup.nameLength
    }
  }
  const named = wanted === '' ? undefined : kindByAdtType(wanted)
  const kind = named === undefined || named.type === 'DEVC' ? kindOf(type) : named
  return { type: kind.type, name, label: kind.label, length: kind.nameLength }
}

/** Why the object cannot be created; undefined when it can. */
function reasonAgainst(
  request: Request,
  { type, part, name, label, length }: Candidate
): string | undefined {
  const { store } = request.system
  if (name.length > length) return `${label} names have at most ${length} characters`
  if (!plainName.test(name) && part === undefined) return `${name} is not a valid name`
  const group = request.query.get('fugrname')?.toUpperCase() ?? ''
  if (part !== undefined) {
    const key = { type: 'FUGR' as const, name: group }
    if (store.get(key) === undefined) return `Function group ${group} does not exist`
    return store.parts(key).some(each => each.key.part === part)
      ? `${label} ${groupPartOf(part)?.name ?? name} already exists`
      : groupPartOf(part)?.kind === 'function'
        ? groupPartRefusal('function', group, name)?.message
        : undefined
  }
  if (isTaken(store.get({ type, name }))) return `${label} ${name} already exists`
  const packageName = request.query.get('packagename')?.toUpperCase() ?? ''
  if (packageName !== '' && store.get({ type: 'DEVC', name: packageName }) === undefined) {
    return `Package ${packageName} does not exist`
  }
  return nameRefusal(request.system, { type, name }, packageName || '$TMP')?.message
}

/** Types whose taken names are refused by an exception, with the kind that it names. */
const refusedByStatus: Partial<Record<ObjectType, string>> = {
  CLAS: 'Class',
  INTF: 'Interface',
  DOMA: 'Domain',
  TABL: 'Database Table'
}

function takenName({ system }: Request, { type, name, part }: Candidate): AdtError | undefined {
  const label = refusedByStatus[type]
  if (label === undefined || part !== undefined) return undefined
  if (!isTaken(system.store.get({ type, name }))) return undefined
  const isClif = type === 'CLAS' || type === 'INTF'
  return new AdtError(
    isClif ? `${label} ${name} already exists` : `${label} with the name ${name} already exists`,
    {
      status: 400,
      type: isClif ? 'InvalidClifName' : 'InvalidObjName',
      properties: isClif ? t100('OO', '002', label, name) : t100('SWB_TOOL', '016', label, name)
    }
  )
}

function validate(request: Request, type: ObjectType): Answer {
  const wanted = candidate(request, type)
  const taken = takenName(request, wanted)
  if (taken !== undefined) throw taken
  const refusal = reasonAgainst(request, wanted)
  const data =
    type in refusedByStatus && refusal === undefined
      ? leaf('CHECK_RESULT', 'X')
      : [
          leaf('SEVERITY', refusal === undefined ? 'OK' : 'ERROR'),
          leaf('SHORT_TEXT', refusal ?? ''),
          element('LONG_TEXT')
        ]
  return {
    type: asxType(type === 'CLAS' ? 'com.sap.adt.oo.clifname.check' : 'com.sap.adt.StatusMessage'),
    body: asx(data)
  }
}

/** Validation path → the type it stands for when the request does not name one. */
const paths: Readonly<Record<string, ObjectType>> = {
  '/programs/validation': 'PROG',
  '/includes/validation': 'INCL',
  '/oo/validation/objectname': 'CLAS',
  '/functions/validation': 'FUGR',
  '/ddic/ddl/validation': 'DDLS',
  '/ddic/tables/validation': 'TABL',
  '/ddic/structures/validation': 'STRU',
  '/acm/dcl/validation': 'DCLS',
  '/ddic/ddlx/sources/validation': 'DDLX',
  '/ddic/srvd/sources/validation': 'SRVD',
  '/bo/behaviordefinitions/validation': 'BDEF',
  '/ddic/typegroups/validation': 'TYPE',
  '/ddic/domains/validation': 'DOMA',
  '/ddic/dataelements/validation': 'DTEL',
  '/ddic/tabletypes/validation': 'TTYP',
  '/messageclass/validation': 'MSAG',
  '/businessservices/bindings/validation': 'SRVB'
}

export const routes: readonly Route[] = Object.entries(paths).map(([path, type]) => ({
  method: 'POST',
  path,
  collection: {
    workspace: `${kindOf(type).label} Validation`,
    title: `${kindOf(type).label} Validation`,
    category: ['validation', type.toLowerCase()]
  },
  handler: request => validate(request, type)
}))
