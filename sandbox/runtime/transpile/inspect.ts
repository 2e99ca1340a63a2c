/**
 * Checks generated JavaScript against what the transpiler writes and rewrites its literals;
 * anything else refuses the statement.
 */
import { parse } from 'acorn'
import type { Node } from 'acorn'
import { HEAD, TAIL } from '../process/wrapping.ts'
import type { Insertion } from '../splice.ts'
import { GLOBALS, KINDS, MEMBERS, NODES, OBJECT_MEMBERS, RESERVED } from './allowed-code.ts'
import { containsEncoded, decodeLiterals } from './opaque.ts'
import { quoted, quotedQuasi } from './quote.ts'

/** A place in the code, line 1-based. */
export interface Violation {
  readonly line: number
  readonly reason: string
}

export interface Inspected {
  readonly edits: readonly Insertion[]
  readonly violation?: Violation
}

/** A node of the syntax tree with the members that the inspection reads. */
interface Any extends Node {
  readonly [member: string]: unknown
}

/** Parses the code and returns the required edits, or the first construct that is not allowed. */
export function inspect(code: string): Inspected {
  let tree: Any
  try {
    const text = HEAD + code + TAIL
    tree = parse(text, { ecmaVersion: 'latest', sourceType: 'script' }) as unknown as Any
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { loc } = error as SyntaxError & { readonly loc?: { readonly line: number } }
    const reason = error.message.replace(/ \(\d+:\d+\)$/, '')
    return { edits: [], violation: { line: loc?.line ?? 1, reason } }
  }
  return new Inspection(code, tree).run()
}

class Inspection {
  readonly #code: string
  readonly #tree: Any
  readonly #variables = new Set<string>()
  readonly #others = new Set<string>()
  readonly #edits: Insertion[] = []
  /** Prototypes of classes in the only place where they may stand. */
  readonly #permitted = new Set<Any>()
  #violation: { readonly at: number; readonly reason: string } | undefined

  constructor(code: string, tree: Any) {
    this.#code = code
    this.#tree = tree
  }

  run(): Inspected {
    this.#declare(this.#tree)
    this.#visit(this.#tree, undefined, '')
    const violation = this.#violation
    if (violation === undefined) {
      return { edits: this.#edits.toSorted((one, other) => one.start - other.start) }
    }
    const line = this.#code.slice(0, Math.max(0, violation.at)).split('\n').length
    return { edits: [], violation: { line, reason: violation.reason } }
  }

  #refuse(node: Any, reason: string): void {
    this.#violation ??= { at: node.start - HEAD.length, reason: `generated code with ${reason}` }
  }

  #edit(node: Any, text: string): void {
    this.#edits.push({ start: node.start - HEAD.length, end: node.end - HEAD.length, text })
  }

  /**
   * Collects the names that the code declares, wherever: names of the platform are never among
   * them.
   */
  #declare(node: Any): void {
    if (node.type === 'VariableDeclarator') this.#pattern(node.id as Any)
    if (node.type === 'CatchClause' && node.param !== null) this.#pattern(node.param as Any)
    if (isFunction(node)) for (const parameter of node.params as Any[]) this.#pattern(parameter)
    const named = isFunction(node) || node.type === 'ClassDeclaration'
    if (named && node.id != null) this.#name(node.id as Any, this.#others)
    eachChild(node, child => {
      this.#declare(child)
    })
  }

  #pattern(node: Any): void {
    if (node.type === 'Identifier') this.#name(node, this.#variables)
    else {
      eachChild(node, child => {
        this.#pattern(child)
      })
    }
  }

  #name(node: Any, names: Set<string>): void {
    const name = String(node.name)
    if (RESERVED.has(name) || GLOBALS.has(name)) this.#refuse(node, `a variable named ${name}`)
    names.add(name)
  }

  #visit(node: Any, parent: Any | undefined, role: string): void {
    if (!NODES.has(node.type)) return this.#refuse(node, node.type)
    const { kind } = node
    if (typeof kind === 'string' && !KINDS.has(kind)) return this.#refuse(node, `a ${kind}`)
    if (isGuess(node)) return this.#guess(node)
    if (isEval(node)) return this.#edit(node, 'undefined')
    if (node.type === 'Literal') this.#literal(node)
    if (node.type === 'TemplateElement') this.#quasi(node)
    if (node.type === 'TemplateLiteral') this.#template(node)
    if (node.type === 'CallExpression') this.#call(node)
    if (node.type === 'MemberExpression') this.#member(node)
    if (isKeyed(node)) this.#key(node)
    if (node.type === 'Identifier' && isReference(parent, role)) this.#reference(node, parent)
    eachChild(node, (child, key) => {
      this.#visit(child, node, key)
    })
  }

  #literal(node: Any): void {
    if ('regex' in node) this.#refuse(node, 'a regular expression')
    const { value } = node
    if (typeof value === 'string' && containsEncoded(value)) this.#edit(node, quoted(value))
  }

  #quasi(node: Any): void {
    const { cooked } = node.value as { readonly cooked: string }
    if (containsEncoded(cooked)) this.#edit(node, quotedQuasi(cooked))
  }

  /** The only expressions in template literals are values in their output format. */
  #template(node: Any): void {
    for (const expression of node.expressions as Any[]) {
      const callee = expression.type === 'CallExpression' ? (expression.callee as Any) : undefined
      const [start = 0, end = 0] = callee === undefined ? [] : [callee.start, callee.end]
      const source = this.#code.slice(start - HEAD.length, end - HEAD.length)
      if (callee === undefined || source !== 'abap.templateFormatting') {
        this.#refuse(expression, 'an expression in a text')
      }
    }
  }

  /**
   * A method that a constructor calls is the one of its own class, even where a subclass redefines
   * it: `type.prototype.method.bind(this)`.
   */
  #call(node: Any): void {
    const method = objectOf(node.callee as Any, name => name === 'bind')
    const prototype = objectOf(method, name => name !== undefined && !MEMBERS.has(name))
    const type = objectOf(prototype, name => name === 'prototype')
    const [self, ...more] = node.arguments as Any[]
    if (prototype === undefined || type === undefined || more.length > 0) return
    const local = type.type === 'Identifier' && this.#others.has(String(type.name))
    const classes = objectOf(type, (_, computed) => computed)
    const global = objectOf(classes, name => name === 'Classes')?.name === 'abap'
    if (self?.type === 'ThisExpression' && (local || global)) this.#permitted.add(prototype)
  }

  #member(node: Any): void {
    if (this.#permitted.has(node)) return
    const property = node.property as Any
    const name = nameOf(property, node.computed === true)
    if (name !== undefined && MEMBERS.has(decodeLiterals(name))) {
      this.#refuse(node, `the member ${name}`)
    }
    const object = node.object as Any
    const ofObject = object.type === 'Identifier' && object.name === 'Object'
    if (ofObject && !OBJECT_MEMBERS.has(name ?? '')) this.#refuse(node, 'a member of Object')
  }

  #key(node: Any): void {
    const name = nameOf(node.key as Any, node.computed === true)
    if (name === undefined || node.kind === 'constructor') return
    if (MEMBERS.has(decodeLiterals(name))) this.#refuse(node, `a member named ${name}`)
  }

  #reference(node: Any, parent: Any | undefined): void {
    const name = String(node.name)
    if (this.#variables.has(name) || this.#others.has(name)) return
    if (!GLOBALS.has(name)) return this.#refuse(node, `the unknown name ${name}`)
    const isValue = parent?.type !== 'MemberExpression'
    if (name === 'Object' && isValue) this.#refuse(node, 'Object as a value')
  }

  /** A dynamic name is tried as a variable and as an attribute: it may be nothing else. */
  #guess(node: Any): void {
    const value = guessed(node)
    if (value === undefined) return
    const variable = value.type === 'Identifier' && this.#variables.has(String(value.name))
    const member =
      value.type === 'MemberExpression' && (value.object as Any).type === 'ThisExpression'
    const name = member ? nameOf(value.property as Any, value.computed === true) : undefined
    const attribute = name !== undefined && !MEMBERS.has(name)
    // the name is the program's text: it selects a member and is no part of the code
    if (attribute) this.#edit(value, `this[${quoted(name)}]`)
    else if (!variable) this.#edit(value, 'undefined')
  }
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const NAMED = new Set(['Property', 'MethodDefinition', 'PropertyDefinition'])

function isFunction(node: Any): boolean {
  return FUNCTIONS.has(node.type)
}

function isKeyed(node: Any): boolean {
  return NAMED.has(node.type)
}

/** `try { return name } catch {}` */
function isGuess(node: Any): boolean {
  return node.type === 'TryStatement' && guessed(node) !== undefined
}

function guessed(node: Any): Any | undefined {
  const handler = node.handler as Any | null
  const [only, ...more] = (node.block as Any).body as Any[]
  if (handler?.param !== null || more.length > 0 || node.finalizer != null) return undefined
  if (((handler.body as Any).body as Any[]).length > 0) return undefined
  const value = only?.type === 'ReturnStatement' ? (only.argument as Any | null) : null
  return value?.type === 'Identifier' || value?.type === 'MemberExpression' ? value : undefined
}

/**
 * A dynamic condition asks for a variable by its name: no code is made of strings, so that there is
 * none.
 */
function isEval(node: Any): boolean {
  const callee = node.type === 'CallExpression' ? (node.callee as Any) : undefined
  return callee?.type === 'Identifier' && callee.name === 'eval'
}

/** A name that is fixed; undefined where it is calculated. */
function nameOf(node: Any, computed: boolean): string | undefined {
  if (!computed && node.type === 'Identifier') return String(node.name)
  return node.type === 'Literal' ? String(node.value) : undefined
}

/** The object of a member expression whose fixed name, or computed name, is as wanted. */
function objectOf(
  node: Any | undefined,
  wanted: (name: string | undefined, computed: boolean) => boolean
): Any | undefined {
  if (node?.type !== 'MemberExpression') return undefined
  const computed = node.computed === true
  const name = nameOf(node.property as Any, computed)
  return wanted(name, computed) ? (node.object as Any) : undefined
}

const LABELS = new Set(['LabeledStatement', 'BreakStatement', 'ContinueStatement'])

function isReference(parent: Any | undefined, role: string): boolean {
  if (parent === undefined || LABELS.has(parent.type)) return false
  if (parent.type === 'MemberExpression') return role !== 'property' || parent.computed === true
  return !NAMED.has(parent.type) || role !== 'key' || parent.computed === true
}

/** A callback and no generator: a program has a hundred thousand nodes. */
function eachChild(node: Any, run: (child: Any, key: string) => void): void {
  for (const key in node) {
    const value = node[key]
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) run(each, key)
    } else if (isNode(value)) run(value, key)
  }
}

function isNode(value: unknown): value is Any {
  if (typeof value !== 'object' || value === null) return false
  return 'type' in value && typeof value.type === 'string'
}
