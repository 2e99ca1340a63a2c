"! JSON as a list of nodes, for /UI2/CL_JSON; runtime/child/markup/json-nodes.ts reads it.
CLASS kernel_json DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    TYPES:
      BEGIN OF node,
        "! O object, A array, S string, N number, B truth value, Z null, E where the text ceases to be JSON
        kind   TYPE c LENGTH 1,
        name   TYPE string,
        value  TYPE string,
        "! The text of the node in the source.
        start  TYPE i,
        length TYPE i,
        "! Positions of the first node inside and of the next one beside, 0 where there is none.
        first  TYPE i,
        next   TYPE i,
      END OF node.
    TYPES nodes TYPE STANDARD TABLE OF node WITH DEFAULT KEY.
    TYPES:
      BEGIN OF moment,
        date     TYPE d,
        time     TYPE t,
        fraction TYPE n LENGTH 7,
      END OF moment.
    CLASS-METHODS read
      IMPORTING
        !source       TYPE string
      RETURNING
        VALUE(result) TYPE nodes.
    "! A point in time in UTC, of ISO 8601 or Edm.DateTime; initial for other texts.
    CLASS-METHODS moment_of
      IMPORTING
        !text         TYPE string
      RETURNING
        VALUE(result) TYPE moment.
    "! The time of Edm.Time (PT12H34M56S), six digits; initial for other texts.
    CLASS-METHODS duration_of
      IMPORTING
        !text         TYPE string
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS indent
      IMPORTING
        !source       TYPE string
      RETURNING
        VALUE(result) TYPE string.
ENDCLASS.

CLASS kernel_json IMPLEMENTATION.
  METHOD read.
    DATA node TYPE node.
    CLEAR node.
    WRITE '@KERNEL for (const found of abap.sandbox.json.nodes(source.get())) {'.
    WRITE '@KERNEL   for (const [key, value] of Object.entries(found)) node.get()[key].set(value);'.
    APPEND node TO result.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD moment_of.
    WRITE '@KERNEL for (const [key, value] of Object.entries(abap.sandbox.json.moment(text.get()) ?? {})) result.get()[key].set(value);'.
  ENDMETHOD.

  METHOD duration_of.
    WRITE '@KERNEL result.set(abap.sandbox.json.duration(text.get()) ?? "");'.
  ENDMETHOD.

  METHOD indent.
    WRITE '@KERNEL result.set(abap.sandbox.json.indented(source.get()));'.
  ENDMETHOD.
ENDCLASS.
