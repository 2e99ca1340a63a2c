/** Calls of the application log's function modules, each of which writes a line. */
const rowsOfObject = { OBJECT: 'ZLOG' }

/** Rows that each run begins with. */
export const logRows: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  BALOBJ: [rowsOfObject],
  BALOBJT: [{ SPRAS: 'E', ...rowsOfObject, OBJTXT: 'Test' }],
  BALSUB: [{ ...rowsOfObject, SUBOBJECT: 'SUB' }],
  BALSUBT: [],
  BALHDR: [],
  BALDAT: [],
  BALM: [],
  TNRO: [],
  NRIV: []
}

export const logCalls = {
  fields: `DATA: handle TYPE balloghndl, header TYPE bal_s_log, message TYPE bal_s_msg, place TYPE balmsghndl, places TYPE bal_t_msgh, handles TYPE bal_t_logh, numbers TYPE bal_t_lgnm, counts TYPE bal_s_scnt, words TYPE c LENGTH 255, criteria TYPE bal_s_lfil, heads TYPE balhdr_t, number_of TYPE i.\n`,
  create: (facts: string): string =>
    `header = VALUE #( ${facts} ). CALL FUNCTION 'BAL_LOG_CREATE' EXPORTING i_s_log = header IMPORTING e_log_handle = handle EXCEPTIONS log_header_inconsistent = 1 OTHERS = 2. WRITE: / |{ sy-subrc }|.\n`,
  add: (facts: string): string =>
    `CLEAR place. message = VALUE #( ${facts} ). CALL FUNCTION 'BAL_LOG_MSG_ADD' EXPORTING i_log_handle = handle i_s_msg = message IMPORTING e_s_msg_handle = place EXCEPTIONS log_not_found = 1 msg_inconsistent = 2 log_is_full = 3. WRITE: / |{ sy-subrc } { place-msgnumber }|.\n`,
  read: (number: number): string =>
    `CLEAR message. place = VALUE #( log_handle = handle msgnumber = ${number} ). CALL FUNCTION 'BAL_LOG_MSG_READ' EXPORTING i_s_msg_handle = place IMPORTING e_s_msg = message e_txt_msg = words EXCEPTIONS log_not_found = 1 msg_not_found = 2. IF sy-subrc = 0. WRITE: / |0 { message-msgty } { words } { message-msg_count }|. ELSE. WRITE: / |{ sy-subrc }|. ENDIF.\n`,
  save: (facts: string): string =>
    `CLEAR numbers. CALL FUNCTION 'BAL_DB_SAVE' EXPORTING i_t_log_handle = VALUE bal_t_logh( ( handle ) ) ${facts} IMPORTING e_new_lognumbers = numbers EXCEPTIONS log_not_found = 1 save_not_allowed = 2 numbering_error = 3. IF sy-subrc = 0. WRITE: / |0 { numbers[ 1 ]-tmp_lognum } { numbers[ 1 ]-lognumber }|. ELSE. WRITE: / |{ sy-subrc }|. ENDIF.\n`,
  /** The number of heads in the database. */
  saved: 'SELECT COUNT(*) FROM balhdr INTO @number_of. WRITE: / |{ number_of }|.\n'
}
