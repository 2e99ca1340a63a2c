/** The report of a transport release as a document. */
import type { ReleaseReport } from '../../transports/release.ts'
import type { TransportRequest } from '../../transports/types.ts'
import { basePath } from '../router.ts'
import { element, declare, document } from '../xml.ts'
import { transportUri, stamp } from './transport-elements.ts'

/** The report of a release, which comes with status 200 whether it went well or not. */
export function releaseDocument(
  { number }: TransportRequest,
  action: string,
  { status, text, messages, at }: ReleaseReport
): string {
  const uri = transportUri(number)
  const report = element(
    'chkrun:checkReport',
    {
      ...declare('chkrun'),
      'chkrun:reporter': 'transportrelease',
      'chkrun:triggeringUri': uri,
      'chkrun:status': status,
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
        'tm:useraction': action,
        'tm:releasetimestamp': `${at === 0 ? '0' : stamp(at)} `,
        'tm:releaseobjlock': status === 'relwithignlock' ? 'yes' : undefined,
        'tm:number': number
      },
      element('tm:releasereports', {}, report)
    )
  )
}

/** What the older address answers: a screen of the SAP GUI, and no report. */
export function releaseScreen({ number }: TransportRequest): string {
  return document(
    element('tm:root', {
      ...declare('tm'),
      'tm:useraction': 'releasejobs',
      'tm:number': number,
      'tm:uri': `${basePath}/vit/tm/releasejobs/${number}`
    })
  )
}
