/** Creates repository objects, and compares what the ERP has stored. */
import { assertNotAborted } from './change.ts'
import type { ChangeGuard } from './change.ts'
import { developedHere } from '../permissions/ownership.ts'
import { readMetadata, rememberPackage, resolvePackage } from './structure.ts'
import { creationTypes, documentOf, sendTyped } from './document/media-types.ts'
import { forgetObject } from './source.ts'
import { isCloudSystem, readSystem } from './system.ts'
import type { ObjectRef, ObjectTypeRow } from '../objects.ts'
import { assertName, collectionUri, objectUri, rowFor } from '../objects.ts'
import { assertPackage, assertTransport, isLocalPackage } from './names.ts'
import type { ErpReader, ErpWriter } from '../erp.ts'
import type { ErpErrorCode } from '../errors.ts'
import { ErpError, isErpError } from '../errors.ts'
import { createBody, createQuery } from '../wire/create.ts'
import type { Comparison } from '../wire/document/compare.ts'
import type { Metadata } from '../wire/metadata.ts'

export interface CreateArgs {
  readonly ref: ObjectRef
  /** For a package: the package above it; its own name or none at the top level. */
  readonly package: string
  readonly description: string
  readonly transport?: string | undefined
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

function textOr(value: unknown, fallback: string | undefined): string | undefined {
  return value === undefined || value === null ? fallback : String(value)
}

/**
 * Facts of a new package that are not given: as its parent has them, since a package and its parent
 * belong to one software component. The person responsible is the caller, whom the ERP demands.
 */
async function packageDefaults(
  erp: ErpWriter,
  args: CreateArgs,
  cloud: boolean
): Promise<Record<string, unknown>> {
  const { name } = args.ref
  const local = isLocalPackage(name)
  const superPackage = args.package === name ? '' : args.package
  const above =
    superPackage === ''
      ? undefined
      : await readMetadata(erp, { ref: { type: 'DEVC', name: superPackage } }).catch(
          () => undefined
        )
  const { softwareComponent, recordChanges } = above?.attributes ?? {}
  const component = args.options?.['softwareComponent'] ?? (softwareComponent || 'HOME')
  const unrecorded = local || (cloud && component === cloudLocal)
  return {
    name,
    superPackage,
    softwareComponent: local ? 'LOCAL' : component,
    recordChanges: unrecorded ? 'false' : (recordChanges ?? 'true'),
    responsible: args.options?.['responsible'] ?? (await logonUser(erp, cloud))
  }
}

/** The software component of ABAP cloud whose packages are not transported. */
const cloudLocal = 'ZLOCAL'

/** A name that a user can have: on ABAP cloud users log on with an address, which is none. */
const isUserName = (name: string | undefined): boolean =>
  name !== undefined && name !== '' && name.length <= 12 && !name.includes('@')

/**
 * The user whom the ERP knows the caller by; undefined where it does not say.
 * @throws ErpError ERP_BAD_REQUEST on ABAP cloud, which takes no package without
 */
async function logonUser(erp: ErpWriter, cloud: boolean): Promise<string | undefined> {
  const own = erp.system.user
  const name = isUserName(own) ? own : (await readSystem(erp)).user
  if (isUserName(name)) return name
  if (!cloud) return undefined
  throw new ErpError('ERP_BAD_REQUEST', 'A new package needs a person responsible', {
    outcome: 'failed',
    remedy:
      'Give `responsible`: the name of the user in the ERP, which the field createdBy of an object of this user shows.'
  })
}

/** Options of the type's row with their defaults, which depend on the kind of system. */
async function createOptions(
  erp: ErpWriter,
  args: CreateArgs,
  cloud: boolean
): Promise<Record<string, string>> {
  const row = rowFor(args.ref)
  const known: Record<string, unknown> = {
    name: args.ref.name,
    ...(row.ownPackage === true ? await packageDefaults(erp, args, cloud) : {}),
    ...(cloud && row.ownPackage !== true ? { abapLanguageVersion: 'cloudDevelopment' } : {}),
    ...row.create?.defaults,
    ...(cloud ? row.create?.cloudDefaults : {})
  }
  const options: Record<string, string> = {}
  for (const [key, fallback] of Object.entries({ ...known, ...args.options })) {
    const value = textOr(fallback, undefined)
    if (value !== undefined) options[key] = value
  }
  return options
}

/** The package of the new object; a part of a function group has the package of the group. */
async function packageForNew(erp: ErpWriter, args: CreateArgs): Promise<string> {
  if (args.ref.group !== undefined) {
    return resolvePackage(erp, { ref: { type: 'FUGR', name: args.ref.group }, fresh: true })
  }
  if (args.package !== '') assertPackage(args.package)
  return args.package === '' ? args.ref.name : args.package
}

const uncertain: ReadonlySet<ErpErrorCode> = new Set([
  'ERP_SERVER_ERROR',
  'ERP_UNREACHABLE',
  'ERP_TIMEOUT',
  'ERP_BAD_ANSWER'
])

/** A failed creation may have left the object behind: a read of its metadata decides. */
async function judgeCreation(erp: ErpWriter, args: CreateArgs, error: unknown): Promise<unknown> {
  if (
    !isErpError(error) ||
    !(uncertain.has(error.code) || /Kerberos library/i.test(error.message))
  ) {
    return error
  }
  // The request was not sent.
  if (error.outcome === 'failed' && error.status === undefined) return error
  const exists = await readMetadata(erp, { ref: args.ref }).then(
    () => true,
    (reason: unknown) => (isErpError(reason, 'ERP_NOT_FOUND') ? false : undefined)
  )
  // Without an answer of the ERP itself, the creation may still be running.
  const hasEnded = error.status !== undefined && error.status !== 502 && error.status !== 504
  const outcome = exists === false && hasEnded ? 'failed' : 'unknown'
  const remedy = exists === true ? 'The object exists now: read it before you go on.' : error.remedy
  return new ErpError(error.code, error.message, {
    status: error.status,
    type: error.type,
    properties: error.properties,
    quoted: error.quoted,
    remedy,
    retryAfter: error.retryAfter,
    outcome,
    cause: error
  })
}

/** What is sent to create an object. */
interface Creation {
  readonly row: ObjectTypeRow
  readonly package: string
  readonly transport: string | undefined
  readonly signal: AbortSignal | undefined
}

async function postNew(
  erp: ErpWriter,
  args: CreateArgs,
  { row, package: packageName, transport, signal }: Creation
): Promise<void> {
  const { ref, description } = args
  const cloud = await isCloudSystem(erp)
  const body = createBody(row, {
    ref,
    package: packageName,
    description,
    language: erp.system.language,
    options: await createOptions(erp, args, cloud)
  })
  const types = creationTypes(row, cloud)
  await sendTyped(erp, documentOf('create', ref, types), contentType =>
    erp.request(
      {
        operation: 'object.create',
        effect: 'change',
        method: 'POST',
        path: collectionUri(ref),
        query: createQuery(transport),
        subject: { refs: [ref], transport, facts: { package: packageName } },
        contentType,
        body
      },
      signal
    )
  )
}

/**
 * Creates an object; it is inactive afterwards and contains what the ERP generates.
 *
 * @throws ErpError ERP_ALREADY_EXISTS, ERP_BAD_NAME, ERP_UNSUPPORTED for a type that cannot be
 * created
 */
export async function createObject(
  erp: ErpWriter,
  args: CreateArgs,
  guard: ChangeGuard
): Promise<{ uri: string }> {
  const { ref } = args
  assertName(ref)
  const row = rowFor(ref)
  if (row.create === undefined) {
    throw new ErpError('ERP_UNSUPPORTED', `A ${row.label} cannot be created here`, {
      outcome: 'failed'
    })
  }
  const transport = args.transport === '' ? undefined : args.transport
  if (transport !== undefined) assertTransport(transport)
  const packageName = await packageForNew(erp, args)
  await guard.recheck({
    ref,
    package: packageName,
    transport,
    isLocal: isLocalPackage(packageName)
  })
  assertNotAborted(guard.signal)
  try {
    await postNew(erp, args, { row, package: packageName, transport, signal: guard.signal })
  } catch (error) {
    throw await judgeCreation(erp, args, error)
  } finally {
    forgetObject(erp, ref)
  }
  if (row.create.inGroup !== true) {
    rememberPackage(erp, ref, {
      package: row.ownPackage === true ? ref.name : packageName,
      original: developedHere
    })
  }
  return { uri: objectUri(ref) }
}

export interface CreatedArgs extends Omit<CreateArgs, 'transport' | 'description'> {
  /** Undefined where the caller gave none. */
  readonly description?: string | undefined
}

/** Facts that every document of their type shows, so that a missing one is an empty one. */
const alwaysShown: Readonly<Record<string, readonly string[]>> = {
  CLAS: ['superclass'],
  DEVC: ['superPackage']
}

/**
 * Reads the metadata of a new object. Facts that its document does not show are not compared.
 *
 * @throws ErpError ERP_NOT_FOUND where the object is not there
 */
export async function compareCreated(
  erp: ErpReader,
  { ref, package: packageName, description, options = {} }: CreatedArgs,
  signal?: AbortSignal
): Promise<Comparison> {
  const stored = factsOf(await readMetadata(erp, { ref }, signal))
  const inside = packageName === '' ? undefined : packageName
  const shown = ref.type === 'DEVC' ? { superPackage: inside } : { package: inside }
  const sent = Object.entries({ description, ...shown, ...options }).flatMap(([path, value]) =>
    value === undefined || value === null ? [] : [{ path, sent: String(value) }]
  )
  const refused = sent.flatMap(({ path, sent: value }) => {
    const found = stored[path] ?? (alwaysShown[ref.type]?.includes(path) === true ? '' : undefined)
    return found === undefined || alike(path, value, found)
      ? []
      : [{ path, sent: value, stored: found }]
  })
  return { refused, others: [] }
}

function factsOf(metadata: Metadata): Readonly<Record<string, string | undefined>> {
  const { attributes, superclass, package: packageName } = metadata
  return { ...attributes, superclass, package: packageName }
}

/** Names are upper case at the ERP; a description is kept as it is. */
function alike(path: string, sent: string, stored: string): boolean {
  return path === 'description'
    ? sent.trim() === stored.trim()
    : sent.trim().toUpperCase() === stored.trim().toUpperCase()
}
