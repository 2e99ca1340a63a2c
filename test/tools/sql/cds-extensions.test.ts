/** Extensions of views that read a blocked table, and extensions that do not. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findIndirectReads } from '../../../tools/sql/blocked.ts'
import { definitionsOf } from '../helpers/definitions.ts'
import type { Dictionary } from '../helpers/definitions.ts'

const base =
  'define view entity ZV as select from zpub as p association to zother as _o on _o.id = p.id association to ZEXP as _e on _e.id = p.id { key p.id, _o }'
const toS = 'association [0..1] to S as _s on _s.id = p.id'
const views = {
  ZV: base,
  ZCLASSIC:
    "@AbapCatalog.sqlViewName: 'ZCLSQL'\ndefine view ZCLASSIC as select from zpub as p { key p.id }",
  ZTOP: 'define view entity ZTOP as select from ZV { key id }',
  ZPROJ: 'define view entity ZPROJ as projection on ZV { key id }',
  ZUNION:
    '@AbapCatalog.viewEnhancementCategory: [#PROJECTION_LIST, #UNION]\ndefine view entity ZUNION as select from zpub as p { key id } union select from zother as p { key id }',
  ZEXP: '@AbapCatalog.viewEnhancementCategory: [#NONE]\ndefine view entity ZEXP as select from zpub association to zsecret as _t on _t.id = zpub.id { key id, _t }',
  ZMID: '@AbapCatalog.viewEnhancementCategory: [#NONE]\ndefine view entity ZMID as select from zsecret { key id, secret }',
  ZFREE: 'define view entity ZFREE as select from zother { key id }',
  ZNONE:
    "@AbapCatalog.viewEnhancementCategory: [#NONE]\n@EndUserText.label: 'x'\ndefine view entity ZNONE as select from zpub as p { key id }",
  ZGROUP:
    '@AbapCatalog: { viewEnhancementCategory: [#NONE] }\ndefine view entity ZGROUP as select from zpub as p { key id }',
  ZTWICE:
    '@AbapCatalog.viewEnhancementCategory: [#NONE]\n@AbapCatalog.viewEnhancementCategory: [#PROJECTION_LIST]\ndefine view entity ZTWICE as select from zpub as p { key id }',
  ZTEXT:
    "@AbapCatalog.viewEnhancementCategory: '[#NONE]'\ndefine view entity ZTEXT as select from zpub as p { key id }",
  WITH: 'define view entity with as select from zpub as p { key id }',
  ENTITY: 'define view "ENTITY" as select from zpub as p { key id }',
  '/NMSP/V': 'define view entity /NMSP/V as select from zpub as p { key id }'
}

interface Shape {
  readonly users: readonly string[]
  readonly of?: string
  readonly along?: string
  readonly closed?: RegExp
}

/** `S` stands for the blocked table itself, and for a view on it. */
const shapes: Readonly<Record<string, Shape>> = {
  'its own association': { users: [`extend view entity ZV with ${toS} { _s.secret as zz }`] },
  'a classic extension': {
    users: [
      `@AbapCatalog.sqlViewAppendName: 'ZAPP'\n@EndUserText.label: 'x'\nextend view ZCLASSIC with ZX1 ${toS} { _s.secret as zz }`
    ],
    of: 'ZCLASSIC'
  },
  'a classic extension of a view entity': {
    users: [`extend view ZV with ZX1 ${toS} { p.id as i, _s.secret as zz }`]
  },
  'a quoted name': { users: [`extend view "ZV" with "ZX1" ${toS} { _s.secret as zz }`] },
  'an extension named association': {
    users: ['extend view ZV with association { _e._t.secret as zz }']
  },
  'an association of the view': { users: ['extend view entity ZV with { _e._t.secret as zz }'] },
  'two associations': {
    users: [
      `extend view entity ZV with association to zother as _x on _x.id = p.id ${toS} { _x.id as a, _s.secret as b }`
    ]
  },
  'a path in CASE': {
    users: [
      `extend view entity ZV with ${toS} { case when _s.secret = 'x' then 1 else 0 end as zz }`
    ]
  },
  'a path in a filter': {
    users: [`extend view entity ZV with ${toS} { _o[ _s.id = 1 ].id as zz }`]
  },
  'a function': { users: [`extend view entity ZV with ${toS} { concat( 'a', _s.secret ) as zz }`] },
  'an exposed association that is followed': {
    users: [`extend view entity ZV with ${toS} { _s }`],
    along: '_S'
  },
  'a renamed association of the view that is followed': {
    users: ['extend view entity ZV with { _e._t as _zz }'],
    along: '_ZZ'
  },
  'a view above': { users: [`extend view entity ZV with ${toS} { _s.secret as zz }`], of: 'ZTOP' },
  'a projection': {
    users: [`extend view entity ZPROJ with ${toS.replaceAll('p.id', 'ZV.id')} { _s.secret as zz }`],
    of: 'ZPROJ'
  },
  'an extension of the base and one of the projection': {
    users: [
      'extend view entity ZV with { _e._t as _zz }',
      'extend view entity ZPROJ with { _zz.secret as zz }'
    ],
    of: 'ZPROJ'
  },
  'through a view that is extended itself': {
    users: [
      'extend view entity ZV with association to ZFREE as _f on _f.id = p.id { _f.id as zz }',
      'extend view entity ZFREE with association to S as _s on _s.id = zother.id { _s.secret as zz }'
    ]
  },
  'the second of two': {
    users: [
      'extend view entity ZV with { p.id as a }',
      `extend view entity ZV with ${toS} { _s.secret as b }`
    ]
  },
  'by an association of another extension': {
    users: [
      `extend view entity ZV with ${toS} { _s }`,
      'extend view entity ZV with { _s.secret as zz }'
    ]
  },
  'a branch of a union': {
    users: [`extend view entity ZUNION with ${toS} { p.id as a } union { _s.secret as a }`],
    of: 'ZUNION'
  },
  'a group': { users: [`extend view entity ZV with ${toS} { p.x as a } group by p.x, _s.secret`] },
  'the values of an annotation with the word': {
    users: [`extend view entity ZV with ${toS} { @Some.x: 'with' _s.secret as zz };`]
  },
  'a comment in between': {
    users: [
      `// define view\nextend/* view */view entity -- ZOTHER\n ZV with ${toS} { _s.secret as zz }`
    ]
  },
  'capitals and blanks': {
    users: [`EXTEND\n VIEW\n ENTITY\n zv\n WITH ${toS} { _s.secret as zz }`]
  },
  'a namespace': {
    users: [`extend view entity /nmsp/v with ${toS} { _s.secret as zz }`],
    of: '/NMSP/V'
  },
  'an annotation that is written otherwise': {
    users: [`extend view entity ZGROUP with ${toS} { _s.secret as zz }`],
    of: 'ZGROUP'
  },
  'an annotation that stands twice': {
    users: [`extend view entity ZTWICE with ${toS} { _s.secret as zz }`],
    of: 'ZTWICE'
  },
  'an annotation that is a text': {
    users: [`extend view entity ZTEXT with ${toS} { _s.secret as zz }`],
    of: 'ZTEXT'
  },
  'a view named like a keyword': {
    users: [`extend view entity with ZX ${toS} { _s.secret as zz }`],
    of: 'ENTITY'
  },
  'either of two views': {
    users: [`extend view entity with with ${toS} { _s.secret as zz }`],
    of: 'WITH',
    closed: /either of two/
  },
  'a clause that is not known': {
    users: [`extend view entity ZV with ${toS} { _s.secret as zz } lookup S`],
    closed: /ZX0 may extend it, but line 1/
  },
  'a kind that is not known': {
    users: ['extend projection ZV with { _s.secret as zz }'],
    closed: /not understood/
  },
  'another kind that is not known': {
    users: ['extend hierarchy entity ZV with { _s.secret as zz }'],
    closed: /not understood/
  },
  'words in another order': {
    users: ['define view extend ZV with { _s.secret as zz }'],
    closed: /not understood/
  },
  'a comment that does not end': {
    users: [`extend view entity ZV with ${toS} { _s.secret as zz } /*`],
    closed: /does not end/
  },
  'a literal that ends at a quote or not': {
    users: [`extend view entity ZV with ${toS} { 'a\\' as x, _s.secret as y }`],
    closed: /does not end/
  },
  'a table function as target': {
    users: ['extend view entity ZV with association to ZGONE as _g on _g.id = p.id { _g.x }'],
    closed: /does not find/
  },
  'an association that is not there': {
    users: ['extend view entity ZV with { _gone.x as zz }'],
    closed: /no source defines/
  },
  'deep nesting': {
    users: [`extend view entity ZV with { ${'('.repeat(20_000)} p.x as zz }`],
    closed: /nested/
  },
  'a scalar function': {
    users: ['extend view entity ZV with { zscalar( p_x => p.id ) as zz }'],
    closed: /does not find/
  },
  'two statements': {
    users: [
      `extend view entity ZV with { p.x as a } extend view entity ZV with ${toS} { _s.secret as b }`
    ],
    closed: /not understood/
  }
}

function dictionaryOf(sources: readonly string[], target: string): Dictionary {
  const put = (text: string) => text.replaceAll(/\bS\b/g, target)
  const users = Object.fromEntries(sources.map((source, at) => [`ZX${at}`, put(source)]))
  return { tables: ['ZPUB', 'ZOTHER', 'ZSECRET'], views, users }
}

async function readsOf(dictionary: Dictionary, name: string, along: readonly string[] = []) {
  const { indirectReads, untraceable } = await findIndirectReads(
    definitionsOf(dictionary),
    { names: [name], associations: along },
    ['ZSECRET']
  )
  return {
    tables: indirectReads.map(({ table }) => table),
    why: untraceable.map(one => one.why).join()
  }
}

describe('extensions that read a blocked table', () => {
  for (const [title, { users, of = 'ZV', along, closed }] of Object.entries(shapes)) {
    test(title, async () => {
      for (const target of ['ZSECRET', 'ZMID']) {
        const { tables, why } = await readsOf(
          dictionaryOf(users, target),
          of,
          along === undefined ? [] : [along]
        )
        if (closed === undefined) {
          assert.ok(tables.includes('ZSECRET'), `${target}: ${why}`)
          assert.equal(why, '', target)
        } else {
          assert.match(why, closed, target)
        }
      }
    })
  }
})

const free: Readonly<Record<string, Shape>> = {
  'no user': { users: [] },
  'an element of the sources': {
    users: ['extend view entity ZV with { p.name as zz, _o.name as yy }']
  },
  'an association that is handed on': {
    users: [`extend view entity ZV with ${toS} { _s }`.replaceAll(/\bS\b/g, 'ZSECRET')]
  },
  'an extension of another view': {
    users: [
      'extend view entity ZFREE with association to ZV as _v on _v.id = zother.id association to ZSECRET as _s on _s.id = zother.id { _v.id as a, _s.secret as b }'
    ]
  },
  'another kind of another object': {
    users: [
      'extend custom entity ZOTHER_V with { _v : association to ZV on _v.id = $projection.id; }'
    ]
  },
  'views that use it': {
    users: [
      'define view entity ZU as select from ZV inner join ZSECRET as s on s.id = ZV.id { key ZV.id, s.secret as extendview }',
      "annotate view ZV with { @UI.x: 'extend view' id; }"
    ]
  },
  'a source that is not understood and extends nothing': {
    users: ['define role ZV { grant \u00e4 }']
  },
  'a view that nothing extends': {
    users: [
      `extend view entity ZNONE with ${toS} { _s.secret as zz }`.replaceAll(/\bS\b/g, 'ZSECRET')
    ],
    of: 'ZNONE'
  }
}

test('other extensions and users pass', async () => {
  for (const [title, { users, of = 'ZV' }] of Object.entries(free)) {
    const { tables, why } = await readsOf(dictionaryOf(users, 'ZSECRET'), of)
    assert.equal(why, '', title)
    assert.equal(tables.includes('ZSECRET'), false, title)
  }
})

test('a view whose users are not known is refused, unless nothing can extend it', async () => {
  const unknown = Object.fromEntries(
    Object.keys(views).map(name => [name, 'the ERP does not tell what uses it'])
  )
  const dictionary = { ...dictionaryOf([], 'ZSECRET'), unknown }
  assert.match(
    (await readsOf(dictionary, 'ZV')).why,
    /lets others extend it, and the ERP does not tell what uses it/
  )
  assert.match((await readsOf(dictionary, 'ZCLASSIC')).why, /lets others extend it/)
  assert.deepEqual(await readsOf(dictionary, 'ZNONE'), { tables: ['ZPUB'], why: '' })
})

test('the source that extends a view counts with the view', async () => {
  const { tables } = await readsOf(
    dictionaryOf(['extend view entity ZV with { p.name as zz }'], 'ZSECRET'),
    'ZTOP'
  )
  assert.ok(tables.includes('ZX0'))
})
