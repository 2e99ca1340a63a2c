import assert from 'node:assert/strict'
import { refusal, works } from './world.ts'
import type { Rows, World } from './world.ts'

const main = ({ url }: World, prefix: string) => `${url(prefix)}/source/main`

/** The local variable of the generated subclass, where it is declared. */
function helper({ source, at }: World): readonly [number, number] {
  return at(source['sub'] ?? '', 'helper')
}

/** The proposal for a method of the first statement that moves a value. */
async function extraction(world: World) {
  const [line, column] = world.at(world.source['sub'] ?? '', 'MOVE')
  const end = (world.source['sub'] ?? '').split('\n')[line - 1]?.length ?? column
  return await world.client.extractMethodEvaluate(main(world, 'ZCL_S_'), {
    start: { line, column },
    end: { line, column: end }
  })
}

/** A worklist of the variant that the system proposes. */
async function worklist(client: World['client']): Promise<string> {
  const { properties } = await client.atcCustomizing()
  return await client.atcCheckVariant(
    String(properties.find(each => each.name === 'systemCheckVariant')?.value)
  )
}

/** The findings of a check of the generated subclass, which uses an obsolete statement. */
async function findings({
  client,
  url
}: World): Promise<readonly { readonly uri: string; readonly documentation: string }[]> {
  const { id } = await client.createAtcRun(await worklist(client), url('ZCL_S_'))
  const { objects } = await client.atcWorklists(id)
  return objects
    .flatMap(object => object.findings)
    .map(each => ({ uri: each.uri, documentation: each.link.href }))
}

/**
 * Checks, completion, navigation, uses, hierarchy, corrections, renaming, ATC, dictionary of CDS.
 */
export const intelligenceRows: Rows = {
  syntaxCheckTypes: works(async ({ client }) =>
    assert.ok((await client.syntaxCheckTypes()).get('abapCheckRun')?.includes('CLAS*'))
  ),
  syntaxCheck: works(async world => {
    const { client, source, url } = world
    const wrong = (source['sub'] ?? '').replace('TO total', 'TO nowhere')
    const errors = (
      await client.syntaxCheck(main(world, 'ZCL_S_'), main(world, 'ZCL_S_'), wrong)
    ).filter(each => each.severity === 'E')
    assert.deepEqual(
      errors.map(each => each.line),
      [world.at(wrong, 'nowhere')[0]]
    )
    assert.deepEqual(
      (await client.syntaxCheck(url('ZVI_'))).filter(each => each.severity === 'E'),
      []
    )
  }),
  prettyPrinterSetting: works(async ({ client }) =>
    assert.equal((await client.prettyPrinterSetting())['abapformatter:style'], 'keywordUpper')
  ),
  setPrettyPrinterSetting: works(async ({ client }) => {
    await client.setPrettyPrinterSetting(false, 'keywordLower')
    assert.deepEqual(await client.prettyPrinterSetting(), {
      'abapformatter:indentation': false,
      'abapformatter:style': 'keywordLower'
    })
    await client.setPrettyPrinterSetting(true, 'keywordUpper')
  }),
  prettyPrinter: works(async ({ client, stamp }) =>
    assert.match(
      await client.prettyPrinter(`report z${stamp}.\nif 1 = 1.\nwrite 1.\nendif.`),
      /IF 1 = 1\.\n {2}WRITE 1\.\nENDIF\./
    )
  ),
  codeCompletion: works(async world => {
    const { client, source, name } = world
    const typed = (source['sub'] ?? '').replace(/me->\S+\(/, 'me->')
    const [line, column] = world.at(typed, 'me->')
    const proposals = await client.codeCompletion(main(world, 'ZCL_S_'), typed, line, column + 4)
    assert.ok(
      proposals.some(each => each.IDENTIFIER.toUpperCase() === `${name('ZIF_')}~COMPUTE`),
      JSON.stringify(proposals.map(each => each.IDENTIFIER))
    )
  }),
  codeCompletionFull: works(async world => {
    const { client, source, name } = world
    const typed = (source['sub'] ?? '').replace(/me->\S+\(/, 'me->')
    const [line, column] = world.at(typed, 'me->')
    assert.match(
      await client.codeCompletionFull(
        main(world, 'ZCL_S_'),
        typed,
        line,
        column + 4,
        `${name('ZIF_')}~COMPUTE`
      ),
      /~compute\(/i
    )
  }),
  codeCompletionElement: works(async world => {
    const { client, source } = world
    const [line, column] = world.at(source['intf'] ?? '', 'compute')
    const info = await client.codeCompletionElement(
      main(world, 'ZIF_'),
      source['intf'] ?? '',
      line,
      column + 2
    )
    assert.ok(
      typeof info !== 'string' &&
        info.name.toUpperCase() === 'COMPUTE' &&
        /an unknown value/.test(info.doc),
      JSON.stringify(info)
    )
  }),
  findDefinition: works(async world => {
    const { client, source, url } = world
    const [line, column] = world.at(source['sub'] ?? '', '~compute')
    const found = await client.findDefinition(
      main(world, 'ZCL_S_'),
      source['sub'] ?? '',
      line,
      column + 1,
      column + 8
    )
    assert.deepEqual(found, { url: `${url('ZIF_')}/source/main`, line: 3, column: 10 })
    assert.equal(
      (await refusal(client.findDefinition(main(world, 'ZCL_S_'), source['sub'] ?? '', 1, 0, 1)))
        .status,
      404
    )
  }),
  usageReferences: works(async world => {
    const [line, column] = world.at(world.source['intf'] ?? '', 'compute')
    const uses = (await world.client.usageReferences(main(world, 'ZIF_'), line, column + 1))
      .filter(each => each.isResult)
      .map(each => each.uri)
    assert.ok(
      uses.includes(main(world, 'ZCL_S_')) &&
        uses.includes(`${world.url('ZCL_')}/includes/testclasses`),
      String(uses)
    )
  }),
  usageReferenceSnippets: works(async world => {
    const [line, column] = world.at(world.source['intf'] ?? '', 'compute')
    const snippets = await world.client.usageReferenceSnippets(
      await world.client.usageReferences(main(world, 'ZIF_'), line, column + 1)
    )
    assert.ok(
      snippets
        .flatMap(each => each.snippets)
        .some(each =>
          String(each.content).includes(
            `helper = me->${world.name('ZIF_').toLowerCase()}~compute( ${world.input} )`
          )
        )
    )
  }),
  typeHierarchy: works(async world => {
    const above = await world.client.typeHierarchy(
      main(world, 'ZCL_S_'),
      world.source['sub'] ?? '',
      1,
      8,
      true
    )
    assert.ok(
      above.some(each => each.name === world.name('ZCL_')),
      JSON.stringify(above)
    )
  }),
  fixProposals: works(async world => {
    const [line, column] = world.at(world.source['sub'] ?? '', 'MOVE')
    const proposals = await world.client.fixProposals(
      main(world, 'ZCL_S_'),
      world.source['sub'] ?? '',
      line,
      column
    )
    assert.ok(
      proposals.every(each => /\/quickfixes\//.test(each['adtcore:uri'])) && proposals.length > 0
    )
  }),
  fixEdits: works(async world => {
    const { client, source } = world
    const [line, column] = world.at(source['sub'] ?? '', 'MOVE')
    const [first] = await client.fixProposals(
      main(world, 'ZCL_S_'),
      source['sub'] ?? '',
      line,
      column
    )
    assert.ok(first)
    const edits = await client.fixEdits(first, source['sub'] ?? '')
    assert.ok(
      edits.length > 0 && edits.every(each => each.range.start.line === line),
      JSON.stringify(edits)
    )
  }),
  renameEvaluate: works(async world => {
    const [line, column] = helper(world)
    assert.equal(
      (
        await world.client.renameEvaluate(main(world, 'ZCL_S_'), line, column, column + 6)
      ).oldName.toLowerCase(),
      'helper'
    )
  }),
  renamePreview: works(async world => {
    const [line, column] = helper(world)
    const proposal = await world.client.renameEvaluate(
      main(world, 'ZCL_S_'),
      line,
      column,
      column + 6
    )
    const preview = await world.client.renamePreview({ ...proposal, newName: 'aid' }, '')
    assert.deepEqual(
      preview.affectedObjects.flatMap(each => each.textReplaceDeltas).map(each => each.contentNew),
      ['aid', 'aid', 'aid']
    )
  }),
  renameExecute: works(async world => {
    const { client, source } = world
    const [line, column] = helper(world)
    const proposal = await client.renameEvaluate(main(world, 'ZCL_S_'), line, column, column + 6)
    await client.renameExecute(await client.renamePreview({ ...proposal, newName: 'aid' }, ''))
    assert.equal(
      await client.getObjectSource(main(world, 'ZCL_S_')),
      source['sub']?.replaceAll('helper', 'aid')
    )
    await world.save(world.url('ZCL_S_'), source['sub'] ?? '')
  }),
  extractMethodEvaluate: works(async world => {
    const proposal = await extraction(world)
    assert.deepEqual(
      [proposal.visibility, proposal.isStatic, proposal.content.trim().slice(0, 4)],
      ['private', false, 'MOVE']
    )
  }),
  extractMethodPreview: works(async world => {
    const proposal = await extraction(world)
    const preview = await world.client.extractMethodPreview({ ...proposal, name: 'part' })
    assert.match(
      preview.affectedObjects
        .flatMap(each => each.textReplaceDeltas)
        .map(each => each.contentNew)
        .join(),
      /METHODS part\b[^]*METHOD part\./i
    )
  }),
  extractMethodExecute: works(async world => {
    const { client, source } = world
    const proposal = await extraction(world)
    await client.extractMethodExecute(
      await client.extractMethodPreview({ ...proposal, name: 'part' })
    )
    assert.match(await client.getObjectSource(main(world, 'ZCL_S_')), /METHOD part\./i)
    await world.save(world.url('ZCL_S_'), source['sub'] ?? '')
  }),
  atcCustomizing: works(async ({ client }) =>
    assert.ok(
      (await client.atcCustomizing()).properties.some(each => each.name === 'systemCheckVariant')
    )
  ),
  atcCheckVariant: works(async ({ client }) => assert.match(await worklist(client), /^\w{8,}$/)),
  createAtcRun: works(async ({ client, url }) => {
    const run = await client.createAtcRun(await worklist(client), url('ZCL_S_'))
    assert.ok(run.id.length > 0 && run.timestamp > 0)
  }),
  atcWorklists: works(async world => assert.ok((await findings(world)).length > 0)),
  atcDocumentation: works(async world => {
    const [first] = await findings(world)
    assert.match((await world.client.atcDocumentation(first?.documentation ?? '')).body, /<html/i)
  }),
  ddicElement: works(async ({ client, name, factor }) => {
    const view = await client.ddicElement([name('ZVI_')])
    assert.deepEqual(
      [view.name, view.type, view.children.map(each => each.name.toUpperCase())],
      [name('ZVI_'), 'DDLS/DF', ['ID', 'TOWN', 'AMOUNT']]
    )
    const city = await client.ddicElement(`${name('ZTA_')}.city`)
    assert.deepEqual(
      [
        city.properties.elementProps?.ddicDataType,
        Number(city.properties.elementProps?.ddicLength)
      ],
      ['CHAR', 10 + factor]
    )
    assert.equal((await refusal(client.ddicElement(name('ZNO_')))).status, 404)
  }),
  ddicRepositoryAccess: works(async ({ client, name, url }) => {
    assert.deepEqual(
      (await client.ddicRepositoryAccess(`*${name('_')}`))
        .map(each => [each.name, each.type])
        .sort(),
      [
        [name('ZTA_'), 'TABL/DT'],
        [name('ZVI_'), 'DDLS/DF']
      ]
    )
    assert.deepEqual(
      (await client.ddicRepositoryAccess([name('ZVI_').toLowerCase()])).map(each => [
        each.uri,
        each.path
      ]),
      [[url('ZVI_'), name('ZVI_').toLowerCase()]]
    )
  }),
  rapGenIsAvailable: works(async ({ client }) =>
    assert.equal(await client.rapGenIsAvailable(), false)
  )
}
