"! Lists of nodes, which follow the changes of their tree.
CLASS kernel_ixml_nodes DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_node_list.
    INTERFACES if_ixml_node_collection.
    INTERFACES if_ixml_named_node_map.
ENDCLASS.

CLASS kernel_ixml_nodes IMPLEMENTATION.
  METHOD if_ixml_node_list~create_iterator.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = [...this.list()]; own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node_list~create_iterator_filtered.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = this.list().filter(inner.get().test); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node_list~create_rev_iterator.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = this.list().toReversed(); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node_list~create_rev_iterator_filtered.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = this.list().filter(inner.get().test).toReversed(); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node_list~get_item.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.list()[index.get()]);'.
  ENDMETHOD.

  METHOD if_ixml_node_list~get_length.
    WRITE '@KERNEL rval.set(this.list().length);'.
  ENDMETHOD.

  METHOD if_ixml_node_collection~create_iterator.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = [...this.list()]; own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node_collection~create_iterator_filtered.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = this.list().filter(inner.get().test); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node_collection~create_rev_iterator.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = this.list().toReversed(); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node_collection~create_rev_iterator_filtered.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = this.list().filter(inner.get().test).toReversed(); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node_collection~get_item.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.list()[index.get()]);'.
  ENDMETHOD.

  METHOD if_ixml_node_collection~get_length.
    WRITE '@KERNEL rval.set(this.list().length);'.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~create_iterator.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = [...this.list()]; own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~create_iterator_filtered.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = this.list().filter(inner.get().test); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~create_rev_iterator.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = this.list().toReversed(); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~create_rev_iterator_filtered.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = this.list().filter(inner.get().test).toReversed(); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~get_item.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.list()[index.get()]);'.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~get_length.
    WRITE '@KERNEL rval.set(this.list().length);'.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~get_named_item.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, abap.sandbox.ixml.attributeNamed(this.element, { name: name.get(), prefix: namespace.get() }));'.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~get_named_item_ns.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, abap.sandbox.ixml.attributeNamed(this.element, { name: name.get(), uri: uri.get() }));'.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~remove_named_item.
    WRITE '@KERNEL const found = abap.sandbox.ixml.attributeNamed(this.element, { name: name.get(), prefix: namespace.get() });'.
    WRITE '@KERNEL if (found === undefined) rval.set(abap.sandbox.ixml.DOM_NOT_FOUND); else abap.sandbox.ixml.detach(found);'.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~remove_named_item_ns.
    WRITE '@KERNEL const found = abap.sandbox.ixml.attributeNamed(this.element, { name: name.get(), uri: uri.get() });'.
    WRITE '@KERNEL if (found === undefined) rval.set(abap.sandbox.ixml.DOM_NOT_FOUND); else abap.sandbox.ixml.detach(found);'.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~set_named_item.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.setAttribute(this.element, abap.sandbox.ixml.nodeOf(node)));'.
  ENDMETHOD.

  METHOD if_ixml_named_node_map~set_named_item_ns.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.setAttribute(this.element, abap.sandbox.ixml.nodeOf(node)));'.
  ENDMETHOD.
ENDCLASS.
