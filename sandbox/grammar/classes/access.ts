/**
 * Access to members of classes: hidden types, instance components where there is no instance,
 * constructors that are called, and interfaces that are instantiated.
 */
import { Expressions, Nodes } from '@abaplint/core'
import { internal, typing } from '../parser-internals.ts'
import type { SyntaxInput, Token, Typing } from '../parser-internals.ts'
import { report } from '../typed-statements.ts'
import { enclosing, objectsIn } from './scope.ts'
import type { ClassLike, MethodLike } from './scope.ts'

type Node = Nodes.ExpressionNode
type Child = Nodes.ExpressionNode | Nodes.TokenNode

/** No class has this name: it stands for the code of a program outside of classes. */
const OUTSIDE = '?'
const MAX_DEPTH = 100
const TYPE_REFERENCE = internal<{ ReferenceType: { readonly TypeReference: unknown } }>(
  '5_syntax/_reference'
).ReferenceType.TypeReference

export function installAccess(): void {
  behind('field_chain', 'FieldChain', (node, input, [kind]) => {
    // TYPE and LIKE need no instance
    if (kind !== TYPE_REFERENCE) checkChain(node, input)
  })
  behind('target', 'Target', checkChain)
  behind('source_field', 'SourceField', (node, input) => checkField(node, input))
  behind('method_source', 'MethodSource', checkMethodSource)
  behind('method_call_chain', 'MethodCallChain', checkConstructorCall)
  behind('new_object', 'NewObject', checkInstance)
  checkTypes()
}

/** Looks at an expression in which the parser has found nothing. */
function behind(
  file: string,
  name: string,
  check: (node: Node, input: SyntaxInput, more: readonly unknown[], type: unknown) => void
): void {
  const expression = typing<Typing>(file, name)
  const original = expression.runSyntax
  expression.runSyntax = function (node, input, ...more) {
    const before = input.issues.length
    const type = original.call(expression, node, input, ...more)
    if (input.issues.length === before && node instanceof Nodes.ExpressionNode) {
      check(node, input, more, type)
    }
    return type
  }
}

function text(child: Child | undefined): string {
  return child?.getFirstToken().getStr() ?? ''
}

function checkChain(node: Node, input: SyntaxInput): void {
  const [first, arrow, attribute] = node.getChildren()
  if (first instanceof Nodes.ExpressionNode && first.get() instanceof Expressions.TargetField) {
    checkField(first, input)
  }
  if (!(first?.get() instanceof Expressions.ClassName) || text(arrow) !== '=>') return
  if (attribute === undefined) return
  const { scope, helper } = objectsIn(input)
  const definition = scope.findObjectDefinition(text(first))
  const found = definition && helper.searchAttributeName(definition, text(attribute))
  if (found === undefined || !isOfInstance(found, definition, input)) return
  const message = `The attribute "${text(attribute).toUpperCase()}" is not static: it needs an instance.`
  report(input, attribute.getFirstToken(), message)
}

/** Whether the class, or one above it, has the attribute in each of its instances. */
function isOfInstance(found: object, own: ClassLike | undefined, input: SyntaxInput): boolean {
  const { scope } = objectsIn(input)
  let at = own
  for (let depth = 0; at !== undefined && depth < MAX_DEPTH; depth++) {
    const members = at.getAttributes()?.getInstance() ?? []
    if (members.some(member => member === found)) return true
    const above = at.getSuperClass()
    at = above === undefined ? undefined : scope.findClassDefinition(above)
  }
  return false
}

/** A static method has neither ME nor the instance attributes of interfaces. */
function checkField(node: Node, input: SyntaxInput): void {
  const name = text(node).toUpperCase()
  if (name !== 'ME' && !name.includes('~')) return
  const { scope } = objectsIn(input)
  if (!scope.isInStaticMethod()) return
  if (name === 'ME') {
    report(input, node.getFirstToken(), 'There is no "ME" in a static method.')
    return
  }
  const [owner = '', attribute = ''] = name.split('~')
  const members = scope.findInterfaceDefinition(owner)?.getAttributes()?.getInstance() ?? []
  if (!members.some(member => member.getName().toUpperCase() === attribute)) return
  const message = `The attribute "${name}" is not static: it needs an instance.`
  report(input, node.getFirstToken(), message)
}

/** `CALL METHOD c=>m`. */
function checkMethodSource(
  node: Node,
  input: SyntaxInput,
  _more: readonly unknown[],
  method: unknown
): void {
  const [first, arrow, name] = node.getChildren()
  if (!(first?.get() instanceof Expressions.ClassName) || text(arrow) !== '=>') return
  if (name === undefined || !isMethod(method) || method.isStatic()) return
  report(input, name.getFirstToken(), `Method "${text(name)}" not static`)
}

function isMethod(found: unknown): found is MethodLike {
  return typeof found === 'object' && found !== null && 'isStatic' in found
}

/** A constructor is called by NEW, CREATE OBJECT and the constructors of subclasses alone. */
function checkConstructorCall(node: Node, input: SyntaxInput): void {
  const children = node.getChildren()
  for (const child of children) {
    if (!(child instanceof Nodes.ExpressionNode)) continue
    const name = child.findDirectExpression(Expressions.MethodName)?.getFirstToken()
    if (name?.getStr().toUpperCase() !== 'CONSTRUCTOR') continue
    if (text(children[0]).toUpperCase() === 'SUPER') continue
    report(input, name, 'A constructor cannot be called: NEW and CREATE OBJECT call it.')
  }
}

function checkInstance(node: Node, input: SyntaxInput): void {
  const type = node.findDirectExpression(Expressions.TypeNameOrInfer)
  const name = type?.concatTokens() ?? '#'
  const { scope } = objectsIn(input)
  if (type === undefined || name === '#' || scope.findClassDefinition(name) !== undefined) return
  const definition = scope.findInterfaceDefinition(name)
  if (definition === undefined) return
  report(input, type.getFirstToken(), `${name} is an interface, cannot be instantiated`)
}

interface TypeLookup {
  readonly input: SyntaxInput
  resolveTypeChain(node: Node): unknown
}

/** `class=>type` of a type that the class hides. */
function checkTypes(): void {
  const { prototype } = internal<{ BasicTypes: { readonly prototype: TypeLookup } }>(
    '5_syntax/basic_types'
  ).BasicTypes
  const original = prototype.resolveTypeChain
  prototype.resolveTypeChain = function (node) {
    const type = original.call(this, node)
    const [first, arrow, name] = node.getChildren()
    if (type !== undefined && text(arrow) === '=>' && first !== undefined && name !== undefined) {
      checkType(text(first), name.getFirstToken(), this.input)
    }
    return type
  }
}

function checkType(owner: string, name: Token, input: SyntaxInput): void {
  const place = enclosing(input) ?? OUTSIDE
  // the types of a definition that is being read are its own
  if (place.toUpperCase() === owner.toUpperCase()) return
  const { scope, helper } = objectsIn(input)
  const definition = scope.findClassDefinition(owner)
  let at = definition
  for (let depth = 0; at !== undefined && depth < MAX_DEPTH; depth++) {
    const word = name.getStr().toUpperCase()
    const found = at
      .getTypeDefinitions()
      .getAll()
      .find(each => each.type.getName().toUpperCase() === word)
    if (found !== undefined) {
      const hidden = helper.memberNotVisible(found.visibility, definition, at, place)
      if (hidden === undefined) return
      const message = `The type "${word}" of "${owner.toUpperCase()}" is ${hidden} and cannot be used here.`
      report(input, name, message)
      return
    }
    const above = at.getSuperClass()
    at = above === undefined ? undefined : scope.findClassDefinition(above)
  }
}
