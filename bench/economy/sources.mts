/** ABAP that the jobs work on: made by rule, so that every run has the same bytes. */

const steps = 56

/** A calculation of some thirty lines, like those of every grown class. */
function stepMethod(index: number): string {
  const name = `step_${String(index).padStart(3, '0')}`
  const lines = Array.from({ length: 8 }, (_none, line) =>
    [
      `    " Part ${line + 1}: lines of kind ${index % 7} are weighed by their position`,
      `    IF amount > ${index * 10 + line}.`,
      `      result = result + amount MOD ${index + line + 2}.`,
      '    ELSE.',
      `      result = result - ${line + 1}.`,
      '    ENDIF.'
    ].join('\n')
  )
  return [`  METHOD ${name}.`, ...lines, '  ENDMETHOD.'].join('\n')
}

const stepNames = Array.from(
  { length: steps },
  (_none, index) => `step_${String(index).padStart(3, '0')}`
)

/**
 * About 3,000 lines: RUN settles an account through four methods; the fee for lateness stands in
 * one of them and is wrong.
 */
export const bigClass = [
  '"! Settles an account: interest, fees for lateness, rounding.',
  'CLASS zcl_ec_settlement DEFINITION PUBLIC FINAL CREATE PUBLIC.',
  '  PUBLIC SECTION.',
  '    "! Settles an amount that is so many days late.',
  '    METHODS run IMPORTING amount TYPE i days TYPE i RETURNING VALUE(result) TYPE i.',
  '  PRIVATE SECTION.',
  '    METHODS settle IMPORTING amount TYPE i days TYPE i RETURNING VALUE(result) TYPE i.',
  '    METHODS late_fee IMPORTING amount TYPE i days TYPE i RETURNING VALUE(result) TYPE i.',
  '    METHODS rate_of IMPORTING days TYPE i RETURNING VALUE(result) TYPE i.',
  ...stepNames.map(
    name => `    METHODS ${name} IMPORTING amount TYPE i RETURNING VALUE(result) TYPE i.`
  ),
  'ENDCLASS.',
  '',
  'CLASS zcl_ec_settlement IMPLEMENTATION.',
  '  METHOD run.',
  '    result = settle( amount = amount days = days ).',
  '  ENDMETHOD.',
  '',
  ...Array.from({ length: steps / 2 }, (_none, index) => `${stepMethod(index)}\n`),
  '  METHOD settle.',
  '    result = amount + late_fee( amount = amount days = days ).',
  '  ENDMETHOD.',
  '',
  '  METHOD late_fee.',
  '    " The fee is a share of the amount in percent',
  '    result = amount * rate_of( days ) / 10.',
  '  ENDMETHOD.',
  '',
  '  METHOD rate_of.',
  '    IF days <= 14.',
  '      result = 0.',
  '    ELSEIF days <= 60.',
  '      result = 5.',
  '    ELSE.',
  '      result = 12.',
  '    ENDIF.',
  '  ENDMETHOD.',
  '',
  ...Array.from({ length: steps / 2 }, (_none, index) => `${stepMethod(index + steps / 2)}\n`),
  'ENDCLASS.',
  ''
].join('\n')

export const bigTests = `CLASS ltc_settlement DEFINITION FINAL FOR TESTING DURATION SHORT RISK LEVEL HARMLESS.
  PRIVATE SECTION.
    METHODS on_time_costs_nothing FOR TESTING.
    METHODS late_costs_percent FOR TESTING.
ENDCLASS.
CLASS ltc_settlement IMPLEMENTATION.
  METHOD on_time_costs_nothing.
    cl_abap_unit_assert=>assert_equals( act = NEW zcl_ec_settlement( )->run( amount = 200 days = 3 ) exp = 200 ).
  ENDMETHOD.
  METHOD late_costs_percent.
    cl_abap_unit_assert=>assert_equals( act = NEW zcl_ec_settlement( )->run( amount = 200 days = 30 ) exp = 210 ).
  ENDMETHOD.
ENDCLASS.
`

/** The field that is renamed: declared in the first class and used in twelve places of three. */
export const fieldClasses: readonly { readonly name: string; readonly source: string }[] = [
  {
    name: 'ZCL_EC_PRICE',
    source: `CLASS zcl_ec_price DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    DATA ratio TYPE i READ-ONLY.
    METHODS constructor IMPORTING percent TYPE i.
    METHODS of IMPORTING amount TYPE i RETURNING VALUE(result) TYPE i.
    METHODS is_free RETURNING VALUE(result) TYPE abap_bool.
  PROTECTED SECTION.
    METHODS raise IMPORTING by TYPE i.
ENDCLASS.

CLASS zcl_ec_price IMPLEMENTATION.
  METHOD constructor.
    ratio = percent.
  ENDMETHOD.

  METHOD of.
    result = amount * ratio / 100.
  ENDMETHOD.

  METHOD is_free.
    result = xsdbool( ratio = 0 ).
  ENDMETHOD.

  METHOD raise.
    ratio = ratio + by.
  ENDMETHOD.
ENDCLASS.
`
  },
  {
    name: 'ZCL_EC_WINTER',
    source: `CLASS zcl_ec_winter DEFINITION PUBLIC INHERITING FROM zcl_ec_price CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS start.
    METHODS is_dear RETURNING VALUE(result) TYPE abap_bool.
    METHODS half RETURNING VALUE(result) TYPE i.
ENDCLASS.

CLASS zcl_ec_winter IMPLEMENTATION.
  METHOD start.
    IF ratio < 50.
      raise( 10 ).
    ENDIF.
  ENDMETHOD.

  METHOD is_dear.
    result = xsdbool( ratio > 80 ).
  ENDMETHOD.

  METHOD half.
    result = ratio / 2.
  ENDMETHOD.
ENDCLASS.
`
  },
  {
    name: 'ZCL_EC_OFFER',
    source: `CLASS zcl_ec_offer DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS best IMPORTING one TYPE REF TO zcl_ec_price other TYPE REF TO zcl_ec_price RETURNING VALUE(result) TYPE i.
    METHODS text IMPORTING one TYPE REF TO zcl_ec_price RETURNING VALUE(result) TYPE string.
ENDCLASS.

CLASS zcl_ec_offer IMPLEMENTATION.
  METHOD best.
    IF one->ratio < other->ratio.
      result = one->ratio.
    ELSE.
      result = other->ratio.
    ENDIF.
  ENDMETHOD.

  METHOD text.
    result = |{ one->ratio } percent|.
  ENDMETHOD.
ENDCLASS.
`
  }
]

export const offerTests = `CLASS ltc_offer DEFINITION FINAL FOR TESTING DURATION SHORT RISK LEVEL HARMLESS.
  PRIVATE SECTION.
    METHODS takes_the_lower_one FOR TESTING.
ENDCLASS.
CLASS ltc_offer IMPLEMENTATION.
  METHOD takes_the_lower_one.
    cl_abap_unit_assert=>assert_equals( act = NEW zcl_ec_offer( )->best( one = NEW #( 30 ) other = NEW #( 20 ) ) exp = 20 ).
  ENDMETHOD.
ENDCLASS.
`

/** The program that ended in a dump. */
export const dumpProgram = `REPORT zec_average.

PARAMETERS p_days TYPE i DEFAULT 0.

START-OF-SELECTION.
  PERFORM report USING p_days.

FORM report USING days TYPE i.
  DATA average TYPE i.
  PERFORM average USING 1200 days CHANGING average.
  WRITE average.
ENDFORM.

FORM average USING total TYPE i days TYPE i CHANGING result TYPE i.
  " The first day of a month has no days before it
  result = total / days.
ENDFORM.
`

/** The line of the division in it. */
export const dumpLine = 16

const table = `@EndUserText.label : 'Tour'
@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE
@AbapCatalog.tableCategory : #TRANSPARENT
@AbapCatalog.deliveryClass : #A
@AbapCatalog.dataMaintenance : #RESTRICTED
define table zec_tour {
  key client : abap.clnt not null;
  key tour_id : abap.char(10) not null;
  title : abap.char(60);
  seats : abap.int4;
}
`

/** Five objects, each on those before it. */
export const stack: readonly {
  readonly type: string
  readonly name: string
  readonly description: string
  readonly source: string
}[] = [
  { type: 'TABL', name: 'ZEC_TOUR', description: 'Tours', source: table },
  {
    type: 'DDLS',
    name: 'ZEC_R_TOUR',
    description: 'Tours',
    source:
      "@AccessControl.authorizationCheck: #NOT_REQUIRED\n@EndUserText.label: 'Tours'\ndefine root view entity ZEC_R_TOUR\n  as select from zec_tour\n{\n  key tour_id as TourId,\n      title   as Title,\n      seats   as Seats\n}\n"
  },
  {
    type: 'DDLS',
    name: 'ZEC_C_TOUR',
    description: 'Tours, projection',
    source:
      "@AccessControl.authorizationCheck: #NOT_REQUIRED\n@EndUserText.label: 'Tours'\ndefine root view entity ZEC_C_TOUR\n  as projection on ZEC_R_TOUR\n{\n  key TourId,\n      Title,\n      Seats\n}\n"
  },
  {
    type: 'BDEF',
    name: 'ZEC_R_TOUR',
    description: 'Behavior of tours',
    source:
      'managed;\nstrict ( 2 );\n\ndefine behavior for ZEC_R_TOUR alias Tour\npersistent table zec_tour\nlock master\nauthorization master ( instance )\n{\n  create;\n  update;\n  delete;\n  field ( readonly : update ) TourId;\n  mapping for zec_tour\n  {\n    TourId = tour_id;\n    Title = title;\n    Seats = seats;\n  }\n}\n'
  },
  {
    type: 'SRVD',
    name: 'ZEC_TOURS',
    description: 'Tours',
    source:
      "@EndUserText.label: 'Tours'\ndefine service ZEC_TOURS {\n  expose ZEC_C_TOUR as Tour;\n}\n"
  }
]

/** What the request to be reviewed holds: before and after. */
export const recorded: readonly {
  readonly name: string
  readonly before: string
  readonly after: string
}[] = ['ZCL_EC_REVIEW_1', 'ZCL_EC_REVIEW_2', 'ZCL_EC_REVIEW_3'].map((name, index) => {
  const source = (body: string) =>
    `CLASS ${name.toLowerCase()} DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\n\nCLASS ${name.toLowerCase()} IMPLEMENTATION.\n  METHOD run.\n${Array.from({ length: 60 }, (_none, line) => `    result = result + ${line}.`).join('\n')}\n${body}\n  ENDMETHOD.\nENDCLASS.\n`
  return {
    name,
    before: source('    result = 1.'),
    after: source(`    result = ${index + 2}.\n    IF result > 5.\n      CLEAR result.\n    ENDIF.`)
  }
})
