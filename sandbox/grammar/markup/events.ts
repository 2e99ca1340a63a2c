/** What readers of XML and JSON make of a text: a list of events, in the order of the text. */

/** A name with its namespace; prefix and uri are empty where there is none. */
export interface MarkupName {
  readonly name: string
  readonly prefix: string
  readonly uri: string
}

export interface MarkupAttribute extends MarkupName {
  readonly value: string
}

export type MarkupEvent =
  | (MarkupName & {
      readonly type: 'open'
      readonly attributes: readonly MarkupAttribute[]
      /** Declarations of namespaces of this element, as prefix and uri. */
      readonly declared: readonly (readonly [prefix: string, uri: string])[]
      /** Where the tag begins; undefined for elements that were not read from XML. */
      readonly offset?: number
    })
  | (MarkupName & { readonly type: 'close' })
  | {
      readonly type: 'value'
      readonly value: string
      readonly blank: boolean
      /** The text stands in a section of characters. */
      readonly cdata?: boolean
    }
  | { readonly type: 'comment' | 'declaration' | 'instruction'; readonly value: string }
  | MarkupError

/** The text is malformed: the last event. `offset` counts characters from 0. */
export interface MarkupError {
  readonly type: 'error'
  readonly reason: 'end' | 'mismatch' | 'syntax' | 'unsupported'
  readonly text: string
  readonly offset: number
}

/** Ends the reading of a malformed text. */
export class MarkupFault extends Error {
  readonly reason: MarkupError['reason']
  readonly offset: number

  constructor(reason: MarkupError['reason'], text: string, offset: number) {
    super(text)
    this.reason = reason
    this.offset = offset
  }
}

/** Runs a reader; a fault becomes the last event. */
export function collected(read: (add: (event: MarkupEvent) => void) => void): MarkupEvent[] {
  const events: MarkupEvent[] = []
  try {
    read(event => {
      events.push(event)
    })
  } catch (error) {
    if (!(error instanceof MarkupFault)) throw error
    events.push({ type: 'error', reason: error.reason, text: error.message, offset: error.offset })
  }
  return events
}
