"! An object for a node of a tree, which the runtime keeps (child/markup/tree.ts).
CLASS kernel_ixml_node DEFINITION PUBLIC ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_node.
ENDCLASS.

CLASS kernel_ixml_node IMPLEMENTATION.
  METHOD if_ixml_node~append_child.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.append(this.tree, abap.sandbox.ixml.nodeOf(new_child)));'.
  ENDMETHOD.

  METHOD if_ixml_node~clone.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, abap.sandbox.ixml.copyOf(this.tree, depth.get()));'.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_ancestor.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter_ancestor.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => { for (let at = node.parent; at !== undefined; at = at.parent) if (inner.get().test(at)) return true; return false; };'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_and.
    DATA one TYPE REF TO kernel_ixml_filter.
    DATA other TYPE REF TO kernel_ixml_filter.
    one ?= filter1.
    other ?= filter2.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => one.get().test(node) && other.get().test(node);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_attribute.
    WRITE '@KERNEL const wanted = { name: name.get(), prefix: namespace.get() }; const text = value.get();'.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => { const found = abap.sandbox.ixml.attributeNamed(node, wanted); return found !== undefined && (text === "" || found.value === text); };'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_attribute_ns.
    WRITE '@KERNEL const wanted = { name: name.get(), uri: uri.get() }; const text = value.get();'.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => { const found = abap.sandbox.ixml.attributeNamed(node, wanted); return found !== undefined && (text === "" || found.value === text); };'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_name.
    WRITE '@KERNEL const wanted = { name: name.get(), prefix: namespace.get() };'.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => abap.sandbox.ixml.isNamed(node, wanted);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_name_ns.
    WRITE '@KERNEL const wanted = { name: name.get(), uri: namespace.get() };'.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => abap.sandbox.ixml.isNamed(node, wanted);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_node_type.
    WRITE '@KERNEL const bits = { document: 1, fragment: 2, element: 4, attribute: 8, text: 16, cdata: 32, instruction: 128, comment: 512 };'.
    WRITE '@KERNEL const types = node_types.get();'.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => (bits[node.kind] & types) !== 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_not.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter_not.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => !inner.get().test(node);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_or.
    DATA one TYPE REF TO kernel_ixml_filter.
    DATA other TYPE REF TO kernel_ixml_filter.
    one ?= filter1.
    other ?= filter2.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => one.get().test(node) || other.get().test(node);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_filter_parent.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter_parent.
    DATA own TYPE REF TO kernel_ixml_filter.
    own = NEW #( ).
    WRITE '@KERNEL own.get().test = node => node.parent !== undefined && inner.get().test(node.parent);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_iterator.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = [...abap.sandbox.ixml.walk(this.tree, depth.get())]; own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_iterator_filtered.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = [...abap.sandbox.ixml.walk(this.tree, depth.get())].filter(inner.get().test); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_rev_iterator.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = [...abap.sandbox.ixml.walk(this.tree, depth.get())].toReversed(); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~create_rev_iterator_filtered.
    DATA inner TYPE REF TO kernel_ixml_filter.
    inner ?= filter.
    DATA own TYPE REF TO kernel_ixml_iterator.
    own = NEW #( ).
    WRITE '@KERNEL own.get().nodes = [...abap.sandbox.ixml.walk(this.tree, depth.get())].filter(inner.get().test).toReversed(); own.get().at = 0;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~get_attributes.
    DATA own TYPE REF TO kernel_ixml_nodes.
    WRITE '@KERNEL const node = this.tree;'.
    WRITE '@KERNEL if (node.kind === "element") {'.
    own = NEW #( ).
    WRITE '@KERNEL own.get().list = () => node.attributes; own.get().element = node;'.
    rval = own.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD if_ixml_node~get_children.
    DATA own TYPE REF TO kernel_ixml_nodes.
    own = NEW #( ).
    WRITE '@KERNEL own.get().list = () => [...abap.sandbox.ixml.childrenOf(this.tree)];'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_node~get_column.
    WRITE '@KERNEL abap.sandbox.unsupported("the position of a node in its document");'.
  ENDMETHOD.

  METHOD if_ixml_node~get_depth.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_IXML_NODE=>GET_DEPTH");'.
  ENDMETHOD.

  METHOD if_ixml_node~get_first_child.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.tree.first);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_gid.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_IXML_NODE=>GET_GID");'.
  ENDMETHOD.

  METHOD if_ixml_node~get_height.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.heightOf(this.tree));'.
  ENDMETHOD.

  METHOD if_ixml_node~get_last_child.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.tree.last);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_line.
    WRITE '@KERNEL abap.sandbox.unsupported("the position of a node in its document");'.
  ENDMETHOD.

  METHOD if_ixml_node~get_name.
    WRITE '@KERNEL rval.set(this.tree.name);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_namespace.
    WRITE '@KERNEL rval.set(this.tree.prefix);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_namespace_prefix.
    WRITE '@KERNEL rval.set(this.tree.prefix);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_namespace_uri.
    WRITE '@KERNEL rval.set(this.tree.uri);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_next.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.tree.next);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_owner_document.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.tree.root.kind === "document" ? this.tree.root : undefined);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_parent.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.tree.parent);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_prev.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.tree.previous);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_root.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.tree.root);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_type.
    WRITE '@KERNEL rval.set({ document: 1, fragment: 2, element: 4, attribute: 8, text: 16, cdata: 32, instruction: 128, comment: 512 }[this.tree.kind]);'.
  ENDMETHOD.

  METHOD if_ixml_node~get_value.
    WRITE '@KERNEL rval.set(this.tree.value);'.
  ENDMETHOD.

  METHOD if_ixml_node~has_ancestor.
    WRITE '@KERNEL const wanted = abap.sandbox.ixml.nodeOf(ancestor);'.
    WRITE '@KERNEL for (let at = this.tree.parent; at !== undefined; at = at.parent) if (at === wanted) rval.set("X");'.
  ENDMETHOD.

  METHOD if_ixml_node~insert_child.
    WRITE '@KERNEL rval.set(abap.sandbox.ixml.insert(this.tree, abap.sandbox.ixml.nodeOf(new_child), abap.sandbox.ixml.nodeOf(ref_child)));'.
  ENDMETHOD.

  METHOD if_ixml_node~is_leaf.
    WRITE '@KERNEL rval.set(this.tree.first === undefined ? "X" : "");'.
  ENDMETHOD.

  METHOD if_ixml_node~is_root.
    WRITE '@KERNEL rval.set(this.tree.parent === undefined ? "X" : "");'.
  ENDMETHOD.

  METHOD if_ixml_node~num_children.
    WRITE '@KERNEL rval.set([...abap.sandbox.ixml.childrenOf(this.tree)].length);'.
  ENDMETHOD.

  METHOD if_ixml_node~remove_child.
    WRITE '@KERNEL const old = abap.sandbox.ixml.nodeOf(old_child);'.
    WRITE '@KERNEL if (old === undefined) rval.set(abap.sandbox.ixml.DOM_INVALID_ARGUMENT);'.
    WRITE '@KERNEL else if (old.parent !== this.tree) rval.set(abap.sandbox.ixml.DOM_NOT_FOUND);'.
    WRITE '@KERNEL else abap.sandbox.ixml.detach(old);'.
  ENDMETHOD.

  METHOD if_ixml_node~remove_node.
    WRITE '@KERNEL abap.sandbox.ixml.detach(this.tree);'.
  ENDMETHOD.

  METHOD if_ixml_node~render.
    DATA own TYPE REF TO kernel_ixml_ostream.
    DATA text TYPE string.
    IF recursive = abap_false.
    WRITE '@KERNEL abap.sandbox.unsupported("rendering a node without those below it");'.
    ENDIF.
    own ?= ostream.
    WRITE '@KERNEL text.set(abap.sandbox.ixml.render(this.tree, { pretty: own.get().pretty === true }));'.
    own->kernel_write( text ).
  ENDMETHOD.

  METHOD if_ixml_node~replace_child.
    WRITE '@KERNEL const old = abap.sandbox.ixml.nodeOf(old_child);'.
    WRITE '@KERNEL rval.set(old === undefined ? abap.sandbox.ixml.DOM_INVALID_ARGUMENT : abap.sandbox.ixml.insert(this.tree, abap.sandbox.ixml.nodeOf(new_child), old));'.
    WRITE '@KERNEL if (rval.get() === 0 && old !== abap.sandbox.ixml.nodeOf(new_child)) abap.sandbox.ixml.detach(old);'.
  ENDMETHOD.

  METHOD if_ixml_node~set_name.
    WRITE '@KERNEL this.tree.name = name.get();'.
  ENDMETHOD.

  METHOD if_ixml_node~set_namespace.
    WRITE '@KERNEL this.tree.prefix = namespace.get();'.
  ENDMETHOD.

  METHOD if_ixml_node~set_namespace_prefix.
    WRITE '@KERNEL this.tree.prefix = prefix.get();'.
  ENDMETHOD.

  METHOD if_ixml_node~set_namespace_uri.
    WRITE '@KERNEL this.tree.uri = uri.get();'.
  ENDMETHOD.

  METHOD if_ixml_node~set_value.
    WRITE '@KERNEL this.tree.value = value.get();'.
  ENDMETHOD.
ENDCLASS.
