/** Answers of the transport check. */
import { ErpError } from '../errors.ts'
import { remedyOf } from './failure.ts'
import { asxData, asxDocument, child, children, escapeXml, textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

export interface TransportRequest {
  readonly number: string
  readonly owner: string
  readonly description: string
}

export interface TransportNeed {
  /** A transport request is required. */
  readonly recording: boolean
  readonly isLocal: boolean
  /** The available requests. */
  readonly requests: TransportRequest[]
  /** The request that records the object already: the only one possible. */
  readonly lockedIn?: TransportRequest | undefined
}

export function transportCheckBody(packageName: string, uri: string): string {
  return asxDocument(
    `<DEVCLASS>${escapeXml(packageName)}</DEVCLASS><OPERATION>I</OPERATION><URI>${escapeXml(uri)}</URI>`
  )
}

function request(header: XmlElement | undefined): TransportRequest | undefined {
  const number = textOf(header, 'TRKORR')
  return number === ''
    ? undefined
    : { number, owner: textOf(header, 'AS4USER'), description: textOf(header, 'AS4TEXT') }
}

/**
 * Reads `transport.service.checkData`. @throws ErpError ERP_BAD_REQUEST for a message of severity
 * E, A or X
 */
export function readTransportCheck(xml: string): TransportNeed {
  const data = asxData(xml)
  const refusal = children(data, 'MESSAGES', 'CTS_MESSAGE').find(each =>
    /^[EAX]$/.test(textOf(each, 'SEVERITY'))
  )
  if (refusal !== undefined) {
    const text = textOf(refusal, 'TEXT')
    throw new ErpError('ERP_BAD_REQUEST', text || 'The ERP refuses the transport check', {
      remedy: remedyOf(text)
    })
  }
  const lockedIn = request(child(data, 'LOCKS', 'CTS_OBJECT_LOCK', 'LOCK_HOLDER', 'REQ_HEADER'))
  const recording = textOf(data, 'RECORDING') === 'X'
  return {
    recording: recording || lockedIn !== undefined,
    isLocal: textOf(data, 'DLVUNIT') === 'LOCAL' || textOf(data, 'DEVCLASS').startsWith('$'),
    requests: children(data, 'REQUESTS', 'CTS_REQUEST', 'REQ_HEADER').flatMap(
      each => request(each) ?? []
    ),
    lockedIn
  }
}
