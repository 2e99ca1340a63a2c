/** Check runs: request bodies and reports. */
import { offLoop } from '../../threads/worker-thread.ts'
import { findingAt, severityOf } from './findings.ts'
import { attribute, children, escapeXml, parseXml, xmlHead } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import type { Finding } from './findings.ts'

export interface SyntaxResult {
  /** False where the ERP could not check the object. */
  readonly processed: boolean
  /** Why not, in the words of the ERP. */
  readonly reason?: string
  readonly findings: Finding[]
}

interface CheckObject {
  readonly uri: string
  readonly version: string
  readonly artifacts: readonly { readonly uri: string; readonly source: string }[]
}

/** `chkrun:checkObjectList` for one object, with its unsaved sources in base64. */
export function checkBody({ uri, version, artifacts }: CheckObject): string {
  const unsaved = artifacts
    .map(
      artifact =>
        `<chkrun:artifact chkrun:contentType="text/plain; charset=utf-8" chkrun:uri="${escapeXml(artifact.uri)}">` +
        `<chkrun:content>${Buffer.from(artifact.source, 'utf8').toString('base64')}</chkrun:content></chkrun:artifact>`
    )
    .join('')
  return (
    `${xmlHead}<chkrun:checkObjectList xmlns:chkrun="http://www.sap.com/adt/checkrun" xmlns:adtcore="http://www.sap.com/adt/core">` +
    `<chkrun:checkObject adtcore:uri="${escapeXml(uri)}" chkrun:version="${version}">${unsaved === '' ? '' : `<chkrun:artifacts>${unsaved}</chkrun:artifacts>`}</chkrun:checkObject></chkrun:checkObjectList>`
  )
}

function readMessage(message: XmlElement): Finding {
  return findingAt(attribute(message, 'uri') ?? '', {
    severity: severityOf(attribute(message, 'type') ?? ''),
    text: attribute(message, 'shortText') ?? '',
    code: attribute(message, 'code') || undefined
  })
}

/**
 * Reads `chkrun:checkRunReports`; the wrapper of the messages has two names, depending on the
 * release.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function readCheckReports(xml: string): SyntaxResult {
  const { element } = parseXml(xml, ['checkRunReports'])
  const reports = children(element, 'checkReport')
  const findings = reports.flatMap(report => [
    ...children(report, 'checkMessageList', 'checkMessage'),
    ...children(report, 'checkMessages', 'checkMessage')
  ])
  const undone = reports.find(report => attribute(report, 'status') === 'notProcessed')
  const reason = (undone && attribute(undone, 'statusText')) ?? ''
  return {
    processed: reports.length > 0 && undone === undefined,
    ...(reason === '' ? {} : { reason }),
    findings: findings.map(readMessage)
  }
}

export const decodeCheckReports = offLoop({ readCheckReports }, import.meta.url)
