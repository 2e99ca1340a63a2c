"! The console of a console application.
INTERFACE if_oo_adt_classrun_out PUBLIC.
  METHODS begin_section
    IMPORTING
      !title        TYPE clike OPTIONAL
        PREFERRED PARAMETER title
    RETURNING
      VALUE(output) TYPE REF TO if_oo_adt_classrun_out.
  METHODS next_section
    IMPORTING
      !title        TYPE clike OPTIONAL
        PREFERRED PARAMETER title
    RETURNING
      VALUE(output) TYPE REF TO if_oo_adt_classrun_out.
  METHODS end_section
    RETURNING
      VALUE(output) TYPE REF TO if_oo_adt_classrun_out.
  METHODS line
    RETURNING
      VALUE(output) TYPE REF TO if_oo_adt_classrun_out.
  METHODS write
    IMPORTING
      !data         TYPE any
      !name         TYPE string OPTIONAL
        PREFERRED PARAMETER data
    RETURNING
      VALUE(output) TYPE REF TO if_oo_adt_classrun_out.
  METHODS write_text
    IMPORTING
      !text         TYPE clike
    RETURNING
      VALUE(output) TYPE REF TO if_oo_adt_classrun_out.
  METHODS write_data
    IMPORTING
      !value        TYPE any
      !name         TYPE string OPTIONAL
        PREFERRED PARAMETER value
    RETURNING
      VALUE(output) TYPE REF TO if_oo_adt_classrun_out.
  METHODS get
    IMPORTING
      !data         TYPE any OPTIONAL
      !name         TYPE string OPTIONAL
        PREFERRED PARAMETER data
    RETURNING
      VALUE(output) TYPE string.
  METHODS display
    IMPORTING
      !data         TYPE any OPTIONAL
      !name         TYPE string OPTIONAL
        PREFERRED PARAMETER data
    RETURNING
      VALUE(output) TYPE string.
ENDINTERFACE.
