/** Every place of a program that takes text, with JavaScript in it. */

/** Calls this, where a text became code. */
export const MARK = 'marked'

/** JavaScript in all the quotes that it has. */
export const CODES = [
  `\${${MARK}()}`, `;${MARK}();`, `"+${MARK}()+"`, `'+${MARK}()+'`, `\`+${MARK}()+\``, `*/${MARK}()/*`, `+${MARK}()+`,
  `\\u0027+${MARK}()+\\u0027`, `a=${MARK}()`, `[${MARK}]`, `{${MARK}}`, `\\\`+${MARK}()+\\\``, `\\"+${MARK}()+"`,
  `\u2028${MARK}()\u2028`, `\${abap.${MARK}()}`, `"]);${MARK}();(["`, `\\\${${MARK}()}`, `<!--${MARK}()`
]

export const quoted = (code: string): string => `'${code.replaceAll("'", "''")}'`
export const backQuoted = (code: string): string => `\`${code.replaceAll('`', '``')}\``
const template = (code: string): string => code.replace(/[\\{}|]/g, '\\$&')

/** Statements with a literal at `L`; dynamic names above all, which the transpiler copies. */
export const STATEMENTS = [
  'ASSIGN (L) TO FIELD-SYMBOL(<f>).', 'ASSIGN me->(L) TO FIELD-SYMBOL(<f>).', 'ASSIGN zcl_inj=>(L) TO FIELD-SYMBOL(<f>).',
  'ASSIGN (L)=>(L) TO FIELD-SYMBOL(<f>).', 'ASSIGN (L)=>name TO FIELD-SYMBOL(<f>).',
  'ASSIGN COMPONENT L OF STRUCTURE w TO FIELD-SYMBOL(<f>).', 'ASSIGN w-(L) TO FIELD-SYMBOL(<f>).',
  'CREATE OBJECT o TYPE (L).', 'CREATE OBJECT o TYPE (L) EXPORTING x = L.', 'CREATE DATA r TYPE (L).',
  'CREATE DATA r TYPE STANDARD TABLE OF (L).', 'CREATE DATA r TYPE LINE OF (L).', 'CREATE DATA r TYPE REF TO (L).',
  'CALL METHOD o->(L).', 'CALL METHOD me->(L) EXPORTING x = L.', 'CALL METHOD zcl_inj=>(L).', 'CALL METHOD (L)=>m.',
  'CALL METHOD (L)=>(L) PARAMETER-TABLE p.', 'CALL FUNCTION L.', 'CALL FUNCTION L EXPORTING a = L EXCEPTIONS OTHERS = 1.',
  'CALL FUNCTION L DESTINATION L.', 'PERFORM (L).', 'PERFORM (L) IN PROGRAM (L) USING L.', 'PERFORM f IN PROGRAM (L) IF FOUND.',
  'SELECT (L) FROM (L) WHERE (L) GROUP BY (L) HAVING (L) ORDER BY (L) INTO TABLE @DATA(u).',
  'SELECT SINGLE id FROM (L) INTO @DATA(u).', 'SORT t BY (L) ASCENDING (L) DESCENDING.', 'READ TABLE t WITH KEY (L) = L INTO w.',
  'READ TABLE t WITH TABLE KEY (L) COMPONENTS id = L INTO w.', 'LOOP AT t INTO w USING KEY (L) WHERE (L).\nENDLOOP.',
  'LOOP AT t INTO w WHERE id = L.\nENDLOOP.', 'DELETE t WHERE (L).', 'MODIFY t FROM w TRANSPORTING (L) WHERE (L).',
  'UPDATE (L) SET (L) WHERE (L).', 'UPDATE zinj SET id = L WHERE id = L OR id LIKE L.', 'DELETE FROM (L) WHERE id = L.',
  'INSERT INTO (L) VALUES w.', 'MODIFY (L) FROM w.', 'SUBMIT (L) AND RETURN.', 'CALL TRANSACTION L.', 'RAISE EVENT e EXPORTING x = L.',
  'SET HANDLER me->(L) FOR me.', 'CALL TRANSFORMATION (L) SOURCE a = L RESULT XML s.', 'IMPORT a = s FROM MEMORY ID L.',
  'EXPORT a = s TO MEMORY ID L.', 'AUTHORITY-CHECK OBJECT L ID L FIELD L.', 'WRITE / L.', 'WRITE (L) TO s.', 'MOVE L TO s.',
  'MESSAGE L TYPE L.', "MESSAGE ID L TYPE 'E' NUMBER 001 WITH L INTO s.", 's = L && L.', 's = |a{ L WIDTH = 3 PAD = L }b|.',
  'FIND PCRE L IN L.', 'REPLACE ALL OCCURRENCES OF L IN s WITH L.', 'SPLIT s AT L INTO TABLE DATA(l).', 'CASE L.\n  WHEN L.\nENDCASE.',
  'CONSTANTS c TYPE string VALUE L.', 'DATA d TYPE c LENGTH 40 VALUE L.', 'STATICS st TYPE string VALUE L.', 's = L(001).',
  'SELECT CASE WHEN id = L THEN L END AS x, CONCAT( id, L ) AS y FROM zinj WHERE (L) INTO TABLE @DATA(u).',
  'RAISE EXCEPTION TYPE cx_sy_move_cast_error EXPORTING source_typename = L.', 'RAISE EXCEPTION TYPE (L).',
  'OPEN DATASET L FOR INPUT IN TEXT MODE ENCODING DEFAULT.', 'GET PARAMETER ID L FIELD s.', 'ASSERT ID L CONDITION L = L.',
  'WAIT UP TO L SECONDS.', 'SET PF-STATUS L.', 'CALL SCREEN L.', 'GENERATE SUBROUTINE POOL t NAME L.', 'TEST-SEAM s.\nWRITE L.\nEND-TEST-SEAM.',
  'DATA(z) = COND string( WHEN s = L THEN L ELSE L ).', 'DATA(z) = VALUE string_table( ( L ) ( L ) ).', 's = zcl_inj=>n( x = L ).'
]

/** Texts that are no literals: comments, pragmas, macros, templates, names. */
export const PLACES: readonly ((code: string) => string)[] = [
  code => `* ${code}\nWRITE 1. "${code}\n"! ${code}`, code => `WRITE 1 ##NO_TEXT[${code}].`, code => `WRITE 1 ##${code}.`,
  code => `WRITE 1. "#EC ${code}`, code => `DEFINE m.\n  WRITE '&1 ${code}'.\nEND-OF-DEFINITION.\nm ${quoted(code)}.`,
  code => `DEFINE m.\n  ASSIGN (&1) TO <g>.\nEND-OF-DEFINITION.\nm ${backQuoted(code)}.`,
  code => `DEFINE m.\n  ASSIGN (\`&1\`) TO <g>.\nEND-OF-DEFINITION.\nm ${code} .`,
  code => `DEFINE m.\n  &1 &2 &3.\nEND-OF-DEFINITION.\nm WRITE ${code} .`, code => `DEFINE ${code}.\nEND-OF-DEFINITION.\n${code}.`,
  code => `s = |${template(code)}|.`, code => `s = |${code}|.`, code => `s = |\\n\\\\${template(code)}\\\\\\t|.`,
  code => `s = |${template(code)}{ 1 }${template(code)}{ 2 WIDTH = 9 PAD = ${quoted(code)} }${template(code)}|.`,
  code => `DATA ${code} TYPE i.`, code => `DATA x${code} TYPE i.\nx${code} = 1.`, code => `DATA(${code}) = 1.`,
  code => `FIELD-SYMBOLS <${code}> TYPE any.\nASSIGN s TO <${code}>.`, code => `PERFORM ${code}.`, code => `zcl_inj=>${code}( ).`,
  code => `me->${code} = 1.`, code => `${code}( ).`, code => `s = ${code}.`, code => `s-${code} = 1.`, code => `s = t[ ${code} = 1 ].`,
  code => `DATA: BEGIN OF q, ${code} TYPE i, END OF q.\nq-${code} = 1.`, code => `DATA x TYPE ${code}.`, code => `TYPES ${code} TYPE i.`,
  code => `SELECT ${code} FROM zinj INTO TABLE @DATA(u).`, code => `SELECT id AS ${code} FROM zinj INTO TABLE @DATA(u).`,
  code => `SELECT id FROM zinj WHERE ${code} = 1 INTO TABLE @DATA(u).`, code => `SELECT id FROM ${code} INTO TABLE @DATA(u).`,
  code => `SELECT id FROM zinj WHERE id LIKE ${quoted(`${code}%`)} ESCAPE '#' INTO TABLE @DATA(u).`,
  code => `EXEC SQL.\n  ${code}\nENDEXEC.`, code => `TEST-SEAM ${code}.\nEND-TEST-SEAM.`, code => `MESSAGE e001(${code}).`,
  code => `RAISE ${code}.`, code => `INCLUDE ${code}.`, code => `CALL FUNCTION 'X' EXPORTING ${code} = 1.`, code => `NEW ${code}( ).`,
  code => `zcl_inj=>n( ${code} = 1 ).`, code => `ENHANCEMENT-POINT ${code} SPOTS ${code}.`, code => `CALL TRANSFORMATION ${code} SOURCE a = s RESULT XML s.`,
  code => `WRITE '@KERNEL ${code}'.`, code => `WRITE / '@KERNEL ${code}'.`, code => `WRITE: '@KERNEL ${code}'.`, code => `WRITE \`@KERNEL ${code}\`.`,
  code => `DEFINE m.\n  WRITE '@&1 ${code}'.\nEND-OF-DEFINITION.\nm KERNEL.`, code => `CALL 'X' ID ${quoted(code)} FIELD s.`
]
