/** Transport requests as the searches of the ERP list them: heads without their objects. */
import { offLoop } from '../../threads/worker-thread.ts'
import type { Transport, TransportTask } from '../transports.ts'
import { asxData, attribute, children, parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'

function head(element: XmlElement): TransportTask {
  const of = (name: string) => attribute(element, name) ?? ''
  return {
    number: of('number'),
    owner: of('owner'),
    description: of('description'),
    type: of('type'),
    status: of('status'),
    entries: []
  }
}

/** Reads `searchresults`: requests, and beside them the tasks that name their request. */
export function readTransportHits(xml: string): Transport[] {
  const { element } = parseXml(xml, ['searchresults'])
  const tasks = children(element, 'tasks', 'task').map(each => ({
    parent: attribute(each, 'parent')?.split('/').at(-1) ?? '',
    task: head(each)
  }))
  return children(element, 'requests', 'request')
    .map((each): Transport => {
      const request = head(each)
      return {
        ...request,
        target: attribute(each, 'target') || undefined,
        tasks: tasks.filter(({ parent }) => parent === request.number).map(({ task }) => task),
        headOnly: true
      }
    })
    .filter(({ number }) => number !== '')
}

/** Reads the headers that the older search lists; an empty answer is an empty list. */
export function readTransportHeaders(xml: string): Transport[] {
  if (xml.trim() === '') return []
  return children(asxData(xml), 'CTS_REQ_HEADER')
    .map((each): Transport => {
      const of = (name: string) => textOf(each, name)
      const changedAt = `${of('AS4DATE')}${of('AS4TIME')}`.replace(/\D/g, '')
      return {
        number: of('TRKORR'),
        owner: of('AS4USER'),
        description: of('AS4TEXT'),
        type: of('TRFUNCTION'),
        status: of('TRSTATUS'),
        entries: [],
        tasks: [],
        target: of('TARSYSTEM') || undefined,
        changedAt: changedAt === '' ? undefined : changedAt,
        headOnly: true
      }
    })
    .filter(({ number }) => number !== '')
}

/** Paths of the saved searches of the user. */
export function readSavedSearches(xml: string): string[] {
  return children(parseXml(xml, ['configurations']).element, 'configuration').flatMap(each =>
    children(each, 'link').flatMap(link => {
      const href = (attribute(link, 'href') ?? '').replace(/^https?:\/\/[^/]+/i, '')
      return href.includes('/searchconfiguration/configurations/') ? [href] : []
    })
  )
}

export const decodeTransportHits = offLoop({ readTransportHits }, import.meta.url)
export const decodeTransportHeaders = offLoop({ readTransportHeaders }, import.meta.url)
