import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RepositoryFile, RunAlert, UnitRun } from '../../types.ts'
import { sharedRuntime } from '../runtime/support.ts'
import { NUMBERS, TABLES, TEXTS, type Construct } from './language.ts'
import { LIBRARY, LIBRARY_LOCALS } from './library.ts'
import { STANDARD } from './standard.ts'
import { SIMPLE, TRANSFORMATION_FILES } from './transformations.ts'
import { IXML, TRANSFORMATIONS, ZIP } from './xml.ts'
import { CASTS, DATA_OBJECT_LOCALS, NAMED_DATA } from './data-objects.ts'
import { EVERYDAY, MORE_EVERYDAY, MORE_LOCALS } from './everyday.ts'
import { EXCEPTIONS, LOCALS, OBJECTS, VALUES } from './objects.ts'
import { LOOPS_IN_EXPRESSIONS, NAMED_KEYS } from './run-time-names.ts'
import { DESCRIBED_LOCALS, TYPE_DESCRIPTIONS } from './type-descriptions.ts'
import { TEXT_FUNCTIONS } from './text-functions.ts'
import { FORMATS, MESSAGES, MESSAGE_LOCALS, REPLACEMENTS, TIMES } from './texts-and-times.ts'

const runtime = sharedRuntime()
const GROUPS: Readonly<Record<string, readonly Construct[]>> = {
  numbers: NUMBERS,
  texts: TEXTS,
  'functions for texts': TEXT_FUNCTIONS,
  tables: TABLES,
  objects: OBJECTS,
  exceptions: EXCEPTIONS,
  values: VALUES,
  everyday: EVERYDAY,
  'more of a day': MORE_EVERYDAY,
  library: LIBRARY,
  'names at run time': NAMED_KEYS,
  'data objects named at run time': NAMED_DATA,
  'CASTING, nested tables': CASTS,
  'loops in expressions': LOOPS_IN_EXPRESSIONS,
  'time zones, code pages, conversions': STANDARD,
  REPLACE: REPLACEMENTS,
  formats: FORMATS,
  times: TIMES,
  'messages as texts of exceptions': MESSAGES,
  iXML: IXML,
  'CALL TRANSFORMATION': TRANSFORMATIONS,
  'simple transformations': SIMPLE,
  ZIP,
  'run-time type information': TYPE_DESCRIPTIONS
}

function methodOf({ body }: Construct, index: number): string {
  return `  METHOD c${index}.\n    DATA r TYPE string.\n${body}\n    CALL METHOD cl_abap_unit_assert=>fail EXPORTING msg = |\\{{ r }\\}|.\n  ENDMETHOD.`
}

/**
 * All constructs as test methods of one class; each fails with what it left in `r`, between braces.
 */
function program(constructs: readonly Construct[]): RepositoryFile[] {
  const definitions = constructs.map((_, index) => `    METHODS c${index} FOR TESTING.`)
  const test = `CLASS ltcl_test DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n${definitions.join('\n')}\nENDCLASS.\nCLASS ltcl_test IMPLEMENTATION.\n${constructs.map(methodOf).join('\n')}\nENDCLASS.\n`
  return [
    {
      name: 'zcl_corpus.clas.abap',
      text: 'CLASS zcl_corpus DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    TYPES ty_c TYPE c LENGTH 5.\n    TYPES: BEGIN OF ty_s, a TYPE i, b TYPE ty_c, END OF ty_s.\nENDCLASS.\nCLASS zcl_corpus IMPLEMENTATION.\nENDCLASS.\n'
    },
    {
      name: 'zcl_corpus.clas.testclasses.abap',
      text:
        LOCALS +
        MORE_LOCALS +
        LIBRARY_LOCALS +
        MESSAGE_LOCALS +
        DESCRIBED_LOCALS +
        DATA_OBJECT_LOCALS +
        test
    },
    ...(constructs === SIMPLE ? TRANSFORMATION_FILES : [])
  ]
}

async function run(
  constructs: readonly Construct[],
  files: readonly RepositoryFile[]
): Promise<UnitRun['classes'][number]> {
  const {
    classes: [only]
  } = await runtime.unit({
    files,
    classes: [
      {
        file: 'zcl_corpus.clas.testclasses.abap',
        name: 'LTCL_TEST',
        methods: constructs.map((_, index) => `C${index}`)
      }
    ],
    tables: [],
    database: ''
  })
  if (only === undefined) throw new Error('no class in the result')
  return only
}

/**
 * The outcome as the corpus writes it, and the row that is named must be one of the construct's.
 */
function judge(
  construct: Construct,
  alert: RunAlert | undefined,
  rows: { readonly first: number; readonly last: number }
): void {
  assert.ok(alert !== undefined, 'it ended without any result')
  const row = alert.stack.find(entry => entry.file === 'zcl_corpus.clas.testclasses.abap')?.row ?? 0
  const said = `${alert.kind}: ${alert.title} ${alert.details.join(' ')}`
  if ('result' in construct) {
    assert.equal(
      /\{(.*)\}/s.exec(`${alert.title} ${alert.details.join(' ')}`)?.[1],
      construct.result,
      said
    )
  } else if ('unsupported' in construct) {
    assert.ok(alert.kind === 'unsupported' && construct.unsupported.test(alert.title), said)
  } else assert.ok(alert.kind === 'exception' && construct.exception.test(alert.title), said)
  assert.ok(
    row >= rows.first && row <= rows.last,
    `line ${row} is not among ${rows.first} to ${rows.last}: ${said}`
  )
}

describe('odd and unsupported constructs', () => {
  test('are as many as they are meant to be', () => {
    assert.ok(Object.values(GROUPS).flat().length >= 220)
  })

  for (const [group, constructs] of Object.entries(GROUPS)) {
    test(`${group} have the result of ABAP or are refused by name`, async t => {
      const files = program(constructs)
      const { alerts, methods } = await run(constructs, files)
      assert.deepEqual(alerts, [])
      const lines = (files[1]?.text ?? '').split('\n')
      for (const [index, construct] of constructs.entries()) {
        const first = lines.indexOf(`  METHOD c${index}.`) + 1
        const last = lines.indexOf('  ENDMETHOD.', first) + 1
        await t.test(construct.title, () => {
          judge(construct, methods[index]?.alerts[0], { first: first + 1, last: last - 1 })
        })
      }
    })
  }
})
