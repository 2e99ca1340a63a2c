/** Refusals as clients see them: `exc:exception` documents and plain bodies. */
import { declare, document, element, leaf } from './xml.ts'

export interface ExceptionDetails {
  readonly status: number
  readonly type: string
  readonly namespace?: string
  readonly properties?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** A refusal that the client receives as `exc:exception`. */
export class AdtError extends Error {
  readonly status: number
  readonly type: string
  readonly namespace: string
  readonly properties: Readonly<Record<string, string>>

  constructor(message: string, details: ExceptionDetails) {
    super(message, { cause: details.cause })
    this.name = 'AdtError'
    this.status = details.status
    this.type = details.type
    this.namespace = details.namespace ?? 'com.sap.adt'
    this.properties = details.properties ?? {}
  }
}

/**
 * A refusal with a body that is not XML: the communication framework answers before a resource is
 * reached.
 */
export class PlainError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, status: number, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'PlainError'
    this.status = status
    this.headers = headers
  }
}

/** Properties of a T100 message key with its variables. */
export function t100(
  id: string,
  number: string,
  ...variables: readonly string[]
): Record<string, string> {
  const values = variables.map((value, index) => [`T100KEY-V${index + 1}`, value])
  return { 'T100KEY-ID': id, 'T100KEY-NO': number, ...Object.fromEntries(values) }
}

/**
 * The body: clients read it by line and compare its beginning byte by byte, so it stays one line.
 */
export function exceptionBody(
  error: Pick<AdtError, 'message' | 'type' | 'namespace' | 'properties'>
): string {
  const message = error.message.replace(/\s*[\r\n]+\s*/g, ' ').trim()
  const entries = Object.entries(error.properties).map(([key, value]) =>
    leaf('entry', value.replace(/[\r\n]+/g, ' '), { key })
  )
  return document(
    element('exc:exception', declare('exc'), [
      element('namespace', { id: error.namespace }),
      element('type', { id: error.type }),
      leaf('message', message, { lang: 'EN' }),
      leaf('localizedMessage', message, { lang: 'EN' }),
      element('properties', {}, entries)
    ])
  )
}

export function notFound(name: string): AdtError {
  return new AdtError(`Error while importing object ${name} from the database.`, {
    status: 404,
    type: 'ExceptionResourceNotFound',
    properties: t100('SWB_TOOL', '025', name)
  })
}

function parted(label: string): [kind: string, name: string] {
  const blank = label.lastIndexOf(' ')
  return [label.slice(0, blank), label.slice(blank + 1)]
}

/** The words that services of classes and interfaces have for one that is not there. */
export function noSuchObject(label: string): AdtError {
  return new AdtError(`Resource ${label} does not exist.`, {
    status: 404,
    type: 'ExceptionResourceNotFound',
    properties: t100('SADT_RESOURCE', '002', ...parted(label))
  })
}

export function noSuchResource(): PlainError {
  return new PlainError('No suitable resource found', 404)
}

export function invalidData(message: string): AdtError {
  return new AdtError(message, {
    status: 400,
    type: 'ExceptionInvalidData',
    properties: t100('SADT_REST', '006')
  })
}

export function parameterMissing(name: string): AdtError {
  return new AdtError(`Parameter ${name} could not be found.`, {
    status: 400,
    type: 'ExceptionParameterNotFound',
    properties: t100('SADT_RESOURCE', '017', name)
  })
}

export function uriMapping(uri: string): AdtError {
  return new AdtError(`URI-Mapping cannot be performed due to invalid URI: ${uri}`, {
    status: 400,
    type: 'uriMappingError',
    properties: t100('SADT_TOOLS_CORE', '004', uri)
  })
}

/** The label is a kind and a name: `CLASS ZCL_X`. */
export function invalidLockHandle(label: string, handle: string): AdtError {
  const [kind, name] = parted(label)
  return new AdtError(`Resource ${label} is not locked (invalid lock handle: ${handle})`, {
    status: 423,
    type: 'ExceptionResourceInvalidLockHandle',
    properties: t100('SADT_RESOURCE', '026', kind, name, handle)
  })
}

export function lockedBy(user: string, name: string): AdtError {
  return new AdtError(`User ${user} is currently editing ${name}`, {
    status: 403,
    type: 'ExceptionResourceNoAccess',
    properties: t100('EU', '510', user, name)
  })
}

export function alreadyExists(label: string, name: string): AdtError {
  return new AdtError(`Resource ${label} ${name} does already exist.`, {
    status: 409,
    type: 'ExceptionResourceAlreadyExists',
    properties: t100('SADT_RESOURCE', '008', label, name)
  })
}

/** Programs and includes have one name space, and an answer of their own. */
export function programExists(name: string): AdtError {
  return new AdtError(`A program or include already exists with the name ${name}`, {
    status: 500,
    type: 'ExceptionResourceCreationFailure',
    properties: t100('XI', '001', name)
  })
}

export function creationFailure(
  message: string,
  properties: Readonly<Record<string, string>> = {}
): AdtError {
  return new AdtError(message, {
    status: 400,
    type: 'ExceptionResourceCreationFailure',
    properties
  })
}

export function notAcceptable(supported: readonly string[]): AdtError {
  const list = supported.join(', ')
  return new AdtError(`The message content is not acceptable. Accepted content types: ${list}`, {
    status: 406,
    type: 'ExceptionResourceNotAcceptable',
    properties: t100('SADT_RESOURCE', '044', supported[0] ?? '')
  })
}

/** The type of the content is supported and its parameters are not. */
export function contentNotAcceptable(supported: readonly string[]): AdtError {
  return new AdtError(
    `The message content is not acceptable. Accepted content types: ${supported.join(', ')}`,
    {
      status: 406,
      type: 'ExceptionResourceNotAcceptable',
      properties: t100('SADT_RESOURCE', '037', supported[0] ?? '')
    }
  )
}

export function unsupportedMediaType(type: string, supported: readonly string[]): AdtError {
  return new AdtError(
    `Content type ${type} is not supported. Supported content types: ${supported.join(', ')}`,
    {
      status: 415,
      type: 'ExceptionUnsupportedMediaType',
      properties: t100('SADT_RESOURCE', '036', supported[0] ?? '')
    }
  )
}

export function methodNotSupported(method: string): AdtError {
  return new AdtError(`Method ${method} is not supported by this resource`, {
    status: 405,
    type: 'ExceptionMethodNotSupported',
    properties: t100('SADT_RESOURCE', '010', method)
  })
}

/**
 * A service that the ERP may have and the sandbox has not. Programs that probe for a feature take it
 * for absent at 404 alone (arc-1 `src/adt/features.ts`), so that the answer is that of a system
 * without the service, with the reason behind it.
 */
export function notServed(reason: string): AdtError {
  return new AdtError(`No suitable resource found. ${reason}`, {
    status: 404,
    type: 'ExceptionResourceNotFound',
    namespace: 'erp-bridge.sandbox'
  })
}

/** 501 with a reason of `not-implemented.ts`, and what it was that met the limit. */
export function notImplemented(reason: string, detail?: string): AdtError {
  return new AdtError(detail === undefined ? reason : `${reason.replace(/\.$/, '')}: ${detail}`, {
    status: 501,
    type: 'ExceptionNotImplementedBySandbox',
    namespace: 'erp-bridge.sandbox'
  })
}

export function internalError(cause: unknown): AdtError {
  const detail = cause instanceof Error ? cause.message : 'unknown cause'
  return new AdtError(`Internal error of the sandbox: ${detail}`, {
    status: 500,
    type: 'ExceptionInternalError',
    cause
  })
}

/** The debugger tells its exceptions apart by a property, on every release. */
export function kindOnly({ properties }: AdtError): AdtError['properties'] {
  return 'com.sap.adt.communicationFramework.subType' in properties ? properties : {}
}
