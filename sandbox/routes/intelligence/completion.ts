/** Routes of code completion: proposals, insertion texts and element information. */
import { AdtError } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { asx, asxType, declare, document, element, leaf } from '../../http/xml.ts'
import { startUri } from '../../http/uris.ts'
import type { ElementInfo, FileProposal } from '../../types.ts'
import { sourcePlace } from '../../workbench/source-place.ts'
import type { SourcePlace } from '../../workbench/source-place.ts'

const base = '/abapsource/codecompletion'
const proposalType = asxType('com.sap.adt.codecompletion.proposals')
const elementType = 'application/vnd.sap.adt.elementinfo+xml'

/** The ERP's numbers for kinds are not documented; these only distinguish kinds. */
const kinds: Readonly<Record<FileProposal['kind'], number>> = {
  variable: 1,
  parameter: 1,
  field: 1,
  component: 2,
  attribute: 2,
  constant: 2,
  method: 3,
  event: 4,
  type: 5,
  class: 6,
  interface: 7,
  table: 8,
  view: 8,
  function: 9,
  form: 10,
  builtin: 11,
  keyword: 12,
  object: 13
}
const visibilities = { public: 0, protected: 1, private: 2 }

function entry(proposal: FileProposal): string {
  const fields: Readonly<Record<string, string | number>> = {
    KIND: kinds[proposal.kind],
    IDENTIFIER: proposal.name,
    ICON: 0,
    SUBICON: 0,
    BOLD: 0,
    COLOR: 0,
    QUICKINFO_EVENT: 1,
    INSERT_EVENT: 1,
    IS_META: 0,
    PREFIXLENGTH: proposal.prefixLength,
    ROLE: 0,
    LOCATION: 0,
    GRADE: 1,
    VISIBILITY: visibilities[proposal.visibility ?? 'public'],
    IS_INHERITED: proposal.inherited === true ? 1 : 0,
    PROP1: 0,
    PROP2: 0,
    PROP3: 0,
    SYNTCNTXT: 0
  }
  return element(
    'SCC_COMPLETION',
    {},
    Object.entries(fields).map(([name, value]) => leaf(name, value))
  )
}

function proposalsAt(request: Request): Promise<FileProposal[]> {
  const { file, row, column, overlay, main } = sourcePlace(
    request.system,
    request.required('uri'),
    request.text()
  )
  return request.system.engine.complete({ file, row, column, overlay, main })
}

async function proposal(request: Request): Promise<Answer> {
  const found = await proposalsAt(request)
  const end =
    request.query.get('signalCompleteness') === 'true'
      ? [element('SCC_COMPLETION', {}, leaf('IDENTIFIER', '@end'))]
      : []
  return { type: proposalType, body: asx([...found.map(entry), ...end]) }
}

async function insertion(request: Request): Promise<Answer> {
  const wanted = request.required('patternKey').toUpperCase()
  const found = (await proposalsAt(request)).find(each => each.name.toUpperCase() === wanted)
  if (found === undefined) {
    throw new AdtError(`${wanted} is not proposed here`, {
      status: 404,
      type: 'ExceptionResourceNotFound'
    })
  }
  return { type: 'text/plain; charset=utf-8', body: found.insert }
}

const property = (key: string, value: string) =>
  leaf('abapsource:entry', value, { 'abapsource:key': key })

function describe(system: Request['system'], found: ElementInfo, { sources }: SourcePlace): string {
  const location =
    found.definition === undefined ? undefined : system.store.toPart(found.definition, sources)
  return document(
    element(
      'abapsource:elementInfo',
      {
        ...declare('abapsource', 'adtcore'),
        'adtcore:name': found.name,
        'adtcore:type': found.kind
      },
      [
        location === undefined
          ? ''
          : element('atom:link', {
              ...declare('atom'),
              href: startUri(location),
              rel: 'http://www.sap.com/adt/relations/source/definition'
            }),
        leaf('abapsource:documentation', found.documentation),
        element('abapsource:properties', {}, [
          property('declaration', found.declaration),
          found.type === '' ? '' : property('type', found.type)
        ]),
        found.parameters.map(parameter =>
          element(
            'abapsource:elementInfo',
            { 'adtcore:name': parameter.name, 'adtcore:type': 'PARAMETER' },
            element('abapsource:properties', {}, [
              property('direction', parameter.direction),
              property('type', parameter.type),
              property('optional', String(parameter.optional))
            ])
          )
        ),
        found.exceptions.map(name =>
          element('abapsource:elementInfo', { 'adtcore:name': name, 'adtcore:type': 'EXCEPTION' })
        )
      ]
    )
  )
}

async function elementInfo(request: Request): Promise<Answer> {
  const at = sourcePlace(request.system, request.required('uri'), request.text())
  const found = await request.system.engine.elementInfo({
    file: at.file,
    row: at.row,
    column: at.column,
    overlay: at.overlay,
    main: at.main
  })
  if (found === undefined) {
    throw new AdtError('Nothing is known of what stands here', {
      status: 404,
      type: 'ExceptionResourceNotFound'
    })
  }
  return { body: describe(request.system, found, at) }
}

const workspace = 'ABAP Source'

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: `${base}/proposal`,
    produces: ['application/vnd.sap.as+xml', 'application/xml'],
    collection: {
      workspace,
      title: 'Code Completion',
      category: ['abapsource', 'codecompletion/proposal'],
      accept: ['text/plain']
    },
    handler: proposal
  },
  {
    method: 'POST',
    path: `${base}/insertion`,
    produces: ['text/plain'],
    collection: {
      workspace,
      title: 'Code Insertion',
      category: ['abapsource', 'codecompletion/insertion'],
      accept: ['text/plain']
    },
    handler: insertion
  },
  {
    method: 'POST',
    path: `${base}/elementinfo`,
    produces: [elementType, 'application/xml'],
    collection: {
      workspace,
      title: 'Element Info',
      category: ['abapsource', 'codecompletion/elementinfo'],
      accept: ['text/plain'],
      templates: [
        {
          rel: 'http://www.sap.com/adt/categories/abapsource/codecompletion/elementinfo',
          template: `/sap/bc/adt${base}/elementinfo{?uri,fullname}`,
          type: elementType
        }
      ]
    },
    handler: elementInfo
  }
]
