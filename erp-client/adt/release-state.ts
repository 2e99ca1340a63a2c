/** Release contracts of an object (C0 to C4) and their states. */
import { ErpError, isErpError } from '../errors.ts'
import type { ErpReader, ErpWriter } from '../erp.ts'
import { assertTransport } from './names.ts'
import { objectUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { attributeNamed, elementAt } from '../wire/document/find.ts'
import { spliced, withValue } from '../wire/document/splice.ts'
import { placeXml } from '../wire/document/tree.ts'
import { attribute, child, parseXml } from '../wire/xml.ts'

/** Contracts `C0` to `C4`, each with its state, e.g. `RELEASED`. */
export type ReleaseStates = ReadonlyMap<string, string>

const accept = [10, 9, 8, 7, 6, 5, 4, 3, 2]
  .map(version => `application/vnd.sap.adt.apirelease.v${version}+xml`)
  .join(', ')
const contracts = ['C0', 'C1', 'C2', 'C3', 'C4'] as const

function path(ref: ObjectRef): string {
  return `/sap/bc/adt/apireleases/${encodeURIComponent(objectUri(ref))}`
}

async function read(
  erp: ErpReader,
  ref: ObjectRef,
  signal: AbortSignal | undefined
): Promise<string> {
  try {
    return (
      await erp.request(
        { operation: 'release.read', effect: 'none', method: 'GET', path: path(ref), accept },
        signal
      )
    ).text
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
  const { element } = parseXml(await read(erp, ref, signal), ['apiRelease'])
  return new Map(
    contracts.flatMap((contract): [string, string][] => {
      const state = attribute(child(element, `${contract.toLowerCase()}Release`, 'status'), 'state')
      return state === undefined ? [] : [[contract, state]]
    })
  )
}

function assertContract(contract: string, state: string): void {
  if (!contracts.some(each => each === contract) || !/^[A-Z_]{1,40}$/.test(state)) {
    throw new ErpError(
      'ERP_BAD_NAME',
      `${JSON.stringify(`${contract} ${state}`.slice(0, 60))} is no contract with a state`,
      {
        outcome: 'failed',
        remedy: `Contracts: ${contracts.join(', ')}; states e.g. RELEASED, DEPRECATED, NOT_RELEASED.`
      }
    )
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
  const lower = contract.toLowerCase()
  if (transport !== undefined) assertTransport(transport)
  const before = await read(erp, ref, signal)
  const status = elementAt(placeXml(before), [`${lower}Release`, 'status'], [])
  const place = status === undefined ? undefined : attributeNamed(status, 'state')
  if (place === undefined) {
    throw new ErpError('ERP_UNSUPPORTED', `The object cannot have the contract ${contract}`, {
      outcome: 'failed'
    })
  }
  const body = spliced(before, [withValue(place, state)])
  await erp.request(
    {
      operation: 'release.write',
      effect: 'change',
      method: 'PUT',
      path: `${path(ref)}/${lower}`,
      query: { request: transport },
      subject: { refs: [ref], part: contract, transport, facts: { state: place.value, to: state } },
      contentType: 'application/vnd.sap.adt.apirelease.v10+xml',
      accept,
      body
    },
    signal
  )
}
