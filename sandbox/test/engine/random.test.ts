import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEngine, EngineError } from '../../engine/index.ts'
import type { Engine, RepositoryFile } from '../../types.ts'
import { LIBRARY } from './fixture.ts'

/** A small generator, so that a failing run can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Random = ReturnType<typeof createRandom>

const WORDS = [
  'IF',
  'ENDIF',
  'LOOP AT',
  'ENDLOOP',
  'DATA(',
  ')',
  'VALUE #(',
  '.',
  ',',
  ':',
  '->',
  '=>',
  '~',
  '|',
  '{',
  '}',
  "'",
  '`',
  'METHOD',
  'ENDMETHOD',
  'CLASS',
  'SELECT * FROM',
  'INTO TABLE @',
  'TYPE',
  'REF TO',
  '<x>',
  '"',
  '*',
  '\n',
  'zcl_random',
  'count',
  '1',
  '-'
]

/** Statements that belong together, in a random number and order. */
function statement(random: Random, depth = 0): string {
  const inner = (): string =>
    depth > 3
      ? 'count = count + 1.'
      : Array.from({ length: random(3) }, () => statement(random, depth + 1)).join('\n')
  const kinds = [
    () => `count = count ${'+-*'[random(3)]} ${random(9)}.`,
    () => `IF count > ${random(9)}.\n${inner()}\nELSEIF count = 1.\n${inner()}\nENDIF.`,
    () => `LOOP AT rows INTO DATA(row${random(99)}).\n${inner()}\nENDLOOP.`,
    () => `TRY.\n${inner()}\nCATCH cx_root INTO DATA(error${random(99)}).\n${inner()}\nENDTRY.`,
    () => `DATA(text${random(99)}) = |{ count } of { lines( rows ) }|.`,
    () => 'count = work( count ).',
    () => `CASE count.\nWHEN ${random(9)}.\n${inner()}\nWHEN OTHERS.\n${inner()}\nENDCASE.`
  ]
  return kinds[random(kinds.length)]?.() ?? ''
}

function source(random: Random): string {
  const body = Array.from({ length: 1 + random(8) }, () => statement(random)).join('\n')
  return `CLASS zcl_random DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n    DATA count TYPE i.\n    METHODS work IMPORTING given TYPE i RETURNING VALUE(result) TYPE i.\n  PRIVATE SECTION.\n    DATA rows TYPE string_table.\nENDCLASS.\nCLASS zcl_random IMPLEMENTATION.\n  METHOD work.\n${body}\n  ENDMETHOD.\nENDCLASS.\n`
}

/** Sources as they are in the middle of typing. */
function broken(text: string, random: Random): string {
  let result = text
  for (let change = 0; change < 1 + random(4); change++) {
    const at = random(result.length)
    const length = random(3) === 0 ? random(40) : 0
    result =
      result.slice(0, at) +
      (random(2) === 0 ? ` ${WORDS[random(WORDS.length)]} ` : '') +
      result.slice(at + length)
  }
  return result
}

function questions(
  engine: Engine,
  overlay: readonly RepositoryFile[],
  random: Random
): Record<string, () => Promise<unknown>> {
  const [{ name: file, text } = { name: '', text: '' }] = overlay
  const lines = text.split('\n')
  const row = 1 + random(lines.length)
  const place = { file, row, column: random((lines[row - 1]?.length ?? 0) + 1), overlay }
  return {
    check: () => engine.check({ files: [file], overlay }),
    lint: () => engine.lint({ files: [file], overlay }),
    quickFixes: () => engine.quickFixes({ file, overlay }),
    complete: () => engine.complete(place),
    elementInfo: () => engine.elementInfo(place),
    definition: () => engine.definition(place),
    references: () => engine.references(place),
    uses: () => engine.uses(place),
    rename: () => engine.rename({ ...place, newName: 'renamed' }),
    typeHierarchy: () => engine.typeHierarchy({ ...place, direction: 'subTypes' }),
    structure: () => engine.structure({ file, overlay }),
    testClasses: () => engine.testClasses({ files: [file], overlay }),
    format: () => engine.format({ file, text }),
    closure: () => engine.closure({ files: [file], overlay })
  }
}

test(
  'whatever is asked of whatever source, the engine answers or says what is wrong with the question',
  { timeout: 240_000 },
  async t => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    t.diagnostic(`seed ${seed}`)
    const random = createRandom(seed)
    const engine = createEngine({ library: LIBRARY })
    t.after(() => engine.close())
    await engine.load([{ name: 'zcl_random.clas.abap', text: source(random) }])
    const end = Date.now() + 20_000
    for (let round = 0; round < 30 && Date.now() < end; round++) {
      const right = source(random)
      const overlay = [
        { name: 'zcl_random.clas.abap', text: round % 3 === 0 ? right : broken(right, random) }
      ]
      for (const [name, ask] of Object.entries(questions(engine, overlay, random))) {
        await ask().catch((error: unknown) => {
          assert.ok(
            error instanceof EngineError && ['INVALID', 'NOT_FOUND'].includes(error.code),
            `${name}, seed ${seed}, round ${round}: ${String(error)}\n${overlay[0]?.text}`
          )
        })
      }
    }
  }
)
