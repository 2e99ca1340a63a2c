/** Replacement of a pattern in one source: what is replaced, where it lies, and hostile patterns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statesOf } from '../../../tools/refactor/replace/pattern.ts'
import { replaceInThread, replaceText } from '../../../tools/refactor/replace/replace-text.ts'
import type { ReplaceOptions } from '../../../tools/refactor/replace/replace-text.ts'

const options = (given: Partial<ReplaceOptions>): ReplaceOptions => {
  const pattern = {
    pattern: 'old',
    replacement: 'new',
    literal: false,
    ignoreCase: false,
    ...given
  }
  return {
    ...pattern,
    states: statesOf(pattern),
    codeOnly: false,
    isAbap: true,
    most: 10_000,
    ...given
  }
}
const replaced = (text: string, given: Partial<ReplaceOptions>) => replaceText(text, options(given))
const after = (text: string, given: Partial<ReplaceOptions>) => replaced(text, given).after

const named = (group: string) => `\${${group}}`

test('groups by number and by name, the whole occurrence, and a dollar sign', () => {
  const text = 'zcl_a=>get( 1 ).\n'
  const pattern = 'zcl_(?<which>\\w)=>(get)'
  assert.equal(after(text, { pattern, replacement: '$2_$1' }), 'get_a( 1 ).\n')
  assert.equal(
    after(text, { pattern, replacement: `${named('which')}$$ $0 $&` }),
    'a$ zcl_a=>get zcl_a=>get( 1 ).\n'
  )
  assert.equal(after('ab', { pattern: 'a(x)?b', replacement: '<$1>' }), '<>')
})

test('a literal text is taken as it is, and so is its replacement', () => {
  assert.equal(
    after('a.b axb', { pattern: 'a.b', replacement: '$1\\1', literal: true }),
    '$1\\1 axb'
  )
})

test('anchors stand for the ends of lines, and characters outside the basic plane count right', () => {
  assert.equal(after('old\nold old\n', { pattern: '^old$' }), 'new\nold old\n')
  assert.equal(after("' 😀' old 😀old", {}), "' 😀' new 😀new")
})

test('case counts unless it is ignored, and the places that differ in it alone are counted', () => {
  const { places, otherCase } = replaced('old OLD Old', {})
  assert.deepEqual({ places, otherCase }, { places: 1, otherCase: 2 })
  assert.equal(after('old OLD Old', { ignoreCase: true }), 'new new new')
})

const mixed = [
  '* old comment',
  "old = 'old' && `old` && |old { old } | . \" old",
  'call( `it``s old` && old ).',
  ''
].join('\n')

test('places in comments, literals and text of templates are counted, and left where only code counts', () => {
  const all = replaced(mixed, {})
  assert.deepEqual([all.places, all.inText, all.left], [9, 6, 0])
  const code = replaced(mixed, { codeOnly: true })
  assert.deepEqual([code.places, code.inText, code.left], [3, 0, 6])
  assert.equal(
    code.after,
    [
      '* old comment',
      "new = 'old' && `old` && |old { new } | . \" old",
      'call( `it``s old` && new ).',
      ''
    ].join('\n')
  )
})

test('a place that ends inside a comment or literal counts as text, a whole literal as code', () => {
  const text = "x = 'a' . old \" old\ny = 'b'. \" 'a'\n"
  const inside = replaced(text, { pattern: '= \'a|old " ol', codeOnly: true })
  assert.deepEqual([inside.places, inside.left], [0, 2])
  const whole = replaced(text, { pattern: "'a'", codeOnly: true })
  assert.deepEqual([whole.places, whole.left], [1, 1])
  assert.equal(whole.after, text.replace("'a'", 'new'))
})

test('CDS has comments and literals of its own', () => {
  const text = "// old\nselect from old /* old\n old */ where x = 'old' -- old\n"
  const code = replaced(text, { codeOnly: true, isAbap: false })
  assert.deepEqual([code.places, code.left], [1, 5])
  assert.equal(code.after, text.replace('from old', 'from new'))
})

test('a line of more than 255 characters cannot be saved, in ABAP', () => {
  const replacement = 'x'.repeat(254)
  assert.equal(replaced('\nold.\n', { replacement }).longLine, undefined)
  assert.equal(replaced('\n\nold..\n', { replacement }).longLine, 3)
  assert.equal(replaced('old.\n', { replacement: `a\n${replacement}bc` }).longLine, 2)
  assert.equal(replaced('old....\n', { replacement, isAbap: false }).longLine, undefined)
})

for (const [title, given, expected] of [
  ['an empty occurrence', { pattern: 'x*' }, /also matches an empty text/],
  ['the start of a line alone', { pattern: '^' }, /also matches an empty text/],
  ['a pattern that does not end', { pattern: 'a(' }, /missing closing \): `a\(`/],
  ['look-ahead', { pattern: 'a(?=b)' }, /no regular expression that can be used/],
  ['a back reference', { pattern: '(a)\\1' }, /no regular expression that can be used/],
  ['a repeat of repeats', { pattern: '((a{30}){30}){30}' }, /invalid repeat count/],
  ['a group that is not there', { pattern: '(a)', replacement: '$2' }, /names the group 2/],
  [
    'a name that is not there',
    { pattern: '(a)', replacement: named('constructor') },
    /the group constr/
  ],
  ['a group in the style of sed', { pattern: '(a)', replacement: '\\1' }, /has \\1/],
  ['more places than permitted', { pattern: 'a', most: 2 }, /occurs more than 2 times/]
] as const) {
  test(`refused: ${title}`, () => {
    assert.throws(() => replaced('aaaa\n', given), expected)
  })
}

test('hostile patterns on 1 MB end, off the event loop', async () => {
  const text = `${'a'.repeat(1_000_000)}!`
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 10)
  try {
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(a|a)*b', '([a-z]+)*\\d', '(.*)(.*)(.*)[0-9]']) {
      const result = await replaceInThread(text, options({ pattern, isAbap: false }))
      assert.equal(result.places, 0, pattern)
    }
  } finally {
    clearInterval(ticking)
  }
  assert.ok(ticks > 5, `${ticks} ticks of the event loop`)
})

test('a pattern of many states stays off the event loop, and is refused for a large text', async () => {
  const pattern = '(\\w{0,100})x'
  await assert.rejects(
    replaceInThread('a'.repeat(5_000_000), options({ pattern })),
    /`pattern` is too large for a source of 5000000 characters/
  )
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 10).unref()
  const { places } = await replaceInThread(`${'a'.repeat(25_000)} x`, options({ pattern }))
  clearInterval(ticking)
  assert.equal(places, 1)
  assert.ok(ticks > 5, `${ticks} ticks of the event loop`)
})
