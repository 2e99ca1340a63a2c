/** Findings of checks and activations, and lists of inactive objects. */
import { objectType, refOfUri } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { placeOf } from '../places.ts'
import { attribute, child, children, rawText } from '../xml.ts'
import type { XmlElement } from '../xml.ts'

export interface Finding {
  readonly severity: 'error' | 'warning' | 'info'
  readonly text: string
  readonly ref?: ObjectRef | undefined
  readonly part?: string | undefined
  readonly uri?: string | undefined
  /** 1-based. */
  readonly line?: number | undefined
  /** 1-based. */
  readonly column?: number | undefined
  readonly code?: string | undefined
}

export interface InactiveObject {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly user: string
  readonly deleted: boolean
  readonly transport?: string | undefined
}

export function severityOf(letter: string): Finding['severity'] {
  if (/^[EAX]$/i.test(letter)) return 'error'
  return /^W$/i.test(letter) ? 'warning' : 'info'
}

/** A finding at the place of its URI. */
export function findingAt(
  uri: string,
  facts: {
    readonly severity: Finding['severity']
    readonly text: string
    readonly code?: string | undefined
  }
): Finding {
  const { ref, part, line, column } = placeOf(uri)
  return { ...facts, ref, part, uri: uri === '' ? undefined : uri, line, column }
}

/** `msg` of the activation checklist; very old releases keep the text in an attribute. */
export function readChecklist(messages: XmlElement): Finding[] {
  return children(messages, 'msg').map(each => {
    const lines = children(each, 'shortText', 'txt').map(line => rawText(line).trim())
    const text =
      lines.join(' ') || attribute(each, 'shortText') || (attribute(each, 'objDescr') ?? '')
    return findingAt(attribute(each, 'href') ?? '', {
      severity: severityOf(attribute(each, 'type') ?? ''),
      text
    })
  })
}

function refOf(reference: XmlElement): ObjectRef | undefined {
  const uri = attribute(reference, 'uri') ?? ''
  const byUri = refOfUri(uri) ?? refOfUri(attribute(reference, 'parentUri') ?? '')
  if (byUri !== undefined) return byUri
  const row = objectType(attribute(reference, 'type') ?? '')
  const name = (attribute(reference, 'name') ?? '').toUpperCase()
  return row === undefined || name === '' ? undefined : { type: row.code, name }
}

function inactive(
  reference: XmlElement,
  about: {
    readonly user: string
    readonly deleted: boolean
    readonly transport?: string | undefined
  }
): (InactiveObject & { uri: string }) | [] {
  const uri = attribute(reference, 'uri') ?? ''
  // Objects of unknown types are listed too, so that an activation does not look complete without
  // them.
  const ref = refOf(reference) ?? {
    type: attribute(reference, 'type') ?? '',
    name: (attribute(reference, 'name') ?? '').toUpperCase()
  }
  return uri === '' && ref.name === '' ? [] : { ref, part: placeOf(uri).part, ...about, uri }
}

/**
 * Inactive objects, in the `ioc` form or the flat one of old releases; transport requests are
 * entries of the list too.
 */
export function readInactive(root: XmlElement): (InactiveObject & { uri: string })[] {
  const flat = children(root, 'objectReference').flatMap(each =>
    inactive(each, { user: '', deleted: false })
  )
  const entries = children(root, 'entry').flatMap(entry => {
    const object = child(entry, 'object')
    const reference = child(object, 'ref')
    if (object === undefined || reference === undefined) return []
    const transport = child(entry, 'transport', 'ref')
    return inactive(reference, {
      user: attribute(object, 'user') ?? '',
      deleted: attribute(object, 'deleted') === 'true',
      transport: attribute(transport, 'name') || undefined
    })
  })
  return [...flat, ...entries]
}
