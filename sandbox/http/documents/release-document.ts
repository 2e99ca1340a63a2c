/** The report of a transport release as a document. */
import type { ReleaseReport } from '../../transports/release.ts'
import type { TransportRequest } from '../../transports/types.ts'
import { element, declare, document } from '../xml.ts'
import { transportUri, stamp } from './transport-elements.ts'

/** The report of a release, which comes with status 200 whether it went well or not. */
export function releaseDocument(
  { number }: TransportRequest,
  { released, text, messages, at }: ReleaseReport
): string {
  const uri = transportUri(number)
  const report = element(
    'chkrun:checkReport',
    {
      ...declare('chkrun'),
      'chkrun:reporter': 'transportrelease',
      'chkrun:triggeringUri': uri,
      'chkrun:status': released ? 'released' : 'abortrelapifail',
      'chkrun:statusText': text
    },
    element(
      'chkrun:checkMessageList',
      {},
      messages.map(message =>
        element('chkrun:checkMessage', {
          'chkrun:uri': uri,
          'chkrun:type': message.severity,
          'chkrun:shortText': message.text
        })
      )
    )
  )
  return document(
    element(
      'tm:root',
      {
        ...declare('tm'),
        'tm:useraction': 'newreleasejobs',
        'tm:releasetimestamp': `${released ? stamp(at) : '0'} `,
        'tm:number': number
      },
      element('tm:releasereports', {}, report)
    )
  )
}
