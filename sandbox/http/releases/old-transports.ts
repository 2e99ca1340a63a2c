/** Transport requests and conflicts of changes as releases below 7.51 answer them. */
import { AdtError, noSuchResource, PlainError, t100 } from '../errors.ts'
import { logonRefused } from '../logon/users.ts'
import type { Route } from '../route.ts'
import { readXml } from '../xml-reader.ts'
import { declare, document, element } from '../xml.ts'

type Handler = Route['handler']
type Decorator = (inner: Handler) => Handler

/** The worklist: of one user where the request names one, without released requests. */
export function modifiableOnly(list: Route | undefined): Handler {
  return async request => {
    if (list === undefined) throw noSuchResource()
    const { user = '*', requestType = 'KWT' } = Object.fromEntries(request.query)
    const query = new URLSearchParams({ user, requestType, requestStatus: 'D' })
    if (request.params['number'] === undefined) {
      for (const name of ['target', 'targets']) query.set(name, request.query.get(name) ?? '')
      query.set('user', request.query.get('user') ?? request.user)
    }
    return await list.handler({ ...request, params: {}, query })
  }
}

/** The new owner is a parameter of the URL, whatever the document asks for. */
export const ownerOnly: Decorator = inner => request => {
  const owner = request.query.get('targetuser') ?? ''
  if (request.system.users.find(owner.trim()) === undefined) {
    throw new AdtError(`User ${owner} does not exist in the system`, {
      status: 400,
      type: 'ExceptionInvalidData',
      properties: t100('TR', '809', owner)
    })
  }
  const root = element('tm:root', { ...declare('tm'), 'tm:useraction': 'changeowner' })
  return inner({ ...request, xml: () => readXml(document(root)) })
}

export function hidingConflicts(status: number): Decorator {
  return inner => async request => {
    try {
      return await inner(request)
    } catch (error) {
      const isHidden =
        error instanceof AdtError &&
        error.type === 'ExceptionResourceNoAccess' &&
        request.headers.authorization === undefined
      if (!isHidden) throw error
      const page = logonRefused(request.system.id, request.system.client)
      throw new PlainError(page.message, status, page.headers)
    }
  }
}
