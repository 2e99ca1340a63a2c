/** Reads the source of a transformation: a simple one is taken apart, and checked while that is done. */
import type { SimpleTransformation, Template, TransformationIssue, Variable } from './model.ts'
import { Reader } from './reader.ts'
import { stepsOf } from './steps.ts'
import { attributeOf, elementsOf, isStatement, readProgram, ST_URI, XSL_URI } from './tree.ts'
import type { ProgramElement } from './tree.ts'

export interface ReadTransformation {
  readonly kind: 'simple' | 'xslt' | 'unknown'
  readonly program?: SimpleTransformation
  readonly issues: readonly TransformationIssue[]
}

/** What a source holds. A simple transformation with issues has no program. */
export function readTransformation(source: string): ReadTransformation {
  const root = readProgram(source)
  if ('text' in root) return { kind: 'unknown', issues: [root] }
  if (root.uri === XSL_URI) return { kind: 'xslt', issues: [] }
  const reader = new Reader(source, stepsOf)
  if (root.uri !== ST_URI || root.name !== 'transform') {
    const text = `"${root.name}" is the root of neither a simple transformation nor an XSLT program.`
    reader.report(root, text)
    return { kind: 'unknown', issues: reader.issues }
  }
  const program = readSimple(reader, root)
  return reader.issues.length > 0
    ? { kind: 'simple', issues: reader.issues }
    : { kind: 'simple', program, issues: [] }
}

const DECLARATIONS = new Set(['root', 'variable', 'parameter', 'type', 'include', 'template'])

function readSimple(reader: Reader, root: ProgramElement): SimpleTransformation {
  const context = contextOf(reader, root)
  const includes: { name: string; templates?: string[] }[] = []
  const templates: Template[] = []
  const wanted = attributeOf(root, 'template')?.toUpperCase() ?? ''
  for (const child of elementsOf(root)) {
    if (!isStatement(child) || !DECLARATIONS.has(child.name)) {
      reader.report(child, `"${tagOf(child)}" is not allowed directly below tt:transform.`)
    } else if (child.name === 'include') {
      const names = attributeOf(child, 'templates') ?? attributeOf(child, 'template')
      const chosen =
        names === undefined ? {} : { templates: names.toUpperCase().trim().split(/\s+/) }
      includes.push({ name: reader.required(child, 'name').toUpperCase(), ...chosen })
    } else if (child.name === 'template') {
      const name = attributeOf(child, 'name')?.toUpperCase() ?? ''
      templates.push(
        templateOf(reader, child, { name, context: name === wanted ? context : undefined })
      )
      if (templates.filter(each => each.name === name).length > 1) {
        reader.report(
          child,
          name === ''
            ? 'There are two templates without a name.'
            : `There are two templates "${name}".`,
          'name'
        )
      }
    }
  }
  const main = templates.find(({ name }) => name === wanted)
  if (main === undefined && wanted !== '') {
    reader.report(root, `The template "${wanted}" is not defined.`, 'template')
  }
  reader.checkCalls(templates, includes.length > 0)
  return { main, templates, includes }
}

const tagOf = ({ prefix, name }: ProgramElement): string =>
  prefix === '' ? name : `${prefix}:${name}`

interface Context {
  readonly roots: readonly string[]
  readonly variables: readonly Variable[]
}

function contextOf(reader: Reader, element: ProgramElement): Context {
  const roots: string[] = []
  const variables: Variable[] = []
  const names = new Set<string>()
  for (const child of elementsOf(element)) {
    const declares = isStatement(child) && /^(root|variable|parameter)$/.test(child.name)
    if (!declares) continue
    const name = reader.required(child, 'name').toUpperCase()
    if (names.has(name)) reader.report(child, `"${name}" is declared twice.`, 'name')
    names.add(name)
    if (child.name === 'root') roots.push(name)
    else variables.push(variableOf(reader, child, name))
  }
  return { roots, variables }
}

function variableOf(reader: Reader, element: ProgramElement, name: string): Variable {
  const initial = (own: string) => {
    const attribute = attributeOf(element, own) === undefined ? 'val' : own
    return reader.literal(element, attribute)
  }
  const given = attributeOf(element, 'kind')?.toLowerCase() ?? 'in'
  const kind = given === 'inout' ? 'in/out' : given
  if (kind !== 'in' && kind !== 'out' && kind !== 'in/out') {
    reader.report(element, `"${given}" is not a kind of parameters.`, 'kind')
  }
  return {
    name,
    kind: element.name === 'variable' ? 'variable' : (kind as 'in' | 'out' | 'in/out'),
    serialize: initial('s-val'),
    deserialize: initial('d-val')
  }
}

function templateOf(
  reader: Reader,
  element: ProgramElement,
  { name, context }: { name: string; context: Context | undefined }
): Template {
  const declared = elementsOf(element).find(child => isStatement(child, 'context'))
  if (declared !== undefined && context !== undefined) {
    reader.report(
      declared,
      'The main template has the data of the transformation: tt:context is not allowed.'
    )
  }
  const own =
    context ?? (declared === undefined ? { roots: [], variables: [] } : contextOf(reader, declared))
  reader.enter(own.roots, own.variables, context === undefined && own.roots.length === 0)
  const body = element.children.filter(child => child !== declared)
  return { name, ...own, body: reader.steps({ ...element, children: body }) }
}
