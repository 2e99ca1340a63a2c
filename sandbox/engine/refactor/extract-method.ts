/** Extracts whole statements of a method into a method of their own. */
import { Statements } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import type { ExtractedMethod, FileEdit, RepositoryFile } from '../../types.ts'
import { enterProgram } from '../includes.ts'
import { owningObjects } from '../navigate/owners.ts'
import type { Repository } from '../repository.ts'
import { blocksOf } from './extracted-blocks.ts'
import { parametersOf } from './extracted-parameters.ts'
import type { ExtractedParameter } from './extracted-parameters.ts'
import { endRowOf, refuse, rowOf, select, wordsOf } from './selected-statements.ts'
import type { SelectedRows, SelectedStatements } from './selected-statements.ts'

export interface ExtractRequest extends SelectedRows {
  readonly overlay: readonly RepositoryFile[]
  readonly main?: string | undefined
  readonly newName: string
  readonly visibility: 'public' | 'protected' | 'private'
}

const NAME = /^[a-z_]\w{0,29}$/i

/** The new method and the edits that make it. Rejects what would change the behaviour. */
export function extractMethod(repository: Repository, request: ExtractRequest): ExtractedMethod {
  const { file, overlay, main, newName } = request
  enterProgram(repository, { file, overlay, main })
  if (!NAME.test(newName)) throw refuse(`"${newName}" is not a valid name.`)
  // Sources are parsed once their object is looked at.
  owningObjects(repository, file)
  const selection = select(repository, request)
  const blocks = blocksOf(selection)
  const parameters = parametersOf(repository, selection, blocks)
  const definition = definitionOf(repository, selection, newName)
  const isStatic = definition.statement.concatTokens().toUpperCase().startsWith('CLASS-METHODS')
  const raising = [...new Set([...definition.raising, ...blocks.caught])]
  const made = { ...selection, newName, isStatic, raising, parameters }
  const edits: FileEdit[] = [
    insertDeclaration(repository, selection, { request, text: declarationText(made) }),
    replaceSelection(selection, callText(made)),
    insertBody(selection, bodyText(made))
  ]
  return {
    className: selection.className,
    name: newName,
    isStatic,
    visibility: request.visibility,
    parameters: parameters.map(({ name, direction, type }) => ({ name, direction, type })),
    exceptions: raising,
    content: selection.lines.slice(selection.startRow - 1, selection.endRow).join('\n'),
    edits
  }
}

interface MethodDefinition {
  readonly statement: Nodes.StatementNode
  readonly raising: readonly string[]
}

function definitionOf(
  repository: Repository,
  { file, className, methodName }: SelectedStatements,
  newName: string
): MethodDefinition {
  const info = repository.abapFile(file)?.getInfo().getClassDefinitionByName(className)
  if (info === undefined) {
    throw refuse(`The definition of ${className} is in another source.`)
  }
  if (info.methods.some(({ name }) => name.toUpperCase() === newName.toUpperCase())) {
    throw refuse(`${className} has a method ${newName} already.`)
  }
  const method = info.methods.find(({ name }) => name.toUpperCase() === methodName)
  const row = method?.identifier.getStart().getRow() ?? -1
  const statement = repository
    .abapFile(file)
    ?.getStatements()
    .find(node => rowOf(node) <= row && row <= endRowOf(node) && wordsOf(node).includes(methodName))
  if (statement === undefined) {
    // The method of an interface, or a redefinition of an heir: an instance method.
    const [first] = repository.abapFile(file)?.getStatements() ?? []
    if (first === undefined) throw refuse('The source is empty.')
    return { statement: first, raising: [] }
  }
  const raising = /\bRAISING\s+([^.,]+)/.exec(statement.concatTokens().toUpperCase())?.[1] ?? ''
  return {
    statement,
    raising: raising
      .replace(/\b(?:RESUMABLE|EXCEPTIONS)\b|[()]/g, ' ')
      .split(/\s+/)
      .filter(word => word !== '')
  }
}

interface Made extends SelectedStatements {
  readonly newName: string
  readonly isStatic: boolean
  readonly raising: readonly string[]
  readonly parameters: readonly ExtractedParameter[]
}

const sections = ['importing', 'exporting', 'changing', 'returning'] as const

function declarationText({ newName, isStatic, parameters, raising }: Made): string {
  const parts = sections.flatMap(direction => {
    const own = parameters.filter(one => one.direction === direction)
    return own.length === 0
      ? []
      : [
          `      ${direction.toUpperCase()}`,
          ...own.map(({ name, type }) =>
            direction === 'returning'
              ? `        VALUE(${name}) TYPE ${type}`
              : `        ${name} TYPE ${type}`
          )
        ]
  })
  const raises = raising.length === 0 ? [] : [`      RAISING ${raising.join(' ').toLowerCase()}`]
  return (
    [`    ${isStatic ? 'CLASS-METHODS' : 'METHODS'} ${newName}`, ...parts, ...raises].join('\n') +
    '.'
  )
}

function callText({ newName, parameters, lines, startRow }: Made): string {
  const indent = /^\s*/.exec(lines[startRow - 1] ?? '')?.[0] ?? ''
  const inputs = parameters.filter(({ direction }) => direction === 'importing')
  const outputs = parameters.filter(({ direction }) => direction === 'exporting')
  const changed = parameters.filter(({ direction }) => direction === 'changing')
  const result = parameters.find(({ direction }) => direction === 'returning')
  const actual = ({ name, isDeclared }: ExtractedParameter) => (isDeclared ? `DATA(${name})` : name)
  const list = (own: readonly ExtractedParameter[]) =>
    own.map(one => `${one.name} = ${actual(one)}`).join(' ')
  const words = [
    ...(inputs.length === 0
      ? []
      : [`${outputs.length + changed.length > 0 ? 'EXPORTING ' : ''}${list(inputs)}`]),
    ...(outputs.length === 0 ? [] : [`IMPORTING ${list(outputs)}`]),
    ...(changed.length === 0 ? [] : [`CHANGING ${list(changed)}`])
  ]
  const call = `${newName}( ${words.join(' ')}${words.length === 0 ? '' : ' '}).`
  return `${indent}${result === undefined ? '' : `${actual(result)} = `}${call}`
}

/** The selected lines with declarations of outputs taken out: they are parameters now. */
function bodyText({ newName, lines, startRow, endRow, parameters }: Made): string {
  const own = lines.slice(startRow - 1, endRow)
  const indents = own
    .filter(line => line.trim() !== '' && !line.startsWith('*'))
    .map(line => /^ */.exec(line)?.[0].length ?? 0)
  const shift = Math.max(0, Math.min(...indents) - 4)
  const declared = parameters.filter(({ isDeclared }) => isDeclared)
  const body = own
    .map(line => (line.startsWith(' '.repeat(shift)) ? line.slice(shift) : line))
    .map(line =>
      declared.reduce(
        (text, { name }) =>
          text.replace(new RegExp(`@?\\bDATA\\(\\s*${name}\\s*\\)`, 'i'), found =>
            found.startsWith('@') ? `@${name}` : name
          ),
        line
      )
    )
  return ['', `  METHOD ${newName}.`, ...body, '  ENDMETHOD.'].join('\n')
}

function replaceSelection(
  { file, lines, startRow, endRow }: SelectedStatements,
  text: string
): FileEdit {
  return {
    file,
    startRow,
    startColumn: 0,
    endRow,
    endColumn: lines[endRow - 1]?.length ?? 0,
    oldText: lines.slice(startRow - 1, endRow).join('\n'),
    newText: text
  }
}

function insertBody({ file, method, lines }: SelectedStatements, text: string): FileEdit {
  const row = method.at(-1)?.getLastToken().getRow() ?? 1
  return insertion(file, { row, column: lines[row - 1]?.length ?? 0, text: `\n${text}` })
}

function insertion(
  file: string,
  { row, column, text }: { readonly row: number; readonly column: number; readonly text: string }
): FileEdit {
  return {
    file,
    startRow: row,
    startColumn: column,
    endRow: row,
    endColumn: column,
    oldText: '',
    newText: text
  }
}

/** At the end of the section; a missing one is opened in its place. */
function insertDeclaration(
  repository: Repository,
  { file, className, lines }: SelectedStatements,
  { request: { visibility }, text }: { readonly request: ExtractRequest; readonly text: string }
): FileEdit {
  const order = ['public', 'protected', 'private']
  const all = repository.abapFile(file)?.getStatements() ?? []
  const from = all.findIndex(
    node => node.get() instanceof Statements.ClassDefinition && wordsOf(node)[1] === className
  )
  const definition = all.slice(from)
  const end = definition.findIndex(node => node.get() instanceof Statements.EndClass)
  const own = definition.slice(0, end + 1)
  const sectionAt = (name: string) =>
    own.findIndex(node => wordsOf(node)[0] === name.toUpperCase() && wordsOf(node)[1] === 'SECTION')
  const has = sectionAt(visibility) >= 0
  const next = order
    .slice(order.indexOf(visibility) + 1)
    .map(sectionAt)
    .find(at => at >= 0)
  const before = own[(next ?? own.length - 1) - 1]
  if (before === undefined) throw refuse(`${className} has no definition here.`)
  const row = endRowOf(before)
  const head = has ? '' : `\n  ${visibility.toUpperCase()} SECTION.`
  return insertion(file, { row, column: lines[row - 1]?.length ?? 0, text: `${head}\n${text}` })
}
