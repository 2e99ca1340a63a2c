/**
 * Rules of the definition parts of classes: constructors, abstract methods, redefinitions, event
 * handlers and preferred parameters.
 */
import { Expressions } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import { internal } from '../parser-internals.ts'
import type { SyntaxInput, Token } from '../parser-internals.ts'
import { report } from '../typed-statements.ts'
import { objectsIn, Visibility } from './scope.ts'
import type { ClassLike, MethodLike } from './scope.ts'

type Statement = Nodes.StatementNode
type Add = (node: Statement, visibility: unknown, input: SyntaxInput) => void

interface Methods {
  readonly all: Readonly<Record<string, MethodLike>>
  add: Add
  parseInterface(...all: unknown[]): void
}
interface Definition extends ClassLike {
  findSuper(node: Statement, input: SyntaxInput): string | undefined
  checkMethodsFromSuperClasses(input: SyntaxInput): void
}

const MAX_DEPTH = 100
const ADDITIONS = [
  Expressions.Abstract,
  Expressions.MethodDefImporting,
  Expressions.MethodDefExporting,
  Expressions.MethodDefChanging,
  Expressions.MethodDefReturning,
  Expressions.MethodDefRaising,
  Expressions.MethodDefExceptions
]
const finalMethods = new WeakSet<object>()

export function installDefinitions(): void {
  const { prototype } = internal<{ MethodDefinitions: { readonly prototype: Methods } }>(
    'types/method_definitions'
  ).MethodDefinitions
  const { add } = prototype
  prototype.add = function (node, visibility, input) {
    add.call(this, node, visibility, input)
    const name = node.findDirectExpression(Expressions.MethodName)?.getFirstToken()
    const method = name && this.all[name.getStr().toUpperCase()]
    if (method === undefined || name === undefined) return
    if (node.findDirectTokenByText('FINAL') !== undefined || isFinalRedefinition(node)) {
      finalMethods.add(method)
    }
    checkMethod({ node, name, method, visibility }, input)
  }
  const definition = internal<{ ClassDefinition: { readonly prototype: Definition } }>(
    'types/class_definition'
  ).ClassDefinition.prototype
  const { checkMethodsFromSuperClasses, findSuper } = definition
  definition.findSuper = function (node, input) {
    const name = findSuper.call(this, node, input)
    if (name?.toUpperCase() !== this.getName().toUpperCase()) return name
    const token = node.findDirectExpression(Expressions.SuperClassName)?.getFirstToken()
    const text = `The class "${name.toUpperCase()}" cannot be its own superclass.`
    if (token !== undefined) report(input, token, text)
    return undefined
  }
  definition.checkMethodsFromSuperClasses = function (input) {
    checkMethodsFromSuperClasses.call(this, input)
    for (const method of this.getMethodDefinitions().getAll()) {
      if (method.isRedefinition()) checkRedefinition(this, method, input)
      else if (method.isEventHandler()) checkHandler(method, input)
    }
  }
}

function isFinalRedefinition(node: Statement): boolean {
  const words = node.findDirectExpression(Expressions.Redefinition)?.concatTokens() ?? ''
  return /^FINAL\b/i.test(words)
}

interface Declared {
  readonly node: Statement
  readonly name: Token
  readonly method: MethodLike
  readonly visibility: unknown
}

function checkMethod({ node, name, method, visibility }: Declared, input: SyntaxInput): void {
  const word = name.getStr().toUpperCase()
  const abstract = node.findDirectExpression(Expressions.Abstract)?.getFirstToken()
  if (word === 'CONSTRUCTOR') checkConstructor(node, input)
  else if (word === 'CLASS_CONSTRUCTOR') checkClassConstructor(node, input)
  else if (abstract !== undefined && method.isStatic()) {
    report(input, abstract, `The static method "${word}" cannot be abstract.`)
  } else if (abstract !== undefined && visibility === Visibility.Private) {
    report(input, abstract, `The private method "${word}" cannot be abstract.`)
  }
  const preferred = node
    .findFirstExpression(Expressions.MethodDefImporting)
    ?.findDirectTokenByText('PREFERRED')
  if (preferred === undefined) return
  const parameters = method.getParameters()
  const known = parameters.getImporting().map(each => each.getName().toUpperCase())
  if (parameters.preferred === undefined || known.includes(parameters.preferred)) return
  report(input, preferred, `The formal parameter "${parameters.preferred}" does not exist.`)
}

function checkConstructor(node: Statement, input: SyntaxInput): void {
  const refused =
    node.findDirectExpression(Expressions.Abstract) ??
    node.findDirectExpression(Expressions.MethodDefExporting) ??
    node.findDirectExpression(Expressions.MethodDefChanging) ??
    node.findDirectExpression(Expressions.MethodDefReturning)
  const text = 'The method "CONSTRUCTOR" can only have IMPORTING parameters and exceptions.'
  if (refused !== undefined) report(input, refused.getFirstToken(), text)
}

function checkClassConstructor(node: Statement, input: SyntaxInput): void {
  const addition = ADDITIONS.map(kind => node.findDirectExpression(kind)).find(
    found => found !== undefined
  )
  if (addition === undefined) return
  const text = 'The method "CLASS_CONSTRUCTOR" has no parameters and no exceptions.'
  report(input, addition.getFirstToken(), text)
}

function checkRedefinition(own: ClassLike, method: MethodLike, input: SyntaxInput): void {
  const name = method.getName().toUpperCase()
  const text = name === 'CONSTRUCTOR' ? refusal(name, 'is a constructor') : fault(own, name, input)
  if (text !== undefined) report(input, method.getToken(), text)
}

function refusal(name: string, reason: string): string {
  return `The method "${name}" cannot be redefined: it ${reason}.`
}

/** Why the method of the superclasses cannot be redefined; methods of interfaces are left out. */
function fault(own: ClassLike, name: string, input: SyntaxInput): string | undefined {
  if (name.includes('~')) return undefined
  const { scope } = objectsIn(input)
  let above = own.getSuperClass()
  for (let depth = 0; above !== undefined && depth < MAX_DEPTH; depth++) {
    const superclass = scope.findClassDefinition(above)
    // what a class that is not here has is not known
    if (superclass === undefined) return undefined
    if (superclass.getAliases().some(alias => alias.getName().toUpperCase() === name)) {
      return undefined
    }
    const method = superclass.getMethodDefinitions().getByName(name)
    if (method !== undefined) return faultOf(method, name)
    above = superclass.getSuperClass()
  }
  return refusal(name, 'does not exist in a superclass')
}

function faultOf(method: MethodLike, name: string): string | undefined {
  if (method.getVisibility() === Visibility.Private) return refusal(name, 'is PRIVATE')
  if (method.isStatic()) return refusal(name, 'is static')
  return finalMethods.has(method) ? refusal(name, 'is FINAL') : undefined
}

/** `FOR EVENT e OF c`: the event exists where the class or interface is known with all above it. */
function checkHandler(method: MethodLike, input: SyntaxInput): void {
  const [event, owner] = [method.getEventName(), method.getEventClass()]
  const { scope, helper } = objectsIn(input)
  const definition = owner === undefined ? undefined : scope.findObjectDefinition(owner)
  if (event === undefined || definition === undefined) return
  for (let at: ClassLike = definition, depth = 0; depth < MAX_DEPTH; depth++) {
    const above = at.getSuperClass()
    if (above === undefined) break
    const superclass = scope.findClassDefinition(above)
    if (superclass === undefined) return
    at = superclass
  }
  if (helper.searchEvent(definition, event) !== undefined) return
  report(input, method.getToken(), `The event "${event}" of "${owner ?? ''}" does not exist.`)
}
