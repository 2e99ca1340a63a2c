/** The ABAP of the objects that a run creates, and positions in it. */

export const classSource = `CLASS {name} DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS double IMPORTING value TYPE i RETURNING VALUE(result) TYPE i.
    METHODS four_times IMPORTING value TYPE i RETURNING VALUE(result) TYPE i.
ENDCLASS.

CLASS {name} IMPLEMENTATION.
  METHOD double.
    DATA factor TYPE i.
    factor = 2.
    result = value * factor.
  ENDMETHOD.

  METHOD four_times.
    result = double( double( value ) ).
  ENDMETHOD.
ENDCLASS.
`

export const consoleSource = `CLASS {name} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
ENDCLASS.

CLASS {name} IMPLEMENTATION.
  METHOD if_oo_adt_classrun~main.
    out->write( '{name} runs' ).
  ENDMETHOD.
ENDCLASS.
`

export const testsSource = (
  name: string
) => `CLASS ltc_verify DEFINITION FINAL FOR TESTING DURATION SHORT RISK LEVEL HARMLESS.
  PRIVATE SECTION.
    METHODS passes FOR TESTING.
    METHODS fails FOR TESTING.
ENDCLASS.

CLASS ltc_verify IMPLEMENTATION.
  METHOD passes.
    cl_abap_unit_assert=>assert_equals( act = NEW ${name}( )->double( 2 ) exp = 4 ).
  ENDMETHOD.

  METHOD fails.
    cl_abap_unit_assert=>assert_equals( act = NEW ${name}( )->double( 2 ) exp = 5 ).
  ENDMETHOD.
ENDCLASS.
`

/** A statement that no release accepts. */
export const brokenLine = 'this_is_no_abap_statement.'

/** 1-based line and column of a text; the `nth` occurrence. */
export function positionOf(
  source: string,
  text: string,
  nth = 1
): { readonly line: number; readonly column: number; readonly endColumn: number } {
  let at = -1
  for (let count = 0; count < nth; count++) {
    at = source.toLowerCase().indexOf(text.toLowerCase(), at + 1)
    if (at < 0) throw new Error(`the source has no ${text}`)
  }
  const before = source.slice(0, at).split('\n')
  const column = (before.at(-1) ?? '').length + 1
  return { line: before.length, column, endColumn: column + text.length }
}
