/** Resolves an object of a transport request to the address where it is edited. */
import { notFound } from '../../http/errors.ts'
import { organizerType } from '../../http/documents/transport-elements.ts'
import { groupKinds, kinds } from '../../http/kinds.ts'
import type { Request, Answer } from '../../http/route.ts'
import { entityUri } from '../../http/uris.ts'
import { document, element, declare } from '../../http/xml.ts'
import type { System } from '../../system.ts'

/**
 * Where an object of a request is edited: whole objects by their type, parts by where they are
 * recorded or stored.
 */
function referenceUri(
  { store }: System,
  pgmid: string,
  type: string,
  name: string
): string | undefined {
  if (pgmid === 'LIMU') {
    const prefix = type === 'FUNC' ? groupKinds.function.prefix : groupKinds.include.prefix
    const group = store
      .list({ type: 'FUGR' })
      .find(({ key }) => store.parts(key).some(part => part.key.part === prefix + name))
    return group === undefined ? undefined : entityUri({ object: group.key, part: prefix + name })
  }
  const wanted = kinds.filter(
    kind => kind.type === type || kind.adtType === type || kind.adtType.startsWith(`${type}/`)
  )
  const found = wanted
    .map(kind => ({ type: kind.type, name }))
    .find(key => store.get(key) !== undefined)
  return found === undefined ? undefined : entityUri({ object: found, part: 'main' })
}

export function reference(request: Request): Answer {
  const name = request.required('obj_name').toUpperCase()
  const type = request.required('obj_wbtype').toUpperCase()
  const pgmid = request.query.get('pgmid')?.toUpperCase() || 'R3TR'
  const href = referenceUri(request.system, pgmid, type, name)
  if (href === undefined) throw notFound(name)
  return {
    type: organizerType,
    body: document(
      element(
        'tm:root',
        declare('tm'),
        element('atom:link', {
          ...declare('atom'),
          href,
          rel: 'http://www.sap.com/cts/relations/adturi'
        })
      )
    )
  }
}
