/** Lengths and decimals of PARAMETERS, which the parser leaves out of their types. */
import { BasicTypes, Expressions, Statements } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { internal, type SyntaxInput } from './parser-internals.ts'

interface Identifier {
  getType(): AbstractType
}
interface Scope {
  addIdentifier(identifier: Identifier): void
}
interface ParameterTyping {
  readonly prototype: { runSyntax(node: Nodes.StatementNode, input: SyntaxInput): void }
}

/** `PARAMETERS p TYPE c LENGTH 3` and `TYPE p LENGTH 5 DECIMALS 2`. */
export function installParameterTypes(): void {
  const { prototype } = internal<{ Parameter: ParameterTyping }>(
    '5_syntax/statements/parameter'
  ).Parameter
  const original = prototype.runSyntax
  prototype.runSyntax = function (node, input) {
    const { length, decimals } = sizeOf(node)
    if (length === undefined && decimals === undefined) return original.call(this, node, input)
    const own = input.scope as unknown as Scope
    const scope = Object.create(own) as Scope
    scope.addIdentifier = identifier => {
      const type = sized(identifier.getType(), length, decimals)
      if (type !== undefined) identifier.getType = () => type
      own.addIdentifier(identifier)
    }
    original.call(this, node, { ...input, scope: scope as unknown as SyntaxInput['scope'] })
  }
}

function sizeOf(node: Nodes.StatementNode): { length?: number; decimals?: number } {
  if (!(node.get() instanceof Statements.Parameter)) return {}
  const words = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  const short = node.findDirectExpression(Expressions.ConstantFieldLength)?.concatTokens()
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  const length = number(
    /\d+/.exec(short ?? '')?.[0] ?? /(?<! VISIBLE) LENGTH (\d+)/.exec(words)?.[1]
  )
  const decimals = number(/ DECIMALS (\d+)/.exec(words)?.[1])
  return {
    ...(length === undefined ? {} : { length }),
    ...(decimals === undefined ? {} : { decimals })
  }
}

function sized(
  type: AbstractType,
  length: number | undefined,
  decimals: number | undefined
): AbstractType | undefined {
  if (type instanceof BasicTypes.PackedType) {
    return new BasicTypes.PackedType(length ?? type.getLength(), decimals ?? type.getDecimals())
  }
  if (length === undefined) return undefined
  if (type instanceof BasicTypes.CharacterType) return new BasicTypes.CharacterType(length)
  if (type instanceof BasicTypes.NumericType) return new BasicTypes.NumericType(length)
  return type instanceof BasicTypes.HexType ? new BasicTypes.HexType(length) : undefined
}
