/** A code base of classes that call each other, the same for the same seed. */

export interface GeneratedObject {
  readonly type: 'CLAS' | 'INTF'
  readonly name: string
  readonly source: string
  readonly tests?: string
}

/** Linear congruential: small, and the same on every machine. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const perFamily = 10

/**
 * Families of ten: an interface, a class that implements it, heirs that redefine its methods, users
 * that call it in each form, and tests in every third class. Each user also calls the family before.
 */
export function generatedBase(classes: number, seed: number): GeneratedObject[] {
  const random = randomFrom(seed)
  const objects: GeneratedObject[] = []
  for (let family = 0; family * perFamily < classes; family++) {
    objects.push(interfaceOf(family), baseOf(family, random))
    for (let at = 1; at < perFamily && family * perFamily + at < classes; at++) {
      objects.push(at % 3 === 1 ? heirOf(family, at, random) : userOf(family, at, random))
    }
  }
  return objects
}

const tag = (family: number, at: number) => `${String(family).padStart(3, '0')}_${at}`
export const interfaceName = (family: number) => `zif_gen_${String(family).padStart(3, '0')}`
export const className = (family: number, at: number) => `zcl_gen_${tag(family, at)}`

function interfaceOf(family: number): GeneratedObject {
  const name = interfaceName(family)
  return {
    type: 'INTF',
    name,
    source: `INTERFACE ${name} PUBLIC.
  METHODS: weigh IMPORTING iv_amount TYPE i iv_factor TYPE i DEFAULT 2 RETURNING VALUE(rv_sum) TYPE i,
    label IMPORTING iv_text TYPE string RETURNING VALUE(rv_label) TYPE string.
ENDINTERFACE.
`
  }
}

type Random = ReturnType<typeof randomFrom>

function baseOf(family: number, random: Random): GeneratedObject {
  const [name, own] = [className(family, 0), interfaceName(family)]
  return {
    type: 'CLAS',
    name,
    source: `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES ${own}.
    ALIASES weigh FOR ${own}~weigh.
    METHODS scale IMPORTING !iv_value TYPE i RETURNING VALUE(rv_value) TYPE i.
  PROTECTED SECTION.
    DATA: mv_last TYPE i, mv_count TYPE i.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD ${own}~weigh.
    rv_sum = iv_amount * iv_factor + ${random(50)}.
    mv_last = rv_sum.
    mv_count = mv_count + 1.
  ENDMETHOD.
  METHOD ${own}~label.
    rv_label = |{ iv_text }-{ weigh( iv_amount = strlen( iv_text ) ) }|.
  ENDMETHOD.
  METHOD scale.
    rv_value = iv_value + weigh( iv_value ) + ${random(9)}.
  ENDMETHOD.
ENDCLASS.
`,
    tests: testOf(name, `cut->weigh( 3 ) + cut->scale( iv_value = 4 )`)
  }
}

function heirOf(family: number, at: number, random: Random): GeneratedObject {
  const [name, own] = [className(family, at), interfaceName(family)]
  const parent = className(family, Math.max(0, at - 3))
  return {
    type: 'CLAS',
    name,
    source: `CLASS ${name} DEFINITION PUBLIC INHERITING FROM ${parent} CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS scale REDEFINITION.
    METHODS ${own}~weigh REDEFINITION.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD scale.
    rv_value = super->scale( iv_value = iv_value ) + ${random(20)}.
  ENDMETHOD.
  METHOD ${own}~weigh.
    rv_sum = super->${own}~weigh( iv_amount = iv_amount iv_factor = iv_factor ) + ${random(5)}.
  ENDMETHOD.
ENDCLASS.
`
  }
}

function userOf(family: number, at: number, random: Random): GeneratedObject {
  const [name, own] = [className(family, at), interfaceName(family)]
  const other = Math.max(0, family - 1)
  const source = `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS total IMPORTING iv_start TYPE i RETURNING VALUE(rv_total) TYPE i.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD total.
    DATA lo_own TYPE REF TO ${own}.
    DATA lv_part TYPE i.
    lo_own = NEW ${className(family, 0)}( ).
    rv_total = lo_own->weigh( iv_start ) + lo_own->weigh( iv_amount = iv_start iv_factor = ${random(9)} ).
    CALL METHOD lo_own->weigh EXPORTING iv_amount = ${random(30)} RECEIVING rv_sum = lv_part.
    rv_total = rv_total + lv_part.
    lo_own->weigh(
      EXPORTING
        iv_amount = lv_part
      RECEIVING
        rv_sum    = lv_part ).
    rv_total = rv_total + lv_part + strlen( lo_own->label( |{ lo_own->weigh( ${random(9)} ) }| ) ).
    rv_total = rv_total + NEW ${className(other, 0)}( )->scale( lv_part ).
  ENDMETHOD.
ENDCLASS.
`
  return { type: 'CLAS', name, source, tests: testOf(name, `cut->total( ${random(40)} )`) }
}

/** The test remembers nothing: its result is in the message of its failure. */
function testOf(name: string, call: string): string {
  return `CLASS ltc_all DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS result FOR TESTING.
ENDCLASS.
CLASS ltc_all IMPLEMENTATION.
  METHOD result.
    DATA(cut) = NEW ${name}( ).
    cl_abap_unit_assert=>assert_equals( act = ${call} exp = -1 ).
  ENDMETHOD.
ENDCLASS.
`
}
