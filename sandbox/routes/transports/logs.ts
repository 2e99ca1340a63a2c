/** Routes of the logs of a transport request: what was done with it, and its export and imports. */
import type { Answer, Request, Route } from '../../http/route.ts'
import { declare, document, element } from '../../http/xml.ts'
import { transportOf } from '../../transports/requests.ts'
import type { ImportMessage } from '../../transports/exchange/types.ts'

const logType = 'application/vnd.sap.adt.logs+xml'
const path = '/cts/transportrequests/{number}'

function logOf(texts: readonly string[]): Answer {
  return {
    body: document(
      element(
        'log:log',
        declare('log'),
        texts.map(text => element('log:entry', { 'log:text': text }))
      )
    )
  }
}

function actions({ system, param }: Request): Answer {
  const { number } = transportOf(system, param('number'))
  return logOf(system.store.transports.log(number).map(({ user, text }) => `${user}: ${text}`))
}

const steps: Readonly<Record<ImportMessage['step'], string>> = {
  import: 'Import',
  activation: 'Activation of dictionary objects',
  generation: 'Generation of programs'
}

function transports({ system, param }: Request): Answer {
  const { number } = transportOf(system, param('number'))
  const { exchange } = system.store
  const code = exchange.queue().find(each => each.number === number)?.code
  return logOf([
    ...exchange
      .importMessages(number)
      .map(({ step, severity, text }) => `${steps[step]} ${system.id} ${severity}: ${text}`),
    ...(code === undefined ? [] : [`Import ${system.id} ended with return code ${code}`])
  ])
}

export const routes: readonly Route[] = [
  { method: 'GET', path: `${path}/actionlogs`, produces: [logType], handler: actions },
  { method: 'GET', path: `${path}/transportlogs`, produces: [logType], handler: transports }
]
