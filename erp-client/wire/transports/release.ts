/** Release reports of transport requests, and the answers to their questions. */
import { ErpError } from '../../errors.ts'
import { attribute, children, escapeXml, parseXml, textOf, xmlHead } from '../xml.ts'
import type { XmlElement } from '../xml.ts'

export interface ReleaseMessage {
  readonly severity: string
  readonly text: string
}

/** Questions that interrupt a release; each is the name of the action that goes on all the same. */
export const releaseQuestions = {
  locks: 'relwithignlock',
  atc: 'relObjigchkatc',
  warnings: 'relwithignwarning'
} as const

export type ReleaseQuestion = keyof typeof releaseQuestions

export interface ReleaseReport {
  readonly released: boolean
  readonly text: string
  readonly messages: readonly ReleaseMessage[]
  /** What the ERP asks for; the release goes on where it is ignored. */
  readonly question?: ReleaseQuestion | undefined
  /** Of the checks that a question is about. */
  readonly checkedAt?: string | undefined
  readonly locks?: string | undefined
}

function message(element: XmlElement): ReleaseMessage {
  return {
    severity: attribute(element, 'type') ?? '',
    text: attribute(element, 'shortText') ?? textOf(element, 'shortText')
  }
}

function questionIn(reports: readonly XmlElement[]): ReleaseQuestion | undefined {
  const statuses = new Set(reports.map(each => attribute(each, 'status')?.toLowerCase()))
  return (Object.keys(releaseQuestions) as ReleaseQuestion[]).find(question =>
    statuses.has(releaseQuestions[question].toLowerCase())
  )
}

/**
 * Reads the report of a release; the ERP answers 200 even where it did not release.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function readRelease(xml: string): ReleaseReport {
  const { element } = parseXml(xml, ['root'])
  const reports = children(element, 'releasereports', 'checkReport')
  if (reports.length === 0) {
    throw new ErpError('ERP_BAD_ANSWER', 'The ERP answered the release without a report', {
      outcome: 'unknown'
    })
  }
  const question = questionIn(reports)
  return {
    released: reports.every(each => attribute(each, 'status') === 'released'),
    text: reports
      .map(each => attribute(each, 'statusText') ?? '')
      .filter(text => text !== '')
      .join('; '),
    messages: reports.flatMap(each =>
      children(each, 'checkMessageList', 'checkMessage').map(message)
    ),
    ...(question === undefined
      ? {}
      : {
          question,
          checkedAt: attribute(element, 'releasetimestamp')?.trim(),
          locks: attribute(element, 'releaseobjlock')?.trim()
        })
  }
}

/** Answers a question: the time of the checks is their optimistic lock, a time of 0 is none. */
export function resumeBody(
  number: string,
  { question, checkedAt, locks }: Pick<ReleaseReport, 'question' | 'checkedAt' | 'locks'>
): string {
  const action = question === undefined ? '' : releaseQuestions[question]
  const given = Object.entries({
    number,
    useraction: action,
    releaseobjlock: locks,
    releasetimestamp: checkedAt === '0' ? undefined : checkedAt
  })
  const attributes = given
    .flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [` tm:${key}="${escapeXml(value)}"`]
    )
    .join('')
  return `${xmlHead}<tm:root xmlns:tm="http://www.sap.com/cts/adt/tm"${attributes}/>`
}
