CLASS kernel_ixml_document DEFINITION PUBLIC INHERITING FROM kernel_ixml_node CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_document.
ENDCLASS.

CLASS kernel_ixml_document IMPLEMENTATION.
  METHOD if_ixml_document~create_attribute.
    WRITE '@KERNEL const node = new abap.sandbox.ixml.TreeNode("attribute", name.get());'.
    WRITE '@KERNEL node.prefix = namespace.get();'.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, node);'.
  ENDMETHOD.

  METHOD if_ixml_document~create_attribute_ns.
    WRITE '@KERNEL const node = new abap.sandbox.ixml.TreeNode("attribute", name.get());'.
    WRITE '@KERNEL node.prefix = prefix.get(); node.uri = uri.get();'.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, node);'.
  ENDMETHOD.

  METHOD if_ixml_document~create_cdata_section.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, new abap.sandbox.ixml.TreeNode("cdata", "", cdata.get()));'.
  ENDMETHOD.

  METHOD if_ixml_document~create_comment.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, new abap.sandbox.ixml.TreeNode("comment", "", comment.get()));'.
  ENDMETHOD.

  METHOD if_ixml_document~create_document_fragment.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, new abap.sandbox.ixml.TreeNode("fragment", ""));'.
  ENDMETHOD.

  METHOD if_ixml_document~create_element.
    WRITE '@KERNEL const node = new abap.sandbox.ixml.TreeNode("element", name.get());'.
    WRITE '@KERNEL node.prefix = namespace.get();'.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, node);'.
  ENDMETHOD.

  METHOD if_ixml_document~create_element_ns.
    WRITE '@KERNEL const node = new abap.sandbox.ixml.TreeNode("element", name.get());'.
    WRITE '@KERNEL node.prefix = prefix.get(); node.uri = uri.get();'.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, node);'.
  ENDMETHOD.

  METHOD if_ixml_document~create_pi_unparsed.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, new abap.sandbox.ixml.TreeNode("instruction", name.get(), data.get()));'.
  ENDMETHOD.

  METHOD if_ixml_document~create_simple_element.
    WRITE '@KERNEL const node = new abap.sandbox.ixml.TreeNode("element", name.get());'.
    WRITE '@KERNEL node.prefix = namespace.get(); node.value = value.get();'.
    WRITE '@KERNEL abap.sandbox.ixml.append(abap.sandbox.ixml.nodeOf(parent), node);'.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, node);'.
  ENDMETHOD.

  METHOD if_ixml_document~create_simple_element_ns.
    WRITE '@KERNEL const node = new abap.sandbox.ixml.TreeNode("element", name.get());'.
    WRITE '@KERNEL node.prefix = prefix.get(); node.uri = uri.get(); node.value = value.get();'.
    WRITE '@KERNEL abap.sandbox.ixml.append(abap.sandbox.ixml.nodeOf(parent), node);'.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, node);'.
  ENDMETHOD.

  METHOD if_ixml_document~create_text.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, new abap.sandbox.ixml.TreeNode("text", "", text.get()));'.
  ENDMETHOD.

  METHOD if_ixml_document~find_from_name.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, abap.sandbox.ixml.elementsNamed(this.tree, { name: name.get(), prefix: namespace.get() }, depth.get())[0]);'.
  ENDMETHOD.

  METHOD if_ixml_document~find_from_name_ns.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, abap.sandbox.ixml.elementsNamed(this.tree, { name: name.get(), uri: uri.get() }, depth.get())[0]);'.
  ENDMETHOD.

  METHOD if_ixml_document~find_from_path.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_IXML_DOCUMENT=>FIND_FROM_PATH");'.
  ENDMETHOD.

  METHOD if_ixml_document~get_declaration.
    WRITE '@KERNEL rval.set(this.tree.declaration === false ? "" : "X");'.
  ENDMETHOD.

  METHOD if_ixml_document~get_elements_by_tag_name.
    WRITE '@KERNEL const wanted = { name: name.get(), prefix: namespace.get() }; const levels = depth.get();'.
    DATA own TYPE REF TO kernel_ixml_nodes.
    own = NEW #( ).
    WRITE '@KERNEL own.get().list = () => abap.sandbox.ixml.elementsNamed(this.tree, wanted, levels);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_document~get_elements_by_tag_name_ns.
    WRITE '@KERNEL const wanted = { name: name.get(), uri: uri.get() }; const levels = depth.get();'.
    DATA own TYPE REF TO kernel_ixml_nodes.
    own = NEW #( ).
    WRITE '@KERNEL own.get().list = () => abap.sandbox.ixml.elementsNamed(this.tree, wanted, levels);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_document~get_encoding.
    DATA own TYPE REF TO kernel_ixml_encoding.
    own = NEW #( ).
    WRITE '@KERNEL own.get().names = { set: this.tree.encoding ?? "utf-8", order: 0 };'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_document~get_root_element.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, [...abap.sandbox.ixml.childrenOf(this.tree)].find(each => each.kind === "element"));'.
  ENDMETHOD.

  METHOD if_ixml_document~get_standalone.
    WRITE '@KERNEL rval.set(this.tree.standalone ? "X" : "");'.
  ENDMETHOD.

  METHOD if_ixml_document~get_version.
    WRITE '@KERNEL rval.set(this.tree.version ?? "1.0");'.
  ENDMETHOD.

  METHOD if_ixml_document~set_declaration.
    WRITE '@KERNEL this.tree.declaration = declaration.get() === "X";'.
  ENDMETHOD.

  METHOD if_ixml_document~set_encoding.
    DATA own TYPE REF TO kernel_ixml_encoding.
    own ?= encoding.
    WRITE '@KERNEL this.tree.encoding = own.get()?.names.set;'.
  ENDMETHOD.

  METHOD if_ixml_document~set_standalone.
    WRITE '@KERNEL this.tree.standalone = standalone.get() === "X";'.
  ENDMETHOD.

  METHOD if_ixml_document~set_version.
    WRITE '@KERNEL this.tree.version = version.get();'.
  ENDMETHOD.
ENDCLASS.
