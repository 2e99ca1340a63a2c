/** Routes that release a transport request or a task. */
import { releaseDocument, releaseScreen } from '../../http/documents/release-document.ts'
import { organizerType } from '../../http/documents/transport-elements.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import type { System } from '../../system.ts'
import { release } from '../../transports/release.ts'
import type { ReleaseOptions } from '../../transports/release.ts'
import { transportOf } from '../../transports/requests.ts'
import type { TransportRequest } from '../../transports/types.ts'
import { defaultVariant, runChecks } from '../../workbench/atc.ts'

const path = '/cts/transportrequests/{number}'
const mostFindings = 100

/** Findings that count at a release, where the system looks for them then. */
async function findingsOf(system: System, { number }: TransportRequest): Promise<string[]> {
  if (!system.atcAtRelease) return []
  const keys = system.store.transports.entries(number).flatMap(({ object }) => object ?? [])
  const checked = await runChecks(system, { keys, variant: defaultVariant, max: mostFindings })
  return checked.flatMap(({ info, findings }) =>
    findings
      .filter(({ priority }) => priority < 3)
      .map(({ message }) => `${info.key.type} ${info.key.name}: ${message.text}`)
  )
}

/** What the client sends back of an answer that asked a question. */
function resumed(request: Request): Pick<ReleaseOptions, 'checkedAt' | 'locksAgreed'> {
  const { releasetimestamp = '', releaseobjlock } =
    request.body.length === 0 ? {} : request.xml().attributes
  return { checkedAt: releasetimestamp.trim(), locksAgreed: releaseobjlock === 'yes' }
}

function releaseBy(action: string): Route['handler'] {
  return async (request): Promise<Answer> => {
    const { system, user } = request
    const transport = transportOf(system, request.param('number'))
    const findings = await findingsOf(system, transport)
    const options = { user, action, findings, ...resumed(request) }
    const report = await system.exclusive(() =>
      release(system, transportOf(system, transport.number), options)
    )
    return { body: releaseDocument(transport, action, report) }
  }
}

const actions = ['newreleasejobs', 'relwithignlock', 'relObjigchkatc', 'relwithignwarning']
const produces = [organizerType, 'application/xml']

export const routes: readonly Route[] = [
  ...actions.map((action): Route => ({
    method: 'POST',
    path: `${path}/${action}`,
    produces,
    handler: releaseBy(action)
  })),
  {
    method: 'POST',
    path: `${path}/releasejobs`,
    produces,
    handler: ({ system, param }) => ({ body: releaseScreen(transportOf(system, param('number'))) })
  }
]
