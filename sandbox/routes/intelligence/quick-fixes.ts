/** Routes that propose quick fixes and return their edits. */
import { AdtError, invalidData } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { basePath } from '../../http/router.ts'
import { adtTypeOf, nameOf, rangeUri } from '../../http/uris.ts'
import { child } from '../../http/xml-reader.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import type { FileEdit, FileQuickFix } from '../../types.ts'
import { sourcePlace } from '../../workbench/source-place.ts'
import type { SourcePlace } from '../../workbench/source-place.ts'

const evaluationType = 'application/vnd.sap.adt.quickfixes.evaluation+xml;version=1.0.0'

/** Identifies a fix at its position; clients send it back to request the edits. */
const identity = ({ rule, title, message }: FileQuickFix): string =>
  Buffer.from(JSON.stringify([rule, title, message.startRow, message.startColumn])).toString(
    'base64url'
  )

function fixesAt({ system }: Request, at: SourcePlace): Promise<FileQuickFix[]> {
  return system.engine.quickFixes({
    file: at.file,
    row: at.row,
    column: at.column,
    overlay: at.overlay,
    main: at.main
  })
}

async function proposedFixes(request: Request): Promise<Answer> {
  const fixes = await fixesAt(
    request,
    sourcePlace(request.system, request.required('uri'), request.text())
  )
  const results = fixes.map(fix =>
    element('evaluationResult', {}, [
      element('adtcore:objectReference', {
        ...declare('adtcore'),
        'adtcore:uri': `${basePath}/quickfixes/rules/${encodeURIComponent(fix.rule)}`,
        'adtcore:type': fix.rule,
        'adtcore:name': fix.title,
        'adtcore:description': fix.message.text
      }),
      leaf('userContent', identity(fix))
    ])
  )
  return { body: document(element('qf:evaluationResults', declare('qf'), results)) }
}

function editElement(request: Request, edit: FileEdit, at: SourcePlace): string {
  const location = request.system.store.toPart(edit, at.sources)
  if (location === undefined) throw invalidData('The correction lies in a generated source')
  return element('unit', {}, [
    leaf('content', edit.newText),
    element('adtcore:objectReference', {
      ...declare('adtcore'),
      'adtcore:uri': rangeUri(location),
      'adtcore:type': adtTypeOf(location.part),
      'adtcore:name': nameOf(location.part)
    })
  ])
}

async function editsOfFix(request: Request): Promise<Answer> {
  const root = request.xml()
  const input = child(root, 'input')
  const uri = child(input, 'objectReference')?.attributes['uri'] ?? ''
  if (uri === '') throw invalidData('The request names no place in a source')
  const at = sourcePlace(request.system, uri, child(input, 'content')?.text ?? '')
  const requestedIdentity = child(root, 'userContent')?.text.trim() ?? ''
  const fix = (await fixesAt(request, at)).find(
    each => each.rule === request.param('rule') && identity(each) === requestedIdentity
  )
  if (fix === undefined) {
    throw new AdtError(
      'The correction does not fit the source any more; ask for corrections again',
      { status: 404, type: 'ExceptionResourceNotFound' }
    )
  }
  return {
    body: document(
      element(
        'qf:proposalResult',
        declare('qf'),
        element(
          'deltas',
          {},
          fix.edits.map(edit => editElement(request, edit, at))
        )
      )
    )
  }
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/quickfixes/evaluation',
    produces: ['application/vnd.sap.adt.quickfixes.evaluation+xml', 'application/xml'],
    collection: {
      workspace: 'Quickfixes',
      title: 'Quickfixes',
      category: ['quickfixes', 'evaluation'],
      accept: [evaluationType]
    },
    handler: proposedFixes
  },
  {
    method: 'POST',
    path: '/quickfixes/rules/{rule}',
    produces: ['application/xml', 'application/vnd.sap.adt.quickfixes.proposal+xml'],
    handler: editsOfFix
  }
]
