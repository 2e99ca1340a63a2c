/** Routes of the ATC: customizing, variants, worklists and rule documentation. */
import { AdtError, notFound } from '../http/errors.ts'
import { kindOf } from '../http/kinds.ts'
import { namedItems, namedItemTypes } from '../http/named-items.ts'
import { basePath } from '../http/router.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { startUri } from '../http/uris.ts'
import { declare, document, element, leaf, text } from '../http/xml.ts'
import { defaultVariant, variantsOf } from '../workbench/atc.ts'
import type { CheckedObject, Finding, Worklist } from '../workbench/atc.ts'

const worklistType = 'application/atc.worklist.v1+xml'
const allObjects = '0'.repeat(32)
const lastRun = '9'.repeat(32)

function customizing(): Answer {
  const property = (name: string, value: string) => element('property', { name, value })
  return {
    body: document(
      element('atc:customizing', declare('atc'), [
        element('properties', {}, [
          property('systemCheckVariant', defaultVariant),
          property('ciCheckFlavour', 'false'),
          property('afterActivationCheckVariant', ''),
          property('isCCSTunnelEnabled', 'false'),
          property('isTransportableExemptionTypeUsed', 'false')
        ]),
        element('exemption', {}, [element('reasons'), element('validities')]),
        element('scaAttributes')
      ])
    )
  }
}

async function variants(request: Request): Promise<Answer> {
  return namedItems(await variantsOf(request.system), request.query)
}

async function createWorklist({ system, user, query }: Request): Promise<Answer> {
  const wanted = (query.get('checkVariant') ?? '').trim().toUpperCase()
  const known = (await variantsOf(system)).map(({ name }) => name)
  const variant = wanted === '' ? defaultVariant : wanted
  if (!known.includes(variant)) {
    throw new AdtError(`Check variant ${variant} does not exist; there are ${known.join(', ')}`, {
      status: 404,
      type: 'ExceptionResourceNotFound'
    })
  }
  const { id } = system.atc.create(user, variant)
  return {
    status: 200,
    type: 'text/plain; charset=utf-8',
    headers: { location: `${basePath}/atc/worklists/worklistId/${id}` },
    body: id
  }
}

export function worklistOf({ system, user }: Request, id: string): Worklist {
  const list = system.atc.get(id)
  if (list === undefined || list.user !== user) throw notFound(id)
  return list
}

/**
 * The worklist, or an empty one for an id that is none of the user's: an ERP answers so, and a run
 * for it checks nothing.
 */
export function worklistOrNone({ system, user }: Request, id: string): Worklist {
  const list = system.atc.get(id)
  return list?.user === user ? list : { id, user, variant: undefined, run: undefined }
}

export const timestamp = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

function findingElement(list: Worklist, finding: Finding, index: number): string {
  const { location, message, rule, priority, fix } = finding
  const id = `${list.id},${index}`
  return element(
    'atcfinding:finding',
    {
      ...declare('atcfinding'),
      'adtcore:uri': `${basePath}/atc/findings/itemid/${list.id}/index/${index}`,
      'atcfinding:location': startUri(location),
      'atcfinding:processor': list.user,
      'atcfinding:lastChangedBy': list.user,
      'atcfinding:priority': priority,
      'atcfinding:checkId': rule.key,
      'atcfinding:checkTitle': `abaplint: ${rule.title}`,
      'atcfinding:messageId': rule.key.toUpperCase(),
      'atcfinding:messageTitle': message.text,
      'atcfinding:exemptionApproval': '',
      'atcfinding:exemptionKind': '',
      'atcfinding:checksum': index,
      'atcfinding:quickfixInfo': fix === undefined ? undefined : `atc:${id}`
    },
    [
      element('atom:link', {
        ...declare('atom'),
        href: `${basePath}/documentation/atc/documents/itemid/${list.id}/index/${index}`,
        rel: 'http://www.sap.com/adt/relations/documentation',
        type: 'text/html'
      }),
      element('atcfinding:quickfixes', {
        'atcfinding:manual': fix !== undefined,
        'atcfinding:automatic': false,
        'atcfinding:pseudo': false
      })
    ]
  )
}

function objectElement(list: Worklist, { info, findings }: CheckedObject, first: number): string {
  return element(
    'atcobject:object',
    {
      ...declare('atcobject', 'adtcore'),
      'adtcore:uri': `${basePath}/atc/objects/R3TR/${info.key.type}/${encodeURIComponent(info.key.name)}`,
      'adtcore:type': info.key.type,
      'adtcore:name': info.key.name,
      'adtcore:packageName': info.package,
      'atcobject:author': info.responsible,
      'atcobject:objectTypeId': kindOf(info.key.type).adtType
    },
    element(
      'atcobject:findings',
      {},
      findings.map((finding, index) => findingElement(list, finding, first + index))
    )
  )
}

function findings(request: Request): Answer {
  const list = worklistOrNone(request, request.param('id'))
  const isNone = list.variant === undefined
  let next = 1
  const objects = (list.run?.objects ?? []).map(each => {
    const written = objectElement(list, each, next)
    next += each.findings.length
    return written
  })
  const set = (name: string, title: string, kind: string) =>
    element('atcworklist:objectSet', {
      'atcworklist:name': name,
      'atcworklist:title': title,
      'atcworklist:kind': kind
    })
  return {
    body: document(
      element(
        'atcworklist:worklist',
        {
          ...declare('atcworklist'),
          'atcworklist:id': list.id,
          'atcworklist:timestamp': list.run === undefined ? undefined : timestamp(list.run.at),
          'atcworklist:usedObjectSet': list.run === undefined ? allObjects : lastRun,
          'atcworklist:objectSetIsComplete': isNone || list.run !== undefined
        },
        [
          element('atcworklist:objectSets', {}, [
            set(allObjects, 'All Objects', 'ALL'),
            isNone ? '' : set(lastRun, 'Last Check Run', 'LAST_RUN')
          ]),
          element('atcworklist:objects', {}, objects),
          element('atcworklist:infos', {}, missingInfos(list.run?.missing ?? []))
        ]
      )
    )
  }
}

export function atcInfo(type: string, description: string): string {
  return element('atcinfo:info', declare('atcinfo'), [
    leaf('atcinfo:type', type),
    leaf('atcinfo:description', description)
  ])
}

/** Objects of a run that do not exist. */
export function missingInfos(missing: readonly string[]): string[] {
  return missing.map(uri => atcInfo('NO_OBJS', `There is no object ${uri}`))
}

/** The documentation of a rule as a page. */
function documentation(request: Request): Answer {
  const list = worklistOf(request, request.param('id'))
  const finding = list.run?.objects.flatMap(each => each.findings)[
    Number(request.param('index')) - 1
  ]
  if (finding === undefined) throw notFound(request.param('index'))
  const { rule, message } = finding
  return {
    type: 'text/html; charset=utf-8',
    body: `<html><head><title>${text(rule.title)}</title></head><body><h1>abaplint: ${text(rule.title)}</h1><p>${text(message.text)}</p><p>${text(rule.description).replaceAll('\n', '<br/>')}</p></body></html>`
  }
}

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/atc/customizing',
    produces: [
      'application/xml',
      'application/vnd.sap.atc.customizing-v1+xml',
      'application/vnd.sap.atc.customizing-v2+xml'
    ],
    collection: {
      workspace: 'ABAP Test Cockpit',
      title: 'ATC customizing',
      category: ['atc', 'customizing']
    },
    handler: customizing
  },
  {
    method: 'GET',
    path: '/atc/variants',
    produces: namedItemTypes,
    collection: {
      workspace: 'ABAP Test Cockpit',
      title: 'ATC variants',
      category: ['atc', 'variants']
    },
    handler: variants
  },
  {
    method: 'POST',
    path: '/atc/worklists',
    produces: ['text/plain'],
    collection: {
      workspace: 'ABAP Test Cockpit',
      title: 'ATC worklists',
      category: ['atc', 'worklists']
    },
    handler: createWorklist
  },
  { method: 'GET', path: '/atc/worklists/{id}', produces: [worklistType], handler: findings },
  {
    method: 'GET',
    path: '/documentation/atc/documents/itemid/{id}/index/{index}',
    produces: ['text/html'],
    handler: documentation
  }
]
