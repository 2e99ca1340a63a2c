/**
 * What a thread answers is what the same function answers here, for every function that has two
 * homes.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  decodeNodes,
  decodeReferences,
  decodeSourceHits,
  readNodes,
  readReferences,
  readSourceHits
} from '../../../erp-client/wire/search.ts'
import { decodeOutline, readOutlineXml } from '../../../erp-client/wire/outline.ts'
import { decodeTable, readTableXml } from '../../../erp-client/wire/table.ts'
import {
  decodeSnippets,
  decodeUsages,
  readSnippetsXml,
  readUsagesXml
} from '../../../erp-client/wire/usages.ts'
import { contractOf, contractText } from '../../../tools/abap/contract.ts'
import { declarationsOf, findDeclarations } from '../../../tools/abap/declarations.ts'
import {
  findTextWithBlock,
  findSection,
  indexOfBlock,
  linesWith,
  searchLines,
  sectionIn,
  sections
} from '../../../tools/abap/extracts.ts'
import { findIncludes, includesOfAll } from '../../../tools/abap/includes.ts'
import { findTestClasses, testClassesIn } from '../../../tools/abap/test-classes.ts'
import {
  findUnitAtLine,
  findUnitsNamed,
  listUnits,
  unitAtLine,
  unitList,
  unitsNamed
} from '../../../tools/abap/units.ts'
import {
  blockSections,
  callsOf,
  describeBlocks,
  findCallsOf
} from '../../../tools/insight/blocks.ts'
import type { Piece } from '../../../tools/insight/pieces.ts'
import { usedNamesInThread, usedNamesIn } from '../../../tools/insight/used-names.ts'
import { changedLines, linesChanged } from '../../../tools/lint/changed-lines.ts'
import { offLoop } from '../../../tools/call/worker-thread.ts'
import type { OffLoop } from '../../../tools/call/worker-thread.ts'
import { sliceLines } from '../../../tools/objects/sources.ts'
import { changeClass, changeClassInThread } from '../../../tools/write/source/class-edit.ts'
import { compareTexts, diffOf } from '../../../tools/write/source/diff.ts'
import { applyEdits, applyEditsInThread } from '../../../tools/write/source/edits.ts'
import { replaceNamed, replaceNamedInThread } from '../../../tools/write/source/method-text.ts'

const method = (index: number) =>
  `  METHOD run_${index}.\n    DATA(lv_${index}) = zcl_other=>value( ). "é ${index} €\n    run_${index + 1}( ).\n    SELECT * FROM zdemo_${index} INTO TABLE @DATA(lt).\n  ENDMETHOD.\n`
const declared = Array.from({ length: 700 }, (_, index) => `    METHODS run_${index}.\n`).join('')
const clas = `CLASS zcl_demo DEFINITION PUBLIC.\n  PUBLIC SECTION.\n${declared}  PRIVATE SECTION.\n    DATA mv_x TYPE ztype.\nENDCLASS.\nCLASS zcl_demo IMPLEMENTATION.\n${Array.from({ length: 700 }, (_, index) => method(index)).join('')}ENDCLASS.\n`
const tests = `CLASS ltc_a DEFINITION FOR TESTING RISK LEVEL HARMLESS.\n  PRIVATE SECTION.\n    METHODS t FOR TESTING.\nENDCLASS.\n* ${'x'.repeat(70_000)}\n`
const program = `REPORT zdemo.\nINCLUDE zdemo_top.\nINCLUDE: zdemo_f01, zdemo_f02.\n* ${'x'.repeat(70_000)}\n`
const pieces: Piece[] = [
  { ref: { type: 'CLAS', name: 'ZCL_DEMO' }, part: 'main', label: '', text: clas }
]
const ref = { type: 'CLAS', name: 'ZCL_DEMO' }
const many = (one: (index: number) => string) =>
  Array.from({ length: 900 }, (_, index) => one(index)).join('')
const hits = `<a:objectReferences xmlns:a="x">${many(index => `<a:objectReference a:uri="/sap/bc/adt/oo/classes/zcl_${index}" a:type="CLAS/OC" a:name="ZCL_${index}" a:packageName="ZP" a:description="&lt;${index}&gt; é €"/>`)}</a:objectReferences>`
const nodes = `<asx:abap xmlns:asx="x"><asx:values><DATA><TREE_CONTENT>${many(index => `<SEU_ADT_REPOSITORY_OBJ_NODE><OBJECT_TYPE>CLAS/OC</OBJECT_TYPE><OBJECT_NAME>ZCL_${index}</OBJECT_NAME><OBJECT_URI>/sap/bc/adt/oo/classes/zcl_${index}</OBJECT_URI></SEU_ADT_REPOSITORY_OBJ_NODE>`)}</TREE_CONTENT></DATA></asx:values></asx:abap>`
const table = `<d:tableData xmlns:d="x"><d:totalRows>900</d:totalRows><d:columns><d:metadata d:name="A" d:type="C" d:length="3"/><d:dataSet>${many(index => `<d:data>${index} ${'y'.repeat(70)}</d:data>`)}</d:dataSet></d:columns></d:tableData>`
const outline = `<o:objectStructureElement xmlns:o="x" name="ZCL_DEMO" type="CLAS/OC">${many(index => `<o:objectStructureElement name="M${index}" type="CLAS/OM" visibility="public" level="instance" description="Number ${index}"/>`)}</o:objectStructureElement>`
const usages = `<u:usageReferenceResult xmlns:u="x" numberOfResults="900"><u:referencedObjects>${many(index => `<u:referencedObject uri="/sap/bc/adt/oo/classes/zcl_${index}" isResult="true"><u:adtObject name="ZCL_${index}" type="CLAS/OC"><packageRef name="ZP"/></u:adtObject></u:referencedObject>`)}</u:referencedObjects></u:usageReferenceResult>`
const snippets =
  `<u:usageSnippetResult xmlns:u="x"><u:codeSnippetObjects>${many(index => `<u:codeSnippetObject><objectIdentifier>ID${index}</objectIdentifier><u:codeSnippets><u:codeSnippet uri="/sap/bc/adt/oo/classes/zcl/source/main#start=3,1"><content>a = b.</content></u:codeSnippet></u:codeSnippets></u:codeSnippetObject>`)}</u:usageSnippetResult>`.replace(
    '</u:usageSnippetResult>',
    '</u:codeSnippetObjects></u:usageSnippetResult>'
  )

function both<Args extends readonly unknown[], Result>(
  name: string,
  pair: { readonly here: (...args: Args) => Result; readonly there: OffLoop<Args, Result> },
  ...args: Args
): void {
  test(`${name} is the same in a thread`, async () => {
    assert.ok(JSON.stringify(args).length > 65_536, 'large enough to leave')
    assert.deepEqual(await pair.there(args), pair.here(...args))
  })
}

both('a search', { here: readReferences, there: decodeReferences }, hits, {
  most: 20,
  type: 'CLAS',
  package: 'ZP'
})
both('a package', { here: readNodes, there: decodeNodes }, nodes, 'ZP')
both('a source search', { here: readSourceHits, there: decodeSourceHits }, hits, 30)
both('a table', { here: readTableXml, there: decodeTable }, table, 50)
both(
  'an outline',
  { here: readOutlineXml, there: decodeOutline },
  outline,
  '/sap/bc/adt/oo/classes/zcl_demo',
  100
)
both('a where-used list', { here: readUsagesXml, there: decodeUsages }, usages)
both('snippets', { here: readSnippetsXml, there: decodeSnippets }, snippets)
both('a contract', { here: contractOf, there: contractText }, 'CLAS', clas)
both('declarations', { here: findDeclarations, there: declarationsOf }, clas, 'run_20')
for (const section of sections) {
  both(`the section ${section}`, { here: sectionIn, there: findSection }, clas, section, 'ZCL_DEMO')
}
both(
  'lines with a text',
  { here: linesWith, there: searchLines },
  [{ label: '', text: clas }],
  'LV_20',
  2
)
both(
  'the home of a block',
  { here: indexOfBlock, there: findTextWithBlock },
  [tests, clas],
  'run_3'
)
both('includes', { here: includesOfAll, there: findIncludes }, [program, clas])
both('test classes', { here: findTestClasses, there: testClassesIn }, tests)
both('a block by name', { here: unitsNamed, there: findUnitsNamed }, clas, 'run_600')
both('no block by name', { here: unitsNamed, there: findUnitsNamed }, clas, 'nowhere')
both('a block by line', { here: unitAtLine, there: findUnitAtLine }, clas, 2000)
both('a list of blocks', { here: unitList, there: listUnits }, clas)
both('an overview', { here: blockSections, there: describeBlocks }, pieces)
both('calls', { here: callsOf, there: findCallsOf }, pieces, 'run_5')
both(
  'used names',
  { here: usedNamesIn, there: usedNamesInThread },
  [{ label: '', text: clas }],
  ref
)
both(
  'changed lines',
  { here: changedLines, there: linesChanged },
  clas,
  clas.replace('lv_5)', 'lv_five)')
)
both('edits', { here: applyEdits, there: applyEditsInThread }, clas, [
  { old: 'DATA(lv_77)', new: 'DATA(lv_seven)' }
])
both('a changed method', { here: replaceNamed, there: replaceNamedInThread }, clas, {
  object: 'CLAS ZCL_DEMO',
  method: 'run_9',
  source: '    RETURN.'
})
both('a changed class', { here: changeClass, there: changeClassInThread }, clas, 'ZCL_DEMO', {
  change: 'add',
  declaration: 'METHODS more.'
})

test('a difference is the same in a thread', async () => {
  const after = clas.replaceAll('lv_3', 'lv_three')
  assert.deepEqual(await compareTexts(clas, after), diffOf(clas, after))
  assert.deepEqual(await compareTexts(clas, clas), { text: '', added: 0, removed: 0 })
})

test('a refusal is the same in a thread', async () => {
  const edits = [{ old: 'what is not there', new: '' }]
  const refusal = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      return error
    }
  }
  const here = refusal(() => applyEdits(clas, edits)) as Error & { details: unknown }
  await assert.rejects(applyEditsInThread([clas, edits]), {
    name: 'ToolError',
    code: 'TOOL_EDIT_NOT_FOUND',
    message: here.message,
    details: here.details
  })
  await assert.rejects(
    replaceNamedInThread([clas, { object: 'CLAS ZCL_DEMO', method: 'gone', source: '' }]),
    { code: 'TOOL_METHOD_NOT_FOUND' }
  )
  await assert.rejects(decodeTable([`${table.slice(0, -5)}`, 5]), {
    name: 'ErpError',
    code: 'ERP_BAD_ANSWER'
  })
})

test('a cancelled call ends its work in the thread', async () => {
  const stop = new AbortController()
  const running = searchLines([[{ label: '', text: clas }], 'x', 1], stop.signal)
  stop.abort()
  await assert.rejects(running, { code: 'ERP_ABORTED' })
})

test('every function with a second home is exported by its module under its own name', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const found = globSync('{erp-client,tools}/**/*.ts', { cwd: root }).flatMap(path =>
    [
      ...readFileSync(`${root}${path}`, 'utf8').matchAll(
        / = offLoop\(\{ (\w+) \}, import\.meta\.url/g
      )
    ].map(match => ({ path, name: match[1] ?? '' }))
  )
  assert.ok(found.length > 30)
  for (const { path, name } of found) {
    const module = (await import(pathToFileURL(`${root}${path}`).href)) as Readonly<
      Record<string, unknown>
    >
    assert.equal(
      (module[name] as { name?: string } | undefined)?.name,
      name,
      `${path} exports ${name}`
    )
  }
  assert.equal(typeof offLoop, 'function')
})

test('a range of lines is what splitting would give', () => {
  for (const text of ['', 'a', 'a\n', '\n', 'a\nb\nc', 'a\n\nc\n', '\n\n']) {
    for (let from = 1; from < 6; from++) {
      for (let to = from; to < 7; to++) {
        assert.equal(
          sliceLines(text, from, to),
          text
            .split('\n')
            .slice(from - 1, to)
            .join('\n'),
          JSON.stringify({ text, from, to })
        )
      }
    }
  }
})
