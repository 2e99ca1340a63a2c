/** Checks that the type of a constructor expression with `#` follows from where it stands. */
import { Expressions, Nodes } from '@abaplint/core'
import type { ABAPFile } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfToken } from '../ranges.ts'

const RULE = 'derivation'
/** COND, SWITCH and REF take their type from their own operands. */
const OPERATORS = new Set(['CONV', 'VALUE', 'NEW', 'CAST', 'EXACT', 'CORRESPONDING'])

/** A comparison gives its operands no type: `IF CONV #( a ) = b`. */
export function checkDerivation(file: ABAPFile): FileMessage[] {
  return file.getStatements().flatMap(statement =>
    statement.findAllExpressionsRecursive(Expressions.Compare).flatMap(compare =>
      compare.findDirectExpressions(Expressions.Source).flatMap(source => {
        const operator = operatorWithoutType(source)
        return operator === undefined
          ? []
          : [
              error(
                rangeOfToken(file.getFilename(), source.getFirstToken()),
                RULE,
                `No type can be derived from the context for the operator "${operator}".`
              )
            ]
      })
    )
  )
}

function operatorWithoutType(source: Nodes.ExpressionNode): string | undefined {
  const [first, type] = source.getChildren()
  if (!(first instanceof Nodes.TokenNode) || !(type instanceof Nodes.ExpressionNode)) {
    return undefined
  }
  const operator = first.getFirstToken().getStr().toUpperCase()
  return OPERATORS.has(operator) && type.concatTokens() === '#' ? operator : undefined
}
