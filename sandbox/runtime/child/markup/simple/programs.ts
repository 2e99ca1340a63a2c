/** The transformations of a program that is run, by name. */
import type { SimpleTransformation, Template } from '../../../../grammar/transformations/model.ts'

/** What generated code tells of a transformation; a simple one without errors has a program. */
export interface TransformationSource {
  readonly name: string
  readonly kind: 'simple' | 'xslt' | 'unknown'
  readonly program?: SimpleTransformation
}

const sources = new Map<string, TransformationSource>()

/** The text is JSON, so that nothing of a source becomes code. */
export function defineTransformation(text: string): void {
  const source = JSON.parse(text) as TransformationSource
  sources.set(source.name, source)
}

/** A program with the templates that it includes. */
export interface LoadedProgram {
  readonly name: string
  readonly main: Template | undefined
  readonly templates: ReadonlyMap<string, Template>
}

/** Loads a simple transformation; what is none is refused by name. */
export function loadProgram(
  given: string,
  unsupported: (what: string) => never,
  above: readonly string[] = []
): LoadedProgram {
  const name = given.trim().toUpperCase()
  const source = sources.get(name)
  // whether it exists in the system is not known: the program is given what its sources name
  if (source === undefined) return unsupported(`CALL TRANSFORMATION ${name}: it is not there`)
  if (source.kind === 'xslt') return unsupported(`the XSLT program ${name} in CALL TRANSFORMATION`)
  const { program } = source
  if (program === undefined) return unsupported(`CALL TRANSFORMATION ${name}, which has errors`)
  if (above.includes(name)) return unsupported(`tt:include of ${name} in itself`)
  const templates = new Map<string, Template>()
  for (const include of program.includes) {
    const { templates: found } = loadProgram(include.name, unsupported, [...above, name])
    for (const [own, template] of found) if (own !== '') templates.set(own, template)
  }
  for (const template of program.templates) templates.set(template.name, template)
  return { name, main: program.main, templates }
}
