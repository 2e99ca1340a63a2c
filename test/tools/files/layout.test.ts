/** The layout of abapGit: files of the seed survive, and what a file has beyond ADT stays in it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { kindOf } from '../../../tools/files/entry.ts'
import {
  comparable,
  contentOf,
  filesOf,
  layoutOf,
  namedFile,
  typeOfFile,
  xmlNameOf
} from '../../../tools/files/layout/index.ts'
import type { Files } from '../../../tools/files/layout/index.ts'
import {
  packageFolders,
  packageOfFolder,
  readRepository,
  writeRepository
} from '../../../tools/files/layout/repository.ts'
import { writeObjectXml } from '../../../tools/files/layout/values.ts'
import { caseCollisions, windowsFault } from '../../../tools/files/portable.ts'
import { errorCodeOf } from './fixture.ts'

const seed = join(import.meta.dirname, '../../../sandbox/seed/src')

/** Objects of the seed that the layout carries, with their files. */
function seedObjects(): Map<string, { type: string; name: string; files: Files }> {
  const found = new Map<string, { type: string; name: string; files: Map<string, string> }>()
  for (const entry of readdirSync(seed, { recursive: true, withFileTypes: true })) {
    const named = entry.isFile() ? namedFile(entry.name) : undefined
    if (named?.isKnown !== true) continue
    const key = `${entry.parentPath} ${named.type} ${named.name}`
    const object = found.get(key) ?? { ...named, files: new Map() }
    object.files.set(entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    found.set(key, object)
  }
  for (const object of found.values()) {
    object.type = typeOfFile(object.type, object.files.get(xmlNameOf(object)))
  }
  return found
}

describe('files of objects', () => {
  test('all carried objects of the seed are read and written without a change', () => {
    const types = new Set<string>()
    for (const { type, name, files } of seedObjects().values()) {
      types.add(type)
      const { content } = contentOf({ type, name }, files, 'EN')
      assert.deepEqual([...filesOf(content, files)].toSorted(), [...files].toSorted(), name)
    }
    assert.deepEqual([...types].toSorted(), [
      'CLAS',
      'DDLS',
      'DEVC',
      'DOMA',
      'DTEL',
      'FUGR',
      'INCL',
      'INTF',
      'MSAG',
      'PROG',
      'STRU',
      'TABL',
      'TTYP'
    ])
  })

  test('a new file has the same values, in the order of abapGit, behind a byte order mark', () => {
    const exact = new Set(['INTF', 'DDLS', 'DTEL', 'MSAG', 'PROG'])
    for (const { type, name, files } of seedObjects().values()) {
      if (!exact.has(type)) continue
      const { content } = contentOf({ type, name }, files, 'EN')
      const attributes = {
        programType: [...files.values()].some(text => text.includes('<SUBC>1<'))
          ? 'executableProgram'
          : 'includeProgram'
      }
      for (const [file, text] of filesOf({ ...content, attributes })) {
        assert.equal(comparable(text), comparable(files.get(file) ?? ''), file)
        if (file.endsWith('.xml')) {
          assert.ok(
            text.startsWith(
              '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0"'
            )
          )
        }
      }
    }
  })

  const foreign = (description: string) =>
    writeObjectXml({
      serializer: 'LCL_OBJECT_CLAS',
      values: [
        {
          name: 'VSEOCLASS',
          content: [
            { name: 'CLSNAME', content: 'ZCL_A' },
            { name: 'LANGU', content: 'E' },
            { name: 'DESCRIPT', content: description },
            { name: 'CATEGORY', content: '05' },
            { name: 'STATE', content: '1' },
            { name: 'RISK_LEVEL', content: '1' }
          ]
        },
        { name: 'TPOOL', content: [{ name: 'item', content: [{ name: 'ID', content: 'I' }] }] }
      ]
    })

  test('what ADT does not tell stays, is named, and takes no part in a change', () => {
    const files = new Map([['zcl_a.clas.xml', foreign('Old & <new>')]])
    const { content, notCarried } = contentOf({ type: 'CLAS', name: 'ZCL_A' }, files, 'EN')
    assert.equal(content.description, 'Old & <new>')
    assert.deepEqual(notCarried.toSorted(), [
      'TPOOL',
      'VSEOCLASS/CATEGORY',
      'VSEOCLASS/CLSCCINCL',
      'VSEOCLASS/FIXPT',
      'VSEOCLASS/RISK_LEVEL',
      'VSEOCLASS/UNICODE'
    ])
    const changed = filesOf(
      { ...content, description: 'New', sources: { main: 'a', testclasses: 'b' } },
      files
    )
    const xml = changed.get('zcl_a.clas.xml') ?? ''
    assert.match(
      xml,
      /<DESCRIPT>New<.*<CATEGORY>05<.*<WITH_UNIT_TESTS>X<.*<RISK_LEVEL>1<.*<TPOOL>/s
    )
    assert.equal(changed.get('zcl_a.clas.testclasses.abap'), 'b\n')
  })

  test('a file that is not of abapGit is refused by name', () => {
    for (const text of [
      '',
      '<x/>',
      'no xml',
      '<!DOCTYPE a [<!ENTITY b "c">]><abapGit/>',
      '<abapGit'
    ]) {
      const files = new Map([['zcl_a.clas.xml', text]])
      assert.equal(
        errorCodeOf(() => contentOf({ type: 'CLAS', name: 'ZCL_A' }, files, 'EN')),
        'FILE_NOT_READABLE',
        text
      )
    }
  })

  test('names of other files, and hostile ones, are no objects of the layout', () => {
    for (const name of [
      'README.md',
      '../zcl_a.clas.abap',
      '__proto__.clas',
      'zcl_a.clas.foo.abap',
      'za.enho.xml',
      'zcl_a.clas.abap.bak'
    ]) {
      assert.notEqual(namedFile(name)?.isKnown, true, name)
    }
    assert.equal(layoutOf('constructor'), undefined)
  })
})

describe('the repository', () => {
  const packages = [
    { name: 'ZA', parent: undefined },
    { name: 'ZA_CORE', parent: 'ZA' },
    { name: 'ZA_CORE_UI', parent: 'ZA_CORE' },
    { name: '/NS/B', parent: 'ZA' },
    { name: 'ZA_', parent: 'ZA' }
  ]
  test('folders of packages', () => {
    const start = 'src/'
    assert.deepEqual(
      [...packageFolders(packages, { start, logic: 'PREFIX' })],
      [
        ['ZA', 'src/'],
        ['ZA_CORE', 'src/core/'],
        ['ZA_CORE_UI', 'src/core/ui/']
      ]
    )
    assert.deepEqual([...packageFolders(packages, { start, logic: 'FULL' })].slice(1), [
      ['ZA_CORE', 'src/za_core/'],
      ['ZA_CORE_UI', 'src/za_core/za_core_ui/'],
      ['/NS/B', 'src/#ns#b/'],
      ['ZA_', 'src/za_/']
    ])
    assert.equal(packageOfFolder('core', 'ZA', 'PREFIX'), 'ZA_CORE')
    assert.equal(packageOfFolder('x', '$A', 'FULL'), '$X')
  })

  test('.abapgit.xml is read as it is written; what it may not say is refused', () => {
    const full = {
      language: 'DE',
      start: 'lib/abap/',
      logic: 'FULL',
      languageVersion: 'cloudDevelopment'
    } as const
    assert.deepEqual(readRepository(writeRepository(full)), full)
    const text = writeRepository(full)
    for (const bad of [
      text.replace('FULL', 'MIXED'),
      text.replace('/lib/abap/', '/../etc/'),
      text.replace('>D<', '>?<')
    ]) {
      assert.equal(
        errorCodeOf(() => readRepository(bad)),
        'TOOL_BAD_ARGUMENTS'
      )
    }
  })
})

test('which side has changed', () => {
  const of = (text: string) => new Map(text === '' ? [] : [['a', text]])
  const kinds: readonly (readonly [string | undefined, string, string, string])[] = [
    ['1', '1', '1', 'same'],
    ['1', '2', '1', 'changed here'],
    ['1', '1', '2', 'changed there'],
    ['1', '2', '3', 'conflict'],
    ['1', '2', '2', 'same'],
    ['1', '', '1', 'deleted here'],
    ['1', '1', '', 'deleted there'],
    ['1', '', '2', 'conflict'],
    ['1', '2', '', 'conflict'],
    ['1', '', '', 'same'],
    [undefined, '', '1', 'new there'],
    [undefined, '1', '', 'new here'],
    [undefined, '1', '2', 'conflict'],
    [undefined, '1', '1', 'same']
  ]
  for (const [base, here, there, kind] of kinds) {
    const sides = {
      base: base === undefined ? undefined : of(base),
      here: of(here),
      there: of(there)
    }
    assert.equal(kindOf(sides), kind, JSON.stringify([base, here, there]))
  }
})

test('names that Windows cannot have', () => {
  for (const path of [
    'src/con/a.clas.abap',
    'src/aux.clas.abap',
    'a/lpt1',
    'a/b.',
    'a/b ',
    'a:b',
    'a/<b>'
  ]) {
    assert.notEqual(windowsFault(path), undefined, path)
  }
  for (const path of ['src/console/za.clas.abap', 'src/#ns#a.intf.abap', '$x/com10.prog.abap']) {
    assert.equal(windowsFault(path), undefined, path)
  }
  assert.deepEqual(caseCollisions(['a/B', 'a/b', 'c']), [['a/B', 'a/b']])
})
