/** Finds the first statement in a region of the source where it is not allowed. */
import { Comment, Empty, Statements, Unknown } from '@abaplint/core'
import type { ABAPFile, Nodes } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfNode } from '../ranges.ts'

const RULE = 'placement'

/** Statements (names of the parser's classes) that declare components and nothing else. */
const COMPONENTS = [
  'MethodDef',
  'InterfaceDef',
  'ClassData',
  'Events',
  'Aliases',
  'ClassDataBegin',
  'ClassDataEnd'
]
const SECTIONS = ['Public', 'Protected', 'Private']
const IN_DEFINITION = new Set([
  ...COMPONENTS,
  'Data',
  'DataBegin',
  'DataEnd',
  'Constant',
  'ConstantBegin',
  'ConstantEnd',
  'Type',
  'TypeBegin',
  'TypeEnd',
  'TypeEnum',
  'TypeEnumBegin',
  'TypeEnumEnd',
  'TypeMesh',
  'TypeMeshBegin',
  'TypeMeshEnd',
  'TypePools',
  'InterfaceLoad',
  'ClassDefinitionLoad',
  'Include',
  'IncludeType',
  'SetExtendedCheck'
])
const IN_IMPLEMENTATION = new Set([
  'Include',
  'Define',
  'EndOfDefinition',
  'MacroContent',
  'MacroCall'
])

type Node = Nodes.StatementNode
type Region =
  'outside' | 'class definition' | 'section' | 'interface' | 'class implementation' | 'method'

/**
 * The first misplaced statement. Called only when the parser reports a wrong order of statements,
 * because its message has no place.
 */
export function checkPlacement(file: ABAPFile): FileMessage[] {
  let region: Region = 'outside'
  let section = ''
  for (const node of file.getStatements()) {
    const statement = node.get()
    if (
      statement instanceof Comment ||
      statement instanceof Empty ||
      statement instanceof Unknown
    ) {
      continue
    }
    const next = regionAfter(region, node)
    if (next !== undefined) {
      const begun = next === 'section' ? statement.constructor.name : ''
      if (begun !== '' && SECTIONS.indexOf(begun) <= SECTIONS.indexOf(section)) {
        const text = `"${begun.toUpperCase()} SECTION" must stand before "${section.toUpperCase()} SECTION", and once.`
        return [error(rangeOfNode(file.getFilename(), node), RULE, text)]
      }
      section = begun
      region = next
      continue
    }
    const text = misplacement(region, node)
    if (text !== undefined) return [error(rangeOfNode(file.getFilename(), node), RULE, text)]
  }
  return []
}

/** The region after a statement that starts or ends one; undefined for other statements. */
function regionAfter(region: Region, node: Node): Region | undefined {
  const statement = node.get()
  if (statement instanceof Statements.ClassDefinition) return 'class definition'
  if (statement instanceof Statements.Interface) return 'interface'
  if (statement instanceof Statements.ClassImplementation) return 'class implementation'
  if (statement instanceof Statements.EndClass || statement instanceof Statements.EndInterface) {
    return 'outside'
  }
  if (statement instanceof Statements.MethodImplementation && region === 'class implementation') {
    return 'method'
  }
  if (statement instanceof Statements.EndMethod && region === 'method') {
    return 'class implementation'
  }
  if (
    SECTIONS.includes(statement.constructor.name) &&
    (region === 'class definition' || region === 'section')
  ) {
    return 'section'
  }
  return undefined
}

function misplacement(region: Region, node: Node): string | undefined {
  const name = node.get().constructor.name
  const word = node
    .getTokens()
    .slice(0, 1)
    .map(token => token.getStr().toUpperCase())
    .join(' ')
  if (region === 'class definition') {
    return `"${word}" must stand in a section: PUBLIC SECTION, PROTECTED SECTION or PRIVATE SECTION is missing before it.`
  }
  if (region === 'section' || region === 'interface') {
    return IN_DEFINITION.has(name) ? undefined : `"${word}" is not allowed in a definition part.`
  }
  if (region === 'class implementation') {
    return IN_IMPLEMENTATION.has(name)
      ? undefined
      : `"${word}" must stand in a method: between METHOD and ENDMETHOD.`
  }
  if (COMPONENTS.includes(name) || SECTIONS.includes(name)) {
    return `"${word}" is allowed only in the definition part of a class.`
  }
  if (name === 'MethodImplementation') {
    return '"METHOD" is allowed only in the implementation part of a class.'
  }
  return undefined
}
