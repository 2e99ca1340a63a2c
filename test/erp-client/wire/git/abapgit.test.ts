import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repository, stagedDocument } from '../../../../erp-client/wire/git/abapgit.ts'
import { parseXml } from '../../../../erp-client/wire/xml.ts'

// What abapGit/ADT_Backend src/zabapgit_st_repo_stage.xslt.source.xml and
// src/zabapgit_st_repo_stage_object.xslt.source.xml write: attributes without a value are left out,
// so the comment has none before a push; made-up names.
const root =
  '<abapgitstaging:abapgitstaging xmlns:abapgitstaging="http://www.sap.com/adt/abapgit/staging">'
const object = (name: string) =>
  `<abapgitstaging:abapgitobject abapgitstaging:wbkey="CLASOC" adtcore:uri="/sap/bc/adt/oo/classes/${name}" adtcore:type="CLAS" adtcore:name="${name}" xmlns:adtcore="http://www.sap.com/adt/core"><abapgitstaging:abapgitfile abapgitstaging:name="a.clas.abap" abapgitstaging:path="/src/" abapgitstaging:localState="M"/></abapgitstaging:abapgitobject>`
const people =
  '<abapgitstaging:author abapgitstaging:name="Demo"/><abapgitstaging:committer abapgitstaging:name="Demo"/>'
const document = (unstaged: string, staged: string, comment: string) =>
  `${root}<abapgitstaging:unstaged_objects>${unstaged}</abapgitstaging:unstaged_objects>${staged}<abapgitstaging:ignored_objects/>${comment}</abapgitstaging:abapgitstaging>`
const stage = (text: string, names: string[], message = 'A <message>') =>
  stagedDocument({ document: text }, new Set(names), message)
const noneStaged = '<abapgitstaging:staged_objects/>'
const commented = (attributes: string) =>
  `<abapgitstaging:abapgit_comment${attributes}>${people}</abapgitstaging:abapgit_comment>`

test('the message is in the document, whether it had a place for one or not', () => {
  const expected = document(
    object('ZCL_B'),
    `<abapgitstaging:staged_objects>${object('ZCL_A')}</abapgitstaging:staged_objects>`,
    commented(' abapgitstaging:comment="A &lt;message&gt;"')
  )
  for (const before of ['', ' abapgitstaging:comment=""', ' abapgitstaging:comment="old"']) {
    assert.equal(
      stage(document(object('ZCL_A') + object('ZCL_B'), noneStaged, commented(before)), [
        'CLAS ZCL_A'
      ]),
      expected,
      before
    )
  }
})

test('a document without a comment gets one', () => {
  assert.match(
    stage(document(object('ZCL_A'), noneStaged, ''), ['CLAS ZCL_A'], 'x'),
    /<abapgitstaging:abapgit_comment abapgitstaging:comment="x"\/><\/abapgitstaging:abapgitstaging>$/
  )
})

test('what was staged before is not pushed with it', () => {
  const staged = `<abapgitstaging:staged_objects>${object('ZCL_OLD')}</abapgitstaging:staged_objects>`
  const text = stage(document(object('ZCL_A'), staged, commented('')), ['CLAS ZCL_A'])
  assert.doesNotMatch(text, /ZCL_OLD/)
  assert.match(text, /<abapgitstaging:staged_objects>.*ZCL_A.*<\/abapgitstaging:staged_objects>/)
})

test('an object that does not differ is refused, also where nothing differs', () => {
  for (const unstaged of ['', object('ZCL_B')]) {
    assert.throws(() => stage(document(unstaged, noneStaged, commented('')), ['CLAS ZCL_A']), {
      code: 'ERP_NOT_FOUND',
      outcome: 'failed'
    })
  }
  const empty = `${root}<abapgitstaging:unstaged_objects/>${noneStaged}</abapgitstaging:abapgitstaging>`
  assert.throws(() => stage(empty, ['CLAS ZCL_A']), { code: 'ERP_NOT_FOUND' })
})

test('the facts of a repository stand in elements or in attributes', () => {
  const facts = { key: '000000000001', package: '$DEMO', url: 'https://git.example/a.git' }
  const space = 'xmlns:r="http://www.sap.com/adt/abapgit/repositories"'
  // abapGit/ADT_Backend src/zabapgit_st_repos.xslt.source.xml
  const elements = `<r:repository ${space}><r:key>000000000001</r:key><r:package>$DEMO</r:package><r:url>https://git.example/a.git</r:url><r:branchName>refs/heads/main</r:branchName></r:repository>`
  // arc-mcp/arc-1 tests/fixtures/xml/abapgit-repos-v2.xml
  const attributes = `<r:repository ${space} r:key="000000000001" r:package="$DEMO" r:url="https://git.example/a.git" r:branchName="refs/heads/main"/>`
  for (const xml of [elements, attributes]) {
    const { key, package: packageName, url, branch } = repository(parseXml(xml).element)
    assert.deepEqual({ key, package: packageName, url }, facts, xml)
    assert.equal(branch, 'refs/heads/main')
  }
})
