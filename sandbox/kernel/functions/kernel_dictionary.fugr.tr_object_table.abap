FUNCTION tr_object_table.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  TABLES
*"      WT_OBJECT_TEXT STRUCTURE  KO100 OPTIONAL
*"----------------------------------------------------------------------
  CLEAR wt_object_text[].
  " the types that the sandbox keeps, and their parts
  wt_object_text[] = VALUE #(
    ( pgmid = 'LIMU' object = 'CINC' text = 'Class Include (ABAP Objects)' )
    ( pgmid = 'LIMU' object = 'CLSD' text = 'Class Definition (ABAP Objects)' )
    ( pgmid = 'LIMU' object = 'CPRI' text = 'Private Header (ABAP Objects)' )
    ( pgmid = 'LIMU' object = 'CPRO' text = 'Protected Header (ABAP Objects)' )
    ( pgmid = 'LIMU' object = 'CPUB' text = 'Public Header (ABAP Objects)' )
    ( pgmid = 'LIMU' object = 'FUNC' text = 'Function Module' )
    ( pgmid = 'LIMU' object = 'INTD' text = 'Interface Definition (ABAP Objects)' )
    ( pgmid = 'LIMU' object = 'MESS' text = 'Single Message' )
    ( pgmid = 'LIMU' object = 'METH' text = 'Method (ABAP Objects)' )
    ( pgmid = 'LIMU' object = 'REPS' text = 'Report Source Code' )
    ( pgmid = 'LIMU' object = 'REPT' text = 'Report Texts' )
    ( pgmid = 'LIMU' object = 'TABD' text = 'Table Definition' )
    ( pgmid = 'R3TR' object = 'BDEF' text = 'Behavior Definition' )
    ( pgmid = 'R3TR' object = 'CLAS' text = 'Class (ABAP Objects)' )
    ( pgmid = 'R3TR' object = 'DCLS' text = 'Access Control' )
    ( pgmid = 'R3TR' object = 'DDLS' text = 'Data Definition' )
    ( pgmid = 'R3TR' object = 'DDLX' text = 'Metadata Extension' )
    ( pgmid = 'R3TR' object = 'DEVC' text = 'Package' )
    ( pgmid = 'R3TR' object = 'DOMA' text = 'Domain' )
    ( pgmid = 'R3TR' object = 'DTEL' text = 'Data Element' )
    ( pgmid = 'R3TR' object = 'ENQU' text = 'Lock Object' )
    ( pgmid = 'R3TR' object = 'FUGR' text = 'Function Group' )
    ( pgmid = 'R3TR' object = 'INTF' text = 'Interface (ABAP Objects)' )
    ( pgmid = 'R3TR' object = 'MSAG' text = 'Message Class' )
    ( pgmid = 'R3TR' object = 'PROG' text = 'Program' )
    ( pgmid = 'R3TR' object = 'SHLP' text = 'Search Help' )
    ( pgmid = 'R3TR' object = 'SKTD' text = 'Knowledge Transfer Document' )
    ( pgmid = 'R3TR' object = 'SRVB' text = 'Service Binding' )
    ( pgmid = 'R3TR' object = 'SRVD' text = 'Service Definition' )
    ( pgmid = 'R3TR' object = 'TABL' text = 'Table' )
    ( pgmid = 'R3TR' object = 'TRAN' text = 'Transaction' )
    ( pgmid = 'R3TR' object = 'TTYP' text = 'Table Type' )
    ( pgmid = 'R3TR' object = 'TYPE' text = 'Type Group' )
    ( pgmid = 'R3TR' object = 'VIEW' text = 'View' )
    ( pgmid = 'R3TR' object = 'XSLT' text = 'Transformation' ) ).
ENDFUNCTION.
