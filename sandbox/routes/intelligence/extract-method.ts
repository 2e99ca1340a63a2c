/** The refactoring that extracts a method: evaluation and preview. */
import { AdtError, invalidData } from '../../http/errors.ts'
import type { Answer, Request } from '../../http/route.ts'
import { child, childrenOf } from '../../http/xml-reader.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import type { Attributes } from '../../http/xml.ts'
import type { ExtractedMethod } from '../../types.ts'
import { sourcePlace } from '../../workbench/source-place.ts'
import { genericRefactoring } from './generic-refactoring.ts'
import type { Delta } from './generic-refactoring.ts'

/** The name that an evaluation proposes; a client replaces it. */
const proposed = 'new_method'
const visibilities = ['public', 'protected', 'private'] as const

interface Extraction {
  readonly method: ExtractedMethod
  readonly deltas: readonly Delta[]
}

type Wanted = Pick<ExtractedMethod, 'name' | 'visibility'>

async function extract(
  { system }: Request,
  uri: string,
  { name, visibility }: Wanted
): Promise<Extraction> {
  const { file, row, overlay, main, sources, place } = sourcePlace(system, uri, '')
  const { start, end = start } = place
  if (start === undefined || end === undefined) throw invalidData(`${uri} names no range`)
  // A range that ends in front of a line does not hold it.
  const last = end.column === 0 && end.row > start.row ? end.row - 1 : end.row
  const method = await system.engine
    .extractMethod({
      file,
      startRow: row,
      endRow: row + last - start.row,
      overlay,
      main,
      newName: name,
      visibility
    })
    .catch((error: unknown) => {
      throw new AdtError(error instanceof Error ? error.message : String(error), {
        status: 400,
        type: 'ExceptionRefactoringNotPossible',
        cause: error
      })
    })
  const deltas = method.edits.flatMap((edit): Delta[] => {
    const location = system.store.toPart(edit, sources)
    return location === undefined
      ? []
      : [{ location, oldText: edit.oldText, newText: edit.newText }]
  })
  return { method, deltas }
}

export async function evaluateExtraction(request: Request): Promise<Answer> {
  const uri = request.required('uri')
  const { method } = await extract(request, uri, { name: proposed, visibility: 'private' })
  const parameters = method.parameters.map(({ name, direction, type }) =>
    element('extractmethod:parameter', {}, [
      leaf('extractmethod:id', name),
      leaf('extractmethod:name', name),
      leaf('extractmethod:direction', direction),
      leaf('extractmethod:byValue', direction === 'returning'),
      leaf('extractmethod:typeType', 'TYPE'),
      leaf('extractmethod:type', type),
      leaf('extractmethod:userContent', '')
    ])
  )
  const exceptions = method.exceptions.map(name =>
    element('extractmethod:exception', {}, [
      leaf('extractmethod:name', name),
      leaf('extractmethod:resumable', false),
      leaf('extractmethod:userContent', '')
    ])
  )
  return {
    body: document(
      element(
        'extractmethod:extractMethodRefactoring',
        declare('extractmethod', 'generic', 'adtcore'),
        [
          leaf('extractmethod:name', method.name),
          leaf('extractmethod:isStatic', method.isStatic),
          leaf('extractmethod:visibility', method.visibility),
          leaf('extractmethod:classBasedExceptions', true),
          element('extractmethod:parameters', {}, parameters),
          element('extractmethod:exceptions', {}, exceptions),
          leaf('extractmethod:content', method.content),
          changes(uri, [], { name: method.name, transport: '' }),
          leaf('extractmethod:className', method.className),
          leaf('extractmethod:isEventAllowed', false),
          leaf('extractmethod:isEvent', false),
          leaf('extractmethod:userContent', ''),
          leaf('extractmethod:isForTesting', false)
        ]
      )
    )
  }
}

function changes(
  uri: string,
  deltas: readonly Delta[],
  { name, transport }: { readonly name: string; readonly transport: string },
  attributes: Attributes = {}
): string {
  const title = `Extract method ${name}`
  return genericRefactoring({ title, uri, context: new Map(), deltas, transport }, attributes)
}

/** The client has chosen name and visibility; what flows in and out follows from the statements. */
export async function previewExtraction(request: Request, root: XmlElement): Promise<Answer> {
  const details = child(root, 'genericRefactoring')
  const uri = child(details, 'adtObjectUri')?.text.trim() ?? ''
  const name = child(root, 'name')?.text.trim() ?? ''
  const wanted = child(root, 'visibility')?.text.trim().toLowerCase()
  const visibility = visibilities.find(one => one === wanted)
  if (uri === '' || name === '' || visibility === undefined) {
    throw invalidData('The document names no lines, no name or no visibility')
  }
  const { method, deltas } = await extract(request, uri, { name, visibility })
  const given = childrenOf(child(root, 'parameters'), 'parameter').map(
    each => child(each, 'name')?.text.trim() ?? ''
  )
  if (given.join(' ') !== method.parameters.map(each => each.name).join(' ')) {
    throw invalidData('The parameters of the method keep the names that the evaluation gave them')
  }
  const transport = child(details, 'transport')?.text.trim() ?? ''
  return {
    body: document(changes(uri, deltas, { name, transport }, declare('generic', 'adtcore')))
  }
}
