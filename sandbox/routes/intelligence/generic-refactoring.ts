/** The part that all refactorings have in common: text changes of several sources. */
import { adtTypeOf, nameOf, objectUri, rangeUri, sourceUri } from '../../http/uris.ts'
import { element, leaf } from '../../http/xml.ts'
import type { Attributes } from '../../http/xml.ts'
import type { Location } from '../../types.ts'

export interface Delta {
  readonly location: Location
  readonly oldText: string
  readonly newText: string
}

export interface TextChanges {
  readonly title: string
  readonly uri: string
  /** By the URI of a source what stands behind it: its main program. */
  readonly context: ReadonlyMap<string, string>
  readonly deltas: readonly Delta[]
  readonly transport: string
}

/** @param attributes declarations, where it is the root of the document */
export function genericRefactoring(
  { title, uri, context, deltas, transport }: TextChanges,
  attributes: Attributes = {}
): string {
  const parts = Map.groupBy(deltas, delta => sourceUri(delta.location.part))
  const affected = [...parts].map(([source, own]) => {
    const part = own[0]?.location.part
    return part === undefined
      ? ''
      : element(
          'generic:affectedObject',
          {
            'adtcore:uri': source + (context.get(source) ?? ''),
            'adtcore:type': adtTypeOf(part),
            'adtcore:name': nameOf(part),
            'adtcore:parentUri': objectUri(part.object)
          },
          [
            element('generic:textReplaceDeltas', {}, own.map(deltaOf)),
            leaf('generic:userContent', '')
          ]
        )
  })
  return element('generic:genericRefactoring', attributes, [
    leaf('generic:title', title),
    leaf('generic:adtObjectUri', uri),
    element('generic:affectedObjects', {}, affected),
    leaf('generic:transport', transport),
    leaf('generic:ignoreSyntaxErrorsAllowed', true),
    leaf('generic:ignoreSyntaxErrors', false),
    leaf('generic:userContent', '')
  ])
}

function deltaOf({ location, oldText, newText }: Delta): string {
  return element('generic:textReplaceDelta', {}, [
    leaf('generic:rangeFragment', rangeUri(location).slice(sourceUri(location.part).length)),
    leaf('generic:contentOld', oldText),
    leaf('generic:contentNew', newText)
  ])
}
