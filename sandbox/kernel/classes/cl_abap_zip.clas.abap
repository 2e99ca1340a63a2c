"! Archives in ZIP format, stored or compressed by DEFLATE; names are UTF-8.
CLASS cl_abap_zip DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES:
      BEGIN OF t_file,
        name TYPE string,
        date TYPE d,
        time TYPE t,
        size TYPE i,
      END OF t_file.
    TYPES t_files TYPE STANDARD TABLE OF t_file WITH DEFAULT KEY.

    DATA files                 TYPE t_files READ-ONLY.
    DATA support_unicode_names TYPE abap_bool VALUE abap_true.

    CLASS-METHODS crc32
      IMPORTING
        !content     TYPE xstring
      RETURNING
        VALUE(crc32) TYPE i.

    METHODS add
      IMPORTING
        !name           TYPE csequence
        !content        TYPE xsequence
        !compress_level TYPE i DEFAULT 6.
    METHODS get
      IMPORTING
        !name    TYPE csequence OPTIONAL
        !index   TYPE i DEFAULT 0
      EXPORTING
        !content TYPE xstring
      EXCEPTIONS
        zip_index_error
        zip_decompression_error.
    METHODS delete
      IMPORTING
        !name  TYPE csequence OPTIONAL
        !index TYPE i DEFAULT 0
      EXCEPTIONS
        zip_index_error.
    METHODS load
      IMPORTING
        !zip TYPE xstring
      EXCEPTIONS
        zip_parse_error.
    METHODS save
      RETURNING
        VALUE(zip) TYPE xstring.
  PROTECTED SECTION.
    "! The packed bytes of the files, in the order of `files`.
    TYPES:
      BEGIN OF ty_packed,
        method TYPE i,
        crc    TYPE string,
        bytes  TYPE xstring,
      END OF ty_packed.
    DATA packed TYPE STANDARD TABLE OF ty_packed WITH DEFAULT KEY.

    METHODS position
      IMPORTING
        !name         TYPE csequence
        !index        TYPE i
      RETURNING
        VALUE(result) TYPE i.
ENDCLASS.

CLASS cl_abap_zip IMPLEMENTATION.
  METHOD crc32.
    WRITE '@KERNEL crc32.set(abap.sandbox.zip.crc32(content.get()) | 0);'.
  ENDMETHOD.

  METHOD position.
    IF name IS NOT INITIAL.
      READ TABLE files WITH KEY name = name TRANSPORTING NO FIELDS.
      result = COND #( WHEN sy-subrc = 0 THEN sy-tabix ).
    ELSEIF index BETWEEN 1 AND lines( files ).
      result = index.
    ENDIF.
  ENDMETHOD.

  METHOD add.
    DATA bytes TYPE xstring.
    DATA entry TYPE ty_packed.
    bytes = content.
    entry-method = COND #( WHEN compress_level = 0 THEN 0 ELSE 8 ).
    WRITE '@KERNEL entry.get().crc.set(abap.sandbox.zip.crc32(bytes.get()).toString(16));'.
    entry-bytes = COND #( WHEN compress_level = 0 THEN bytes ELSE kernel_zip=>deflate( bytes ) ).
    APPEND entry TO packed.
    APPEND VALUE #(
      name = name
      date = sy-datum
      time = sy-uzeit
      size = xstrlen( bytes ) ) TO files.
  ENDMETHOD.

  METHOD get.
    DATA entry TYPE ty_packed.
    DATA damaged TYPE abap_bool.
    DATA at TYPE i.
    CLEAR content.
    at = position( name = name index = index ).
    IF at = 0.
      RAISE zip_index_error.
    ENDIF.
    READ TABLE packed INDEX at INTO entry.
    IF entry-method = 0.
      content = entry-bytes.
    ELSE.
      kernel_zip=>inflate(
        EXPORTING
          bytes   = entry-bytes
        IMPORTING
          result  = content
          damaged = damaged ).
    ENDIF.
    WRITE '@KERNEL if (parseInt(entry.get().crc.get(), 16) !== abap.sandbox.zip.crc32(content.get())) damaged.set("X");'.
    IF damaged = abap_true.
      CLEAR content.
      RAISE zip_decompression_error.
    ENDIF.
  ENDMETHOD.

  METHOD delete.
    DATA at TYPE i.
    at = position( name = name index = index ).
    IF at = 0.
      RAISE zip_index_error.
    ENDIF.
    DELETE files INDEX at.
    DELETE packed INDEX at.
  ENDMETHOD.

  METHOD load.
    DATA entry TYPE ty_packed.
    DATA file TYPE t_file.
    DATA damaged TYPE abap_bool.
    CLEAR: files, packed.
    WRITE '@KERNEL const entries = abap.sandbox.zip.readArchive(zip.get());'.
    WRITE '@KERNEL damaged.set(entries === undefined ? "X" : "");'.
    IF damaged = abap_true.
      RAISE zip_parse_error.
    ENDIF.
    WRITE '@KERNEL for (const each of entries) {'.
    WRITE '@KERNEL file.get().name.set(each.name); file.get().date.set(each.date); file.get().time.set(each.time); file.get().size.set(each.size);'.
    WRITE '@KERNEL entry.get().method.set(each.method); entry.get().crc.set(each.crc.toString(16)); entry.get().bytes.set(each.bytes);'.
    APPEND file TO files.
    APPEND entry TO packed.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD save.
    WRITE '@KERNEL const rows = this.packed.array().map(row => row.get());'.
    WRITE '@KERNEL const entries = this.files.array().map((row, at) => ({ row: row.get(), packed: rows[at] })).map(({ row, packed }) => ({'.
    WRITE '@KERNEL name: row.name.get(), date: row.date.get(), time: row.time.get(), size: row.size.get(),'.
    WRITE '@KERNEL method: packed.method.get(), crc: parseInt(packed.crc.get(), 16), bytes: packed.bytes.get() }));'.
    WRITE '@KERNEL zip.set(abap.sandbox.zip.writeArchive(entries));'.
  ENDMETHOD.
ENDCLASS.
