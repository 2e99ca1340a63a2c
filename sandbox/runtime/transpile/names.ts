import keywords from '@abaplint/transpiler/build/src/keywords.js'

/** Names of the generated code that a variable of the same name would hide, beside the words JavaScript keeps for itself. */
const HIDING = ['abap', 'e', 'undefined', 'async', 'globalthis', 'nan', 'infinity', 'json', 'object', 'promise']

/** The transpiler numbers its own variables; nobody has more in one procedure. */
const MOST_NUMBERED = 500

/** Lets the transpiler rename variables of ABAP that would hide what the generated code needs. */
export function protectNames (): void {
  for (const name of HIDING) keywords.DEFAULT_KEYWORDS.add(name)
  for (let number = 1; number <= MOST_NUMBERED; number++) {
    keywords.DEFAULT_KEYWORDS.add(`unique${number}`)
    keywords.DEFAULT_KEYWORDS.add(`indexbackup${number}`)
  }
}
