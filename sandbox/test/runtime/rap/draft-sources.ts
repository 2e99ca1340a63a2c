/** A behavior with drafts, and what its draft actions and determine actions do. */
import type { RepositoryFile, TableShape } from '../../../types.ts'
import { column } from '../support.ts'

const shape = (name: string, columns: TableShape['columns']): TableShape => ({
  name,
  description: name,
  columns
})
const client = column('client', 'CLNT', 3, { key: true })
const trip = [
  column('TripID', 'CHAR', 5, { key: true }),
  column('Title', 'CHAR', 20),
  column('Cost', 'INT4', 10),
  column('Note', 'CHAR', 20)
]
const stop = [
  column('TripID', 'CHAR', 5, { key: true }),
  column('Pos', 'INT4', 10, { key: true }),
  column('City', 'CHAR', 20)
]
const admin = [
  column('DraftEntityCreationDateTime', 'DEC', 21, { decimals: 7 }),
  column('HasActiveEntity', 'CHAR', 1)
]

export const tables: TableShape[] = [
  shape('ZTRIP', [client, ...trip]),
  shape('ZSTOP', [client, ...stop]),
  shape('ZDTRIP', [client, ...trip, ...admin]),
  shape('ZDSTOP', [client, ...stop, ...admin]),
  shape('ZI_TRIP', trip),
  shape('ZI_STOP', stop)
]

export const files: RepositoryFile[] = [
  {
    name: 'zi_trip.ddls.asddls',
    text: `define root view entity ZI_Trip as select from ztrip
composition [0..*] of ZI_Stop as _Stop
{ key TripID, Title, Cost, Note, _Stop }`
  },
  {
    name: 'zi_stop.ddls.asddls',
    text: `define view entity ZI_Stop as select from zstop
association to parent ZI_Trip as _Trip on $projection.TripID = _Trip.TripID
{ key TripID, key Pos, City, _Trip }`
  },
  {
    name: 'zpayment.ddls.asddls',
    text: `@EndUserText.label: 'Payment'
define abstract entity ZPayment
{
  amount : abap.int4;
  note   : abap.char(20);
}`
  },
  {
    name: 'zi_trip.bdef.asbdef',
    text: `managed implementation in class zbp_trip unique;
strict ( 2 );
with draft;
define behavior for ZI_Trip alias Trip
persistent table ztrip
draft table zdtrip
lock master
total etag Note
authorization master ( instance )
{
  create;
  update;
  delete;
  field ( mandatory : create ) TripID;
  association _Stop { create; with draft; }
  determination cost on modify { field Title; }
  determination note on save { create; }
  validation titled on save { create; field Title; }
  action pay parameter ZPayment result [1] $self;
  determine action checkTitle { validation titled; }
  draft action Edit;
  draft action Activate optimized;
  draft action Discard;
  draft action Resume with additional implementation;
  draft determine action Prepare { validation titled; determination ( always ) note; validation Stop~named; }
}
define behavior for ZI_Stop alias Stop
persistent table zstop
draft table zdstop
lock dependent by _Trip
authorization dependent by _Trip
{
  update;
  delete;
  field ( readonly ) TripID;
  association _Trip { with draft; }
  validation named on save { create; field City; }
}
`
  },
  {
    name: 'zbp_trip.clas.abap',
    text: `CLASS zbp_trip DEFINITION PUBLIC ABSTRACT FINAL FOR BEHAVIOR OF zi_trip.
ENDCLASS.
CLASS zbp_trip IMPLEMENTATION.
ENDCLASS.
`
  },
  {
    name: 'zbp_trip.clas.locals_imp.abap',
    text: `CLASS lhc_trip DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS:
      cost FOR DETERMINE ON MODIFY IMPORTING keys FOR Trip~cost,
      note FOR DETERMINE ON SAVE IMPORTING keys FOR Trip~note.
    METHODS titled FOR VALIDATE ON SAVE IMPORTING keys FOR Trip~titled.
    METHODS named FOR VALIDATE ON SAVE IMPORTING keys FOR Stop~named.
    METHODS: pay FOR MODIFY IMPORTING keys FOR ACTION Trip~pay RESULT result,
      ignored.
    METHODS resume FOR MODIFY IMPORTING keys FOR ACTION Trip~Resume.
    METHODS allowed FOR INSTANCE AUTHORIZATION IMPORTING keys REQUEST wanted FOR Trip RESULT result.
ENDCLASS.
CLASS lhc_trip IMPLEMENTATION.
  METHOD cost.
    MODIFY ENTITIES OF zi_trip IN LOCAL MODE ENTITY Trip
      UPDATE FIELDS ( Cost ) WITH VALUE #( FOR key IN keys ( %tky = key-%tky Cost = 5 ) ).
  ENDMETHOD.
  METHOD note.
    MODIFY ENTITIES OF zi_trip IN LOCAL MODE ENTITY Trip
      UPDATE FIELDS ( Note ) WITH VALUE #( FOR key IN keys ( %tky = key-%tky Note = |noted { key-%is_draft }| ) ).
  ENDMETHOD.
  METHOD titled.
    READ ENTITIES OF zi_trip IN LOCAL MODE ENTITY Trip FIELDS ( Title ) WITH CORRESPONDING #( keys ) RESULT DATA(trips).
    LOOP AT trips INTO DATA(trip) WHERE Title IS INITIAL.
      APPEND VALUE #( %tky = trip-%tky ) TO failed-trip.
      APPEND VALUE #( %tky = trip-%tky %msg = new_message_with_text( text = 'A title is needed' ) ) TO reported-trip.
    ENDLOOP.
  ENDMETHOD.
  METHOD named.
    READ ENTITIES OF zi_trip IN LOCAL MODE ENTITY Stop FIELDS ( City ) WITH CORRESPONDING #( keys ) RESULT DATA(stops).
    READ ENTITIES OF zi_trip IN LOCAL MODE ENTITY Stop BY \\_Trip FROM CORRESPONDING #( stops ) LINK DATA(links).
    LOOP AT stops INTO DATA(stop) WHERE City IS INITIAL.
      APPEND VALUE #( %tky = stop-%tky ) TO failed-stop.
      APPEND VALUE #( %tky = stop-%tky
        %path-trip-%tky = links[ KEY id source-%tky = stop-%tky ]-target-%tky ) TO reported-stop.
    ENDLOOP.
  ENDMETHOD.
  METHOD ignored.
    RETURN.
  ENDMETHOD.
  METHOD pay.
    result = VALUE #( FOR key IN keys ( %tky = key-%tky %param-Cost = key-%param-amount * 2 %param-Note = key-%param-note ) ).
  ENDMETHOD.
  METHOD resume.
    LOOP AT keys INTO DATA(key) WHERE TripID = 'NO'.
      APPEND VALUE #( %key = key-%key ) TO failed-trip.
    ENDLOOP.
  ENDMETHOD.
  METHOD allowed.
    result = VALUE #( FOR key IN keys ( %tky = key-%tky
      %action-Edit = COND #( WHEN key-TripID = 'SHUT' AND wanted-%action-Edit = if_abap_behv=>mk-on
                             THEN if_abap_behv=>auth-unauthorized ) ) ).
  ENDMETHOD.
ENDCLASS.
`
  }
]
