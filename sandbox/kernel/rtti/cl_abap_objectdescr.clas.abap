CLASS cl_abap_objectdescr DEFINITION PUBLIC INHERITING FROM cl_abap_typedescr ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    CONSTANTS:
      exporting TYPE c LENGTH 1 VALUE 'E',
      importing TYPE c LENGTH 1 VALUE 'I',
      changing  TYPE c LENGTH 1 VALUE 'C',
      receiving TYPE c LENGTH 1 VALUE 'R',
      returning TYPE c LENGTH 1 VALUE 'R'.

    DATA methods    TYPE abap_methdescr_tab READ-ONLY.
    DATA attributes TYPE abap_attrdescr_tab READ-ONLY.
    DATA interfaces TYPE abap_intfdescr_tab READ-ONLY.

    METHODS constructor
      IMPORTING
        !name TYPE string.
ENDCLASS.

CLASS cl_abap_objectdescr IMPLEMENTATION.
  METHOD constructor.
    DATA part TYPE string.
    DATA visibility TYPE string.
    DATA shared TYPE abap_bool.
    DATA constant TYPE abap_bool.
    super->constructor( ).
    absolute_name = name.
    WRITE '@KERNEL const type = abap.Classes[name.get()];'.
    WRITE '@KERNEL for (const [key, method] of Object.entries(type?.METHODS ?? {})) {'.
    WRITE '@KERNEL part.set(key.toUpperCase()); visibility.set(method.visibility ?? "");'.
    APPEND VALUE #( name = part visibility = visibility ) TO methods.
    WRITE '@KERNEL }'.
    WRITE '@KERNEL for (const [key, attribute] of Object.entries(type?.ATTRIBUTES ?? {})) {'.
    WRITE '@KERNEL part.set(key.toUpperCase()); visibility.set(attribute.visibility ?? "");'.
    WRITE '@KERNEL shared.set(attribute.is_class || "");'.
    WRITE '@KERNEL constant.set(attribute.is_constant || "");'.
    APPEND VALUE #( name = part visibility = visibility is_class = shared is_constant = constant ) TO attributes.
    WRITE '@KERNEL }'.
    WRITE '@KERNEL for (const key of type?.IMPLEMENTED_INTERFACES ?? []) {'.
    WRITE '@KERNEL part.set(key);'.
    APPEND VALUE #( name = part ) TO interfaces.
    WRITE '@KERNEL }'.
  ENDMETHOD.
ENDCLASS.
