/** Gives the stops of a program that is debugged access to the variables of their procedure. */

const STOP = /abap\.sandbox\.stop\((\d+)\);/g
/** The line where the function of a procedure, or of an event block, begins. */
const START =
  /^(?:.*\basync function [\w$]+\([^)]*\) \{|[ \t]*(?:static )?async [\w$#]+\([^)]*\) \{|.*\bINPUT\) (?:=> )?\{)$/gm
const EVENT = /\basync function [A-Z_]+\(\) \{$/
const DECLARED = /\blet ([\w$]+) = (INPUT\b)?/g
/** The code of a function group is a block of its own. */
const BLOCK = /^\s*\{\n[^]*\n\}\s*$/
const HELPER = /^(?:unique|indexBackup|INPUT)/
/** In upper case: names of the program are in lower case. */
const GLOBALS = 'GLOBALS'

/**
 * Each stop gets an object of functions that return a variable each: a variable that has not been
 * declared where the program stands is unknown there. Parameters and the variables of the whole
 * program stand beside the others. The lines stay where they are.
 */
export function withScopes(code: string): string {
  if (!code.includes('abap.sandbox.stop(')) return code
  const starts = [0, ...[...code.matchAll(START)].map(({ index }) => index)]
  const stopping = starts
    .map((start, at) => {
      const procedure = code.slice(start, starts[at + 1])
      const scope = scopeOf(procedure)
      return procedure.replace(STOP, (_stop, id: string) => `abap.sandbox.stop(${id}, ${scope});`)
    })
    .join('')
  const globals = `const ${GLOBALS} = ${functions(declared(code).globals)};`
  return BLOCK.test(code)
    ? stopping.replace(/\n\}\s*$/, end => `\n${globals}${end.slice(1)}`)
    : `${stopping}\n${globals}`
}

function declared(
  code: string
): Readonly<Record<'globals' | 'locals' | 'parameters', Set<string>>> {
  const found = {
    globals: new Set<string>(),
    locals: new Set<string>(),
    parameters: new Set<string>()
  }
  for (const { index, 1: name = '', 2: given } of code.matchAll(DECLARED)) {
    if (HELPER.test(name)) continue
    const isOuter = index === 0 || code[index - 1] === '\n'
    found[isOuter ? 'globals' : given === undefined ? 'locals' : 'parameters'].add(name)
  }
  return found
}

function scopeOf(procedure: string): string {
  const { locals, parameters } = declared(procedure)
  const parts = [
    'self: () => this',
    `locals: ${functions(locals)}`,
    `parameters: ${functions(parameters)}`,
    `globals: ${GLOBALS}`,
    `isEvent: ${EVENT.test(procedure.slice(0, procedure.indexOf('\n')))}`
  ]
  return `{${parts.join(', ')}}`
}

function functions(names: ReadonlySet<string>): string {
  return `{${[...names].map(name => `${name}: () => ${name}`).join(', ')}}`
}
