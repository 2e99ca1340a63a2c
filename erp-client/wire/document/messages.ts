/** Messages of a class: entries by number, among the children of the root. */
import { escapeXml } from '../xml.ts'
import { attributeNamed, childrenNamed, refused } from './find.ts'
import { shapeFault, textFault, twice } from './lists.ts'
import type { FieldList } from './lists.ts'
import { childName, withAttribute, withMarkup, withValue, without } from './splice.ts'
import type { Splice } from './splice.ts'
import { prefixOf } from './tree.ts'
import type { PlacedElement } from './tree.ts'
import { entriesOf } from './values.ts'
import type { Fields } from './values.ts'

const numberOf = (entry: Fields): string =>
  String(entry['number'] ?? '')
    .trim()
    .padStart(3, '0')
const msgno = (element: PlacedElement): string =>
  attributeNamed(element, 'msgno')?.value.trim().padStart(3, '0') ?? ''
const value = (element: PlacedElement, name: string): string =>
  attributeNamed(element, name)?.value ?? ''
const explains = (element: PlacedElement): boolean => value(element, 'selfexplainatory') !== 'false'

/** Changes or adds named messages, deletes those with an empty text, and keeps all others. */
export const messages: FieldList = {
  path: 'messages',
  read: root =>
    childrenNamed(root, 'messages').map(each => ({
      number: value(each, 'msgno'),
      text: value(each, 'msgtext'),
      selfExplanatory: explains(each)
    })),
  write(root, requested) {
    const existing = childrenNamed(root, 'messages')
    const byNumber = new Map(existing.map(each => [msgno(each), each]))
    if (byNumber.size < existing.length) {
      throw refused(
        'The document has two messages of one number',
        'Change the message class in the editor of the ERP.'
      )
    }
    const entries = entriesOf(requested).toSorted((a, b) => (numberOf(a) < numberOf(b) ? -1 : 1))
    const gone = entries.filter(each => each['text'] === '' && byNumber.has(numberOf(each)))
    return [
      ...entries.flatMap(each =>
        each['text'] === '' ? [] : setMessage(byNumber.get(numberOf(each)), each)
      ),
      ...addMessages(
        root,
        existing,
        entries.filter(each => each['text'] !== '' && !byNumber.has(numberOf(each)))
      ),
      ...deleteMessages(root, existing, gone.map(numberOf))
    ]
  },
  fault(requested) {
    const entries = entriesOf(requested)
    // An empty number would become message 000.
    const wrong = entries.find(each => !/^\d{1,3}$/.test(String(each['number'] ?? '').trim()))
    const double = twice(entries.map(numberOf))
    return (
      shapeFault('messages', requested) ??
      textFault(entries, ['text']) ??
      (wrong === undefined ? undefined : '`number` of a message must have one to three digits') ??
      (double === undefined ? undefined : `the message ${double} stands twice in \`messages\``)
    )
  }
}

function setMessage(element: PlacedElement | undefined, entry: Fields): readonly Splice[] {
  if (element === undefined) return []
  const requested = { msgtext: entry['text'], selfexplainatory: entry['selfExplanatory'] }
  const same = {
    msgtext: requested.msgtext === value(element, 'msgtext'),
    selfexplainatory: requested.selfexplainatory === explains(element)
  }
  return (['msgtext', 'selfexplainatory'] as const).flatMap(name => {
    const [given, found] = [requested[name], attributeNamed(element, name)]
    if (given === undefined || same[name]) return []
    return [
      found === undefined
        ? withAttribute(element, prefixed(element, name), String(given))
        : withValue(found, String(given))
    ]
  })
}

/** An attribute with the prefix that the message uses for its number. */
function prefixed(element: PlacedElement, name: string): string {
  const prefix = prefixOf(attributeNamed(element, 'msgno')?.qualified ?? element.qualified)
  return prefix === '' ? name : `${prefix}:${name}`
}

/** New messages follow the last one with a lower number. */
function addMessages(
  root: PlacedElement,
  existing: readonly PlacedElement[],
  entries: readonly Fields[]
): readonly Splice[] {
  const [model] = existing
  const markup = (entry: Fields) => {
    const pair = (name: string, text: string) =>
      ` ${prefixed(model ?? root, name)}="${escapeXml(text)}"`
    const attributes = [
      pair('msgno', numberOf(entry)),
      pair('msgtext', String(entry['text'] ?? '')),
      pair('selfexplainatory', String(entry['selfExplanatory'] !== false))
    ]
    return `<${childName(root, 'messages')}${attributes.join('')}/>`
  }
  const numbers = existing.map(msgno)
  const byPlace = Map.groupBy(
    entries,
    entry => existing[numbers.findLastIndex(each => each < numberOf(entry))]
  )
  return [...byPlace].map(([after, group]) =>
    withMarkup(root, group.map(markup).join(''), {
      after,
      before: after === undefined ? model : undefined
    })
  )
}

/**
 * The ERP keeps a message that a document leaves out; it deletes those that the document lists as
 * deleted, after the messages.
 */
function deleteMessages(
  root: PlacedElement,
  existing: readonly PlacedElement[],
  numbers: readonly string[]
): readonly Splice[] {
  const listed = new Set(numbers)
  const gone = existing.filter(each => listed.has(msgno(each)))
  const [model] = gone
  if (model === undefined) return []
  const markup = numbers
    .map(each => `<${childName(root, 'deletedmessages')} ${prefixed(model, 'msgno')}="${each}"/>`)
    .join('')
  return [...gone.map(without), withMarkup(root, markup, { after: existing.at(-1) })]
}
