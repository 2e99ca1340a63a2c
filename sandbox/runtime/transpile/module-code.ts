/**
 * Makes a module of the program from what the transpiler writes for an object, with the places of
 * its statements.
 */
import { ABAPObject } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import type { Chunk, IOutputFile } from '@abaplint/transpiler'
import { defaultsCode } from './defaults.ts'
import type { Module, Span } from './program.ts'
import { withScopes } from './stops.ts'

const CLASS_CONSTRUCTOR = /^[ \t]*await ([^\n]*)\.class_constructor\(\);$/gm

/**
 * Characters that no literal can hold are written bare by the transpiler; the class constructor of
 * the kernel sets them.
 */
const BARE_CHARACTERS = /^([ \t]*)\S+\.set\([^\x21-\x7e]+\);$/gm
/** Parameters of type NUMERIC: the name of a class is no way to tell it that code may go. */
const CHARACTER = /\bif \((\w+)\.constructor\.name === "Character"\) \{/g
const REGISTRATION = /^\s*abap\.Classes\['([^'\n]+)'\] = /gm

export function moduleOf(output: IOutputFile, object: IObject): Module {
  const constructors: string[] = []
  const classes: Record<string, string> = {}
  const raw = output.chunk.getCode()
  for (const [, key] of raw.matchAll(REGISTRATION)) {
    if (key !== undefined) classes[localName(key)] = key
  }
  // A class constructor runs once everything is loaded: what it uses may stand in a module that
  // comes later.
  const code = raw
    .replace(BARE_CHARACTERS, '')
    .replace(CHARACTER, 'if ($1 instanceof abap.types.Character) {')
    .replace(CLASS_CONSTRUCTOR, (_line, expression: string) => {
      constructors.push(
        /\['([^']+)'\]/.exec(expression)?.[1] ??
          classes[expression.toUpperCase().replaceAll('$', '/')] ??
          expression.toUpperCase()
      )
      return ''
    })
  return {
    id: output.filename.replace(/\.mjs$/, ''),
    file: abapFile(output, object),
    object: object.getName().toUpperCase(),
    type: object.getType(),
    code: bindings(object, output) + withScopes(code) + '\n' + defaultsCode(object, classes),
    ...positionsOf(output.chunk),
    statements: longStatements(object),
    constructors: [...new Set(constructors)],
    classes
  }
}

/** Statements of several rows, by file: what happens in any of them happens in the first. */
function longStatements(object: IObject): Record<string, readonly Span[]> {
  if (!(object instanceof ABAPObject)) return {}
  return Object.fromEntries(
    object.getABAPFiles().map(file => [
      file.getFilename(),
      file.getStatements().flatMap((statement): Span[] => {
        const [first, end] = [
          statement.getFirstToken().getStart(),
          statement.getLastToken().getEnd()
        ]
        return first.getRow() === end.getRow()
          ? []
          : [[first.getRow(), first.getCol() - 1, end.getRow(), end.getCol() - 1]]
      })
    ])
  )
}

/** Local classes are kept as `CLAS-ZCL_X-LCL_Y`. */
function localName(key: string): string {
  return /^(?:CLAS|PROG|FUGR)-.*-([^-]+)$/.exec(key)?.[1] ?? key
}

/** `extends` needs the superclass under its own name; one line, so that rows shift by one. */
function bindings(object: IObject, output: IOutputFile): string {
  const names = new Set(['cx_root'])
  if (object instanceof ABAPObject) {
    for (const file of object.getABAPFiles()) {
      for (const definition of file.getInfo().listClassDefinitions()) {
        if (definition.superClassName !== undefined) {
          names.add(definition.superClassName.toLowerCase())
        }
      }
    }
  }
  // behind an interface a class begins in the same line
  const declared = new Set(
    [...output.chunk.getCode().matchAll(/(?:^\s*|;)class ([\w$]+)/gm)].map(match => match[1])
  )
  const wanted = [...names]
    .map(name => ({ binding: name.replaceAll('/', '$'), key: name.toUpperCase() }))
    .filter(({ binding }) => !declared.has(binding))
  const prefix = `${object.getType()}-${object.getName().toUpperCase()}-`
  return (
    wanted
      .map(
        ({ binding, key }) =>
          `const ${binding} = abap.Classes[${JSON.stringify(prefix + key)}] ?? abap.Classes[${JSON.stringify(key)}];`
      )
      .join(' ') + '\n'
  )
}

function positionsOf(chunk: Chunk): { sources: string[]; positions: number[] } {
  const sources = new Map<string, number>()
  const positions: number[] = []
  for (const mapping of chunk.mappings) {
    const source = sources.get(mapping.source) ?? sources.size
    sources.set(mapping.source, source)
    positions.push(
      mapping.generated.line + 1,
      mapping.generated.column,
      source,
      mapping.original.line,
      mapping.original.column
    )
  }
  return { sources: [...sources.keys()], positions }
}

function abapFile(output: IOutputFile, object: IObject): string {
  const name = output.filename
    .replace(/\.mjs$/, '.abap')
    .replace(/\.clas\.locals\.abap$/, '.clas.locals_imp.abap')
  return object.getFiles().some(file => file.getFilename().toLowerCase() === name)
    ? name
    : mainFile(object)
}

export function mainFile(object: IObject): string {
  const main = object instanceof ABAPObject ? object.getMainABAPFile()?.getFilename() : undefined
  return main ?? object.getFiles()[0]?.getFilename() ?? ''
}
