/** Visibility and READ-ONLY of members, also for code outside of classes. */
import type { Nodes } from '@abaplint/core'
import { internal, typing } from './parser-internals.ts'
import type { SyntaxInput, Typing } from './parser-internals.ts'
import { report } from './typed-statements.ts'

type Visible = (
  visibility: unknown,
  definition: unknown,
  owner: unknown,
  enclosing: string | undefined
) => string | undefined
interface Helper {
  readonly scope: Scope
  memberNotVisible: Visible
  searchAttributeName(definition: unknown, name: string): object | undefined
  findAttributeOwner(definition: unknown, attribute: object): unknown
}
interface ScopeNode {
  getParent(): ScopeNode | undefined
  getIdentifier(): { readonly stype: string }
}
interface Scope {
  readonly current: ScopeNode | undefined
  getEnclosingClassName(): string | undefined
  findObjectDefinition(name: string | undefined): unknown
}
interface AttributeTyping {
  runSyntax(...input: AttributeInput): unknown
}
type AttributeInput = readonly [
  context: unknown,
  node: Nodes.ExpressionNode,
  input: SyntaxInput,
  referenceType: string | undefined,
  ...more: unknown[]
]
interface Attributes {
  readonly prototype: {
    parseAttribute(node: Nodes.StatementNode, ...more: unknown[]): object
  }
}

/** No class has this name: it stands for the code of a program outside of classes. */
const OUTSIDE = '?'
const { Visibility } = internal<{ Visibility: { readonly Protected: unknown } }>(
  '4_file_information/visibility'
)
const { ObjectOriented } = internal<{
  ObjectOriented: (new (scope: unknown) => Helper) & { readonly prototype: Helper }
}>('5_syntax/_object_oriented')
const readOnly = new WeakSet<object>()

export function installVisibility(): void {
  const { prototype } = ObjectOriented
  const { memberNotVisible } = prototype
  prototype.memberNotVisible = function (visibility, definition, owner, enclosing) {
    const place = enclosing ?? (isInDefinition(this.scope) ? undefined : OUTSIDE)
    return memberNotVisible.call(this, visibility, definition, owner, place)
  }
  rememberReadOnly()
  checkReadOnly()
}

/** The parser does not know the class of what stands in a definition. */
function isInDefinition(scope: Scope): boolean {
  for (let at = scope.current; at !== undefined; at = at.getParent()) {
    if (at.getIdentifier().stype === 'class_definition') return true
  }
  return false
}

function rememberReadOnly(): void {
  const { prototype } = internal<{ Attributes: Attributes }>('types/class_attributes').Attributes
  const { parseAttribute } = prototype
  prototype.parseAttribute = function (node, ...more) {
    const attribute = parseAttribute.call(this, node, ...more)
    if (/\bREAD-ONLY\b/i.test(node.concatTokens())) readOnly.add(attribute)
    return attribute
  }
}

/** An attribute with READ-ONLY is changed by its class, by subclasses and friends. */
function checkReadOnly(): void {
  const written: Nodes.ExpressionNode[] = []
  const target = typing<Typing>('target', 'Target')
  const writes = target.runSyntax
  target.runSyntax = function (node, ...more) {
    written.push(node as Nodes.ExpressionNode)
    try {
      return writes.call(target, node, ...more)
    } finally {
      written.pop()
    }
  }
  const { AttributeName: attribute } = internal<{ AttributeName: AttributeTyping }>(
    '5_syntax/expressions/attribute_name'
  )
  const original = attribute.runSyntax
  attribute.runSyntax = function (...all) {
    const [context, node, input] = all
    const before = input.issues.length
    const type = original.apply(attribute, all)
    if (input.issues.length === before && isReference(context) && isChanged(written.at(-1), node)) {
      checkChange(context.getIdentifierName(), node, input)
    }
    return type
  }
}

/** Behind the attribute the operand follows no further reference. */
function isChanged(target: Nodes.ExpressionNode | undefined, node: Nodes.ExpressionNode): boolean {
  const children = target?.getChildren() ?? []
  const at = children.indexOf(node)
  return at >= 0 && !children.slice(at + 1).some(each => each.concatTokens().startsWith('->'))
}

function checkChange(className: string, node: Nodes.ExpressionNode, input: SyntaxInput): void {
  const scope = input.scope as unknown as Scope
  const definition = scope.findObjectDefinition(className)
  const helper = new ObjectOriented(scope)
  const name = node.getFirstToken().getStr()
  const found = helper.searchAttributeName(definition, name)
  if (found === undefined || !readOnly.has(found)) return
  const owner = helper.findAttributeOwner(definition, found)
  const enclosing = scope.getEnclosingClassName()
  if (helper.memberNotVisible(Visibility.Protected, definition, owner, enclosing) === undefined) {
    return
  }
  const text = `The attribute "${name.toUpperCase()}" can be read here, but not changed: it is READ-ONLY.`
  report(input, node.getFirstToken(), text)
}

function isReference(context: unknown): context is { getIdentifierName(): string } {
  return typeof context === 'object' && context !== null && 'getIdentifierName' in context
}
