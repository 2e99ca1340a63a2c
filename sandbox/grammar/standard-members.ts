/**
 * Members that a class, interface, structure or method of the standard does not have here: the
 * kernel has a part of them only, so that such a name may be none in the program that is wrong.
 */
import type { Nodes } from '@abaplint/core'
import { COMPLETE } from '../kernel/complete.ts'
import type { RepositoryFile } from '../types.ts'
import { internal, typing } from './parser-internals.ts'
import type { SyntaxInput, Typing } from './parser-internals.ts'

/** How a message ends that says so; the name stands before it. */
const ABSENT = ' is not available in the sandbox'

/** The name of what is absent in a message about it. */
export function absentMember(message: string): string | undefined {
  return /^(\S+) is not available in the sandbox\.?$/.exec(message)?.[1]
}

const NOT_FOUND: readonly RegExp[] = [
  /^Method "([\w~]+)" not found, \w+$/,
  /^Method or attribute "([\w~]+)" not found, MethodSource$/,
  /^Attribute or constant "([\w~]+)" not found in "[\w/]+"$/,
  /^Component "(\w+)" not found in structure$/,
  /^field (\w+) does not exist in structure$/
]
const NO_PARAMETER = /^Method (?:importing|exporting|changing) parameter "(\w+)" does not exist$/

interface Definition {
  getName(): string
  getFilename(): string
}
interface Structure {
  getDDICName?(): string | undefined
  getQualifiedName?(): string | undefined
}
interface Helper {
  readonly scope: { findInterfaceDefinition(name: string): Definition | undefined }
  searchMethodName(definition: Definition | undefined, name: string | undefined): Found
  searchAttributeName(definition: Definition | undefined, name: string | undefined): unknown
}
interface Found {
  readonly method: unknown
}
interface Reports {
  syntaxIssue(input: SyntaxInput, token: unknown, message: string, fix?: unknown): unknown
}
interface Chained {
  runSyntax(context: unknown, node: Nodes.ExpressionNode, ...more: unknown[]): unknown
}
interface Parameters {
  readonly prototype: {
    runSyntax(node: Nodes.ExpressionNode, input: SyntaxInput, method: Partial<Definition>): unknown
  }
}

/** File names of the kernel: names of objects with their kinds. */
const standard = new Set<string>()

/** Names the kernel, whose classes and structures may be incomplete. */
export function declareStandard(kernel: readonly RepositoryFile[]): void {
  for (const { name } of kernel) standard.add(name)
}

/** What was searched last: the class or interface, or the structure, with the name of the member. */
let searched: { readonly owner: string; readonly name: string } | undefined

/**
 * Reports a member that the kernel does not have as absent in the sandbox, and not as an error of the
 * program.
 */
export function installStandardMembers(): void {
  noteClasses()
  noteStructures()
  noteMethods()
  const reports = internal<Reports>('5_syntax/_syntax_input')
  const original = reports.syntaxIssue
  reports.syntaxIssue = (input, token, message, fix) =>
    original(input, token, absenceOf(message) ?? message, fix)
}

function absenceOf(message: string): string | undefined {
  const parameter = NO_PARAMETER.exec(message)?.[1]
  if (parameter !== undefined) {
    return called === undefined ? undefined : `${called}(${parameter.toUpperCase()})${ABSENT}`
  }
  for (const pattern of NOT_FOUND) {
    const name = pattern.exec(message)?.[1]?.toUpperCase()
    if (name === undefined) continue
    if (searched?.name !== name) return undefined
    const { owner } = searched
    searched = undefined
    return owner + name + ABSENT
  }
  return undefined
}

function note(owner: string | undefined, name: string): void {
  searched = owner === undefined ? undefined : { owner, name: name.toUpperCase() }
}

function noteClasses(): void {
  const { ObjectOriented } = internal<{ ObjectOriented: { readonly prototype: Helper } }>(
    '5_syntax/_object_oriented'
  )
  const { prototype } = ObjectOriented
  const { searchMethodName, searchAttributeName } = prototype
  prototype.searchMethodName = function (definition, name) {
    const found = searchMethodName.call(this, definition, name)
    if (found.method === undefined) note(ofClass(this, definition, name), name ?? '')
    return found
  }
  prototype.searchAttributeName = function (definition, name) {
    const found = searchAttributeName.call(this, definition, name)
    if (found === undefined) note(ofClass(this, definition, name), name ?? '')
    return found
  }
}

/**
 * `CL_X=>` where the kernel has a part of the class; nothing for `IF_X~M`, whose interface is
 * looked at.
 */
function ofClass(
  helper: Helper,
  definition: Definition | undefined,
  name = ''
): string | undefined {
  const [of, member] = name.includes('~') ? name.split('~') : []
  if (of !== undefined && member !== undefined) {
    const type = helper.scope.findInterfaceDefinition(of)
    if (type === undefined) return isPartOfStandard(definition) ? '' : undefined
    if (!isPartial(fileOf(type), of)) return undefined
    const isThere =
      helper.searchMethodName(type, member).method ?? helper.searchAttributeName(type, member)
    return isThere === undefined ? '' : undefined
  }
  if (definition === undefined || !isPartOfStandard(definition)) return undefined
  return `${definition.getName().toUpperCase()}=>`
}

const fileOf = (definition: Definition) => definition.getFilename().split('/').at(-1) ?? ''

function isPartOfStandard(definition: Definition | undefined): boolean {
  return definition !== undefined && isPartial(fileOf(definition), definition.getName())
}

function isPartial(file: string, name: string): boolean {
  return standard.has(file) && !COMPLETE.has(name.toUpperCase())
}

function noteStructures(): void {
  for (const [file, name] of [
    ['component_name', 'ComponentName'],
    ['component_chain', 'ComponentChain']
  ] as const) {
    const expression = typing<Typing>(file, name) as unknown as Chained
    const original = expression.runSyntax
    expression.runSyntax = function (context, node, ...more) {
      note(ofStructure(context as Structure), node.getFirstToken().getStr())
      return original.call(expression, context, node, ...more)
    }
  }
  const assignment = typing<Typing>('field_assignment', 'FieldAssignment')
  const original = assignment.runSyntax
  assignment.runSyntax = function (node, input, ...more) {
    note(ofStructure(more[0] as Structure | undefined), node.getFirstToken().getStr())
    return original.call(assignment, node, input, ...more)
  }
}

/** `DFIES-` of a structure of the kernel's dictionary or type groups. */
function ofStructure(structure: Structure | undefined): string | undefined {
  const name = structure?.getDDICName?.() ?? structure?.getQualifiedName?.() ?? ''
  if (COMPLETE.has(name.toUpperCase())) return undefined
  const group = /^([a-z]+)_/i.exec(name)?.[1] ?? ''
  return [`${name}.tabl.xml`, `${group}.type.abap`].some(file => standard.has(file.toLowerCase()))
    ? `${name.toUpperCase()}-`
    : undefined
}

/** The method whose parameters are looked at, where the kernel has a part of its class. */
let called: string | undefined

/** The parameters of a method that is called with EXPORTING and its like. */
function noteMethods(): void {
  const { MethodParameters } = internal<{ MethodParameters: Parameters }>(
    '5_syntax/expressions/method_parameters'
  )
  const { prototype } = MethodParameters
  const original = prototype.runSyntax
  prototype.runSyntax = function (node, input, method) {
    const outer = called
    const file = method.getFilename?.().split('/').at(-1) ?? ''
    const owner = file.split('.')[0]?.toUpperCase() ?? ''
    called = isPartial(file, owner)
      ? `${owner}=>${method.getName?.() ?? ''}`.toUpperCase()
      : undefined
    try {
      return original.call(this, node, input, method)
    } finally {
      called = outer
    }
  }
}
