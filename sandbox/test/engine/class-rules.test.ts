import { testRules } from './fixture.ts'
import type { Rule } from './fixture.ts'

const PARENT = [
  'CLASS parent DEFINITION. PUBLIC SECTION. METHODS: a, f FINAL. CLASS-METHODS s.',
  'PRIVATE SECTION. METHODS p. TYPES hidden TYPE i. ENDCLASS.',
  'CLASS parent IMPLEMENTATION.',
  'METHOD a. ENDMETHOD. METHOD f. ENDMETHOD. METHOD s. ENDMETHOD. METHOD p. ENDMETHOD. ENDCLASS.'
]
const cannot = (name: string, reason: string) =>
  `The method "${name}" cannot be redefined: it ${reason}.`

const rules: Readonly<Record<string, Rule>> = {
  'obsolete statements, additions and names are not allowed in classes': {
    source: [
      'DATA h TYPE TABLE OF i WITH HEADER LINE. DATA old-name TYPE i. FIELD-SYMBOLS <f>.',
      'CLASS c DEFINITION. PUBLIC SECTION. METHODS m. DATA: BEGIN OF occurs, header TYPE i, line TYPE i, END OF occurs.',
      'DATA a TYPE TABLE OF i WITH HEADER LINE.',
      'CLASS-DATA: BEGIN OF b OCCURS 0, b TYPE i, END OF b.',
      'ENDCLASS. CLASS c IMPLEMENTATION. METHOD m. IF 1 >= 2. ENDIF.',
      'LOCAL sy-subrc.',
      'FIELD-SYMBOLS <g>.',
      'IF 1 => 2. ENDIF.',
      'DATA x-y TYPE i.',
      'ON CHANGE OF sy-subrc. ENDON.',
      'DATA !y TYPE i.',
      'ENDMETHOD. ENDCLASS. START-OF-SELECTION. IF 1 => 2. ENDIF. ON CHANGE OF sy-subrc. ENDON.'
    ],
    expected: [
      '4:28 "WITH HEADER LINE" is not allowed in classes.',
      '5:23 "OCCURS"',
      '7:0 "LOCAL"',
      '8:0 "FIELD-SYMBOLS without TYPE"',
      '9:5 "=>"',
      '10:5 "x-y"',
      '11:0 "ON CHANGE OF"'
    ]
  },
  'types of parameters are declared before the method': {
    source: [
      'CLASS c DEFINITION. PUBLIC SECTION. TYPES: a TYPE i, e TYPE TABLE OF i. METHODS m IMPORTING x TYPE a.',
      'METHODS n IMPORTING x TYPE REF TO d y TYPE b. METHODS o IMPORTING x TYPE LINE OF e.',
      'TYPES b TYPE i. TYPES line TYPE i. ENDCLASS. CLASS d DEFINITION. PUBLIC SECTION. TYPES z TYPE i. ENDCLASS.',
      'CLASS c IMPLEMENTATION. METHOD m. ENDMETHOD. METHOD n. ENDMETHOD. METHOD o. ENDMETHOD. ENDCLASS.'
    ],
    expected: ['3:43 Type "B" is unknown: it is declared behind this use.']
  },
  'AT and SUM stand in loops, and groups are those of a loop': {
    source: [
      'TYPES: BEGIN OF s, a TYPE i, END OF s. DATA t TYPE STANDARD TABLE OF s WITH EMPTY KEY.',
      'LOOP AT t INTO DATA(w) GROUP BY w-a INTO DATA(g). LOOP AT GROUP g INTO w. ENDLOOP. ENDLOOP.',
      'LOOP AT t ASSIGNING FIELD-SYMBOL(<w>) GROUP BY ( k = <w>-a ) REFERENCE INTO DATA(r).',
      'LOOP AT GROUP !r INTO w. ENDLOOP. LOOP AT GROUP r->* INTO w. ENDLOOP. ENDLOOP.',
      'LOOP AT t INTO w. AT NEW a. SUM. ENDAT. AT LAST. ENDAT. ENDLOOP.',
      'LOOP AT GROUP t INTO w. ENDLOOP.',
      'AT NEW a. ENDAT.',
      'SUM.'
    ],
    expected: [
      '7:14 "t" is not the group of a loop with GROUP BY.',
      '8:0 "AT" is allowed only in loops.',
      '9:0 "SUM" is allowed only in loops.'
    ]
  },
  'methods that are final, private, static or unknown are not redefined': {
    source: [
      ...PARENT,
      'CLASS child DEFINITION INHERITING FROM parent. PUBLIC SECTION. METHODS a FINAL REDEFINITION.',
      'METHODS f REDEFINITION.',
      'METHODS p REDEFINITION.',
      'METHODS s REDEFINITION.',
      'METHODS u REDEFINITION.',
      'METHODS constructor REDEFINITION. ENDCLASS.',
      'CLASS grandchild DEFINITION INHERITING FROM child. PUBLIC SECTION.',
      'METHODS a REDEFINITION. ENDCLASS.'
    ],
    expected: [
      `7:8 ${cannot('F', 'is FINAL')}`,
      `8:8 ${cannot('P', 'is PRIVATE')}`,
      `9:8 ${cannot('S', 'is static')}`,
      `10:8 ${cannot('U', 'does not exist in a superclass')}`,
      `11:8 ${cannot('CONSTRUCTOR', 'is a constructor')}`,
      `13:8 ${cannot('A', 'is FINAL')}`
    ]
  },
  'methods of superclasses and interfaces are redefined': {
    source: [
      ...PARENT,
      'INTERFACE intf. METHODS m. ENDINTERFACE.',
      'CLASS child DEFINITION INHERITING FROM parent. PUBLIC SECTION. INTERFACES intf.',
      'ALIASES m FOR intf~m. METHODS a REDEFINITION. METHODS constructor FINAL. ENDCLASS.',
      'CLASS child IMPLEMENTATION. METHOD a. super->a( ). ENDMETHOD. METHOD intf~m. ENDMETHOD.',
      'METHOD constructor. super->constructor( ). ENDMETHOD. ENDCLASS.',
      'CLASS grandchild DEFINITION INHERITING FROM child. PUBLIC SECTION.',
      'METHODS: a REDEFINITION, m REDEFINITION. ENDCLASS.',
      'CLASS grandchild IMPLEMENTATION. METHOD a. ENDMETHOD. METHOD m. ENDMETHOD. ENDCLASS.'
    ],
    expected: []
  },
  'constructors have importing parameters and exceptions alone': {
    source: [
      'CLASS c1 DEFINITION. PUBLIC SECTION. METHODS constructor IMPORTING a TYPE i EXCEPTIONS e.',
      'CLASS-METHODS: class_constructor, other. ENDCLASS.',
      'CLASS c1 IMPLEMENTATION. METHOD constructor. ENDMETHOD. METHOD class_constructor. ENDMETHOD.',
      'METHOD other. ENDMETHOD. ENDCLASS.',
      'CLASS c2 DEFINITION. PUBLIC SECTION. METHODS constructor',
      'RETURNING VALUE(r) TYPE i. ENDCLASS.',
      'CLASS c3 DEFINITION. PUBLIC SECTION. METHODS constructor IMPORTING a TYPE i',
      'CHANGING b TYPE i. ENDCLASS.',
      'CLASS c4 DEFINITION. PUBLIC SECTION. CLASS-METHODS class_constructor',
      'IMPORTING a TYPE i. ENDCLASS.'
    ],
    expected: [
      '7:0 The method "CONSTRUCTOR" can only have IMPORTING parameters and exceptions.',
      '9:0 The method "CONSTRUCTOR" can only have IMPORTING parameters and exceptions.',
      '11:0 The method "CLASS_CONSTRUCTOR" has no parameters and no exceptions.'
    ]
  },
  'constructors are not called': {
    source: [
      'CLASS c DEFINITION. PUBLIC SECTION. METHODS constructor. ENDCLASS.',
      'CLASS c IMPLEMENTATION. METHOD constructor. ENDMETHOD. ENDCLASS.',
      'START-OF-SELECTION. DATA(o) = NEW c( ).',
      'o->constructor( ).'
    ],
    expected: ['5:3 A constructor cannot be called']
  },
  'abstract methods belong to instances and are visible to subclasses': {
    source: [
      'CLASS c DEFINITION ABSTRACT. PUBLIC SECTION. METHODS a ABSTRACT.',
      'CLASS-METHODS s ABSTRACT.',
      'PRIVATE SECTION. METHODS p ABSTRACT. ENDCLASS.'
    ],
    expected: [
      '3:16 The static method "S" cannot be abstract.',
      '4:27 The private method "P" cannot be abstract.'
    ]
  },
  'a preferred parameter is one of the parameters': {
    source: [
      'CLASS c DEFINITION. PUBLIC SECTION.',
      'METHODS m IMPORTING a TYPE i OPTIONAL b TYPE i OPTIONAL PREFERRED PARAMETER b.',
      'METHODS n IMPORTING a TYPE i OPTIONAL b TYPE i OPTIONAL PREFERRED PARAMETER d. ENDCLASS.',
      'CLASS c IMPLEMENTATION. METHOD m. ENDMETHOD. METHOD n. ENDMETHOD. ENDCLASS.'
    ],
    expected: ['4:76 The formal parameter "D" does not exist.']
  },
  'events that are handled exist': {
    source: [
      'INTERFACE i. EVENTS k. ENDINTERFACE.',
      'CLASS c DEFINITION. PUBLIC SECTION. INTERFACES i. EVENTS e. METHODS: h FOR EVENT e OF c,',
      'l FOR EVENT i~k OF c, m FOR EVENT k OF i,',
      'n FOR EVENT f OF c. ENDCLASS.',
      'CLASS c IMPLEMENTATION. METHOD h. ENDMETHOD. METHOD l. ENDMETHOD. METHOD m. ENDMETHOD.',
      'METHOD n. ENDMETHOD. ENDCLASS.'
    ],
    expected: ['5:12 The event "F" of "C" does not exist.']
  },
  'static methods have no instance': {
    source: [
      'INTERFACE i. DATA x TYPE i. CLASS-DATA y TYPE i. ENDINTERFACE.',
      'CLASS c DEFINITION. PUBLIC SECTION. INTERFACES i. DATA a TYPE i. METHODS m.',
      'CLASS-METHODS s. ENDCLASS. CLASS c IMPLEMENTATION.',
      'METHOD m. me->a = i~x. i~x = me->a. m( ). ENDMETHOD.',
      'METHOD s. i~y = 1. DATA b LIKE a.',
      'me->a = 1.',
      'b = me->a.',
      'i~x = 1.',
      'me->m( ).',
      'ENDMETHOD. ENDCLASS.'
    ],
    expected: ['7:0 ', '8:4 ', '9:0 The attribute "I~X" is not static', '10:0 There is no "ME"']
  },
  'instance components are not reached by the name of the class': {
    source: [
      'CLASS c DEFINITION. PUBLIC SECTION. DATA a TYPE i. CLASS-DATA b TYPE i. METHODS m.',
      'CLASS-METHODS s. ENDCLASS.',
      'CLASS c IMPLEMENTATION. METHOD m. ENDMETHOD. METHOD s. ENDMETHOD. ENDCLASS.',
      'DATA x LIKE c=>a. CALL METHOD c=>s. c=>b = x.',
      'c=>a = 1.',
      'x = c=>a.',
      'CALL METHOD c=>m.'
    ],
    expected: [
      '6:3 The attribute "A" is not static: it needs an instance.',
      '7:7 The attribute "A" is not static: it needs an instance.',
      '8:15 The method "m" is not static: it needs an instance.'
    ]
  },
  'interfaces have no instances of their own': {
    source: ['INTERFACE i. ENDINTERFACE. DATA o TYPE REF TO i.', 'o = NEW i( ).'],
    expected: ['3:8 "i" is an interface and cannot be instantiated.']
  },
  'types are hidden as other members are': {
    source: [
      'CLASS friend DEFINITION DEFERRED.',
      'CLASS c DEFINITION FRIENDS friend. PUBLIC SECTION. TYPES open TYPE i.',
      'PROTECTED SECTION. TYPES inherited TYPE c=>open.',
      'PRIVATE SECTION. TYPES hidden TYPE c=>open. ENDCLASS.',
      'CLASS friend DEFINITION. PUBLIC SECTION. METHODS m IMPORTING x TYPE c=>hidden. ENDCLASS.',
      'CLASS friend IMPLEMENTATION. METHOD m. DATA y TYPE c=>inherited. ENDMETHOD. ENDCLASS.',
      'CLASS child DEFINITION INHERITING FROM c. PUBLIC SECTION. TYPES t TYPE c=>inherited.',
      'METHODS m IMPORTING x TYPE c=>hidden. ENDCLASS.',
      'CLASS child IMPLEMENTATION. METHOD m. ENDMETHOD. ENDCLASS.',
      'DATA a TYPE c=>open.',
      'DATA b TYPE c=>inherited.',
      'TYPES t TYPE STANDARD TABLE OF c=>hidden WITH EMPTY KEY.'
    ],
    expected: [
      '9:30 The type "HIDDEN" of "C" is private and cannot be used here.',
      '12:15 The type "INHERITED" of "C" is protected and cannot be used here.',
      '13:34 The type "HIDDEN" of "C" is private and cannot be used here.'
    ]
  },
  'names that are declared twice are reported at the second place': {
    source: [
      'CLASS c DEFINITION. PUBLIC SECTION. DATA a TYPE i.',
      'PRIVATE SECTION.',
      'DATA a TYPE i. ENDCLASS.'
    ],
    expected: ['4:5 The variable "a" is declared already.']
  },
  'types that are declared twice are reported at the second place': {
    source: ['CLASS c DEFINITION. PUBLIC SECTION.', 'TYPES a TYPE i. TYPES a TYPE i. ENDCLASS.'],
    expected: ['3:22 The type "a" is declared already.']
  },
  'a class is not its own superclass': {
    source: ['CLASS c DEFINITION INHERITING FROM c. ENDCLASS.'],
    expected: ['2:35 The class "C" cannot be its own superclass.']
  },
  'the sections of a class have an order': {
    source: [
      'CLASS c DEFINITION. PROTECTED SECTION. DATA a TYPE i.',
      'PUBLIC SECTION. DATA b TYPE i. ENDCLASS.'
    ],
    expected: ['3:0 "PUBLIC SECTION" must stand before "PROTECTED SECTION", and once.']
  }
}

testRules(rules)
