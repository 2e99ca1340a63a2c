FUNCTION get_r3tr_object_from_limu_obj.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(P_LIMU_OBJTYPE) TYPE  TROBJTYPE
*"     VALUE(P_LIMU_OBJNAME) TYPE  TROBJ_NAME
*"  EXPORTING
*"     VALUE(P_R3TR_OBJTYPE) TYPE  TROBJTYPE
*"     VALUE(P_R3TR_OBJNAME) TYPE  TROBJ_NAME
*"  EXCEPTIONS
*"      NO_MAPPING
*"----------------------------------------------------------------------
  DATA program TYPE tfdir-pname.

  CLEAR: p_r3tr_objtype, p_r3tr_objname.
  CASE p_limu_objtype.
    WHEN 'CLSD' OR 'CPUB' OR 'CPRO' OR 'CPRI' OR 'CINC' OR 'METH'.
      " the name of the class takes thirty characters
      p_r3tr_objtype = 'CLAS'.
      p_r3tr_objname = p_limu_objname(30).
      IF p_limu_objtype = 'CINC'.
        SHIFT p_r3tr_objname RIGHT DELETING TRAILING '='.
        CONDENSE p_r3tr_objname.
      ENDIF.
    WHEN 'INTD'.
      p_r3tr_objtype = 'INTF'.
      p_r3tr_objname = p_limu_objname.
    WHEN 'FUNC'.
      SELECT SINGLE pname FROM tfdir INTO program WHERE funcname = p_limu_objname.
      IF sy-subrc <> 0.
        RAISE no_mapping.
      ENDIF.
      p_r3tr_objtype = 'FUGR'.
      REPLACE FIRST OCCURRENCE OF 'SAPL' IN program WITH ''.
      p_r3tr_objname = program.
    WHEN 'REPS' OR 'REPT'.
      p_r3tr_objtype = 'PROG'.
      p_r3tr_objname = p_limu_objname.
    WHEN 'TABD'.
      p_r3tr_objtype = 'TABL'.
      p_r3tr_objname = p_limu_objname.
    WHEN OTHERS.
      RAISE no_mapping.
  ENDCASE.
ENDFUNCTION.
