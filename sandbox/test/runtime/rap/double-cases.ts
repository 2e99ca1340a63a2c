/** What is expected of test doubles of business objects. */

const MOCK = `DATA(environment) = cl_botd_mockemlapi_bo_test_env=>create(
    cl_botd_mockemlapi_bo_test_env=>prepare_environment_config(
      )->set_bdef_dependencies( VALUE #( ( 'ZI_CART' ) ) ) ).
  DATA(double) = environment->get_test_double( 'ZI_CART' ).
  DATA(inputs) = cl_botd_mockemlapi_bldrfactory=>get_input_config_builder( ).
  DATA(outputs) = cl_botd_mockemlapi_bldrfactory=>get_output_config_builder( ).`

/** READ of the cart A is answered with its title. */
const MOCK_READ = `${MOCK}
  DATA keys TYPE TABLE FOR READ IMPORT zi_cart.
  DATA found TYPE TABLE FOR READ RESULT zi_cart.
  keys = VALUE #( ( CartID = 'A' ) ).
  found = VALUE #( ( CartID = 'A' Title = 'Ada' ) ).
  double->configure_call( )->for_read( )->when_input(
    inputs->for_read( )->build_input_for_eml( )->add_entity_part(
      inputs->for_read( )->build_entity_part( 'ZI_CART' )->set_instances_for_read( keys ) )
    )->then_set_output( outputs->for_read( )->build_output_for_eml( )->set_result_for_read( found ) ).`

const READ = (key: string): string =>
  `READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = '${key}' ) ) RESULT DATA(carts).`

const BUFFER = (name: string): string => `DATA(environment) = cl_botd_txbufdbl_bo_test_env=>create(
    cl_botd_txbufdbl_bo_test_env=>prepare_environment_config(
      )->set_bdef_dependencies( VALUE #( ( '${name}' ) ) ) ).`

/** A business object that the test writes itself. */
export const ownDouble = `CLASS ltd_cart DEFINITION.
  PUBLIC SECTION.
    INTERFACES if_abap_behavior_testdouble.
    DATA log TYPE string.
ENDCLASS.
CLASS ltd_cart IMPLEMENTATION.
  METHOD if_abap_behavior_testdouble~modify.
    DATA made TYPE RESPONSE FOR MAPPED EARLY zi_cart.
    DATA rows TYPE TABLE FOR CREATE zi_cart.
    LOOP AT changes INTO DATA(change).
      log = |{ log }{ change-op } { change-entity_name } { change-sub_name }/|.
      CHECK change-op = if_abap_behv=>op-m-create.
      ASSIGN change-instances->* TO FIELD-SYMBOL(<rows>).
      rows = <rows>.
      log = |{ log }{ rows[ 1 ]-Title } { rows[ 1 ]-%control-Title } { rows[ 1 ]-%control-Total }/|.
      made-cart = VALUE #( ( %cid = rows[ 1 ]-%cid CartID = 'Z' ) ).
    ENDLOOP.
    mapped = made.
  ENDMETHOD.
  METHOD if_abap_behavior_testdouble~read.
    DATA found TYPE TABLE FOR READ RESULT zi_cart.
    found = VALUE #( ( CartID = 'R' Title = 'Own' ) ).
    LOOP AT retrievals ASSIGNING FIELD-SYMBOL(<retrieval>).
      log = |{ log }{ <retrieval>-op } { <retrieval>-sub_name }{ COND string( WHEN <retrieval>-results IS BOUND THEN \`+r\` ) }{ COND string( WHEN <retrieval>-links IS BOUND THEN \`+l\` ) }/|.
      CHECK <retrieval>-op = if_abap_behv=>op-r-read.
      ASSIGN <retrieval>-results->* TO FIELD-SYMBOL(<found>).
      <found> = found.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
`

export const cases: Readonly<
  Record<string, readonly [body: string, output: string, alert?: RegExp]>
> = {
  'a mocked READ is answered for its input, until the environment ends': [
    `${MOCK_READ}
    ${READ('A')}
    out->write( |{ lines( carts ) } { carts[ 1 ]-Title }| ).
    environment->destroy( ).
    READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'A' ) ) RESULT carts FAILED DATA(failed).
    out->write( |{ lines( carts ) } { failed-cart[ 1 ]-%fail-cause }| ).`,
    '1 Ada/0 404'
  ],
  'outputs follow each other for their times, and verify counts the calls by their input': [
    `${MOCK}
    DATA keys TYPE TABLE FOR READ IMPORT zi_cart.
    DATA found TYPE TABLE FOR READ RESULT zi_cart.
    keys = VALUE #( ( CartID = 'A' ) ).
    DATA(input) = inputs->for_read( )->build_input_for_eml( )->add_entity_part(
      inputs->for_read( )->build_entity_part( 'ZI_CART' )->set_instances_for_read( keys ) ).
    found = VALUE #( ( CartID = 'A' Title = 'one' ) ).
    DATA(one) = outputs->for_read( )->build_output_for_eml( )->set_result_for_read( found ).
    found = VALUE #( ( CartID = 'A' Title = 'two' ) ).
    DATA(two) = outputs->for_read( )->build_output_for_eml( )->set_result_for_read( found ).
    double->configure_call( )->for_read( )->when_input( input
      )->then_set_output( one )->for_times( 2 )->then_set_output( two )->for_times( 1 ).
    DO 4 TIMES.
      ${READ('A')}
      out->write( COND #( WHEN carts IS INITIAL THEN \`-\` ELSE carts[ 1 ]-Title ) ).
    ENDDO.
    double->verify( )->is_called_times( 4 ).
    double->verify( )->read( input )->is_called_times( times = 4 ).
    double->verify( )->read( )->is_called_at_least( 4 ).
    double->verify( )->modify( )->is_never_called( ).
    environment->destroy( ).`,
    'one/one/two/-'
  ],
  'a verification that does not hold fails the test': [
    `${MOCK}
    double->verify( )->modify( )->is_called_at_least( 1 ).`,
    '',
    /Calls of a test double are not as expected.*MODIFY of ZI_CART: 0 calls/
  ],
  'a fields handler numbers the instances of a buffer double': [
    `${BUFFER('ZI_CART')}
    environment->get_test_double( 'ZI_CART' )->configure_additional_behavior( )->set_fields_handler( NEW lcl_numbers( ) ).
    MODIFY ENTITIES OF zi_cart ENTITY Cart CREATE FIELDS ( CartID ) WITH VALUE #( ( %cid = 'C' CartID = 'D' ) )
      CREATE BY \\_Line FIELDS ( Item ) WITH VALUE #( ( %cid_ref = 'C' %target = VALUE #( ( %cid = 'L' Item = 'Pen' ) ) ) )
      MAPPED DATA(mapped).
    out->write( |{ mapped-line[ 1 ]-Pos }| ).`,
    '9'
  ],
  'a configured instance of a buffer double fails, the others of the statement do not': [
    `${BUFFER('ZI_CART')}
    DATA(double) = environment->get_test_double( 'ZI_CART' ).
    DATA rows TYPE TABLE FOR CREATE zi_cart.
    DATA keys TYPE TABLE FOR READ IMPORT zi_cart.
    DATA failed TYPE RESPONSE FOR FAILED EARLY zi_cart.
    rows = VALUE #( ( %cid = 'A' CartID = 'A' Title = 'no' ) ).
    failed-cart = VALUE #( ( %cid = 'A' %fail-cause = if_abap_behv=>cause-locked ) ).
    double->configure_additional_behavior( )->for_modify_create( )->when_input(
      double->create_modify_input_config( )->set_instance( rows[ 1 ] ) )->then_set_output(
      double->create_modify_output_config( )->set_failed( failed ) ).
    MODIFY ENTITIES OF zi_cart ENTITY Cart CREATE FIELDS ( CartID Title ) WITH VALUE #(
      ( %cid = 'A' CartID = 'A' Title = 'no' ) ( %cid = 'B' CartID = 'B' Title = 'no' ) )
      MAPPED DATA(mapped) FAILED failed.
    out->write( |{ lines( failed-cart ) } { failed-cart[ 1 ]-%fail-cause } { lines( mapped-cart ) } { mapped-cart[ 1 ]-%cid }| ).
    keys = VALUE #( ( CartID = 'B' ) ).
    failed-cart = VALUE #( ( CartID = 'B' %fail-cause = if_abap_behv=>cause-unauthorized ) ).
    double->configure_additional_behavior( )->for_read( )->when_input(
      double->create_read_input_config( )->set_instance( keys[ 1 ] ) )->then_set_output(
      double->create_read_output_config( )->set_failed( failed ) ).
    READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'B' ) ) RESULT DATA(carts) FAILED failed.
    out->write( |{ lines( carts ) } { failed-cart[ 1 ]-%fail-cause }| ).`,
    '1 423 1 B/0 401'
  ],
  'a configured instance of a buffer double gets the keys of MAPPED, if its source is there': [
    `${BUFFER('ZI_CART')}
    DATA(double) = environment->get_test_double( 'ZI_CART' ).
    DATA rows TYPE TABLE FOR CREATE zi_cart\\_Line.
    DATA carts TYPE TABLE FOR CREATE zi_cart.
    DATA mapped TYPE RESPONSE FOR MAPPED EARLY zi_cart.
    rows = VALUE #( ( CartID = 'D' %target = VALUE #( ( %cid = 'L' Item = 'Pen' ) ) ) ).
    mapped-line = VALUE #( ( %cid = 'L' CartID = 'D' Pos = 7 ) ).
    double->configure_additional_behavior( )->for_modify_create_ba( )->when_input(
      double->create_modify_input_config( )->set_instance( rows[ 1 ] ) )->then_set_output(
      double->create_modify_output_config( )->set_mapped( mapped ) ).
    MODIFY ENTITIES OF zi_cart ENTITY Cart CREATE BY \\_Line FIELDS ( Item ) WITH rows MAPPED mapped FAILED DATA(failed).
    out->write( |{ lines( mapped-line ) } { failed-cart[ 1 ]-%fail-cause } { failed-line[ 1 ]-%cid } { failed-line[ 1 ]-CartID } { failed-line[ 1 ]-%fail-cause }| ).
    carts = VALUE #( ( CartID = 'D' Title = 'in' %control-Title = if_abap_behv=>mk-on ) ).
    double->insert_test_data( carts ).
    MODIFY ENTITIES OF zi_cart ENTITY Cart CREATE BY \\_Line FIELDS ( Item ) WITH rows MAPPED mapped FAILED failed.
    READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'D' ) ) RESULT DATA(found)
      ENTITY Cart BY \\_Line ALL FIELDS WITH VALUE #( ( CartID = 'D' ) ) RESULT DATA(lines).
    out->write( |{ mapped-line[ 1 ]-Pos } { lines( failed-cart ) } { found[ 1 ]-Title } { lines[ 1 ]-Pos } { lines[ 1 ]-Item }| ).`,
    '0 404 L D 424/7 0 in 7 Pen'
  ],
  'a partial input leaves further operations of the statement open': [
    `${MOCK}
    DATA rows TYPE TABLE FOR CREATE zi_cart.
    DATA mapped TYPE RESPONSE FOR MAPPED EARLY zi_cart.
    rows = VALUE #( ( %cid = 'C' CartID = 'A' ) ).
    mapped-cart = VALUE #( ( %cid = 'C' CartID = 'Z' ) ).
    double->configure_call( )->for_modify( )->when_partial_input(
      inputs->for_modify( )->build_input_for_eml( )->add_entity_part(
        inputs->for_modify( )->build_entity_part( 'CART' )->set_instances_for_create( rows ) )
      )->then_set_output( outputs->for_modify( )->build_output_for_eml( )->set_mapped( mapped ) ).
    CLEAR mapped.
    MODIFY ENTITIES OF zi_cart ENTITY Cart CREATE FIELDS ( CartID ) WITH VALUE #( ( %cid = 'C' CartID = 'A' ) )
      DELETE FROM VALUE #( ( CartID = 'Q' ) ) MAPPED mapped.
    out->write( |{ mapped-cart[ 1 ]-CartID }| ).`,
    'Z'
  ],
  'a double that the test writes itself gets EML as calls of its methods, until it is unset': [
    `${BUFFER('ZI_CART')}
    DATA(double) = NEW ltd_cart( ).
    double->if_abap_behavior_testdouble~root_name = 'ZI_CART'.
    cl_abap_behv_test_environment=>set_test_double( double ).
    MODIFY ENTITIES OF zi_cart ENTITY Cart CREATE FIELDS ( Title ) WITH VALUE #( ( %cid = 'C' Title = 'T' ) )
      EXECUTE close FROM VALUE #( ( CartID = 'A' ) ) MAPPED DATA(mapped).
    MODIFY ENTITIES OF zi_cart ENTITY Cart DELETE FROM VALUE #( ( CartID = 'A' ) ).
    READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'A' ) ) RESULT DATA(carts)
      ENTITY Cart BY \\_Line FROM VALUE #( ( CartID = 'A' ) ) LINK DATA(links).
    cl_abap_behv_test_environment=>unset_test_double( 'ZI_CART' ).
    READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'A' ) ) RESULT DATA(none).
    out->write( |{ double->log }{ mapped-cart[ 1 ]-%cid } { mapped-cart[ 1 ]-CartID } { carts[ 1 ]-Title } { lines( none ) }| ).`,
    'C ZI_CART /T 01 00/A ZI_CART CLOSE/D ZI_CART /R +r/N _LINE+l/C Z Own 0'
  ],
  'a mocked READ with another input has no answer': [
    `${MOCK_READ}
    ${READ('B')}`,
    '',
    /EML for ZI_CART: its test double has no answer for this input/
  ],
  'a double that is cleared has no answers': [
    `${MOCK_READ}
    environment->clear_doubles( ).
    ${READ('A')}`,
    '',
    /EML for ZI_CART: its test double has no answer for this input/
  ],
  'a mocked READ BY an association has the result of its association': [
    `${MOCK}
    DATA keys TYPE TABLE FOR READ IMPORT zi_cart\\_Line.
    DATA found TYPE TABLE FOR READ RESULT zi_cart\\_Line.
    keys = VALUE #( ( CartID = 'A' ) ).
    found = VALUE #( ( CartID = 'A' Pos = 7 Item = 'Pen' ) ).
    double->configure_call( )->for_read( )->when_input(
      inputs->for_read( )->build_input_for_eml( )->add_entity_part(
        inputs->for_read( )->build_entity_part( 'CART' )->set_instances_for_read_ba( keys ) )
      )->then_set_output( outputs->for_read( )->build_output_for_eml( )->set_result_for_read_ba(
        source_entity_name = 'CART' assoc_name = '_LINE' result = found ) ).
    READ ENTITIES OF zi_cart ENTITY Cart BY \\_Line ALL FIELDS WITH VALUE #( ( CartID = 'A' ) ) RESULT DATA(lines).
    out->write( |{ lines[ 1 ]-Pos } { lines[ 1 ]-Item }| ).`,
    '7 Pen'
  ],
  'a mocked MODIFY has its responses, and its last answer holds': [
    `${MOCK}
    DATA rows TYPE TABLE FOR CREATE zi_cart.
    DATA mapped TYPE RESPONSE FOR MAPPED EARLY zi_cart.
    DATA failed TYPE RESPONSE FOR FAILED EARLY zi_cart.
    rows = VALUE #( ( %cid = 'C' CartID = 'A' ) ).
    mapped-cart = VALUE #( ( %cid = 'C' CartID = 'Z' ) ).
    failed-cart = VALUE #( ( %cid = 'C' %fail-cause = if_abap_behv=>cause-locked ) ).
    double->configure_call( )->for_modify( )->ignore_input( )->then_set_output(
      outputs->for_modify( )->build_output_for_eml( )->set_failed( failed ) ).
    double->configure_call( )->for_modify( )->when_input(
      inputs->for_modify( )->build_input_for_eml( )->add_entity_part(
        inputs->for_modify( )->build_entity_part( 'CART' )->set_instances_for_create( rows ) )
      )->then_set_output( outputs->for_modify( )->build_output_for_eml( )->set_mapped( mapped ) ).
    CLEAR: rows, mapped, failed.
    MODIFY ENTITIES OF zi_cart ENTITY Cart CREATE FIELDS ( CartID ) WITH VALUE #( ( %cid = 'C' CartID = 'A' ) )
      MAPPED mapped FAILED failed.
    out->write( |{ mapped-cart[ 1 ]-CartID } { lines( failed-cart ) }| ).
    MODIFY ENTITIES OF zi_cart ENTITY Cart CREATE FIELDS ( CartID ) WITH VALUE #( ( %cid = 'C' CartID = 'B' ) )
      MAPPED mapped FAILED failed.
    COMMIT ENTITIES.
    out->write( |{ lines( mapped-cart ) } { failed-cart[ 1 ]-%fail-cause } { sy-subrc }| ).
    SELECT COUNT( * ) FROM zcart INTO @DATA(count).
    out->write( |{ count }| ).`,
    'Z 0/0 423 0/0'
  ],
  'a transactional buffer double has no behavior pool, and writes nothing': [
    `${BUFFER('ZI_TASK')}
    MODIFY ENTITIES OF zi_task ENTITY Task CREATE FIELDS ( OrderID Buyer )
      WITH VALUE #( ( %cid = 'T' OrderID = '666' Buyer = 'Ida' ) ( %cid = 'U' OrderID = 'U' ) )
      UPDATE FIELDS ( Amount ) WITH VALUE #( ( OrderID = '666' Amount = 4 ) ) MAPPED DATA(mapped) FAILED DATA(failed).
    out->write( |{ lines( mapped-task ) } { lines( failed-task ) }| ).
    COMMIT ENTITIES.
    READ ENTITIES OF zi_task ENTITY Task ALL FIELDS WITH VALUE #( ( OrderID = '666' ) ( OrderID = 'X' ) )
      RESULT DATA(tasks) FAILED failed.
    out->write( |{ sy-subrc } { tasks[ 1 ]-Buyer } { tasks[ 1 ]-Amount } { failed-task[ 1 ]-OrderID }| ).
    SELECT SINGLE buyer FROM zorder WHERE order_id = '666' INTO @DATA(buyer).
    environment->clear_doubles( ).
    READ ENTITIES OF zi_task ENTITY Task ALL FIELDS WITH VALUE #( ( OrderID = '666' ) ) RESULT tasks.
    out->write( |{ buyer } { lines( tasks ) }| ).`,
    '2 0/0 Ida 4 X/Eve 0'
  ],
  'a transactional buffer double numbers nothing': [
    `${BUFFER('ZI_BILL')}
    MODIFY ENTITIES OF zi_bill ENTITY Bill CREATE FIELDS ( Buyer ) WITH VALUE #( ( %cid = 'X' Buyer = 'Ann' ) ).`,
    '',
    /numbering of the transactional buffer test double of ZI_BILL/
  ],
  'a test environment has the doubles that it was made for': [
    `${MOCK}
    environment->get_test_double( 'ZI_ORDER' ).`,
    '',
    /a test double of ZI_ORDER, which its test environment does not have/
  ]
}
