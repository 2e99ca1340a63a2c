/** Adds MESSAGE to THROW, and all its forms to RAISE EXCEPTION; SHORTDUMP cannot be caught. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import throws from '@abaplint/transpiler/build/src/expressions/throw.js'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import uniqueIdentifier from '@abaplint/transpiler/build/src/unique_identifier.js'
import type { Traversal } from '../tables/dynamic.ts'

type Node = Nodes.StatementNode | Nodes.ExpressionNode
type Transpile = (node: Node, traversal: Traversal) => Chunk

export function installMessages(): void {
  for (const kind of [statements.RaiseTranspiler, throws.ThrowTranspiler]) {
    const prototype = kind.prototype as unknown as { transpile: Transpile }
    const original = prototype.transpile
    prototype.transpile = function (node, traversal) {
      const isDump = node.findDirectTokenByText('SHORTDUMP') !== undefined
      const isMessage = !isDump && node.findDirectTokenByText('MESSAGE') !== undefined
      if (isMessage) return withMessage(node, traversal)
      const own = original.call(this, node, traversal)
      return isDump ? withoutHandler(own, node, traversal) : own
    }
  }
}

/** The exception is made as ever, and then thrown within an error of the runtime. */
function withoutHandler(own: Chunk, node: Node, traversal: Traversal): Chunk {
  const code = own.getCode()
  const [, exception] = /(\w+)\.EXTRA_CX = /.exec(code) ?? []
  if (exception === undefined) throw new Error('RAISE SHORTDUMP of this form')
  const thrown = code.replace(/throw [^;]*;\s*$/, `throw abap.sandbox.shortDump(${exception});`)
  return new Chunk().append(thrown, node, traversal)
}

/** The parts of a message as code; without a type the message has none. */
interface Message {
  readonly id: string
  readonly number: string
  readonly type: string | undefined
  readonly values: readonly string[]
}

/** The exception gets the key of the message as its text, and the values of its placeholders. */
function withMessage(node: Node, traversal: Traversal): Chunk {
  if (node.findDirectTokenByText('RESUMABLE') !== undefined) throw new Error('RESUMABLE')
  const name = node.findDirectExpression(Expressions.ClassName)?.getFirstToken()
  if (name === undefined) throw new Error('MESSAGE of this form')
  const { id, number, type, values } = messageOf(node, traversal)
  const list = node.findDirectExpression(Expressions.ParameterListS)
  const given = list === undefined ? '' : `...${traversal.traverse(list).getCode()}, `
  const [key, exception] = [
    uniqueIdentifier.UniqueIdentifier.get(),
    uniqueIdentifier.UniqueIdentifier.get()
  ]
  const code = [
    `const ${key} = abap.sandbox.messages.key(${id}, ${number});`,
    `const ${exception} = await (new ${traversal.lookupClassOrInterface(name.getStr(), name)}()).constructor_({${given}"textid": ${key}});`,
    `${exception}.EXTRA_CX = ${traversal.buildExtraCX(node as never)};`,
    `abap.sandbox.messages.attach(${exception}, {key: ${key}, type: ${type ?? 'undefined'}, values: [${values.join(', ')}]});`,
    `throw ${exception};`
  ]
  return new Chunk().append(code.join('\n'), node, traversal)
}

function messageOf(node: Node, traversal: Traversal): Message {
  if (node.findDirectTokenByText('USING') !== undefined) return lastMessage()
  const values = (
    node.findDirectExpression(Expressions.RaiseWith)?.findDirectExpressions(Expressions.Source) ??
    []
  ).map(value => traversal.traverse(value).getCode())
  // MESSAGE ID … NUMBER … without a type stands in the statement itself
  const source = node.findDirectExpression(Expressions.MessageSource) ?? node
  const code = (word: string): string | undefined => {
    const value = source.findExpressionAfterToken(word)
    return value === undefined ? undefined : traversal.traverse(value).getCode()
  }
  const text = (value: string | undefined): string | undefined =>
    value === undefined ? undefined : JSON.stringify(value)
  const short = source.findDirectExpression(Expressions.MessageTypeAndNumber)?.concatTokens()
  const [id, number, type] = [
    text(source.findDirectExpression(Expressions.MessageClass)?.concatTokens().toUpperCase()) ??
      code('ID'),
    text(short?.slice(1)) ?? code('NUMBER'),
    text(short?.slice(0, 1).toUpperCase()) ?? (source === node ? undefined : code('TYPE'))
  ]
  if (id === undefined || number === undefined) throw new Error('MESSAGE without a message class')
  return { id, number, type, values }
}

/** USING MESSAGE: the message that the system fields describe. */
function lastMessage(): Message {
  const field = (name: string): string => `abap.builtin.sy.get().${name}`
  return {
    id: field('msgid'),
    number: field('msgno'),
    type: field('msgty'),
    values: ['msgv1', 'msgv2', 'msgv3', 'msgv4'].map(field)
  }
}
