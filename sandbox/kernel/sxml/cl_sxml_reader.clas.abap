"! Reads a document as events. White space between elements is no value unless normalizing is off.
CLASS cl_sxml_reader DEFINITION PUBLIC ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_sxml_reader.

    METHODS kernel_start
      IMPORTING
        !bytes TYPE xstring
        !normalizing TYPE abap_bool DEFAULT abap_true.
  PROTECTED SECTION.
    DATA normalizing TYPE abap_bool.
    DATA attribute   TYPE i.
    METHODS fail
      IMPORTING
        !text   TYPE string
        !offset TYPE i
      RAISING
        cx_sxml_parse_error.
    METHODS show.
ENDCLASS.

CLASS cl_sxml_reader IMPLEMENTATION.
  METHOD kernel_start.
    DATA text TYPE string.
    DATA is_text TYPE abap_bool.
    me->normalizing = normalizing.
    kernel_utf8=>decode(
      EXPORTING
        source  = bytes
      IMPORTING
        result  = text
        is_text = is_text ).
    WRITE '@KERNEL const source = text.get().replace(/^\uFEFF/, "");'.
    WRITE '@KERNEL const first = source.trimStart()[0];'.
    WRITE '@KERNEL const failed = (text, offset) => [{ type: "error", reason: "syntax", text, offset }];'.
    WRITE '@KERNEL if (bytes.get() === "" || is_text.get() !== "X") this.events = failed("BOM / charset detection failed", 0);'.
    WRITE '@KERNEL else if (first === "<") this.events = abap.sandbox.markup.readXml(source);'.
    WRITE '@KERNEL else this.events = abap.sandbox.markup.readJson(source);'.
    " sections of characters are one value with the text around them
    WRITE '@KERNEL const joined = (a, b) => ({ type: "value", value: a.value + b.value, blank: a.blank && b.blank });'.
    WRITE '@KERNEL const follows = (list, event) => event.type === "value" && list.at(-1)?.type === "value";'.
    WRITE '@KERNEL const list = [];'.
    WRITE '@KERNEL for (const event of this.events) list.push(follows(list, event) ? joined(list.pop(), event) : event);'.
    WRITE '@KERNEL this.events = list;'.
    WRITE '@KERNEL this.isJson = first !== "<";'.
    WRITE '@KERNEL this.at = -1; this.opened = [];'.
  ENDMETHOD.

  METHOD fail.
    RAISE EXCEPTION TYPE cx_sxml_parse_error
      EXPORTING
        textid     = cx_sxml_parse_error=>kernel_parser
        error_text = text
        xml_offset = offset.
  ENDMETHOD.

  METHOD if_sxml_reader~next_node.
    DATA text TYPE string.
    DATA offset TYPE i.
    WRITE '@KERNEL const left = this.events[this.at];'.
    WRITE '@KERNEL if (left?.type === "open") this.opened.push(left);'.
    WRITE '@KERNEL const skipped = event => ["comment", "declaration", "instruction"].includes(event?.type)'.
    WRITE '@KERNEL   || (event?.type === "value" && event.blank && this.normalizing.get() === "X");'.
    WRITE '@KERNEL do this.at++; while (skipped(this.events[this.at]));'.
    WRITE '@KERNEL const event = this.events[this.at];'.
    WRITE '@KERNEL if (event?.type === "close") this.opened.pop();'.
    WRITE '@KERNEL if (event?.type === "error") {'.
    WRITE '@KERNEL text.set(event.reason === "end" ? "<EOF> reached" : event.reason === "mismatch" ? "document not wellformed" : event.text);'.
    WRITE '@KERNEL offset.set(event.offset); this.at--;'.
    WRITE '@KERNEL if (left?.type === "open") this.opened.pop();'.
    fail(
      text   = text
      offset = offset ).
    WRITE '@KERNEL }'.
    show( ).
  ENDMETHOD.

  METHOD show.
    attribute = -1.
    CLEAR: if_sxml_reader~value, if_sxml_reader~value_raw, if_sxml_reader~value_type.
    WRITE '@KERNEL const event = this.events[this.at];'.
    WRITE '@KERNEL const named = event?.type === "value" ? this.opened.at(-1) : event;'.
    WRITE '@KERNEL this.if_sxml_reader$name.set(named?.name ?? "");'.
    WRITE '@KERNEL this.if_sxml_reader$nsuri.set(named?.uri ?? "");'.
    WRITE '@KERNEL this.if_sxml_reader$prefix.set(named?.prefix ?? "");'.
    WRITE '@KERNEL this.if_sxml_reader$node_type.set(this.at < 0 ? 0 : { open: 1, close: 2, value: 4 }[event?.type] ?? 128);'.
    IF if_sxml_reader~node_type = if_sxml_node=>co_nt_value.
      if_sxml_reader~value_type = if_sxml_value=>co_vt_text.
      WRITE '@KERNEL this.if_sxml_reader$value.set(event.value);'.
    ENDIF.
  ENDMETHOD.

  METHOD if_sxml_reader~current_node.
    show( ).
  ENDMETHOD.

  METHOD if_sxml_reader~next_attribute.
    DATA is_there TYPE abap_bool.
    DATA next TYPE i.
    next = attribute + 1.
    WRITE '@KERNEL const found = this.events[this.at]?.attributes?.[next.get()];'.
    WRITE '@KERNEL is_there.set(found === undefined ? "" : "X");'.
    IF is_there = abap_false.
      show( ).
      RETURN.
    ENDIF.
    attribute = next.
    if_sxml_reader~node_type = if_sxml_node=>co_nt_attribute.
    if_sxml_reader~value_type = if_sxml_value=>co_vt_text.
    WRITE '@KERNEL this.if_sxml_reader$name.set(found.name);'.
    WRITE '@KERNEL this.if_sxml_reader$nsuri.set(found.uri);'.
    WRITE '@KERNEL this.if_sxml_reader$prefix.set(found.prefix);'.
    WRITE '@KERNEL this.if_sxml_reader$value.set(found.value);'.
  ENDMETHOD.

  METHOD if_sxml_reader~read_next_node.
    if_sxml_reader~next_node( ).
    node = if_sxml_reader~read_current_node( ).
    " the attributes of the element have been read: the value is that of the last one
    WRITE '@KERNEL const last = this.isJson ? this.events[this.at]?.attributes?.at(-1) : undefined;'.
    WRITE '@KERNEL if (last !== undefined) this.if_sxml_reader$value.set(last.value);'.
  ENDMETHOD.

  METHOD if_sxml_reader~read_current_node.
    DATA element TYPE REF TO if_sxml_open_element.
    DATA attribute_name TYPE string.
    DATA attribute_nsuri TYPE string.
    DATA attribute_prefix TYPE string.
    DATA attribute_value TYPE string.
    DATA qname TYPE qname.
    show( ).
    qname-name = if_sxml_reader~name.
    qname-namespace = if_sxml_reader~nsuri.
    CASE if_sxml_reader~node_type.
      WHEN if_sxml_node=>co_nt_element_open.
        element = NEW cl_sxml_open_element( qname = qname prefix = if_sxml_reader~prefix ).
        WRITE '@KERNEL for (const each of this.events[this.at].attributes) {'.
        WRITE '@KERNEL attribute_name.set(each.name); attribute_nsuri.set(each.uri);'.
        WRITE '@KERNEL attribute_prefix.set(each.prefix); attribute_value.set(each.value);'.
        element->set_attribute(
          name   = attribute_name
          nsuri  = attribute_nsuri
          prefix = attribute_prefix
          value  = attribute_value ).
        WRITE '@KERNEL }'.
        node ?= element.
      WHEN if_sxml_node=>co_nt_element_close.
        node = NEW cl_sxml_close_element( qname = qname prefix = if_sxml_reader~prefix ).
      WHEN if_sxml_node=>co_nt_value.
        node = NEW cl_sxml_value( if_sxml_reader~value ).
    ENDCASE.
  ENDMETHOD.

  METHOD if_sxml_reader~get_attribute_value.
    DATA element TYPE REF TO if_sxml_open_element.
    IF if_sxml_reader~node_type = if_sxml_node=>co_nt_element_open.
      element ?= if_sxml_reader~read_current_node( ).
      value = element->get_attribute_value( name = name nsuri = nsuri ).
    ENDIF.
  ENDMETHOD.

  METHOD if_sxml_reader~skip_node.
    DATA depth TYPE i.
    IF if_sxml_reader~node_type = if_sxml_node=>co_nt_initial.
      if_sxml_reader~next_node( ).
    ENDIF.
    DO.
      IF if_sxml_reader~node_type = if_sxml_node=>co_nt_final.
        RETURN.
      ENDIF.
      IF writer IS BOUND.
        writer->write_node( if_sxml_reader~read_current_node( ) ).
      ENDIF.
      CASE if_sxml_reader~node_type.
        WHEN if_sxml_node=>co_nt_element_open.
          depth = depth + 1.
        WHEN if_sxml_node=>co_nt_element_close.
          depth = depth - 1.
      ENDCASE.
      IF depth <= 0.
        RETURN.
      ENDIF.
      if_sxml_reader~next_node( ).
    ENDDO.
  ENDMETHOD.

  METHOD if_sxml_reader~set_option.
    IF option = if_sxml_reader=>co_opt_normalizing.
      normalizing = value.
    ELSE.
      WRITE '@KERNEL abap.sandbox.unsupported("this option of IF_SXML_READER=>SET_OPTION");'.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
