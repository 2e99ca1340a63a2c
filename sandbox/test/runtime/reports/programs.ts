/** Reports, each with the list that it writes, worked out by the rules of the documentation. */

export interface Report {
  readonly title: string
  /** Behind `REPORT name NO STANDARD PAGE HEADING LINE-SIZE 60.` */
  readonly source: string
  readonly list: string
}

export const EVENTS: readonly Report[] = [
  {
    title: 'statements before the first event belong to START-OF-SELECTION',
    source: `WRITE / 'a'.
END-OF-SELECTION.
  WRITE / 'e'.
START-OF-SELECTION.
  WRITE / 'b'.
INITIALIZATION.
  WRITE / 'i'.
LOAD-OF-PROGRAM.
  WRITE / 'l'.`,
    list: 'l\ni\na\nb\ne'
  },
  {
    title: 'start values come between LOAD-OF-PROGRAM and INITIALIZATION',
    source: `PARAMETERS p_a TYPE i DEFAULT 1.
PARAMETERS p_b TYPE c LENGTH 4 DEFAULT 'abcd'.
PARAMETERS p_c TYPE c LENGTH 4 LOWER CASE DEFAULT 'abcd'.
PARAMETERS: r1 RADIOBUTTON GROUP g, r2 RADIOBUTTON GROUP g.
PARAMETERS p_p TYPE p LENGTH 4 DECIMALS 2 DEFAULT '1.5'.
DATA number TYPE i.
SELECT-OPTIONS s_n FOR number DEFAULT 3 TO 5 SIGN E.
LOAD-OF-PROGRAM.
  p_a = 7.
INITIALIZATION.
  WRITE: / p_a LEFT-JUSTIFIED, p_b, p_c, r1, r2, p_p.
  p_a = 2.
START-OF-SELECTION.
  LOOP AT s_n.
    WRITE: / s_n-sign, s_n-option, s_n-low LEFT-JUSTIFIED, s_n-high LEFT-JUSTIFIED, p_a.
  ENDLOOP.`,
    list: '1           ABCD abcd X       1.50\nE BT 3           5                    2'
  },
  {
    title: 'the events of the selection screen run in their order',
    source: `PARAMETERS p_a TYPE i. PARAMETERS p_b TYPE i.
AT SELECTION-SCREEN.
  WRITE / 'all'.
AT SELECTION-SCREEN ON p_b.
  WRITE / 'b'.
AT SELECTION-SCREEN ON p_a.
  WRITE / 'a'.
AT SELECTION-SCREEN ON VALUE-REQUEST FOR p_a.
  WRITE / 'never'.
AT SELECTION-SCREEN OUTPUT.
  WRITE / 'output'.
  PERFORM behind.
FORM behind.
  WRITE 'form'.
ENDFORM.`,
    list: 'output form\na\nb\nall'
  },
  {
    title: 'LOOP AT SCREEN reads the elements of the selection screen',
    source: `PARAMETERS p_a TYPE i MODIF ID abc. PARAMETERS p_b TYPE i OBLIGATORY DEFAULT 1.
SELECT-OPTIONS s_n FOR p_a MODIF ID abc.
AT SELECTION-SCREEN OUTPUT.
  DO 2 TIMES.
    LOOP AT SCREEN.
      CHECK screen-group3 <> 'TXT'.
      IF screen-group1 = 'ABC'.
        screen-input = '0'.
        MODIFY SCREEN.
      ENDIF.
      WRITE: / screen-name(10), screen-required, screen-input.
      IF screen-name = 'S_N-LOW'. EXIT. ENDIF.
    ENDLOOP.
    EXIT.
  ENDDO.
  WRITE / 'behind'.`,
    list: 'P_A        0 0\nP_B        1 1\nS_N-LOW    0 0\nbehind'
  },
  {
    title: 'EXIT ends the report, CHECK the block, STOP goes to END-OF-SELECTION',
    source: `PARAMETERS p_a TYPE i.
AT SELECTION-SCREEN.
  WRITE / 'screen'.
  CHECK p_a = 1.
  WRITE / 'never'.
START-OF-SELECTION.
  PERFORM inner.
  WRITE / 'start'.
  DO 3 TIMES.
    EXIT.
  ENDDO.
  STOP.
START-OF-SELECTION.
  WRITE / 'never'.
END-OF-SELECTION.
  WRITE / 'end'.
  RETURN.
  WRITE / 'never'.
FORM inner.
  WRITE / 'inner'.
  RETURN.
ENDFORM.`,
    list: 'screen\ninner\nstart\nend'
  },
  {
    title: 'EXIT in START-OF-SELECTION leaves END-OF-SELECTION out',
    source: `WRITE 'a'.
IF sy-subrc = 0.
  EXIT.
ENDIF.
END-OF-SELECTION.
  WRITE 'b'.`,
    list: 'a'
  },
  {
    title: 'TOP-OF-PAGE and END-OF-PAGE frame each page',
    source: `NEW-PAGE LINE-COUNT 4.
DO 4 TIMES.
  WRITE / sy-index LEFT-JUSTIFIED.
ENDDO.
TOP-OF-PAGE.
  WRITE: 'page', (3) sy-pagno.`,
    list: 'page  1\n1\n2\n3\npage  2\n4'
  },
  {
    title: 'classes and subroutines of a program share its variables',
    source: `DATA text TYPE string.
CLASS lcl DEFINITION.
  PUBLIC SECTION.
    CLASS-METHODS say.
ENDCLASS.
START-OF-SELECTION.
  text = 'shared'.
  lcl=>say( ).
CLASS lcl IMPLEMENTATION.
  METHOD say.
    WRITE / text.
    PERFORM more USING text.
  ENDMETHOD.
ENDCLASS.
FORM more USING value TYPE string.
  WRITE / to_upper( value ).
ENDFORM.`,
    list: 'shared\nSHARED'
  }
]

export const LISTS: readonly Report[] = [
  {
    title: 'numbers stand at the right in the length of their type, texts at the left',
    source: `DATA n TYPE n LENGTH 5 VALUE '42'.
DATA p TYPE p LENGTH 3 DECIMALS 1 VALUE '-12.5'.
DATA x TYPE x LENGTH 2 VALUE 'A1B2'.
DATA f TYPE f VALUE '1.5'.
WRITE: / 5, '|', -12345, '|'.
WRITE: / n, '|', p, '|', x, '|'.
WRITE: / 'ab', \`cd  \`, '|'.
WRITE: / f.`,
    list: `         5  |     12,345- |
00042 |   12.5- | A1B2 |
ab cd   |
  1.5000000000000000E+00`
  },
  {
    title: 'AT gives column and length, / a line, NO-GAP takes the gap away',
    source: `DATA: column TYPE i VALUE 5, width TYPE i VALUE 3.
WRITE: 'a', AT 10 'b', AT /column 'c', AT column(width) 'defgh', (2) 'xyz' NO-GAP, '!'.
WRITE: AT /(width) 'long', '|', 20(4) 7, '|', /30(*) 'x  ', '|'.
WRITE /3 'at three'.
POSITION 20.
WRITE 'twenty'.`,
    list: `a        b
    def xy!
lon |                7  |
                             x |
  at three         twenty`
  },
  {
    title: 'formats of an output',
    source: `DATA: number TYPE i VALUE 1234567, zero TYPE i, amount TYPE p LENGTH 6 DECIMALS 2 VALUE '1234.56'.
WRITE: /(12) 'left' RIGHT-JUSTIFIED, '|', (8) 'ab' CENTERED, '|'.
WRITE: / number NO-GROUPING, '|', zero NO-ZERO, '|', -3 NO-SIGN, '|'.
WRITE: / amount CURRENCY 'JPY', '|', amount DECIMALS 1, '|'.
WRITE: / '12345678' USING EDIT MASK '__.__', '|', 'X' AS CHECKBOX, '|'.
WRITE: / 'colour' COLOR COL_HEADING INTENSIFIED OFF, '|'.`,
    list: `        left |    ab    |
   1234567  |             |           3 |
     123,456  |      1,234.6  |
12.34    | X |
colour |`
  },
  {
    title: 'UNDER stands in the column of an earlier output',
    source: `DATA: first TYPE c LENGTH 5 VALUE 'one', second TYPE c LENGTH 5 VALUE 'two'.
WRITE: / first, AT 20 second.
WRITE: / 'x' UNDER second.`,
    list: `one                two
                   x`
  },
  {
    title: 'SKIP makes blank lines, blank output none',
    source: `WRITE 'a'.
SKIP.
WRITE 'b'.
SKIP 2.
WRITE / 'c'.
WRITE / ''.
WRITE / space.
WRITE / 'd'.
SET BLANK LINES ON.
WRITE / ''.
WRITE / 'e'.
NEW-LINE.
NEW-LINE.
WRITE 'f'.`,
    list: 'a\n\nb\n\n\nc\nd\n\ne\nf'
  },
  {
    title: 'ULINE draws a line of the list, or a part of one',
    source: `WRITE 'a'.
ULINE.
WRITE 'b'.
ULINE AT /3(4).
WRITE / 'c'.
ULINE AT 5(2).
WRITE sy-uline(3).
WRITE: / sy-vline NO-GAP, 'x' NO-GAP, sy-vline.`,
    list: `a\n${'-'.repeat(60)}\nb\n  ----\nc   -- ---\n|x|`
  },
  {
    title: 'an output that does not fit begins a line',
    source: `DATA text TYPE c LENGTH 50 VALUE 'long'.
WRITE: 'first', 'second', text, 'more', AT 58 'cut off'.`,
    list: `first second\nlong${' '.repeat(47)}more  cut`
  },
  {
    title: 'BACK returns to the beginning of the page, RESERVE marks a place',
    source: `WRITE 'a'.
WRITE / 'b'.
BACK.
WRITE AT 5 'c'.
SKIP TO LINE 4.
WRITE 'd'.`,
    list: 'a   c\nb\n\nd'
  }
]
