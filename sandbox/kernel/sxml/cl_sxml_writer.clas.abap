"! Writes XML 1.0 and JSON; other formats are refused by name.
CLASS cl_sxml_writer DEFINITION PUBLIC ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_sxml_writer.

    METHODS kernel_start
      IMPORTING
        !type     TYPE if_sxml=>xml_stream_type
        !encoding TYPE csequence.
    METHODS kernel_output
      RETURNING
        VALUE(result) TYPE xstring.
    METHODS kernel_is_json
      RETURNING
        VALUE(result) TYPE abap_bool.
  PROTECTED SECTION.
    DATA stream_type TYPE if_sxml=>xml_stream_type.
    DATA breaks      TYPE abap_bool.
    DATA indent      TYPE abap_bool.
    METHODS attribute
      IMPORTING
        !name   TYPE csequence
        !nsuri  TYPE csequence
        !prefix TYPE csequence
        !value  TYPE string
      RAISING
        cx_sxml_state_error.
    METHODS text
      IMPORTING
        !value TYPE string
      RAISING
        cx_sxml_state_error.
ENDCLASS.

CLASS cl_sxml_writer IMPLEMENTATION.
  METHOD kernel_start.
    DATA name TYPE string.
    name = to_upper( encoding ).
    IF type <> if_sxml=>co_xt_xml10 AND type <> if_sxml=>co_xt_json.
      WRITE '@KERNEL abap.sandbox.unsupported("an sXML writer for binary XML or XOP");'.
    ENDIF.
    IF name <> `UTF-8`.
      WRITE '@KERNEL abap.sandbox.unsupported("an sXML writer whose encoding is not UTF-8");'.
    ENDIF.
    stream_type = type.
    WRITE '@KERNEL this.events = []; this.opened = [];'.
  ENDMETHOD.

  METHOD kernel_output.
    DATA is_json TYPE abap_bool.
    DATA text TYPE string.
    is_json = kernel_is_json( ).
    WRITE '@KERNEL const options = { json: is_json.get() === "X", breaks: this.breaks.get() === "X", indent: this.indent.get() === "X" };'.
    WRITE '@KERNEL text.set(abap.sandbox.markup.writeMarkup(this.events, options));'.
    result = kernel_digest=>bytes_of( text ).
  ENDMETHOD.

  METHOD kernel_is_json.
    result = xsdbool( stream_type = if_sxml=>co_xt_json ).
  ENDMETHOD.

  METHOD if_sxml_writer~open_element.
    DATA own TYPE string.
    DATA space TYPE string.
    own = prefix.
    space = nsuri.
    WRITE '@KERNEL const known = this.opened.findLast(each => each.declared.some(([p]) => p === own.get()));'.
    WRITE '@KERNEL const bound = known?.declared.find(([p]) => p === own.get())[1] ?? "";'.
    WRITE '@KERNEL const declared = space.get() === bound ? [] : [[own.get(), space.get()]];'.
    WRITE '@KERNEL const event = { type: "open", name: name.get().trimEnd(), prefix: own.get(), uri: space.get(), attributes: [], declared };'.
    WRITE '@KERNEL this.events.push(event); this.opened.push(event);'.
  ENDMETHOD.

  METHOD if_sxml_writer~close_element.
    DATA is_open TYPE abap_bool.
    WRITE '@KERNEL is_open.set(this.opened.length > 0 ? "X" : "");'.
    IF is_open = abap_false.
      RAISE EXCEPTION TYPE cx_sxml_state_error.
    ENDIF.
    WRITE '@KERNEL const { name, prefix, uri } = this.opened.pop();'.
    WRITE '@KERNEL this.events.push({ type: "close", name, prefix, uri });'.
  ENDMETHOD.

  METHOD attribute.
    DATA own_prefix TYPE string.
    DATA space TYPE string.
    DATA is_open TYPE abap_bool.
    WRITE '@KERNEL const last = this.events.at(-1);'.
    WRITE '@KERNEL is_open.set(last?.type === "open" ? "X" : "");'.
    IF is_open = abap_false.
      RAISE EXCEPTION TYPE cx_sxml_state_error.
    ENDIF.
    own_prefix = prefix.
    space = nsuri.
    WRITE '@KERNEL const own = { name: name.get().trimEnd(), prefix: own_prefix.get(), uri: space.get(), value: value.get() };'.
    WRITE '@KERNEL last.attributes = [...last.attributes.filter(each => each.name !== own.name || each.uri !== own.uri), own];'.
    WRITE '@KERNEL const declares = each => each.declared.some(([p, u]) => p === own.prefix && u === own.uri);'.
    WRITE '@KERNEL if (own.prefix !== "" && own.uri !== "" && !this.opened.some(declares)) last.declared.push([own.prefix, own.uri]);'.
  ENDMETHOD.

  METHOD if_sxml_writer~write_attribute.
    attribute(
      name   = name
      nsuri  = nsuri
      prefix = prefix
      value  = CONV #( value ) ).
  ENDMETHOD.

  METHOD if_sxml_writer~write_attribute_raw.
    attribute(
      name   = name
      nsuri  = nsuri
      prefix = prefix
      value  = kernel_markup=>base64( value ) ).
  ENDMETHOD.

  METHOD if_sxml_writer~write_namespace_declaration.
    DATA own TYPE string.
    DATA space TYPE string.
    DATA is_open TYPE abap_bool.
    WRITE '@KERNEL const last = this.events.at(-1);'.
    WRITE '@KERNEL is_open.set(last?.type === "open" ? "X" : "");'.
    IF is_open = abap_false.
      RAISE EXCEPTION TYPE cx_sxml_state_error.
    ENDIF.
    own = prefix.
    space = nsuri.
    WRITE '@KERNEL const declares = ([p]) => p === own.get();'.
    WRITE '@KERNEL if (!last.declared.some(declares)) last.declared.push([own.get(), space.get()]);'.
  ENDMETHOD.

  METHOD text.
    DATA is_open TYPE abap_bool.
    WRITE '@KERNEL is_open.set(this.opened.length > 0 ? "X" : "");'.
    IF is_open = abap_false.
      RAISE EXCEPTION TYPE cx_sxml_state_error.
    ENDIF.
    IF value IS NOT INITIAL.
      WRITE '@KERNEL this.events.push({ type: "value", value: value.get(), blank: false });'.
    ENDIF.
  ENDMETHOD.

  METHOD if_sxml_writer~write_value.
    text( CONV #( value ) ).
  ENDMETHOD.

  METHOD if_sxml_writer~write_value_raw.
    text( kernel_markup=>base64( value ) ).
  ENDMETHOD.

  METHOD if_sxml_writer~write_node.
    DATA open TYPE REF TO if_sxml_open_element.
    DATA value TYPE REF TO if_sxml_value_node.
    DATA attribute TYPE REF TO if_sxml_attribute.
    IF node IS NOT BOUND.
      RETURN.
    ENDIF.
    CASE node->type.
      WHEN if_sxml_node=>co_nt_element_open.
        open ?= node.
        if_sxml_writer~open_element(
          name   = open->qname-name
          nsuri  = open->qname-namespace
          prefix = open->prefix ).
        LOOP AT open->get_attributes( ) INTO attribute.
          attribute(
            name   = attribute->qname-name
            nsuri  = attribute->qname-namespace
            prefix = attribute->prefix
            value  = attribute->get_value( ) ).
        ENDLOOP.
      WHEN if_sxml_node=>co_nt_element_close.
        if_sxml_writer~close_element( ).
      WHEN if_sxml_node=>co_nt_value.
        value ?= node.
        text( value->get_value( ) ).
    ENDCASE.
  ENDMETHOD.

  METHOD if_sxml_writer~new_open_element.
    element = NEW cl_sxml_open_element(
      qname  = VALUE #( name = name namespace = nsuri )
      prefix = CONV #( prefix ) ).
  ENDMETHOD.

  METHOD if_sxml_writer~new_close_element.
    element = NEW cl_sxml_close_element( ).
  ENDMETHOD.

  METHOD if_sxml_writer~new_value.
    value = NEW cl_sxml_value( ).
  ENDMETHOD.

  METHOD if_sxml_writer~set_option.
    CASE option.
      WHEN if_sxml_writer=>co_opt_linebreaks.
        breaks = value.
      WHEN if_sxml_writer=>co_opt_indent.
        indent = value.
      WHEN if_sxml_writer=>co_opt_normalizing OR if_sxml_writer=>co_opt_no_empty.
        WRITE '@KERNEL abap.sandbox.unsupported("this option of IF_SXML_WRITER=>SET_OPTION");'.
    ENDCASE.
  ENDMETHOD.
ENDCLASS.
