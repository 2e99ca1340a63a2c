/**
 * Keys, components and conditions of internal tables that are named at run time, and loops in
 * expressions. Rows that name a sheet repeat what SAP-samples/abap-cheat-sheets says of the result.
 */
import type { Construct } from './language.ts'

const rows = `TYPES: BEGIN OF demo, col1 TYPE i, col2 TYPE string, col3 TYPE string, END OF demo, demos TYPE STANDARD TABLE OF demo WITH NON-UNIQUE KEY col1 WITH UNIQUE SORTED KEY sk COMPONENTS col2.
DATA(t) = VALUE demos( ( col1 = 1 col2 = \`aaa\` col3 = \`zzz\` ) ( col1 = 2 col2 = \`bbb\` col3 = \`yyy\` ) ( col1 = 3 col2 = \`ccc\` col3 = \`xxx\` ) ).`
const show = 'LOOP AT t INTO DATA(l). r = |{ r }{ l-col1 }{ l-col3 } |. ENDLOOP.'
const letters =
  'DATA(t) = VALUE string_table( ( `A` ) ( `B` ) ( `C` ) ( `D` ) ( `E` ) ( `F` ) ( `G` ) ( `H` ) ( `I` ) ( `J` ) ).'

/** 06_Dynamic_Programming. */
export const NAMED_KEYS: readonly Construct[] = [
  {
    title: 'READ TABLE with a key that is named at run time',
    body: `${rows} DATA(w) = VALUE demo( col2 = \`bbb\` ). READ TABLE t FROM w USING KEY ('SK') INTO DATA(l). r = |{ l-col1 }|. READ TABLE t WITH TABLE KEY ('SK') COMPONENTS ('COL2') = \`aaa\` INTO l. r = |{ r }{ l-col1 }|. READ TABLE t WITH KEY ('SK') COMPONENTS col2 = \`ccc\` INTO l. r = |{ r }{ l-col1 }|. READ TABLE t INDEX 2 USING KEY ('primary_key') INTO l. r = |{ r }{ l-col1 }|.`,
    result: '2132'
  },
  {
    title: 'READ TABLE by the number and by the values of a secondary key',
    body: `${rows} t = VALUE #( ( col1 = 1 col2 = \`z\` ) ( col1 = 2 col2 = \`a\` ) ). READ TABLE t INDEX 1 USING KEY sk INTO DATA(l). r = |{ l-col1 }{ sy-tabix }|. DATA(w) = VALUE demo( col1 = 2 col2 = \`z\` ). READ TABLE t FROM w USING KEY sk INTO l. r = |{ r }{ l-col1 }{ sy-tabix }|. w-col2 = \`m\`. READ TABLE t FROM w USING KEY sk INTO l. r = |{ r } { sy-subrc }{ sy-tabix }|.`,
    result: '2112 42'
  },
  {
    title: 'READ TABLE with components that are named at run time',
    body: `${rows} READ TABLE t INDEX 1 INTO DATA(l) TRANSPORTING ('COL1') ('COL3'). r = |{ l-col1 }{ l-col2 }{ l-col3 }|. l-col3 = \`u\`. READ TABLE t INDEX 1 INTO l COMPARING ('COL3') TRANSPORTING ('COL1') ('COL3'). r = |{ r }{ sy-subrc }{ l-col3 }|.`,
    result: '1zzz2zzz'
  },
  {
    title: 'table expressions with keys and components that are named at run time',
    body: `${rows} DATA(k) = 'sk '. r = |{ t[ KEY (k) INDEX 3 ]-col1 }{ t[ ('COL2') = \`bbb\` ('COL3') = \`yyy\` ]-col1 }{ t[ KEY ('SK') ('COL2') = \`ccc\` ]-col1 }{ t[ KEY ('PRIMARY_KEY') COMPONENTS ('COL1') = 1 ]-col1 }{ xsdbool( line_exists( t[ KEY ('SK') COMPONENTS col2 = \`q\` ] ) ) }|.`,
    result: '3231'
  },
  {
    title: 'a name that no key has cannot be caught',
    body: `${rows} DATA(k) = 'NOPE'. TRY. r = t[ KEY (k) COMPONENTS col2 = \`aaa\` ]-col3. CATCH cx_root. r = 'caught'. ENDTRY.`,
    exception: /no key with the name "NOPE"/
  },
  {
    title: 'a name that no component has',
    body: `${rows} DATA(c) = 'NOPE'. TRY. r = t[ (c) = \`aaa\` ]-col3. CATCH cx_sy_dyn_table_ill_comp_val. r = 'caught'. ENDTRY.`,
    result: 'caught'
  },
  {
    title: 'lines are inserted in the order of a key',
    body: `${rows} INSERT LINES OF VALUE demos( ( col1 = 4 col2 = \`eee\` ) ( col1 = 5 col2 = \`ddd\` ) ) USING KEY ('SK') INTO t INDEX 1. ${show}`,
    result: '5 4 1zzz 2yyy 3xxx '
  },
  {
    title: 'MODIFY by a key, with components and conditions that are named at run time',
    body: `${rows} MODIFY TABLE t FROM VALUE #( col2 = \`bbb\` col3 = \`u\` ) USING KEY ('SK') TRANSPORTING ('COL3'). MODIFY t INDEX 3 USING KEY sk FROM VALUE #( col3 = \`t\` ) TRANSPORTING col3. DATA(c) = \`COL1 < 2\`. MODIFY t FROM VALUE #( col3 = \`s\` ) TRANSPORTING ('COL3') WHERE (c). ${show}`,
    result: '1s 2u 3t '
  },
  {
    title: 'DELETE by a key that is not the primary one',
    body: `${rows} DELETE TABLE t FROM VALUE #( col1 = 1 col2 = \`bbb\` ) USING KEY sk. r = |{ sy-subrc }{ lines( t ) }{ t[ 1 ]-col1 }|. DELETE t INDEX 2 USING KEY ('SK'). r = |{ r }{ lines( t ) }{ t[ 1 ]-col1 }|. DELETE TABLE t WITH TABLE KEY ('SK') COMPONENTS ('COL2') = \`aaa\`. r = |{ r }{ lines( t ) }{ sy-subrc }|.`,
    result: '0211100'
  },
  {
    title: 'conditions in a table of texts, with variables of the procedure',
    body: `${rows} DATA(n) = 3. DATA s TYPE RANGE OF string. s = VALUE #( ( sign = 'I' option = 'CP' low = '*a*' ) ). DATA(c) = VALUE string_table( ( \`COL1 = n\` ) ( \`OR ( col2 IN s AND NOT col3 IS INITIAL\` ) ( \`AND col1 BETWEEN 1 AND 2 )\` ) ). LOOP AT t INTO DATA(l) WHERE (c). r = |{ r }{ l-col1 }|. ENDLOOP. r = |{ r }{ lines( VALUE demos( FOR x IN t WHERE (c) ( x ) ) ) }|.`,
    result: '132'
  },
  {
    title: 'mistakes in a dynamic condition can be caught',
    body: `${rows} LOOP AT VALUE string_table( ( \`nope = 1\` ) ( \`col1 =\` ) ( \`col1 == 1\` ) ( \`col1 = nope\` ) ( \`( col1 = 1\` ) ) INTO DATA(c). TRY. LOOP AT t INTO DATA(l) WHERE (c). ENDLOOP. CATCH cx_sy_itab_dyn_loop. r = r && 'x'. ENDTRY. ENDLOOP.`,
    result: 'xxxxx'
  },
  {
    title: 'components that are named at run time, read and written',
    body: `DATA: BEGIN OF wa, col1 TYPE i, col2 TYPE i, END OF wa. DATA(n) = \`col1 \`. wa-('COL2') = 2. wa-(n) = wa-('COL2') + 3. FIELD-SYMBOLS <a> TYPE any. ASSIGN wa TO <a>. <a>-(n) = <a>-(n) * 2. DATA(d) = REF #( wa ). d->('COL2') = 7. IF wa-('COL2') = 7. r = |{ wa-col1 }{ wa-col2 }|. ENDIF. TRY. wa-('COL3') = 1. CATCH cx_sy_assign_illegal_component. r = r && 'x'. ENDTRY.`,
    result: '107x'
  },
  {
    title: 'SORT by an order that is the value of an expression',
    body: `${rows} SORT t BY VALUE #( ( name = 'COL3' ) ). ${show} SORT t BY VALUE abap_sortorder_tab( ( name = 'COL1' descending = abap_true ) ). r = |{ r }{ t[ 1 ]-col1 }|. TRY. SORT t BY VALUE #( ( name = 'XYZ' ) ). CATCH cx_sy_dyn_table_ill_comp_val. r = r && 'x'. ENDTRY.`,
    result: '3xxx 2yyy 1zzz 3x'
  }
]

/** 01_Internal_Tables and 05_Constructor_Expressions. */
export const LOOPS_IN_EXPRESSIONS: readonly Construct[] = [
  {
    title: 'FOR in steps',
    body: `${letters} r = |{ concat_lines_of( VALUE string_table( FOR l IN t STEP 2 ( l ) ) ) } { concat_lines_of( VALUE string_table( FOR l IN t STEP -1 ( l ) ) ) } { concat_lines_of( VALUE string_table( FOR l IN t FROM 2 TO 6 STEP 2 ( l ) ) ) }|.`,
    result: 'ACEGI JIHGFEDCBA BDF'
  },
  {
    title: 'FOR in steps with a condition',
    body: `${letters} r = concat_lines_of( VALUE string_table( FOR l IN t STEP -1 WHERE ( table_line CA \`ACXYGZD\` ) ( l ) ) ). r = |{ r } { REDUCE string( INIT s = \`\` FOR l IN t INDEX INTO i TO 4 STEP -2 NEXT s = |{ s }{ l }{ i }| ) }|.`,
    result: 'GDCA J10H8F6D4'
  },
  {
    title: 'FOR from and to lines, nested',
    body: `${letters} r = concat_lines_of( VALUE string_table( FOR l IN t INDEX INTO i FROM 9 FOR m IN t TO 1 ( |{ l }{ i }{ m }| ) ) ).`,
    result: 'I9AJ10A'
  },
  {
    title: 'FOR by a secondary key',
    body: `TYPES: BEGIN OF ty, a TYPE i, b TYPE i, END OF ty, tt TYPE STANDARD TABLE OF ty WITH EMPTY KEY WITH NON-UNIQUE SORTED KEY k COMPONENTS b. DATA(t) = VALUE tt( ( a = 1 b = 3 ) ( a = 2 b = 1 ) ( a = 3 b = 2 ) ). r = concat_lines_of( VALUE string_table( FOR l IN t USING KEY k ( |{ l-a }| ) ) ). LOOP AT t INTO DATA(x) USING KEY k STEP -1. r = |{ r }{ x-a }|. ENDLOOP.`,
    result: '231132'
  },
  {
    title: 'CORRESPONDING completes rows from a lookup table',
    body: `TYPES: BEGIN OF s2, a TYPE string, b TYPE string, c TYPE string, d TYPE string, e TYPE string, f TYPE string, END OF s2, BEGIN OF s3, a TYPE string, b TYPE string, c TYPE string, d TYPE string, e TYPE string, g TYPE string, END OF s3.
DATA t TYPE STANDARD TABLE OF s2. DATA u TYPE STANDARD TABLE OF s3 WITH NON-UNIQUE SORTED KEY sk COMPONENTS c d. t = VALUE #( c = \`-\` d = \`-\` e = \`-\` f = \`-\` ( a = \`1a\` b = \`1b\` ) ( a = \`2a\` b = \`2b\` ) ). u = VALUE #( ( a = \`4a\` b = \`4b\` c = \`1a\` d = \`1b\` e = \`5a\` g = \`5b\` ) ). DATA(v) = t.
v = CORRESPONDING #( t FROM u USING KEY sk c = a d = b ). LOOP AT v INTO DATA(l). r = |{ r }{ l-a }{ l-b }{ l-c }{ l-d }{ l-e }{ l-f } |. ENDLOOP. v = CORRESPONDING #( t FROM u USING KEY sk c = a d = b MAPPING a = a b = b c = c d = d f = g ). LOOP AT v INTO l. r = |{ r }{ l-a }{ l-b }{ l-c }{ l-d }{ l-e }{ l-f } |. ENDLOOP.`,
    result: '1a1b--5a- 2a2b---- 4a4b1a1b5a5b 2a2b---- '
  }
]
