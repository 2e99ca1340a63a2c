/**
 * A changed document keeps everything that was not named, byte for byte: generated elements,
 * attributes, comments, instructions, CDATA and white space of other name spaces and releases.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editFields, readFields } from '../../../../erp-client/wire/document/fields.ts'
import { fieldTypes } from '../../../../erp-client/wire/document/rows.ts'
import { cases } from './documents.ts'

type Random = (below: number) => number

function randomOf(seed: number): Random {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Names that fields have as well: in another name space they are other elements. */
const names = ['length', 'text', 'datatype', 'typeName', 'messages', 'fixValue', 'component', 'x']
const texts = ['', ' ', '\n  ', 'plain', '&lt;&amp;&#xE4;', 'äöü Ø', 'a > b', '\t']

function element(random: Random, depth: number): string {
  const prefix = `g${random(5)}`
  const name = names[random(names.length)] ?? 'x'
  const own = ` xmlns:${prefix}="urn:generated:${prefix}"`
  const quote = random(2) === 0 ? '"' : "'"
  const more = random(2) === 0 ? ` ${prefix}:name=${quote}a &gt; b${quote}` : ''
  if (random(3) === 0) return `<${prefix}:${name}${own}${more}/>`
  const inner = Array.from({ length: random(3) }, () => content(random, depth + 1)).join('')
  const text = texts[random(texts.length)] ?? ''
  return `<${prefix}:${name}${own}${more}>${text}${inner}</${prefix}:${name} >`
}

function content(random: Random, depth = 0): string {
  switch (random(depth > 2 ? 4 : 7)) {
    case 0:
      return `<!-- <doma:length>${random(99)}</doma:length> -->`
    case 1:
      return `<?kept by="${random(99)}"?>`
    case 2:
      return ['\n', '\r\n    ', '\t', ' '][random(4)] ?? ' '
    case 3:
      return depth === 0 ? ' ' : '<![CDATA[ <not> & an ]] element ]]>'
    default:
      return element(random, depth)
  }
}

interface Gap {
  readonly at: number
  readonly kind: 'content' | 'attribute'
}

/** Places between the tags of a document, and at the ends of start tags, outside of a span. */
function gapsOf(document: string, [start, end]: readonly [number, number]): readonly Gap[] {
  const gaps: Gap[] = []
  for (const found of document.matchAll(/<[^!?][^<>]*>/g)) {
    const [tag] = found
    const [from, to] = [found.index, found.index + tag.length]
    if (from < end && to > start) continue
    if (!tag.startsWith('</')) {
      gaps.push({ at: to - (tag.endsWith('/>') ? 2 : 1), kind: 'attribute' })
    }
    const isLeafStart =
      !tag.startsWith('</') && !tag.endsWith('/>') && /^[^<]*<\//.test(document.slice(to))
    const isBetween = document[to] === '<' && !isLeafStart
    if (isBetween && (to < start || to > end)) gaps.push({ at: to, kind: 'content' })
  }
  return gaps
}

interface Filled {
  readonly document: string
  /** Where the named bytes stand now. */
  readonly at: number
}

function filled(random: Random, document: string, span: readonly [number, number]): Filled {
  const gaps = gapsOf(document, span).filter(() => random(4) === 0)
  const added = gaps.map(({ kind }, index) =>
    kind === 'content'
      ? content(random)
      : ` xmlns:a${index}="urn:a" a${index}:k${random(9)}="v ' ${random(99)}"`
  )
  let [text, last, at] = ['', 0, span[0]]
  gaps.forEach((gap, index) => {
    text += document.slice(last, gap.at) + (added[index] ?? '')
    last = gap.at
    if (gap.at <= span[0]) at += added[index]?.length ?? 0
  })
  return { document: text + document.slice(last), at }
}

test('the types whose documents are sent back have cases', () => {
  assert.deepEqual([...new Set(cases.map(({ type }) => type))].sort(), [...fieldTypes].sort())
})

for (const type of fieldTypes) {
  test(`${type}: only the named bytes of a document with generated content change`, () => {
    const random = randomOf(type.length * 1000 + type.charCodeAt(0))
    let rounds = 0
    for (const { document, fields, from, to } of cases.filter(each => each.type === type)) {
      const start = document.indexOf(from)
      assert.ok(start > 0 && document.indexOf(from, start + 1) < 0, from)
      for (let round = 0; round < 60; round++) {
        const before = filled(random, document, [start, start + from.length])
        const expected =
          before.document.slice(0, before.at) + to + before.document.slice(before.at + from.length)
        const { text } = editFields(type, before.document, fields)
        assert.equal(text, expected, `${JSON.stringify(fields)} in ${before.document}`)
        assert.deepEqual(readFields(type, before.document), readFields(type, document))
        rounds++
      }
    }
    assert.ok(rounds >= 180, `only ${rounds} documents`)
  })
}
