/** Shapes of CDS sources that read a blocked table, and sources that do not. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findIndirectReads } from '../../../tools/sql/blocked.ts'
import { lineageOf } from '../../../tools/sql/lineage.ts'
import { definitionsOf } from '../helpers/definitions.ts'
import { innocent } from '../helpers/innocent-views.ts'

/**
 * `traced`: the table is found; `closed`: the source is refused, with a reason that fits. `S` is
 * what is read.
 */
interface Shape {
  readonly source: string
  readonly along?: string
  readonly closed?: RegExp
}

const from = 'define view entity ZV as select from zpub as p'
const toS = 'association [0..1] to S as _s on _s.id = p.id'

const shapes: Readonly<Record<string, Shape>> = {
  'a source': { source: 'define view entity ZV as select from S { key id }' },
  'a classic view': {
    source: "@AbapCatalog.sqlViewName: 'ZVSQL'\ndefine view ZV as select from S { key id }"
  },
  'a view without DEFINE': { source: 'view ZV as select from S { key id }' },
  'a list before FROM': {
    source:
      'define view ZV as select p.id, s.secret from zpub as p inner join S as s on s.id = p.id'
  },
  'names of elements in the head': {
    source: 'define view ZV ( a, b ) as select from S { id, secret }'
  },
  'a join': { source: `${from} inner join S as s on s.id = p.id { key p.id, s.secret }` },
  'an outer join': { source: `${from} left outer to one join S as s on s.id = p.id { key p.id }` },
  'a right join': { source: `${from} right outer join S as s on s.id = p.id { key p.id }` },
  'a cross join': { source: `${from} cross join S { key p.id }` },
  'a join with cardinalities': {
    source: `${from} left outer many to exact one join S as s on s.id = p.id { key p.id }`
  },
  'a join without a blank': {
    source: `${from} inner join(S as s inner join zother as o on o.id = s.id) on s.id = p.id { key p.id }`
  },
  'two parentheses': {
    source: `${from} inner join ( ( S as s inner join zother as o on o.id = s.id ) ) on s.id = p.id { key p.id }`
  },
  'two parentheses, inner first': {
    source: `${from} inner join ( ( S ) inner join zother as o on o.id = S.id ) on S.id = p.id { key p.id }`
  },
  'FROM and a parenthesis': {
    source:
      'define view entity ZV as select from(S as s inner join zpub as p on p.id = s.id) { key s.id }'
  },
  'FROM and two parentheses': {
    source:
      'define view entity ZV as select from ( ( S as s inner join zpub as p on p.id = s.id ) ) { key s.id }'
  },
  'a join whose condition comes later': {
    source: `${from} inner join zother as o inner join S as s on s.id = o.id on o.id = p.id { key p.id }`
  },
  'a comment in between': { source: 'define view entity ZV as select from/* zpub */S { key id }' },
  'a line comment in between': {
    source: 'define view entity ZV as select from // zpub\n -- zother\n S { key id }'
  },
  'a quote in a comment': {
    source:
      "define view entity ZV as select from zpub -- it's\n inner join S as s on s.id = zpub.id -- that's\n { key zpub.id }"
  },
  'a quote in a literal': {
    source: `${from} inner join S as s on s.id = p.id and p.t = 'it''s {' { key p.id, '} from' as x }`
  },
  capitals: { source: 'DEFINE VIEW ENTITY ZV AS SELECT FROM S { KEY ID }' },
  'a quoted source': { source: 'define view entity ZV as select from "S" { key id }' },
  'a union': {
    source:
      'define view entity ZV as select from zpub { key id } union all select from S { key id }'
  },
  'an except': {
    source: 'define view entity ZV as select from zpub { key id } except select from S { key id }'
  },
  'an intersect': {
    source:
      'define view entity ZV as select from zpub { key id } intersect select from S { key id }'
  },
  'branches in parentheses': {
    source:
      'define view entity ZV as ( select from zpub { key id } union select from zother { key id } ) union all ( select from S { key id } )'
  },
  'a projection': {
    source:
      'define root view entity ZV provider contract transactional_query as projection on S { key id }'
  },
  'a projection with a keyword as alias': {
    source: 'define view entity ZV as projection on S as p { key p.id, p.name as composition }'
  },
  'an analytical query': {
    source:
      'define transient view entity ZV provider contract analytical_query as projection on S { id, amount }'
  },
  'an analytical view': {
    source:
      '@Analytics: { dataCategory: #CUBE, settings.maxProcessingEffort: #HIGH }\ndefine view entity ZV as select from S { key id, @Aggregation.default: #SUM amount }'
  },
  'a view with parameters': {
    source:
      'define view entity ZV with parameters @Environment.systemField: #SYSTEM_DATE p_day : abap.dats, p_x : abap.dec(15,2) as select from S { key id } where day = $parameters.p_day and x > :p_x'
  },
  'a source with parameters': {
    source: `${from} inner join zmid_p( p_x : $session.user, p_y: 'a' ) as m on m.id = p.id { key p.id }`
  },
  'an association': { source: `${from} ${toS} { key p.id, _s.secret }` },
  'an association without alias': {
    source: `${from} association to S on S.id = p.id { key p.id, S.secret }`
  },
  'an association with a quoted name': {
    source: `${from} association [0..1] to S as "_b" on "_b".id = p.id { key p.id, "_b".secret }`
  },
  'an association to many': {
    source: `${from} association of many to one S as _s on _s.id = p.id { key p.id, _s.secret }`
  },
  'an association named like a keyword': {
    source: `${from} association to S as type on type.id = p.id { key p.id, type.secret }`
  },
  'an association named ABAP': {
    source: `${from} association to S as abap on abap.id = p.id { key p.id, abap.secret }`
  },
  'an association named like an alias': {
    source: `${from} association to S as p on p.id = $projection.id { key p.id, p.secret }`
  },
  'an association in WHERE': { source: `${from} ${toS} { key p.id } where _s.secret > 10` },
  'an association in GROUP BY': {
    source: `${from} ${toS} { max( p.x ) as m } group by p.id, _s.secret`
  },
  'an association in HAVING': {
    source: `${from} ${toS} { key p.id } group by p.id having max( _s.secret ) > 1`
  },
  'an association in ON': {
    source: `${from} inner join zother as o on o.id = _s.id ${toS} { key p.id }`
  },
  'an association in a function': {
    source: `${from} ${toS} { key p.id, coalesce( concat( _s.secret, 'x' ), '' ) as c }`
  },
  'an association in CASE': {
    source: `${from} ${toS} { key p.id, case when _s.secret = 'x' then 1 else 0 end as c }`
  },
  'an association in CAST': {
    source: `${from} ${toS} { key p.id, cast( _s.secret as abap.char( 20 ) ) as c }`
  },
  'an association with a filter': {
    source: `${from} ${toS} { key p.id, _s[1: x = 1 and y <> '2'].secret }`
  },
  'a filter of its kind of join': {
    source: `${from} ${toS} { key p.id, _s[inner].secret, _s[left outer where x = 1].y }`
  },
  'a filter with a star': {
    source: `${from} ${toS} { key p.id, _s[*: inner where x = 1].secret }`
  },
  'an association in a filter': {
    source: `${from} association to zother as _o on _o.id = p.id ${toS} { key p.id, _o[ _s.secret = 'x' ].y }`
  },
  'an association with parameters': {
    source: `${from} ${toS} { key p.id, _s[1: x = 1]( p : 1 ).secret, _s( p : 1 )[1: x = 1].other }`
  },
  'an association as argument': {
    source: `${from} association to zmid_p as _m on _m.id = p.id ${toS} { key p.id, _m( p_x : _s.secret, p_y : '' ).id as i }`
  },
  'an association by $projection': {
    source: `${from} ${toS} { key p.id, $projection._s.secret as x }`
  },
  'an association behind an alias': {
    source: 'define view entity ZV as select from zexp as e { key e.id, e._s.secret }'
  },
  'an association of a source': {
    source: 'define view entity ZV as select from zexp { key id, _s.secret }'
  },
  'a renamed association of a source': {
    source: 'define view entity ZV as select from zren { key id, _harmless.secret }'
  },
  'an association of a source of a source': {
    source: 'define view entity ZV as select from zexp2 { key id, _s.secret }'
  },
  'an association whose alias is a source': {
    source: 'define view entity ZV as select from zexp as _s { key id, _s.secret }'
  },
  'a path of two associations': {
    source: `${from} association to zexp as _e on _e.id = p.id { key p.id, _e._s.secret }`
  },
  'a path behind blanks and comments': {
    source: `${from} association to zexp as _e on _e.id = p.id { key p.id, _e /* . */ . _s // .id\n .secret }`
  },
  'a path as source': { source: 'define view entity ZV as select from zexp._s as s { key s.id }' },
  'a path with a filter as source': {
    source: 'define view entity ZV as select from zexp[ x = 1 ]._s as s { key s.id }'
  },
  'an association in the condition of one': {
    source: `${from} ${toS} association to zother as _o on _o.id = _s.secret { key p.id, _o.x }`
  },
  'a default filter': {
    source: `${from} association to zexp as _e on _e.id = p.id with default filter _e._s.secret = 'x' { key p.id, _e.name }`
  },
  'a composition': {
    source:
      'define root view entity ZV as select from zpub composition [0..*] of S as _items { key id, _items.secret }'
  },
  'an association to a parent': {
    source: `${from} association to parent S as _up on _up.id = p.id { key p.id, _up.secret }`
  },
  'a redirection that is followed': {
    source: 'define view entity ZV as projection on zexp { key id, _s : redirected to S }',
    along: '_S'
  },
  'a redefinition that is followed': {
    source:
      'define view entity ZV as projection on zpub_v redefine association _o as _x redirected to composition child S { key id, _x }',
    along: '_X'
  },
  'an exposed association that is followed': {
    source: `${from} ${toS} { key p.id, _s }`,
    along: '_S'
  },
  'a renamed one that is followed': {
    source: `${from} ${toS} { key p.id, _s as _t }`,
    along: '_T'
  },
  'one that a statement names otherwise': { source: `${from} ${toS} { key p.id, _s }`, along: '*' },
  'an annotation with the word association': {
    source: `${from} inner join zother as o on o.id = p.id ${toS} { @ObjectModel.association.type: [#TO_COMPOSITION_CHILD] _s, key p.id, _s.secret }`
  },
  'an annotation with the word composition': {
    source: `${from} ${toS} { @Some.composition: true key p.id, _s.secret }`
  },
  'an annotation with braces': {
    source: `${from} ${toS} { @UI: { lineItem: [ { position: 10, label: '}' } ], x.y: #A } key p.id, _s.secret }`
  },
  'an element named association': {
    source: `${from} inner join S as s on s.id = p.id { key p.id, p.x as association, s.secret }`
  },
  'an element named composition': {
    source: `${from} ${toS} { key p.id as composition, _s.secret }`
  },
  'a namespaced source': {
    source: `${from} inner join /nmsp/mid as m on m.id = p.id { key p.id }`
  },
  'a namespaced association': {
    source: `${from} association to zother as /nmsp/_o on /nmsp/_o.id = p.id association to S as /nmsp/_s on /nmsp/_s.id = p.id { key p.id, /nmsp/_s.secret }`
  },
  'a view on views': { source: 'define view entity ZV as select from ztop { key id }' },
  'a cycle': {
    source: `${from} association to ZV as _me on _me.id = p.id ${toS} { key p.id, _me._me._s.secret }`
  },
  'a hierarchy': {
    source:
      'define hierarchy ZV as parent child hierarchy( source S child to parent association _up start where id = 1 siblings order by id multiple parents allowed ) { id }'
  },
  'the association of a hierarchy': {
    source:
      'define hierarchy ZV as parent child hierarchy( source zexp child to parent association _s start where id = 1 siblings order by id ) { id, $node.hierarchy_rank as r }'
  },
  'the directory of a hierarchy': {
    source:
      'define hierarchy ZV with parameters p : abap.int4 as parent child hierarchy( source zexp child to parent association _self directory _s filter by id = :p start where id = 1 siblings order by id ascending ) { id }'
  },
  'a session variable': {
    source: 'define view entity ZV as select from S { key id } where usr = $session.user'
  },
  DISTINCT: { source: 'define view entity ZV as select distinct from S { key id }' },
  'a backslash in a literal': {
    source:
      "define view entity ZV as select from zpub { 'a\\\\' as x } union select from S { 'b' as x }"
  },
  'the association of a table entity': {
    source:
      'define table entity ZV { key id : abap.int4 not null; _s : association to S on _s.id = $projection.id; }',
    along: '_S'
  },
  'an access control': { source: 'define view entity ZV as select from zexp { key id }' },
  'an inherited access control': {
    source: 'define view entity ZV as select from zpub_v { key id }'
  },
  'a table function': {
    source: 'define table function ZV returns { id : abap.int4; } implemented by method zcl=>read',
    closed: /table function/
  },
  'a custom entity': {
    source:
      "@ObjectModel.query.implementedBy: 'ABAP:ZCL'\ndefine root custom entity ZV { key id : abap.int4; }",
    closed: /custom entity/
  },
  'an abstract entity': {
    source:
      'define abstract entity ZV { id : abap.int4; _s : association [1] to S on _s.id = $projection.id; }',
    closed: /abstract entity/
  },
  'an external entity': {
    source: 'define external entity ZV external name S { key id : abap.int4 } with federated data',
    closed: /external entity/
  },
  'an extension': {
    source: 'extend view entity ZV with { _s.secret as zsecret }',
    closed: /extends/
  },
  'an extension with associations': {
    source: `extend view ZV with "ZV_EXT" ${toS} { _s.secret as zsecret }`,
    closed: /extends/
  },
  'another kind': {
    source: 'define scalar function ZV with parameters p : abap.int4 returns abap.int4',
    closed: /scalar/
  },
  'a scalar function': {
    source: `${from} { key p.id, zscalar( p_x => p.id ) as x }`,
    closed: /scalar function/
  },
  'a scalar function in a condition': {
    source: `${from} { key p.id } where case when zscalar( p_x => p.id ) = 1 then 1 else 0 end = 1`,
    closed: /scalar function/
  },
  'a scalar function in a filter': {
    source: `${from} ${toS.replace('to S', 'to zother')} { key p.id, _s[ x = zscalar( p_x => 1 ) ].name }`,
    closed: /scalar function/
  },
  'a scalar function in an argument': {
    source: `${from} { key p.id, coalesce( zscalar( p_x => 1 ), 2 ) as x }`,
    closed: /scalar function/
  },
  'a function that is not there': {
    source: `${from} { key p.id, /nmsp/fn( 1 ) as x }`,
    closed: /does not find/
  },
  'an unknown kind': {
    source: 'define thing ZV as select from S { key id }',
    closed: /not understood/
  },
  'an unknown clause': {
    source: 'define view entity ZV as select from zpub { key id } lookup S as s',
    closed: /not understood/
  },
  'an unknown join': {
    source: `${from} lateral S as s on s.id = p.id { key p.id }`,
    closed: /not understood/
  },
  'a subquery': {
    source: `${from} { key p.id } where p.id in ( select from S { id } )`,
    closed: /not understood/
  },
  'a comma in FROM': {
    source: 'define view entity ZV as select from zpub, S { key id }',
    closed: /not understood/
  },
  'two sources side by side': {
    source: 'define view entity ZV as select from zpub as p S { key id }',
    closed: /not understood/
  },
  'two definitions': {
    source:
      'define view entity ZV as select from zpub { key id } define view entity ZW as select from S { key id }',
    closed: /not understood/
  },
  'an open comment': {
    source: 'define view entity ZV as select from zpub { key id } /* inner join S',
    closed: /does not end/
  },
  'an open literal': {
    source: "define view entity ZV as select from zpub { key id, 'x as y }",
    closed: /does not end/
  },
  'a literal that ends at a quote or not': {
    source:
      "define view entity ZV as select from zpub { 'a\\' as x } union select from S { 'b' as x }",
    closed: /does not end/
  },
  'a literal over two lines': {
    source: "define view entity ZV as select from zpub { key id, 'x\n' as y }",
    closed: /does not end/
  },
  'a foreign letter': {
    source: 'define view entity ZV as select from zpub\u00e4 { key id }',
    closed: /not understood/
  },
  'a backquote': {
    source: 'define view entity ZV as select from `S` { key id }',
    closed: /not understood/
  },
  'deep nesting': {
    source: `${from} { key p.id } where ${'('.repeat(20_000)} p.x = 1`,
    closed: /nested/
  },
  'an open brace': {
    source: 'define view entity ZV as select from zpub { key id',
    closed: /not understood/
  },
  'an unknown association': {
    source: `${from} { key p.id, _s.secret }`,
    closed: /no source defines/
  },
  'an unknown association that is followed': {
    source: `${from} { key p.id }`,
    along: '_S',
    closed: /no source defines/
  },
  'a source that is not there': {
    source: 'define view entity ZV as select from znothing { key id }',
    closed: /does not find/
  },
  'another name': {
    source: 'define view entity ZW as select from zpub { key id }',
    closed: /another name/
  },
  'no source': { source: '', closed: /not understood/ }
}

/**
 * `S` stands for the blocked table itself, and for a view on it: names alone must not be what
 * helps.
 */
function dictionaryOf(source: string, target: string) {
  const put = (text: string) => text.replaceAll(/\bS\b/g, target)
  const association = `association [0..1] to ${target} as _s on _s.id = zpub.id`
  return {
    tables: ['ZPUB', 'ZOTHER', 'ZSECRET'],
    views: {
      ZV: put(source),
      ZMID: 'define view entity ZMID as select from zsecret association to ZMID as _up on _up.id = zsecret.id { key id, secret, _up }',
      ZMID_P: `define view entity ZMID_P with parameters p_x : abap.char(12), p_y : abap.char(1) as select from ${target} { key id }`,
      '/NMSP/MID': `define view entity /NMSP/MID as select from ${target} { key id }`,
      ZSCALAR: 'define scalar function ZSCALAR with parameters p_x : abap.int4 returns abap.int4',
      ZTOP: 'define view entity ZTOP as select from ztop2 { key id }',
      ZTOP2:
        `define view entity ZTOP2 as select from zpub union all select from ${target} { key id }`.replace(
          'zpub union',
          'zpub { key id } union'
        ),
      ZEXP: `define view entity ZEXP as select from zpub ${association} association to ZEXP as _self on _self.id = zpub.id { key id, _s, _self }`,
      ZEXP2: 'define view entity ZEXP2 as select from zexp as e { key id, e._s }',
      ZREN: `define view entity ZREN as select from zpub ${association} { key id, _s as _harmless }`,
      ZPUB_V:
        'define view entity ZPUB_V as select from zpub association to zother as _o on _o.id = zpub.id { key id, _o }'
    },
    controls: source.includes('from zexp { key id }')
      ? {
          ZV: "@MappingRole: true define role ZV { grant select on ZV where ( _s.secret ) = aspect pfcg_auth( S_X, F, actvt = '03' ); }"
        }
      : source.includes('from zpub_v { key id }')
        ? {
            ZV: 'define role ZV { grant select on ZV inherit ZEXP for grant select on ZEXP; grant select on ZV where inheriting conditions from entity ZTOP; }'
          }
        : {}
  }
}

describe('views that read a blocked table', () => {
  test('there are enough of them', () => assert.ok(Object.keys(shapes).length >= 100))
  for (const [title, { source, along, closed }] of Object.entries(shapes)) {
    test(title, async () => {
      for (const target of ['ZSECRET', 'ZMID']) {
        const definitions = definitionsOf(dictionaryOf(source, target))
        const question = { names: ['ZV'], associations: along === undefined ? [] : [along] }
        const { indirectReads, untraceable } = await lineageOf(definitions, question)
        const why = untraceable.map(one => one.why).join()
        if (closed === undefined) {
          assert.ok(
            indirectReads.some(({ table }) => table === 'ZSECRET'),
            `${target}: ${why}`
          )
          assert.equal(why, '', target)
        } else {
          assert.match(why, closed, target)
        }
      }
    })
  }
})

test('a view that is understood otherwise still names the table', async () => {
  const source =
    'define view entity ZV as select from zpub as zsecret { key zsecret.id as x, name as pa0008 }'
  const definitions = definitionsOf({ tables: ['ZPUB', 'PA0008'], views: { ZV: source } })
  const found = async (...patterns: string[]) => {
    const { indirectReads } = await findIndirectReads(
      definitions,
      { names: ['ZV'], associations: [] },
      patterns
    )
    return indirectReads.map(({ table }) => table).filter(table => table !== 'ZPUB')
  }
  assert.deepEqual(await found('ZSECRET'), ['ZSECRET'])
  assert.deepEqual(await found('PA*'), ['PA0008'])
  assert.deepEqual(await found('NA*', 'ZSECRE*'), [], 'no object has these names')
})

test('the view of the dictionary counts with the view', async () => {
  const source = "@AbapCatalog.sqlViewName: 'ZSQL'\ndefine view ZV as select from zpub { key id }"
  const definitions = definitionsOf({
    tables: ['ZPUB'],
    views: { ZV: source, ZTOP: 'define view entity ZTOP as select from ZV { key id }' }
  })
  const { indirectReads } = await lineageOf(definitions, { names: ['ZTOP'], associations: [] })
  assert.deepEqual(indirectReads.map(({ table }) => table).sort(), ['ZPUB', 'ZSQL', 'ZV'])
})

test('the conditions of an inherited access control hold for the heir', async () => {
  const view = (name: string, target: string) =>
    `define view entity ${name} as select from zpub association to ${target} as _s on _s.id = zpub.id { key id, _s }`
  const definitions = definitionsOf({
    tables: ['ZPUB', 'ZOTHER', 'ZSECRET'],
    views: { ZHEIR: view('ZHEIR', 'zsecret'), ZBASE: view('ZBASE', 'zother') },
    controls: {
      ZHEIR:
        'define role ZHEIR { grant select on ZHEIR where inheriting conditions from entity ZBASE; }',
      ZBASE:
        "define role ZBASE { grant select on ZBASE where ( _s.owner ) ?= aspect pfcg_auth( S_X, F, actvt = '03' ); }"
    }
  })
  const tablesOf = async (name: string) =>
    (await lineageOf(definitions, { names: [name], associations: [] })).indirectReads.map(
      ({ table }) => table
    )
  assert.ok((await tablesOf('ZHEIR')).includes('ZSECRET'))
  assert.equal((await tablesOf('ZBASE')).includes('ZSECRET'), false)
})

test('more views than the trace follows are refused', async () => {
  const name = (index: number) => `ZV${index}`
  const views = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      name(index),
      `define view entity ${name(index)} as select from ${name(index + 1)} { key id }`
    ])
  )
  const { untraceable } = await lineageOf(definitionsOf({ tables: [], views }), {
    names: ['ZV0'],
    associations: []
  })
  assert.match(untraceable.map(({ why }) => why).join(), /more than 200/)
})

test(
  'a chain of thousands of associations is followed to its end',
  { timeout: 120_000 },
  async () => {
    const length = 5000
    const chain = Array.from(
      { length },
      (_, at) =>
        `association to ${at === 0 ? 'zsecret' : `z${at}`} as y${at} on y${at}.id = ${at === 0 ? 'zpub' : `y${at - 1}`}.id`
    ).join(' ')
    const source = `define view entity ZV as select from zpub ${chain} { y${length - 1}.id }`
    const definitions = definitionsOf({ tables: ['ZPUB'], views: { ZV: source } })
    const { indirectReads } = await lineageOf(definitions, { names: ['ZV'], associations: [] })
    assert.ok(indirectReads.some(({ table }) => table === 'ZSECRET'))
  }
)

describe('views that do not', () => {
  test('there are enough of them', () => assert.ok(innocent.length >= 100, String(innocent.length)))
  test('each of them passes', async () => {
    const tables = ['ZPUB', 'ZOTHER', 'ZSECRET']
    for (const source of innocent) {
      const views = {
        ZV: source,
        ZPUB_V:
          'define view entity ZPUB_V as select from zpub association to zother as _o on _o.id = zpub.id association to zsecret as _s on _s.id = zpub.id { key id, _o, _s }',
        ZPUB_P:
          'define view entity ZPUB_P with parameters p : abap.int4 as select from zpub { key id }',
        '/NMSP/V': 'define view entity /NMSP/V as select from zpub { key id }'
      }
      const definitions = definitionsOf({ tables, views })
      const { indirectReads, untraceable } = await findIndirectReads(
        definitions,
        { names: ['ZV'], associations: [] },
        ['ZSECRET', 'PA*']
      )
      assert.deepEqual(untraceable, [], source)
      assert.deepEqual(
        indirectReads.filter(({ table }) => table === 'ZSECRET' || table.startsWith('PA')),
        [],
        source
      )
    }
  })
})
