/** Cases of drafts: EML with %is_draft, draft actions and determine actions. */

const count = (
  trip: string
): string => `SELECT COUNT( * ) FROM ztrip WHERE tripid = '${trip}' INTO @DATA(active).
  SELECT COUNT( * ) FROM zdtrip WHERE tripid = '${trip}' INTO @DATA(drafts).
  SELECT COUNT( * ) FROM zdstop WHERE tripid = '${trip}' INTO @DATA(stops).
  out->write( |{ active } { drafts } { stops }| ).`

const draft = (trip: string): string => `MODIFY ENTITIES OF zi_trip ENTITY Trip
    CREATE FIELDS ( TripID ) WITH VALUE #( ( %cid = 'T' %is_draft = if_abap_behv=>mk-on TripID = '${trip}' ) )
    CREATE BY \\_Stop FIELDS ( Pos City ) WITH VALUE #( ( %cid_ref = 'T' %is_draft = if_abap_behv=>mk-on
      %target = VALUE #( ( %cid = 'S' %is_draft = if_abap_behv=>mk-on Pos = 1 City = 'Bern' ) ) ) )
    MAPPED DATA(mapped) FAILED DATA(failed).
  COMMIT ENTITIES.`

export const cases: Readonly<
  Record<string, readonly [body: string, output: string, alert?: RegExp]>
> = {
  'a draft is kept in the draft table without its validations, and read as a draft alone': [
    `${draft('T1')}
    out->write( |{ sy-subrc } { mapped-trip[ 1 ]-%is_draft } { mapped-stop[ 1 ]-%tky-%is_draft }| ).
    READ ENTITIES OF zi_trip ENTITY Trip ALL FIELDS WITH VALUE #( ( TripID = 'T1' ) ( TripID = 'T1' %is_draft = '01' ) )
      RESULT DATA(trips) FAILED failed.
    out->write( |{ lines( trips ) }{ trips[ 1 ]-%is_draft } { failed-trip[ 1 ]-%is_draft }{ failed-trip[ 1 ]-%fail-cause }| ).
    READ ENTITIES OF zi_trip ENTITY Trip BY \\_Stop ALL FIELDS WITH VALUE #( ( TripID = 'T1' %is_draft = '01' ) )
      RESULT DATA(found) LINK DATA(links).
    LOOP AT links INTO DATA(link) USING KEY id WHERE source-%tky = trips[ 1 ]-%tky.
      out->write( |{ link-target-Pos }| ).
    ENDLOOP.
    out->write( |{ found[ KEY draft %is_draft = '01' TripID = 'T1' Pos = 1 ]-City } { links[ 1 ]-source-%is_draft }{ links[ 1 ]-target-%is_draft }| ).
    ${count('T1')}`,
    '0 01 01/101 00404/1/Bern 0101/0 1 1'
  ],
  'Activate fails where Prepare does, else it makes the draft active': [
    `${draft('T5')}
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Activate FROM VALUE #( ( %cid = 'A' %key-TripID = 'T5' ) )
      FAILED failed REPORTED DATA(reported).
    out->write( |{ failed-trip[ 1 ]-%is_draft } { reported-trip[ 1 ]-%msg->if_message~get_text( ) }| ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip
      UPDATE FIELDS ( Title ) WITH VALUE #( ( %tky = VALUE #( %is_draft = '01' TripID = 'T5' ) Title = 'Alps' ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Activate FROM VALUE #( ( %cid = 'A' %key-TripID = 'T5' ) )
      MAPPED mapped FAILED failed.
    out->write( |{ lines( failed-trip ) } { mapped-trip[ 1 ]-%cid }{ mapped-trip[ 1 ]-%is_draft }{ mapped-trip[ 1 ]-TripID }| ).
    COMMIT ENTITIES.
    SELECT SINGLE * FROM ztrip WHERE tripid = 'T5' INTO @DATA(row).
    out->write( |{ sy-subrc } { row-title } { row-cost } { row-note }| ).
    ${count('T5')}`,
    '01 A title is needed/0 A00T5/0 Alps 5 noted 00/1 0 0'
  ],
  'Edit copies an active instance with what is below, Discard leaves it as it was': [
    `INSERT ztrip FROM @( VALUE #( client = sy-mandt tripid = 'T2' title = 'Sea' ) ).
    INSERT zstop FROM @( VALUE #( client = sy-mandt tripid = 'T2' pos = 7 city = 'Brest' ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Edit FROM VALUE #( ( %cid = 'E' TripID = 'T2' ) ( TripID = 'NIL' ) )
      MAPPED DATA(mapped) FAILED DATA(failed).
    out->write( |{ mapped-trip[ 1 ]-%cid }{ mapped-trip[ 1 ]-%is_draft } { failed-trip[ 1 ]-%action-Edit }{ failed-trip[ 1 ]-%fail-cause }| ).
    MODIFY ENTITIES OF zi_trip ENTITY Stop UPDATE FIELDS ( City ) WITH VALUE #( ( %is_draft = '01' TripID = 'T2' Pos = 7 City = 'Nice' ) ).
    COMMIT ENTITIES.
    ${count('T2')}
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Edit FROM VALUE #( ( %param-preserve_changes = abap_true TripID = 'T2' ) ) FAILED failed.
    out->write( |{ failed-trip[ 1 ]-%action-Edit }| ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Activate FROM VALUE #( ( TripID = 'T2' ) ) FAILED failed.
    COMMIT ENTITIES.
    SELECT SINGLE city FROM zstop WHERE tripid = 'T2' INTO @DATA(city).
    out->write( |{ lines( failed-trip ) } { city }| ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Edit FROM VALUE #( ( TripID = 'T2' ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Discard FROM VALUE #( ( TripID = 'T2' ) ).
    COMMIT ENTITIES.
    SELECT COUNT( * ) FROM zdtrip WHERE tripid = 'T2' INTO @drafts.
    SELECT COUNT( * ) FROM ztrip WHERE tripid = 'T2' INTO @active.
    out->write( |{ drafts } { active }| ).`,
    'E01 01404/1 1 1/01/0 Nice/0 1'
  ],
  'an instance that is deleted in the draft is deleted by Activate': [
    `INSERT ztrip FROM @( VALUE #( client = sy-mandt tripid = 'T3' title = 'Sea' ) ).
    INSERT zstop FROM @( VALUE #( client = sy-mandt tripid = 'T3' pos = 7 city = 'Brest' ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Edit FROM VALUE #( ( TripID = 'T3' ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Stop DELETE FROM VALUE #( ( %is_draft = '01' TripID = 'T3' Pos = 7 ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Activate FROM VALUE #( ( TripID = 'T3' ) ).
    COMMIT ENTITIES.
    DATA(code) = sy-subrc.
    SELECT COUNT( * ) FROM zstop WHERE tripid = 'T3' INTO @DATA(kept).
    out->write( |{ code } { kept }| ).`,
    '0 0'
  ],
  'authorization is asked for Edit, a method for Resume': [
    `INSERT ztrip FROM @( VALUE #( client = sy-mandt tripid = 'SHUT' title = 'Sea' ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Edit FROM VALUE #( ( TripID = 'SHUT' ) ) FAILED DATA(failed).
    out->write( |{ failed-trip[ 1 ]-%fail-cause }| ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip CREATE FIELDS ( TripID ) WITH VALUE #( ( %cid = 'N' %is_draft = '01' TripID = 'NO' )
      ( %cid = 'Y' %is_draft = '01' TripID = 'YES' ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE Resume FROM VALUE #( ( TripID = 'NO' ) ( TripID = 'YES' ) ( TripID = 'NIL' ) ) FAILED failed.
    out->write( |{ REDUCE string( INIT s = \`\` FOR row IN failed-trip NEXT s = |{ s } { row-TripID }| ) }| ).`,
    '401/ NO NIL'
  ],
  'a determine action validates what has changed, and validations of a stop name its trip': [
    `MODIFY ENTITIES OF zi_trip ENTITY Trip CREATE FIELDS ( TripID ) WITH VALUE #( ( %cid = 'T' TripID = 'T4' ) )
      CREATE BY \\_Stop FIELDS ( Pos ) WITH VALUE #( ( %cid_ref = 'T' %target = VALUE #( ( %cid = 'S' Pos = 3 ) ) ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE checkTitle FROM VALUE #( ( TripID = 'T4' ) ) FAILED DATA(failed).
    out->write( |{ lines( failed-trip ) }| ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip UPDATE FIELDS ( Title ) WITH VALUE #( ( TripID = 'T4' Title = 'X' ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE checkTitle FROM VALUE #( ( TripID = 'T4' ) ) FAILED failed.
    COMMIT ENTITIES RESPONSE OF zi_trip FAILED DATA(late) REPORTED DATA(told).
    out->write( |{ lines( failed-trip ) } { sy-subrc } { late-stop[ 1 ]-Pos } { told-stop[ 1 ]-%path-trip-TripID }| ).`,
    '1/0 4 3 T4'
  ],
  'SET FIELDS WITH gives the values that are not initial, AUTO FILL CID the names that are missing':
    [
      `MODIFY ENTITIES OF zi_trip ENTITY Trip CREATE AUTO FILL CID SET FIELDS WITH VALUE #(
        ( TripID = 'T6' Title = 'Rim' ) ( %cid = 'own' TripID = 'T7' Cost = 3 ) ) MAPPED DATA(mapped).
    out->write( |{ mapped-trip[ 1 ]-%cid } { mapped-trip[ 2 ]-%cid }| ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip UPDATE SET FIELDS WITH VALUE #( ( TripID = 'T6' Cost = 0 Note = 'x' ) ).
    READ ENTITIES OF zi_trip ENTITY Trip ALL FIELDS WITH VALUE #( ( TripID = 'T6' ) ) RESULT DATA(trips).
    out->write( |{ trips[ 1 ]-Title } { trips[ 1 ]-Cost } { trips[ 1 ]-Note }| ).`,
      '%abap_eml_cid__1 own/Rim 5 x'
    ],
  'the parameter of an action has the elements of its abstract entity': [
    `INSERT ztrip FROM @( VALUE #( client = sy-mandt tripid = 'T8' title = 'Sea' ) ).
    MODIFY ENTITIES OF zi_trip ENTITY Trip EXECUTE pay
      FROM VALUE #( ( TripID = 'T8' %param = VALUE #( amount = 4 note = 'n' ) ) ) RESULT DATA(paid).
    out->write( |{ paid[ 1 ]-%param-Cost } { paid[ 1 ]-%param-Note }| ).`,
    '8 n'
  ],
  'an active instance without a field that is mandatory at creation ends the run': [
    `MODIFY ENTITIES OF zi_trip ENTITY Trip CREATE FIELDS ( Title ) WITH VALUE #( ( %cid = 'T' Title = 'X' ) ).`,
    '',
    /a new instance of ZI_TRIP without a value for TRIPID/
  ]
}
