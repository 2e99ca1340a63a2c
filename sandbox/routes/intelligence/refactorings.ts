/** Route of refactorings: evaluation, preview and execution. */
import { AdtError, invalidData, notImplemented } from '../../http/errors.ts'
import { runRecorded } from '../../http/recording.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { nameOf, placeOf, sourceUri } from '../../http/uris.ts'
import { child, childrenOf } from '../../http/xml-reader.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import { limits } from '../../not-implemented.ts'
import type { FileRename, PartKey } from '../../types.ts'
import { sourcePlace } from '../../workbench/source-place.ts'
import { existingPlace } from '../../http/repository.ts'
import { executeMove, movesObjects, previewMove } from './change-package.ts'
import { evaluateExtraction, previewExtraction } from './extract-method.ts'
import { genericRefactoring } from './generic-refactoring.ts'
import type { Delta } from './generic-refactoring.ts'

/** `context`: the source of the request and its main program. */
interface Rename {
  readonly uri: string
  readonly context: ReadonlyMap<string, string>
  readonly oldName: string
  readonly newName: string
  readonly kind: string
  readonly deltas: readonly Delta[]
}

const type = 'application/vnd.sap.adt.refactoring+xml'

async function renameAt(
  request: Request,
  uri: string,
  newName: string | undefined
): Promise<Rename> {
  const { system } = request
  const { file, row, column, overlay, main, sources, place } = sourcePlace(system, uri, '')
  const run = (name: string): Promise<FileRename> =>
    system.engine.rename({ file, row, column, overlay, main, newName: name })
  const found = await run(newName ?? 'zz_probe_of_a_rename').catch((error: unknown) => {
    throw new AdtError(error instanceof Error ? error.message : String(error), {
      status: 400,
      type: 'ExceptionRefactoringNotPossible',
      cause: error
    })
  })
  const deltas = found.edits.flatMap((edit): Delta[] => {
    const location = system.store.toPart(edit, sources)
    return location === undefined
      ? []
      : [
          {
            location,
            oldText: edit.oldText,
            newText: newName === undefined ? edit.oldText : edit.newText
          }
        ]
  })
  const context = new Map(
    place.context === undefined
      ? []
      : [[sourceUri(place.part), `?context=${encodeURIComponent(place.context).toLowerCase()}`]]
  )
  return {
    uri,
    context,
    oldName: found.oldName,
    newName: newName ?? found.oldName,
    kind: found.kind,
    deltas
  }
}

function answer(rename: Rename, transport = ''): Answer {
  return {
    body: document(
      element('rename:renameRefactoring', declare('rename', 'generic', 'adtcore'), [
        leaf('rename:oldName', rename.oldName),
        leaf('rename:newName', rename.newName),
        genericRefactoring({ title: `Rename ${rename.oldName}`, ...rename, transport }),
        leaf('rename:userContent', '')
      ])
    )
  }
}

async function preview(request: Request): Promise<Answer> {
  const root = request.xml()
  const details = child(root, 'genericRefactoring')
  if (root.name === 'changePackageRefactoring' && details !== undefined) {
    return previewMove(request, details)
  }
  if (root.name === 'extractMethodRefactoring') return await previewExtraction(request, root)
  if (root.name !== 'renameRefactoring') throw notImplemented(limits.refactoring, root.name)
  const newName = child(root, 'newName')?.text.trim() ?? ''
  const uri = child(details, 'adtObjectUri')?.text.trim() ?? ''
  if (newName === '' || uri === '') throw invalidData('The document names no place or no new name')
  return answer(
    await renameAt(request, contextual(uri, details), newName),
    child(details, 'transport')?.text.trim() ?? ''
  )
}

/**
 * Some clients give the main program back with the include that changes, and not with the place.
 */
function contextual(uri: string, details: XmlElement | undefined): string {
  const place = placeOf(uri)
  const same = childrenOf(child(details, 'affectedObjects'), 'affectedObject')
    .map(each => placeOf(each.attributes['uri'] ?? ''))
    .find(
      each =>
        each?.context !== undefined &&
        place !== undefined &&
        sourceUri(each.part) === sourceUri(place.part)
    )
  return same?.context === undefined || place?.context !== undefined
    ? uri
    : uri.replace(/(?=#)/, `?context=${encodeURIComponent(same.context)}`)
}

function readDeltas(request: Request, affected: XmlElement): { part: PartKey; deltas: Delta[] } {
  const uri = affected.attributes['uri'] ?? ''
  const deltas = childrenOf(child(affected, 'textReplaceDeltas'), 'textReplaceDelta').map(
    (delta): Delta => {
      const place = existingPlace(
        request.system,
        uri + (child(delta, 'rangeFragment')?.text.trim() ?? '')
      )
      const { start, end } = place
      if (start?.column === undefined || end?.column === undefined) {
        throw invalidData(`A change of ${uri} names no range`)
      }
      return {
        location: {
          part: place.part,
          range: {
            startRow: start.row,
            startColumn: start.column,
            endRow: end.row,
            endColumn: end.column
          }
        },
        oldText: child(delta, 'contentOld')?.text ?? '',
        newText: child(delta, 'contentNew')?.text ?? ''
      }
    }
  )
  return { part: existingPlace(request.system, uri).part, deltas }
}

function changedText(
  request: Request,
  { part, deltas }: { part: PartKey; deltas: readonly Delta[] }
): string {
  const text = request.system.store.read(part, 'workingArea')?.text
  if (text === undefined) throw invalidData(`${sourceUri(part)} has no source`)
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offset = (row: number, column: number) => (starts[row - 1] ?? text.length) + column
  const backwards = deltas
    .map(({ location: { range }, oldText, newText }) => ({
      from: offset(range.startRow, range.startColumn),
      to: offset(range.endRow, range.endColumn),
      row: range.startRow,
      oldText,
      newText
    }))
    .sort((a, b) => b.from - a.from)
  let changed = text
  let limit = text.length
  for (const { from, to, row, oldText, newText } of backwards) {
    if (to > limit || text.slice(from, to) !== oldText) {
      throw new AdtError(
        `${nameOf(part)} has changed at line ${row}; evaluate the refactoring again`,
        { status: 409, type: 'ExceptionRefactoringNotPossible' }
      )
    }
    changed = changed.slice(0, from) + newText + changed.slice(to)
    limit = from
  }
  return changed
}

/**
 * All sources are looked at before the first is written: a refactoring is done as a whole or not at
 * all.
 */
async function execute(request: Request): Promise<Answer> {
  const { system, user, context } = request
  const root = request.xml()
  const details = root.name === 'genericRefactoring' ? root : child(root, 'genericRefactoring')
  if (details === undefined) throw notImplemented(limits.refactoring, root.name)
  if (movesObjects(details)) return await executeMove(request, details)
  const parts = childrenOf(child(details, 'affectedObjects'), 'affectedObject').map(each =>
    readDeltas(request, each)
  )
  if (parts.every(({ deltas }) => deltas.length === 0)) {
    throw notImplemented(limits.refactoring, 'a refactoring without text changes')
  }
  const corrNr = child(details, 'transport')?.text.trim() ?? ''
  await system.exclusive(async () => {
    for (const { part } of parts) system.locks.requireUnlocked(part.object, context)
    const texts = parts.map(each => ({ part: each.part, text: changedText(request, each) }))
    const write = async (at: number): Promise<void> => {
      const next = texts[at]
      if (next === undefined) {
        for (const { part, text } of texts) system.store.write(part, text, user)
        return
      }
      await runRecorded(request, { part: next.part, corrNr }, () => write(at + 1))
    }
    await write(0)
  })
  return { body: request.text() }
}

async function refactor(request: Request): Promise<Answer> {
  const step = request.required('step')
  if (step === 'preview') return await preview(request)
  if (step === 'execute') return await execute(request)
  if (step !== 'evaluate') {
    throw invalidData(`The step ${step} is none of evaluate, preview, execute`)
  }
  const kind = request.query.get('rel')?.split('/').pop() ?? ''
  if (kind === 'extractmethod') return await evaluateExtraction(request)
  if (kind !== 'rename') throw notImplemented(limits.refactoring, kind)
  return answer(await renameAt(request, request.required('uri'), undefined))
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/refactorings',
    produces: ['application/xml', type],
    collection: {
      workspace: 'Refactorings',
      title: 'Refactorings',
      category: ['refactorings', 'refactorings'],
      accept: ['application/xml']
    },
    handler: refactor
  }
]
