/** Faults in transformations are reported with their place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryFile, Objects } from '@abaplint/core'
import { checkTransformation } from '../../engine/check/transformation.ts'

const valid = `<?sap.transform simple?>
<tt:transform xmlns:tt="http://www.sap.com/transformation-templates">
  <tt:root name="ROOT" type="I"/>
  <tt:variable name="V" val="1"/>
  <tt:template>
    <X tt:ref="ROOT">
      <tt:attribute name="a" value-ref="A.B"/>
      <tt:cond check="not-initial(A) and (C = 'x' or var(V) &lt; 2)"><C><tt:value ref="C"/></C></tt:cond>
      <tt:loop ref="T" name="line"><tt:apply name="SUB"/></tt:loop>
    </X>
  </tt:template>
  <tt:template name="SUB"><Y tt:value-ref="$ref.D" tt:map="val('a') = xml('b')"/></tt:template>
</tt:transform>
`

function faultsOf(source: string): string[] {
  const object = new Objects.Transformation('ZST')
  object.addFile(new MemoryFile('zst.xslt.source.xml', source))
  return checkTransformation(object).map(
    ({ startRow, startColumn, endColumn, severity, text }) =>
      `${severity} ${startRow}:${startColumn}-${endColumn} ${text}`
  )
}

test('a valid transformation has no fault', () => {
  assert.deepEqual(faultsOf(valid), [])
})

test('statements, attributes and names at fault are named where they stand', () => {
  const faults: [from: string, to: string, fault: string][] = [
    [
      '<tt:value ref="C"/>',
      '<tt:valu ref="C"/>',
      'E 8:73-80 "tt:valu" is not a statement that can stand here.'
    ],
    ['tt:ref="ROOT"', 'tt:ref="ROOTS"', 'E 6:7-21 The data root "ROOTS" is not declared.'],
    ['value-ref="A.B"', 'value="A.B"', 'E 7:29-40 tt:attribute has no attribute "value".'],
    ['name="a"', 'nam="a"', 'E 7:7-19 tt:attribute needs the attribute "name".'],
    ['var(V)', 'var(W)', 'E 8:15-68 The variable "W" is not declared.'],
    ["C = 'x' or", "C = 'x' of", 'E 8:15-68 ")" is expected in place of "of"'],
    [
      '<tt:apply name="SUB"/>',
      '<tt:apply name="SUP"/>',
      'E 9:45-55 The template "SUP" is not defined.'
    ],
    [
      'ref="T" name="line"',
      'ref="$lin.T" name="line"',
      'E 9:15-27 "$LIN" is not an alias of a loop around.'
    ],
    ['name="SUB"><Y', 'nome="SUB"><Y', 'E 12:3-14 There are two templates without a name.'],
    ["val('a') = xml('b')", "val('a') = xml('b'", 'E 12:51-78 '],
    [
      '<tt:variable',
      '<tt:variabel',
      'E 4:3-14 "tt:variabel" is not allowed directly below tt:transform.'
    ],
    ['name="V"', 'name="ROOT"', 'E 4:15-26 "ROOT" is declared twice.'],
    ['</X>', '</Z>', 'E 10:']
  ]
  for (const [from, to, fault] of faults) {
    const found = faultsOf(valid.replace(from, to))
    assert.ok(
      found.some(each => each.startsWith(fault)),
      `${to}: ${found.join(' | ')} instead of ${fault}`
    )
  }
})

test('a document that is no transformation is refused', () => {
  assert.match(faultsOf('<transform/>').join(), /^E 1:1-10 "transform" is the root of neither/)
  assert.match(faultsOf('').join(), /^E 1:0-\d The source is not well-formed XML/)
})

test('an XSLT program is not judged', () => {
  const [found = '', ...more] = faultsOf('<a:b xmlns:a="http://www.w3.org/1999/XSL/Transform"/>')
  assert.match(found, /^W 1:.*kept as they are/)
  assert.deepEqual(more, [])
})
