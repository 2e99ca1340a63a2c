/** Gives the stops of a program that is debugged access to the variables of their procedure. */

const STOP = /abap\.sandbox\.stop\((\d+)\);/g
/** The line where the function of a procedure begins. */
const START = /^.*\bINPUT\) (?:=> )?\{$/gm
const DECLARED = /\blet ([\w$]+) = (INPUT\?\.)?/g
const HELPER = /^(?:unique|indexBackup|INPUT)/

/**
 * Each stop gets an object of functions that return a variable each: a variable that has not been
 * declared where the program stands is unknown there. Parameters stand beside the others. The lines
 * stay where they are.
 */
export function withScopes(code: string): string {
  if (!code.includes('abap.sandbox.stop(')) return code
  const starts = [0, ...[...code.matchAll(START)].map(({ index }) => index)]
  return starts
    .map((start, at) => {
      const procedure = code.slice(start, starts[at + 1])
      const scope = scopeOf(procedure)
      return procedure.replace(STOP, (_stop, id: string) => `abap.sandbox.stop(${id}, ${scope});`)
    })
    .join('')
}

function scopeOf(procedure: string): string {
  const locals = new Set<string>()
  const parameters = new Set<string>()
  for (const [, name = '', given] of procedure.matchAll(DECLARED)) {
    if (HELPER.test(name)) continue
    if (given === undefined) locals.add(name)
    else parameters.add(name)
  }
  const functions = (names: ReadonlySet<string>) =>
    [...names].map(name => `${name}: () => ${name}`).join(', ')
  return `{me: () => this.me, locals: {${functions(locals)}}, parameters: {${functions(parameters)}}}`
}
