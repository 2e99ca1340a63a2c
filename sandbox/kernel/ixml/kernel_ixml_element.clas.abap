CLASS kernel_ixml_element DEFINITION PUBLIC INHERITING FROM kernel_ixml_node CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_element.
ENDCLASS.

CLASS kernel_ixml_element IMPLEMENTATION.
  METHOD if_ixml_element~find_from_name.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, abap.sandbox.ixml.elementsNamed(this.tree, { name: name.get(), prefix: namespace.get() }, depth.get())[0]);'.
  ENDMETHOD.

  METHOD if_ixml_element~find_from_name_ns.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, abap.sandbox.ixml.elementsNamed(this.tree, { name: name.get(), uri: uri.get() }, depth.get())[0]);'.
  ENDMETHOD.

  METHOD if_ixml_element~get_attribute.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.attributeNamed(this.tree, { name: name.get(), prefix: namespace.get() })?.value ?? "");'.
  ENDMETHOD.

  METHOD if_ixml_element~get_attribute_node.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, abap.sandbox.ixml.attributeNamed(this.tree, { name: name.get(), prefix: namespace.get() }));'.
  ENDMETHOD.

  METHOD if_ixml_element~get_attribute_node_ns.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, abap.sandbox.ixml.attributeNamed(this.tree, { name: name.get(), uri: uri.get() }));'.
  ENDMETHOD.

  METHOD if_ixml_element~get_attribute_ns.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.attributeNamed(this.tree, { name: name.get(), uri: uri.get() })?.value ?? "");'.
  ENDMETHOD.

  METHOD if_ixml_element~get_elements_by_tag_name.
    WRITE '@KERNEL const wanted = { name: name.get(), prefix: namespace.get() }; const levels = depth.get();'.
    DATA own TYPE REF TO kernel_ixml_nodes.
    own = NEW #( ).
    WRITE '@KERNEL own.get().list = () => abap.sandbox.ixml.elementsNamed(this.tree, wanted, levels);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_element~get_elements_by_tag_name_ns.
    WRITE '@KERNEL const wanted = { name: name.get(), uri: uri.get() }; const levels = depth.get();'.
    DATA own TYPE REF TO kernel_ixml_nodes.
    own = NEW #( ).
    WRITE '@KERNEL own.get().list = () => abap.sandbox.ixml.elementsNamed(this.tree, wanted, levels);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_element~get_tag_name.
    WRITE '@KERNEL rval.set(this.tree.name);'.
  ENDMETHOD.

  METHOD if_ixml_element~remove_attribute.
    WRITE '@KERNEL const found = abap.sandbox.ixml.attributeNamed(this.tree, { name: name.get(), prefix: namespace.get() });'.
    WRITE '@KERNEL if (found === undefined) rval.set(abap.sandbox.ixml.DOM_NOT_FOUND); else abap.sandbox.ixml.detach(found);'.
  ENDMETHOD.

  METHOD if_ixml_element~remove_attribute_node.
    WRITE '@KERNEL const found = abap.sandbox.ixml.nodeOf(attr);'.
    WRITE '@KERNEL if (found === undefined) rval.set(abap.sandbox.ixml.DOM_INVALID_ARGUMENT);'.
    WRITE '@KERNEL else if (found.parent !== this.tree) rval.set(abap.sandbox.ixml.DOM_NOT_FOUND); else abap.sandbox.ixml.detach(found);'.
  ENDMETHOD.

  METHOD if_ixml_element~remove_attribute_ns.
    WRITE '@KERNEL const found = abap.sandbox.ixml.attributeNamed(this.tree, { name: name.get(), uri: uri.get() });'.
    WRITE '@KERNEL if (found === undefined) rval.set(abap.sandbox.ixml.DOM_NOT_FOUND); else abap.sandbox.ixml.detach(found);'.
  ENDMETHOD.

  METHOD if_ixml_element~set_attribute.
    WRITE '@KERNEL const node = new abap.sandbox.ixml.TreeNode("attribute", name.get());'.
    WRITE '@KERNEL node.prefix = namespace.get(); node.value = value.get();'.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.setAttribute(this.tree, node));'.
  ENDMETHOD.

  METHOD if_ixml_element~set_attribute_node.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.setAttribute(this.tree, abap.sandbox.ixml.nodeOf(new_attr)));'.
  ENDMETHOD.

  METHOD if_ixml_element~set_attribute_node_ns.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.setAttribute(this.tree, abap.sandbox.ixml.nodeOf(new_attr)));'.
  ENDMETHOD.

  METHOD if_ixml_element~set_attribute_ns.
    WRITE '@KERNEL const node = new abap.sandbox.ixml.TreeNode("attribute", name.get());'.
    WRITE '@KERNEL node.prefix = prefix.get(); node.uri = uri.get(); node.value = value.get();'.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.setAttribute(this.tree, node));'.
  ENDMETHOD.
ENDCLASS.
