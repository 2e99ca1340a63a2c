FUNCTION system_callstack.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(MAX_LEVEL) TYPE  I DEFAULT 0
*"  EXPORTING
*"     VALUE(CALLSTACK) TYPE  ABAP_CALLSTACK
*"     VALUE(ET_CALLSTACK) TYPE  SYS_CALLST
*"----------------------------------------------------------------------
  DATA owner TYPE string.
  DATA block TYPE string.

  " the frames of methods; lines of sources are not known here
  CLEAR: callstack, et_callstack.
  " private methods have no class in the stack of the runtime
  WRITE '@KERNEL const place = /at (?:async )?(?:(\w+)\.)?#?(\w+)(?:\$(\w+))? (?:\[as [^\]]*\] )?\(.*[/]programs[/]/;'.
  WRITE '@KERNEL const frames = (new Error().stack ?? "").split("\n").map(line => place.exec(line)).filter(found => found !== null);'.
  WRITE '@KERNEL for (const frame of frames) {'.
  WRITE '@KERNEL owner.set((frame[1] ?? "").replace(/^Object$/, "").toUpperCase()); block.set((frame[3] === undefined ? frame[2].replace(/^constructor_$/, "constructor") : frame[2] + "~" + frame[3]).toUpperCase());'.
  IF max_level = 0 OR lines( callstack ) < max_level.
    APPEND VALUE #( mainprogram = owner blocktype = 'METHOD' blockname = block ) TO callstack.
    APPEND VALUE #( progname = owner eventtype = 'METHOD' eventname = block ) TO et_callstack.
  ENDIF.
  WRITE '@KERNEL }'.
ENDFUNCTION.
