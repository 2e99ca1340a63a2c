/** Routes of actions on a transport request that have an address of their own. */
import { organizerType } from '../../http/documents/transport-elements.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import { consistencyMessages, sortAndCompress } from '../../transports/editing.ts'
import { transportOf } from '../../transports/requests.ts'

const path = '/cts/transportrequests/{number}'

async function compress(request: Request): Promise<Answer> {
  const { system, user } = request
  const transport = transportOf(system, request.param('number'))
  await system.exclusive(() => sortAndCompress(system, user, transport))
  const facts = { 'tm:useraction': 'sortandcompress', 'tm:number': transport.number }
  return {
    type: organizerType,
    body: document(element('tm:root', { ...declare('tm'), ...facts }))
  }
}

function check({ system, param }: Request): Answer {
  const messages = consistencyMessages(system, transportOf(system, param('number')))
  return {
    body: document(
      element(
        'chkl:messages',
        declare('chkl'),
        messages.map(({ severity, text }, index) =>
          element(
            'msg',
            { objDescr: '', type: severity, line: index + 1, href: '', forceSupported: true },
            element('shortText', {}, leaf('txt', text))
          )
        )
      )
    )
  }
}

export const routes: readonly Route[] = [
  { method: 'POST', path: `${path}/sortandcompress`, handler: compress },
  {
    method: 'POST',
    path: `${path}/consistencychecks`,
    produces: ['application/xml'],
    handler: check
  }
]
