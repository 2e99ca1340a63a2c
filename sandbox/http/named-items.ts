/** Value helps: lists of named items as an answer. */
import type { Answer } from './route.ts'
import { patternOf } from './documents/search-rows.ts'
import { declare, document, element, leaf } from './xml.ts'

export interface NamedItem {
  readonly name: string
  readonly description: string
  readonly data?: string
}

export const namedItemTypes = ['application/vnd.sap.adt.nameditems.v1+xml', 'application/xml']

/**
 * A value help: the items whose names fit `?name=`, as many as `?maxItemCount=` allows; the count
 * is that of all that fit.
 */
export function namedItems(items: readonly NamedItem[], query: URLSearchParams): Answer {
  const name = query.get('name')?.trim() ?? ''
  const matches = patternOf(name === '' ? '*' : name)
  const found = items.filter(item => matches.test(item.name.toUpperCase()))
  const limit = Number.parseInt(query.get('maxItemCount') ?? '', 10)
  const shown = limit > 0 ? found.slice(0, limit) : found
  const body = document(
    element('nameditem:namedItemList', declare('nameditem'), [
      leaf('nameditem:totalItemCount', found.length),
      shown.map(item =>
        element('nameditem:namedItem', {}, [
          leaf('nameditem:name', item.name),
          leaf('nameditem:description', item.description),
          leaf('nameditem:data', item.data ?? '')
        ])
      )
    ])
  )
  return { body }
}
