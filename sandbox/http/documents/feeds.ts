/** Atom documents: the feed of short dumps, and the catalogue of feeds. */
import type { Dump } from '../../dump-types.ts'
import { dumpAttributes } from '../../workbench/dumps/filter.ts'
import { dumpSummary } from '../../workbench/dumps/summary.ts'
import { terminationOf } from '../../workbench/dumps/text.ts'
import { feedOperators } from '../feed-query.ts'
import { isoTime } from '../times.ts'
import { declare, document, element, leaf } from '../xml.ts'

export const feedType = 'application/atom+xml;type=feed'
export const dumpsPath = '/sap/bc/adt/runtime/dumps'

/** The blanks in an id are part of it. */
export function encodedDumpId(id: string): string {
  return encodeURIComponent(id)
}

interface Source {
  readonly systemId: string
  /** Path and query of the feed. */
  readonly self: string
  /** Path and query of the dumps behind those of this page. */
  readonly next?: string | undefined
}

const author = (name: string, attributes = {}) =>
  element('atom:author', attributes, leaf('atom:name', name))

const atomLink = (href: string, rel: string, type: string) =>
  element('atom:link', { href, rel, type })

function feed(systemId: string, title: string, content: readonly string[]): string {
  return document(
    element('atom:feed', declare('atom'), [
      author('SAP SE'),
      element('atom:contributor', {}, leaf('atom:name', systemId)),
      ...content.slice(0, 1),
      leaf('atom:title', title),
      leaf('atom:updated', isoTime(Date.now())),
      ...content.slice(1)
    ])
  )
}

export function dumpFeed(dumps: readonly Dump[], { systemId, self, next }: Source): string {
  const links = [
    atomLink(self, 'self', 'application/atom+xml'),
    ...(next === undefined ? [] : [atomLink(next, 'next', 'application/atom+xml')])
  ]
  return feed(systemId, 'ABAP Short Dump Analysis: Selected ABAP Runtime Errors', [
    links.join(''),
    ...dumps.map(dump => dumpEntry(dump, systemId))
  ])
}

/** The answer to a check of a filter that is valid. */
export function emptyFeed(): string {
  return document(element('atom:feed', declare('atom')))
}

function dumpEntry(dump: Dump, systemId: string): string {
  const id = encodedDumpId(dump.id)
  const at = isoTime(dump.at)
  const category = (term: string, label: string) => element('atom:category', { term, label })
  const adtUri = `adt://${systemId}`
  return element('atom:entry', {}, [
    author(dump.user),
    category(dump.error, 'ABAP runtime error'),
    category(terminationOf(dump).program, 'Terminated ABAP program'),
    leaf('atom:id', `/sap/bc/adt/vit/runtime/dumps/${id}`),
    atomLink(`${adtUri}/sap/bc/adt/runtime/dump/${id}`, 'self', 'text/plain'),
    leaf('atom:published', at),
    leaf('atom:summary', dumpSummary(dump, adtUri), { type: 'html' }),
    leaf('atom:title', dump.shortText),
    leaf('atom:updated', at)
  ])
}

/** The catalogue: the sandbox has one feed. */
export function feedCatalogue(systemId: string, user: string): string {
  return feed(systemId, 'ABAP System Monitoring', [
    '',
    element('atom:entry', {}, [
      author(systemId),
      element('atom:content', { type: 'application/atom+xml', src: dumpsPath }),
      leaf('atom:id', dumpsPath),
      atomLink(dumpsPath, 'alternate', 'application/atom+xml'),
      leaf('atom:published', '2011-08-25T18:36:00Z'),
      leaf('atom:summary', 'ABAP Short Dump Analysis: Selected ABAP Runtime Errors'),
      leaf('atom:title', 'ABAP Runtime Errors'),
      leaf('atom:updated', '2011-08-25T18:36:00Z'),
      extendedData(user)
    ])
  ])
}

const operatorLabels: Readonly<Record<string, string>> = {
  equals: 'equals',
  notEquals: 'does not equal',
  contains: 'contains',
  notContains: 'does not contain',
  greater: 'is greater',
  greaterOrEquals: 'is greater or equals',
  less: 'is less than',
  lessOrEquals: 'is less or equals',
  between: 'is between',
  notBetween: 'is not between'
}

const dataTypes = {
  string: ['equals', 'notEquals', 'contains', 'notContains'],
  dateTime: feedOperators.map(([id]) => id).filter(id => !/contains/i.test(id))
} as const

function operatorsOf(ids: readonly string[]): string {
  return element(
    'feed:operators',
    {},
    ids.map(id => element('feed:operator', { id }))
  )
}

function extendedData(user: string): string {
  const variant = (attribute: string, title: string, isDefault: boolean) =>
    element('feed:queryVariant', {
      queryString: `and ( equals ( ${attribute} , ${user} ) )`,
      title: `${title} (${user})`,
      isDefault
    })
  return element('feed:extendedData', { 'xmlns:feed': 'http://www.sap.com/adt/feeds' }, [
    element('feed:refresh', {}, element('feed:interval', { value: 5, unit: 'minutes' })),
    element('feed:paging', { size: 50 }),
    element('feed:notification', { isEnabled: true }),
    element(
      'feed:operators',
      {},
      feedOperators.map(([id, numberOfOperands]) =>
        element(
          'feed:operator',
          { id, numberOfOperands, kind: 'RELATIONAL' },
          leaf('feed:label', operatorLabels[id] ?? id)
        )
      )
    ),
    element(
      'feed:dataTypes',
      {},
      Object.entries(dataTypes).map(([id, operators]) =>
        element('feed:dataType', { id }, [element('feed:label'), operatorsOf(operators)])
      )
    ),
    element(
      'feed:attributes',
      {},
      dumpAttributes.map(([id, label, type]) =>
        element('feed:attribute', { id }, [
          element('feed:dataType', { id: type }),
          leaf('feed:label', label),
          operatorsOf(id === 'user' ? ['equals', 'notEquals'] : dataTypes[type])
        ])
      )
    ),
    leaf('feed:queryIsObligatory', false),
    leaf('feed:queryDepth', 2),
    element('feed:queryVariants', {}, [
      variant('user', 'Runtime Errors caused by me', true),
      variant('responsible', 'Runtime Errors for objects I am responsible for', false)
    ])
  ])
}
