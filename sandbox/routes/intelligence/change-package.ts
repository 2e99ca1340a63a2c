/** The refactoring that puts an object into another package. */
import { AdtError, invalidData, notImplemented } from '../../http/errors.ts'
import { nameRefusal } from '../../transports/name-ranges.ts'
import { runRecorded } from '../../http/recording.ts'
import { assertHome } from '../../http/releases/cloud-rules.ts'
import { existingPlace, objectOf } from '../../http/repository.ts'
import type { Answer, Request } from '../../http/route.ts'
import { adtTypeOf, entityUri, nameOf } from '../../http/uris.ts'
import { child, childrenOf } from '../../http/xml-reader.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import { limits } from '../../not-implemented.ts'
import { recordsChanges } from '../../transports/recording.ts'
import type { PartKey } from '../../types.ts'

interface Move {
  readonly part: PartKey
  readonly from: string
  readonly to: string
  readonly corrNr: string
}

function refused(message: string): AdtError {
  return new AdtError(message, { status: 400, type: 'ExceptionRefactoringNotPossible' })
}

function newPackageOf(affected: XmlElement): string | undefined {
  return child(child(affected, 'changePackageDelta'), 'newPackage')?.text.trim().toUpperCase()
}

/** Whether the inner document of a refactoring requests another package. */
export function movesObjects(details: XmlElement): boolean {
  return childrenOf(child(details, 'affectedObjects'), 'affectedObject').some(
    each => newPackageOf(each) !== undefined
  )
}

/**
 * The move that the document describes, if it is possible; 400 `ExceptionRefactoringNotPossible`
 * otherwise.
 */
function moveOf({ system }: Request, details: XmlElement): Move {
  const [affected, ...more] = childrenOf(child(details, 'affectedObjects'), 'affectedObject')
  const to = affected === undefined ? undefined : newPackageOf(affected)
  if (affected === undefined || to === undefined || to === '') {
    throw invalidData('The document names no object or no new package')
  }
  if (more.length > 0) throw notImplemented(limits.refactoring, 'a move of several objects')
  const uri = affected.attributes['uri'] ?? ''
  const { part } = existingPlace(system, uri)
  const { key, package: from } = objectOf(system.store, part)
  if (key.type === 'DEVC') {
    throw refused(`Package ${key.name} cannot be moved to another super package`)
  }
  if (nameOf(part) !== key.name) {
    throw refused(`${nameOf(part)} is part of ${key.name} and moves with it`)
  }
  const home = system.store.get({ type: 'DEVC', name: to })
  if (home === undefined) throw refused(`Package ${to} does not exist`)
  if (home.attributes['packageType'] === 'structure') {
    throw refused(`Structure packages cannot contain development objects, and ${to} is one`)
  }
  assertHome(system, to)
  const foreign = nameRefusal(system, key, to)
  if (foreign !== undefined) throw refused(foreign.message)
  return {
    part: { object: key, part: 'main' },
    from,
    to,
    corrNr: child(details, 'transport')?.text.trim() ?? ''
  }
}

function answer({ system }: Request, { part, from, to, corrNr }: Move): Answer {
  const uri = entityUri(part)
  const { description } = objectOf(system.store, part)
  const affected = element(
    'generic:affectedObject',
    {
      'adtcore:uri': uri,
      'adtcore:type': adtTypeOf(part),
      'adtcore:name': nameOf(part),
      'adtcore:packageName': from,
      'adtcore:description': description
    },
    [
      leaf('generic:userContent', ''),
      element('generic:changePackageDelta', {}, leaf('generic:newPackage', to))
    ]
  )
  return {
    body: document(
      element(
        'changepackage:changePackageRefactoring',
        declare('changepackage', 'generic', 'adtcore'),
        [
          leaf('changepackage:oldPackage', from),
          leaf('changepackage:newPackage', to),
          element('generic:genericRefactoring', {}, [
            leaf('generic:title', 'Change Package'),
            leaf('generic:adtObjectUri', uri),
            element('generic:affectedObjects', {}, affected),
            leaf('generic:transport', corrNr),
            leaf('generic:ignoreSyntaxErrorsAllowed', true),
            leaf('generic:ignoreSyntaxErrors', false),
            leaf('generic:userContent', '')
          ]),
          leaf('changepackage:userContent', '')
        ]
      )
    )
  }
}

/** The effects of a move, and whether it is possible. */
export function previewMove(request: Request, details: XmlElement): Answer {
  return answer(request, moveOf(request, details))
}

/**
 * Puts the object into its new package; recorded as soon as one of the two packages records
 * changes.
 */
export async function executeMove(request: Request, details: XmlElement): Promise<Answer> {
  const { system, user, context } = request
  const done = await system.exclusive(async () => {
    const move = moveOf(request, details)
    const { part, from, to, corrNr } = move
    system.locks.requireUnlocked(part.object, context)
    const home = recordsChanges(system, from) ? from : to
    if (from !== to) {
      await runRecorded(request, { part, home, corrNr }, () =>
        system.store.update(part.object, { package: to }, user)
      )
    }
    return move
  })
  return answer(request, done)
}
