/** A place in a document that is read from its beginning to its end. */
import type { MarkupEvent } from '../../../../grammar/markup/events.ts'

export class Cursor {
  readonly #events: readonly MarkupEvent[]
  #index = 0
  /** How much of the text at this place is read. */
  #read = 0

  constructor(events: readonly MarkupEvent[]) {
    this.#events = significant(events)
  }

  get event(): MarkupEvent | undefined {
    return this.#events[this.#index]
  }

  /** A number that grows with what is read. */
  get position(): number {
    return this.#index + this.#read / (this.#read + 1)
  }

  /** The rest of the text at this place; empty where there is none. */
  get text(): string {
    const { event } = this
    return event?.type === 'value' ? event.value.slice(this.#read) : ''
  }

  readText(length: number): void {
    if (this.event?.type !== 'value') return
    this.#read += length
    if (this.text === '') this.next()
  }

  next(): void {
    this.#index++
    this.#read = 0
  }

  /** Takes the element at this place with all that is inside. */
  takeElement(): MarkupEvent[] {
    const taken: MarkupEvent[] = []
    let depth = 0
    do {
      const { event } = this
      if (event === undefined) break
      if (event.type === 'open') depth++
      else if (event.type === 'close') depth--
      taken.push(event)
      this.next()
    } while (depth > 0)
    return taken
  }

  /** Takes what is left of the element around. */
  takeRest(): MarkupEvent[] {
    const taken: MarkupEvent[] = []
    while (this.event !== undefined && this.event.type !== 'close') {
      if (this.event.type === 'open') taken.push(...this.takeElement())
      else {
        if (this.text !== '') taken.push({ type: 'value', value: this.text, blank: false })
        this.next()
      }
    }
    return taken
  }
}

/** Blanks between elements have no meaning, those that are all of an element have. */
function significant(events: readonly MarkupEvent[]): MarkupEvent[] {
  const found: MarkupEvent[] = []
  for (const event of events) {
    const last = found.at(-1)
    if (event.type === 'value' && last?.type === 'value') {
      found[found.length - 1] = {
        ...last,
        value: last.value + event.value,
        blank: last.blank && event.blank
      }
    } else if (event.type === 'open' || event.type === 'close' || event.type === 'value') {
      found.push(event)
    }
  }
  return found.filter(
    (event, index) =>
      event.type !== 'value' ||
      !event.blank ||
      (found[index - 1]?.type === 'open' && found[index + 1]?.type === 'close')
  )
}
