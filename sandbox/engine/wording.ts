/**
 * Message of the parser → message for the developer. The first pattern that matches decides; other
 * texts stay unchanged.
 */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [
    /^"(.+?)" not found, (?:Target|findTop|FSTarget|Unassign|SourceFieldSymbol|dynamic)$/i,
    'The name "$1" is unknown: no variable, constant or component of this name is visible here.'
  ],
  [
    /^Variable "(.+?)" contains unknown: (.+?) not found, lookup\w*$/i,
    'The type of "$1" is unknown: "$2" does not exist.'
  ],
  [
    /^Type "(.+?)" contains unknown: (.+?) not found, lookup\w*$/i,
    'The type "$1" uses "$2", which does not exist.'
  ],
  [/^Contains unknown, (.+?) not found, lookup\w*$/i, 'The type "$1" does not exist.'],
  [/^Variable "(.+?)" contains unknown: (.+)$/i, 'The type of "$1" is unknown: $2.'],
  [/^Type "(.+?)" contains unknown: (.+)$/i, 'The type "$1" is not completely known: $2.'],
  [/^Contains unknown, (.+)$/i, 'A type is unknown: $1.'],
  [/^Type "(.+?)" not found in scope, \w+$/i, 'The type "$1" does not exist.'],
  [/^(.+?) not found, lookup\w*$/i, 'The type "$1" does not exist.'],
  [/^(\S+) not found, dynamic$/i, 'The name "$1" is unknown.'],
  [/^(\S+) unknown$/i, 'The class or interface "$1" does not exist.'],
  [/^Class "?(\S+?)"? not found(?:\/released)?$/i, 'The class "$1" does not exist.'],
  [
    /^Class definition for "(.+?)" not found$/i,
    'There is no definition for the implemented class "$1".'
  ],
  [
    /^Class implementation for "(.+?)" not found$/i,
    'The class "$1" has methods, but no implementation part.'
  ],
  [
    /^Super class "(.+?)" not found( or contains errors)?$/i,
    'The superclass "$1" does not exist or contains errors.'
  ],
  [/^Interface "?(\S+?)"? (?:unknown|not found)$/i, 'The interface "$1" does not exist.'],
  [/^Implemented interface "(.+?)" not found$/i, 'The interface "$1" does not exist.'],
  [
    /^Implement method "(.+?)" from interface "(.+?)"$/i,
    'The implementation of the method "$1" of the interface "$2" is missing.'
  ],
  [/^Implement method "(.+?)"$/i, 'The implementation of the method "$1" is missing.'],
  [
    /^Abstract methods can only be defined in abstract classes, (.+)$/i,
    'The method "$1" is abstract, but its class is not.'
  ],
  [/^Method definition "(.+?)" not found$/i, 'The method "$1" is implemented, but not defined.'],
  [
    /^Method "(.+?)" not found, (?:methodCallChain|MethodSource|CallMethod).*$/i,
    'The method "$1" does not exist.'
  ],
  [/^Method "(.+?)" not found.*$/i, 'The method "$1" does not exist.'],
  [/^Method "(.+?)" not static$/i, 'The method "$1" is not static: it needs an instance.'],
  [
    /^Method "(.+?)" is (private|protected) and cannot be accessed$/i,
    'The method "$1" is $2 and cannot be called here.'
  ],
  [
    /^Attribute "(.+?)" is (private|protected) and cannot be accessed$/i,
    'The attribute "$1" is $2 and cannot be accessed here.'
  ],
  [
    /^Attribute or constant "(.+?)" not found in "(.+?)"$/i,
    'The component "$1" does not exist in "$2".'
  ],
  [/^Component "(.+?)" not found in structure$/i, 'The structure has no component "$1".'],
  [/^field (\S+) does not exist in structure$/i, 'The structure has no component "$1".'],
  [
    /^Field (\S+) does not exist in table row structure$/i,
    'The row of the table has no component "$1".'
  ],
  [/^checkFields, field (\S+) not found$/i, 'The field "$1" does not exist.'],
  [
    /^method parameter "(.+?)" must be supplied$/i,
    'The parameter "$1" of the method must be supplied.'
  ],
  [/^Parameter "(.+?)" must be supplied$/i, 'The parameter "$1" of the method must be supplied.'],
  [
    /^constructor parameter "(.+?)" must be supplied.*$/i,
    'The parameter "$1" of the constructor must be supplied.'
  ],
  [/^constructor parameter "(.+?)" does not exist$/i, 'The constructor has no parameter "$1".'],
  [
    /^constructor parameter "(.+?)" type not compatible$/i,
    'The value for the parameter "$1" of the constructor has an incompatible type.'
  ],
  [
    /^Method (importing|exporting|changing) parameter "(.+?)" does not exist$/i,
    'The method has no $1 parameter "$2".'
  ],
  [
    /^Method parameter type not compatible$/i,
    'The value for the parameter has an incompatible type.'
  ],
  [
    /^Method parameter type not compatible, (.+)$/i,
    'The value for the parameter "$1" has an incompatible type.'
  ],
  [/^Incompatible types$/i, 'The types of the two sides are incompatible.'],
  [/^Types not compatible$/i, 'The types are incompatible.'],
  [
    /^(\S+) is abstract, cannot be instantiated$/i,
    'The class "$1" is abstract and cannot be instantiated.'
  ],
  [
    /^(\S+) is an interface, cannot be instantiated$/i,
    '"$1" is an interface and cannot be instantiated.'
  ],
  [/^Interface reference, cannot be instantiated$/i, 'An interface cannot be instantiated.'],
  [/^Variable (?:name )?"?(\S+?)"? already defined$/i, 'The variable "$1" is declared already.'],
  [/^Type name "(.+?)" already defined$/i, 'The type "$1" is declared already.'],
  [/^"(.+?)" cannot be modified, it is readonly$/i, '"$1" is read-only and cannot be changed.'],
  [
    /^Uncaught exception (.+)$/i,
    'The exception "$1" is neither caught nor declared in the RAISING clause.'
  ],
  [/^Variable "(.+?)" not used$/i, 'The variable "$1" is not used.'],
  [/^FORM "(.+?)" not found$/i, 'The subroutine "$1" does not exist.'],
  [/^Include (\S+) not found$/i, 'The include "$1" does not exist.'],
  [
    /^Not possible to INCLUDE a main program, (\S+)$/i,
    '"$1" is a main program and cannot be included.'
  ],
  [/^Cyclic INCLUDE, (\S+)$/i, 'The include "$1" leads back to itself.'],
  [/^INCLUDE not used anywhere$/i, 'No program includes this source.'],
  [/^CDS source "(.+?)" not found$/i, 'The data source "$1" does not exist.'],
  [/^CDS field "(.+?)" not found in "(.+?)"$/i, 'The field "$1" does not exist in "$2".'],
  [
    /^Unknown\/un-resolveable type in \S+: (.+?) not found, lookup\w*$/i,
    'The type "$1" does not exist.'
  ],
  [/^Unknown\/un-resolveable type in \S+: (.+)$/i, 'A type cannot be resolved: $1.'],
  [/^Identical FORM Names: "(.+?)"$/i, 'The subroutine "$1" is defined more than once.'],
  [/^Method (\S+) implemented twice$/i, 'The method "$1" is implemented more than once.'],
  [/^Method (\S+) defined twice$/i, 'The method "$1" is defined more than once.'],
  [/^BEGIN END names must match$/i, 'BEGIN OF and END OF name different structures.'],
  [/^No source type determined$/i, 'The type of the source cannot be determined.'],
  [/^Expected (\w+)$/i, 'The order of the statements is wrong: "$1" was expected.'],
  [/^Unexpected (\w+)$/i, 'The statement "$1" must not stand here.'],
  [
    /^CATCH of (\S+) after the CATCH of its superclass (\S+)$/i,
    'The exception class $1 cannot be used in the CATCH clause: a clause before it in the same TRY block catches its superclass $2.'
  ],
  [/^(.+), findTop$/, '$1.']
]

/** Rewords a finding for developers. It never uses message numbers of a real system. */
export function plainText(text: string): string {
  for (const [pattern, wording] of REPLACEMENTS) {
    if (pattern.test(text)) return text.replace(pattern, wording)
  }
  return text.endsWith('.') || text === '' ? text : `${text}.`
}
