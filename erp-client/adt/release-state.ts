/** Release contracts of an object (C0 to C4) and their states. */
import { ErpError, isErpError } from '../errors.ts'
import type { ErpReader, ErpWriter } from '../erp.ts'
import { sendTyped } from './document/media-types.ts'
import type { TypedRequest } from './document/media-types.ts'
import { assertTransport } from './names.ts'
import { objectUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import type { ChangeSubject, ErpResponse } from '../request.ts'
import { contractBody, contractState } from '../wire/document/release-contract.ts'
import { attribute, child, parseXml } from '../wire/xml.ts'

/** Contracts `C0` to `C4`, each with its state, e.g. `RELEASED`. */
export type ReleaseStates = ReadonlyMap<string, string>

const mediaType = 'application/vnd.sap.adt.apirelease'
const types = [10, 9, 8, 7, 6, 5, 4, 3, 2].map(version => `${mediaType}.v${version}+xml`)
const accept = types.join(', ')
const contracts = ['C0', 'C1', 'C2', 'C3', 'C4'] as const

function path(ref: ObjectRef): string {
  return `/sap/bc/adt/apireleases/${encodeURIComponent(objectUri(ref))}`
}

async function read(
  erp: ErpReader,
  ref: ObjectRef,
  signal: AbortSignal | undefined
): Promise<ErpResponse> {
  try {
    return await erp.request(
      { operation: 'release.read', effect: 'none', method: 'GET', path: path(ref), accept },
      signal
    )
  } catch (error) {
    throw isErpError(error, 'ERP_UNSUPPORTED')
      ? new ErpError('ERP_UNSUPPORTED', 'This release has no API release contracts', {
          outcome: 'failed',
          cause: error
        })
      : error
  }
}

/** @throws ErpError ERP_UNSUPPORTED, ERP_NOT_FOUND */
export async function readReleaseStates(
  erp: ErpReader,
  { ref }: { ref: ObjectRef },
  signal?: AbortSignal
): Promise<ReleaseStates> {
  const { element } = parseXml((await read(erp, ref, signal)).text, ['apiRelease'])
  return new Map(
    contracts.flatMap((contract): [string, string][] => {
      const state = attribute(child(element, `${contract.toLowerCase()}Release`, 'status'), 'state')
      return state === undefined ? [] : [[contract, state]]
    })
  )
}

function assertContract(contract: string, state: string): void {
  if (contracts.some(each => each === contract) && /^[A-Z_]{1,40}$/.test(state)) return
  throw new ErpError(
    'ERP_BAD_NAME',
    `${JSON.stringify(`${contract} ${state}`.slice(0, 60))} is no contract with a state`,
    {
      outcome: 'failed',
      remedy: `Contracts: ${contracts.join(', ')}; states e.g. RELEASED, DEPRECATED, NOT_RELEASED.`
    }
  )
}

/** An older release shows, and takes, an older version of the document: the shown one is first. */
function releaseTypes({ headers }: ErpResponse): TypedRequest {
  const [shown = ''] = (headers['content-type'] ?? '').split(';').map(word => word.trim())
  return {
    purpose: 'release',
    collection: '/sap/bc/adt/apireleases',
    types: shown.startsWith(mediaType) ? [shown, ...types.filter(type => type !== shown)] : types,
    fits: type => type.includes('.apirelease.')
  }
}

/**
 * Sets the state of one contract.
 * @throws ErpError ERP_BAD_REQUEST when the ERP does not permit the transition
 */
export async function setReleaseState(
  erp: ErpWriter,
  args: { ref: ObjectRef; contract: string; state: string; transport?: string | undefined },
  signal?: AbortSignal
): Promise<void> {
  const { ref, contract, state, transport } = args
  assertContract(contract, state)
  if (transport !== undefined) assertTransport(transport)
  const before = await read(erp, ref, signal)
  const body = contractBody(before.text, contract, state)
  if (body === undefined) {
    throw new ErpError('ERP_UNSUPPORTED', `The object cannot have the contract ${contract}`, {
      outcome: 'failed'
    })
  }
  const subject: ChangeSubject = {
    ...{ refs: [ref], part: contract, transport },
    facts: { state: contractState(before.text, contract), to: state }
  }
  try {
    await sendTyped(erp, releaseTypes(before), contentType =>
      erp.request(
        {
          operation: 'release.write',
          effect: 'change',
          method: 'PUT',
          path: `${path(ref)}/${contract.toLowerCase()}`,
          query: { request: transport },
          subject,
          contentType,
          accept,
          body
        },
        signal
      )
    )
  } catch (error) {
    // The contract has this state already.
    if (!isErpError(error) || !/no changes were made/i.test(error.message)) throw error
  }
}
