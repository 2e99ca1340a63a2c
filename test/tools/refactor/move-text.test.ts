/** Members of a class in the text of another: what goes along, what is qualified, what is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveMembers } from '../../../tools/refactor/move-members/move-text.ts'
import { redirectUses } from '../../../tools/refactor/move-members/redirect.ts'

const from = `CLASS zcl_a DEFINITION PUBLIC.
  PUBLIC SECTION.
    INTERFACES zif_i.
    CONSTANTS: one TYPE i VALUE 1, " first
               two TYPE i VALUE 2, " second
               three TYPE i VALUE 3.
    TYPES: BEGIN OF ty_row,
             id   TYPE i,
             name TYPE string,
           END OF ty_row.
    "! Adds up.
    "! @parameter result | sum
    CLASS-METHODS add
      IMPORTING first TYPE i
                !row  TYPE ty_row OPTIONAL
      RETURNING VALUE(result) TYPE i.
    CLASS-METHODS: keep, twice RETURNING VALUE(result) TYPE i.
    METHODS run.
    METHODS zap REDEFINITION.
    METHODS on_click FOR EVENT click OF zcl_b.
    EVENTS changed.
  PROTECTED SECTION.
    DATA count TYPE i.
    METHODS bump.
  PRIVATE SECTION.
    CLASS-DATA hidden TYPE i.
    CLASS-METHODS secret RETURNING VALUE(result) TYPE i.
ENDCLASS.

CLASS zcl_a IMPLEMENTATION.

  METHOD keep.
    DATA(one) = 5.
    WRITE one + two.
    WRITE |{ add( first = two ) } add { zcl_a=>add( three ) }|.
    other->add( 1 ).
    x-add = sy-add.
  ENDMETHOD.

* ---- add ----
* sums
  METHOD add.
    result = first + two + row-id. " add
  ENDMETHOD.

  METHOD twice.
    result = me->add( 2 ) * 2.
  ENDMETHOD.

  METHOD run.
    bump( ).
    count = secret( ).
  ENDMETHOD.

  METHOD zap.
  ENDMETHOD.

  METHOD on_click.
  ENDMETHOD.

  METHOD bump.
    count = count + hidden.
    zif_i~go( ).
    zcl_b=>take( me ).
    super->bump( ).
    NEW lcl_helper( )->go( ).
  ENDMETHOD.

  METHOD secret.
    result = hidden.
  ENDMETHOD.

ENDCLASS.
`
const to = `CLASS zcl_t DEFINITION PUBLIC.
  PUBLIC SECTION.
    METHODS there.
ENDCLASS.
CLASS zcl_t IMPLEMENTATION.
  METHOD there.
  ENDMETHOD.
ENDCLASS.
`
const move = (members: readonly string[], more: object = {}, [source, target] = [from, to]) =>
  moveMembers(source, target, { from: 'ZCL_A', to: 'ZCL_T', members, localNames: [], ...more })

test('a method goes with its documentation, comments and implementation', () => {
  const { from: left, to: right, problems, members } = move(['ADD'])
  assert.deepEqual(problems, [])
  assert.equal(
    right,
    `CLASS zcl_t DEFINITION PUBLIC.
  PUBLIC SECTION.
    METHODS there.
    "! Adds up.
    "! @parameter result | sum
    CLASS-METHODS add
      IMPORTING first TYPE i
                !row  TYPE zcl_a=>ty_row OPTIONAL
      RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS zcl_t IMPLEMENTATION.
  METHOD there.
  ENDMETHOD.

* ---- add ----
* sums
  METHOD add.
    result = first + zcl_a=>two + row-id. " add
  ENDMETHOD.
ENDCLASS.
`
  )
  assert.doesNotMatch(left, /Adds up|METHODS add|METHOD add|sums/)
  assert.match(left, /\{ zcl_t=>add\( first = two \) \} add \{ zcl_t=>add\( three \) \}/)
  assert.match(left, /result = zcl_t=>add\( 2 \) \* 2\./)
  assert.match(left, /other->add\( 1 \)\.\n {4}x-add = sy-add\./)
  assert.match(left, /END OF ty_row\.\n {4}CLASS-METHODS: keep, twice/)
  assert.match(left, /ENDMETHOD\.\n\n {2}METHOD twice/)
  assert.deepEqual([members[0]?.line, members[0]?.column], [13, 19])
})

test('parts of a chain leave the rest of it whole, with the comments of each', () => {
  const constants = (text: string) => /CONSTANTS[^.]*\./.exec(text)?.[0].replace(/\s+/g, ' ')
  assert.equal(
    constants(move(['TWO'], {}).from.replace(/zcl_t=>/g, '')),
    'CONSTANTS: one TYPE i VALUE 1, " first three TYPE i VALUE 3.'
  )
  assert.equal(constants(move(['TWO']).to), 'CONSTANTS two TYPE i VALUE 2.')
  assert.match(move(['TWO']).to, /CONSTANTS two TYPE i VALUE 2\. " second\n/)
  assert.equal(
    constants(move(['TWO', 'THREE']).from),
    'CONSTANTS: one TYPE i VALUE 1. " first'.split(' "')[0]
  )
  assert.equal(constants(move(['ONE', 'TWO', 'THREE']).from), undefined)
  assert.match(move(['KEEP']).from, /CLASS-METHODS: ?\s*twice RETURNING VALUE\(result\) TYPE i\./)
  assert.match(move(['TWICE']).from, /CLASS-METHODS: keep\.\n/)
})

test('a structure is one member', () => {
  const { from: left, to: right } = move(['TY_ROW'])
  assert.match(
    right,
    /\n {4}TYPES: BEGIN OF ty_row,\n {13}id {3}TYPE i,\n {13}name TYPE string,\n {11}END OF ty_row\.\n/
  )
  assert.doesNotMatch(left, /BEGIN OF/)
  assert.match(left, /!row {2}TYPE zcl_t=>ty_row OPTIONAL/)
})

test('what moves together needs no class before it', () => {
  const { to: right, from: left } = move(['ADD', 'TWO', 'TY_ROW'])
  assert.match(right, /!row {2}TYPE ty_row OPTIONAL/)
  assert.match(right, /result = first \+ two \+ row-id/)
  assert.match(left, /DATA\(one\) = 5\.\n {4}WRITE one \+ zcl_t=>two\./)
  const secret = move(['HIDDEN', 'SECRET', 'BUMP', 'COUNT', 'RUN'])
  assert.ok(!secret.problems.some(problem => /HIDDEN|SECRET|COUNT/.test(problem)))
})

for (const [members, expected, more] of [
  [['BUMP'], /BUMP uses HIDDEN, a private attribute that stays/],
  [['BUMP'], /BUMP uses COUNT, a protected instance attribute that stays/],
  [['BUMP'], /BUMP uses the interface ZIF_I/],
  [['BUMP'], /BUMP uses me in the implementation/],
  [['BUMP'], /BUMP uses super in the implementation/],
  [['BUMP'], /BUMP uses LCL_HELPER, which is local to ZCL_A/, { localNames: ['LCL_HELPER'] }],
  [['BUMP'], /ZCL_A line \d+ uses BUMP, which would be an instance member/],
  [['SECRET'], /ZCL_A line \d+ uses SECRET, which would be private in ZCL_T/],
  [['ZAP'], /ZAP redefines/],
  [['ON_CLICK'], /ON_CLICK handles an event/],
  [['CHANGED'], /CHANGED is an event/],
  [['ZIF_I'], /ZIF_I is an interface/]
] as const) {
  test(`refused: ${members.join(', ')}: ${expected.source}`, () => {
    const { problems, from: left, to: right } = move(members, more)
    assert.match(problems.join('\n'), expected)
    assert.deepEqual([left, right], [from, to])
  })
}

test('a name that the target has, and a name that neither has', () => {
  const taken = to.replace('METHODS there.', 'METHODS there.\n    CLASS-DATA one TYPE i.')
  assert.match(move(['ONE'], {}, [from, taken]).problems.join(), /ZCL_T has a member ONE already/)
  assert.throws(() => move(['TWOO']), /declares no TWOO itself/)
})

test('a section for the members makes private ones usable from outside', () => {
  const { problems, to: right, from: left } = move(['SECRET', 'HIDDEN'], { section: 'public' })
  assert.deepEqual(
    problems.filter(problem => !/^BUMP/.test(problem)),
    []
  )
  assert.match(right, /PUBLIC SECTION[\s\S]*CLASS-METHODS secret/)
  assert.match(left, /count = zcl_t=>secret\( \)\./)
  assert.match(left, /count = count \+ zcl_t=>hidden\./)
})

test('into the superclass nothing else changes, unless it is private there', () => {
  const heir = from.replace('DEFINITION PUBLIC.', 'DEFINITION PUBLIC INHERITING FROM zcl_t.')
  const up = move(['COUNT', 'ADD'], {}, [heir, to])
  assert.match(up.problems.join(), /^$/)
  assert.ok(up.isUpward)
  assert.match(up.from, /me->add\( 2 \)/)
  assert.match(up.to, /PROTECTED SECTION\.\n {4}DATA count TYPE i\./)
  assert.match(
    move(['HIDDEN'], {}, [heir, to]).problems.join(),
    /uses HIDDEN, which would be private in ZCL_T/
  )
})

test('a repeated move finishes what an earlier one began', () => {
  const first = move(['ADD'])
  const half = move(['ADD'], {}, [from, first.to])
  assert.equal(half.to, first.to)
  assert.equal(half.from, first.from)
  const rest = move(['ADD'], {}, [first.from, first.to])
  assert.deepEqual([rest.from, rest.to], [first.from, first.to])
})

test('uses elsewhere name the other class, those of heirs and objects are told', () => {
  const options = {
    from: 'ZCL_A',
    to: 'ZCL_T',
    members: [
      { name: 'ADD', keyword: 'CLASS-METHODS', isStatic: true },
      { name: 'ONE', keyword: 'CONSTANTS', isStatic: true },
      { name: 'BUMP', keyword: 'METHODS', isStatic: false }
    ]
  }
  const text = `CLASS zcl_h DEFINITION INHERITING FROM zcl_a.
  PUBLIC SECTION.
    METHODS go.
ENDCLASS.
CLASS zcl_h IMPLEMENTATION.
  METHOD go.
    x = ZCL_A=>ADD( zcl_a=>one ) + zcl_b=>one. " zcl_a=>one
    y = add( 1 ).
    DATA(one) = 1.
    o->bump( one ).
  ENDMETHOD.
ENDCLASS.
`
  const { after, places, used, inherited, atObjects } = redirectUses(text, options)
  assert.match(after, /x = zcl_t=>ADD\( zcl_t=>one \) \+ zcl_b=>one\. " zcl_a=>one/)
  assert.deepEqual([places, used, inherited, atObjects], [2, ['ADD', 'ONE'], [8], [10]])
})

test('keywords and types have names of members, and mean none', () => {
  const source = `CLASS zcl_a DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES kind TYPE i.
    CLASS-METHODS create RETURNING VALUE(kind) TYPE kind.
    CLASS-METHODS other RETURNING VALUE(result) TYPE kind.
ENDCLASS.
CLASS zcl_a IMPLEMENTATION.
  METHOD create.
    kind = CONV kind( 1 ).
  ENDMETHOD.
  METHOD other.
    CREATE OBJECT x.
    result = create( ).
  ENDMETHOD.
ENDCLASS.
`
  const method = move(['CREATE'], {}, [source, to])
  assert.match(method.from, /DEFINITION PUBLIC CREATE PUBLIC\./)
  assert.match(method.from, /CREATE OBJECT x\.\n {4}result = zcl_t=>create\( \)/)
  assert.match(method.to, /RETURNING VALUE\(kind\) TYPE zcl_a=>kind\./)
  assert.match(method.to, /kind = CONV zcl_a=>kind\( 1 \)/)
  const type = move(['KIND'], {}, [source, to])
  assert.match(type.from, /RETURNING VALUE\(kind\) TYPE zcl_t=>kind\./)
  assert.match(type.from, /kind = CONV zcl_t=>kind\( 1 \)/)
})
