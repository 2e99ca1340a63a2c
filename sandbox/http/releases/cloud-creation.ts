/** What an ABAP cloud system demands of the document of a new object. */
import { AdtError, invalidData, t100 } from '../errors.ts'
import { objectKinds } from '../object-paths.ts'
import type { Request, Route } from '../route.ts'

/** The types whose creation on an ABAP cloud system is known from live reports. */
const types: ReadonlySet<string> = new Set(['CLAS', 'INTF', 'DDLS', 'DTEL', 'DOMA', 'TTYP'])

/** Whether packages, or objects of a known type, are created at the route. */
export function createsObject({ method, path }: Route): boolean {
  return (
    method === 'POST' &&
    (path === '/packages' ||
      objectKinds.some(({ type, collection }) => collection === path && types.has(type)))
  )
}

const languageVersion = 'abapLanguageVersion'

/** Objects belong to the caller; a document that names a person responsible is not read. */
function checkObject(request: Request, transformation: string): void {
  const { attributes } = request.xml()
  if (attributes['responsible'] !== undefined) {
    throw invalidData(`error deserializing in ${transformation}`)
  }
  if (request.path.toLowerCase().endsWith('/oo/classes')) requireClassFacts(attributes)
  const type = request.headers['content-type'] ?? ''
  // under the general type an older transformation reads the document, which drops the attribute
  const isDropped = request.path.includes('/oo/interfaces') && !type.includes('.interfaces.v5')
  const given = isDropped ? '' : (attributes[languageVersion] ?? '')
  if (given === 'cloudDevelopment') return
  throw new AdtError(`ABAP language version ${given} is not allowed in this software component`, {
    status: 500,
    type: 'ExceptionResourceCreationFailure'
  })
}

/** Elsewhere a class has defaults for them. */
function requireClassFacts(attributes: Readonly<Record<string, string>>): void {
  if (['final', 'visibility', 'category'].every(name => (attributes[name] ?? '') !== '')) return
  throw invalidData('error deserializing in CLASS_TRANSFORMATION')
}

/** A package has a person responsible, who is not the caller unless the document says so. */
function checkPackage(request: Request): void {
  const { responsible = '' } = request.xml().attributes
  // the address that a user logs on with is no user name
  if (responsible.length > 12 || responsible.includes('@')) {
    throw invalidData('error deserializing in SPAK_ST_PACKAGES')
  }
  if (responsible.trim() !== '') return
  throw new AdtError('Enter a valid user, not , as the person responsible', {
    status: 400,
    type: 'ExceptionInvalidData',
    properties: t100('PAK', '049')
  })
}

/** @throws AdtError for a document that a cloud system refuses */
export function checkCloudCreation(request: Request): void {
  if (request.path.toLowerCase().endsWith('/packages')) checkPackage(request)
  else checkObject(request, 'CLASS_TRANSFORMATION')
}
