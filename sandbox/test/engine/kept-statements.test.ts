import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ABAPObject, MemoryFile, Nodes, Registry } from '@abaplint/core'
import type { Token } from '@abaplint/core'
import { createConfiguration } from '../../engine/configuration.ts'
import { createWorkbench } from '../../engine/workbench.ts'
import { installGrammar } from '../../grammar/install.ts'
import { withShapes } from '../../grammar/shapes/install.ts'
import { KeptStatement } from '../../grammar/shapes/kept-statement.ts'
import { loadKernel } from '../../kernel/index.ts'
import type { RepositoryFile } from '../../types.ts'
import { integer } from '../runtime/support.ts'

installGrammar()

/** What the parser treats in a way of its own. */
const special = `REPORT zspecial.
* a comment
DATA: a TYPE i, b TYPE string ##NEEDED, " another
      c LIKE a.
DEFINE add.
  &1 = &1 + &2. "#EC NOTEXT
END-OF-DEFINITION.
add a 1.
add: a 2, a 3.
SELECT SINGLE mandt FROM t000 INTO @DATA(one) WHERE ( 1 + ( 2 * 3 ) ) = 7 AND ( mandt, cccategory ) IN ( ( '000', 'S' ) ).
SELECT mandt FROM t000 INTO @one.
ENDSELECT.
EXEC SQL.
  SELECT x INTO :a FROM y
ENDEXEC.
b = |text { a WIDTH = 10 } and \\{ { b }|.
no statement at all.
.
##PRAGMA.
IF a = 1. ELSE. ENDIF ##DOUBLE.
a = b->c( d = e )->f
WRITE a.
incomplete`

const folder = fileURLToPath(new URL('../../seed/src', import.meta.url))
/** A quarter of the library in each run: all of it takes longer than it is worth. */
const quarter = integer(0, 3)
const sources: readonly RepositoryFile[] = [
  ...loadKernel().filter((_, index) => index % 4 === quarter),
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.abap'))
    .map(name => ({
      name: name.replace(/^.*[/\\]/, ''),
      text: readFileSync(join(folder, name), 'utf8')
    })),
  { name: 'zspecial.prog.abap', text: special }
].filter(file => file.name.endsWith('.abap'))

type Node = Nodes.StructureNode | Nodes.StatementNode | Nodes.ExpressionNode | Nodes.TokenNode

function describeToken(token: Token): string {
  const start = token.getStart()
  return `${token.constructor.name} ${token.getStr()} ${start.getRow()}:${start.getCol()}`
}

function describe(node: Node): unknown {
  if (node instanceof Nodes.TokenNode) return [node.constructor.name, describeToken(node.get())]
  const children = node.getChildren().map(child => describe(child as Node))
  const kind = node.get().constructor.name
  if (!(node instanceof Nodes.StatementNode)) return [kind, children]
  const colon = node.getColon()
  const ends = [node.getFirstToken(), node.getLastToken(), ...node.getTokens()].map(describeToken)
  const pragmas = node.getPragmas().map(describeToken)
  return [kind, children, ends, pragmas, colon === undefined ? '' : describeToken(colon)]
}

interface Parsed {
  /** For each file what the parser has found. */
  readonly found: readonly unknown[]
  /** How many statements were kept, of how many. */
  readonly kept: number
  readonly statements: number
}

function parsed(files: readonly RepositoryFile[]): Parsed {
  const registry = new Registry(createConfiguration())
  registry.addFiles(files.map(({ name, text }) => new MemoryFile(name, text)))
  registry.parse()
  const found: unknown[] = []
  let [kept, statements] = [0, 0]
  for (const object of registry.getObjects()) {
    if (!(object instanceof ABAPObject)) continue
    for (const file of object.getABAPFiles()) {
      const nodes = file.getStatements()
      statements += nodes.length
      kept += nodes.filter(node => node instanceof KeptStatement).length
      // before the children are looked at, then after it
      const ends = nodes.map(node => [node.getFirstToken(), ...node.getTokens()].map(describeToken))
      const structure = file.getStructure()
      found.push([file.getFilename(), ends, nodes.map(describe), file.getInfo()])
      found.push(structure === undefined ? undefined : describe(structure))
    }
  }
  return { found, kept, statements }
}

function storeOf(texts: Map<string, string>) {
  return {
    read: (text: string) => texts.get(text),
    write(text: string, content: string) {
      assert.ok(!texts.has(text))
      texts.set(text, content)
    }
  }
}

test('statements that were kept are those that the parser finds', () => {
  const expected = parsed(sources)
  const texts = new Map<string, string>()
  const first = withShapes(storeOf(texts), () => parsed(sources))
  assert.equal(first.kept, 0)
  assert.deepEqual(first.found, expected.found)
  const second = withShapes(storeOf(texts), () => parsed(sources))
  assert.deepEqual(second.found, expected.found)
  assert.ok(second.kept > second.statements / 2, `${second.kept} of ${second.statements}`)
  for (const content of texts.values()) assert.ok(content.isWellFormed())
})

test('a content that ends too early, or is of another parser, is not taken for statements', () => {
  const files = [{ name: 'zspecial.prog.abap', text: special }]
  const expected = parsed(files)
  const texts = new Map<string, string>()
  withShapes(storeOf(texts), () => parsed(files))
  const content = texts.get(special) ?? ''
  const first = content.slice(0, 1 + content.charCodeAt(0))
  for (const other of ['', first, '\u0001\uD7FF']) {
    const found = withShapes(storeOf(new Map([[special, other]])), () => parsed(files))
    assert.deepEqual(found.found, expected.found)
  }
})

test('an engine that starts with kept statements answers as the first one, and keeps no drafts', t => {
  const keptIn = mkdtempSync(join(tmpdir(), 'kept-statements-'))
  t.after(() => {
    rmSync(keptIn, { recursive: true, force: true })
  })
  const text = `CLASS zcl_a DEFINITION PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(rv) TYPE i.
ENDCLASS.
CLASS zcl_a IMPLEMENTATION.
  METHOD run.
    DATA(lv) = NEW zcl_a( )->run( ).
    rv = lv + unknown.
    IF lv > 1.
      " a source that is worth a file of its own
      rv = condense( 'no number' ).
      rv = condense( 'another text' ).
    ENDIF.
  ENDMETHOD.
ENDCLASS.
`
  const file = 'zcl_a.clas.abap'
  const draft = { name: file, text: text.replace('unknown', 'unkept') }
  const answers = [1, 2].map(() => {
    const library: RepositoryFile[] = []
    const start = { library, active: [], refusals: [], keptIn }
    const { run } = createWorkbench(start, () => {})
    run('load', [[{ name: file, text }]])
    const checked = run('check', [{ files: [file], overlay: [] }])
    const edited = run('check', [{ files: [file], overlay: [draft] }])
    const uses = run('uses', [{ file, row: 3, column: 12, overlay: [] }])
    return JSON.stringify([checked, edited, uses])
  })
  assert.equal(answers[0], answers[1])
  assert.match(answers[0] ?? '', /unknown.*unkept/is)
  assert.equal(readdirSync(keptIn).length, 1)
})
