/** Conditions and assertions of simple transformations. */
import type { Condition, Literal, Operand } from '../../../../grammar/transformations/model.ts'
import type { AbapValue } from '../../values.ts'
import { isInitial, kindOf, TransformationFault } from '../asxml/kinds.ts'
import { nodeOf, noAccess } from './context.ts'
import type { Context } from './context.ts'
import { compare, equals, literalValue } from './literals.ts'

function operandValue(context: Context, operand: Operand): AbapValue | undefined {
  if (operand.kind === 'value') return literalValue(operand.value)
  if (operand.kind === 'variable') return context.frame.variables.get(operand.name)
  return nodeOf(context, operand.node)
}

function needed(context: Context, operand: Operand): AbapValue {
  const value = operandValue(context, operand)
  if (value === undefined) throw noAccess(operand.kind === 'node' ? operand.node : undefined)
  return value
}

/** Whether a condition holds. */
export function holds(context: Context, condition: Condition): boolean {
  switch (condition.op) {
    case 'and':
      return condition.all.every(each => holds(context, each))
    case 'or':
      return condition.all.some(each => holds(context, each))
    case 'not':
      return !holds(context, condition.of)
    case 'exist':
      return operandValue(context, condition.operand) !== undefined
    case 'initial':
      return isInitial(needed(context, condition.operand))
    case 'not-initial':
      return !isInitial(needed(context, condition.operand))
    case 'type':
      return isOfType(operandValue(context, condition.operand), condition.type)
    default: {
      const [left, right] = [condition.left, condition.right]
      const initial = [left, right].find(
        each => each.kind === 'value' && each.value.type === 'INITIAL'
      )
      if (initial !== undefined) {
        const result = isInitial(needed(context, initial === left ? right : left))
        return condition.op === '=' ? result : !result
      }
      return compare(condition.op, needed(context, left), needed(context, right))
    }
  }
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  I: ['Integer'],
  INT8: ['Integer8'],
  F: ['Float'],
  X: ['Hex'],
  XSTRING: ['XString'],
  DECFLOAT16: ['DecFloat34'],
  DECFLOAT34: ['DecFloat34'],
  P: ['Packed'],
  N: ['Numc'],
  C: ['Character'],
  STRING: ['String'],
  D: ['Date'],
  T: ['Time']
}

function isOfType(value: AbapValue | undefined, type: string): boolean {
  return value !== undefined && (KINDS[type]?.includes(kindOf(value) ?? '') ?? false)
}

/** Sets what an assertion says; a node that the document has set must have that value already. */
export function assertValue(context: Context, condition: Condition): void {
  if (condition.op === 'initial' || condition.op === '=') {
    const { target, literal } = assertion(condition)
    if (target?.kind === 'variable' && literal !== undefined) {
      context.frame.variables.set(target.name, literalValue(literal))
      return
    }
    const node = target?.kind === 'node' ? nodeOf(context, target.node) : undefined
    if (node === undefined || literal === undefined) {
      throw noAccess(target?.kind === 'node' ? target.node : undefined)
    }
    if (context.assigned?.has(node) !== true) {
      if (literal.type === 'INITIAL') node.clear()
      else node.set(literalValue(literal))
    } else if (!equals(node, literal)) throw failed()
    return
  }
  throw failed()
}

export function failed(): TransformationFault {
  return new TransformationFault('CX_ST_COND_CHECK_FAIL', 'A condition is not met')
}

function assertion(condition: Condition): { target?: Operand; literal?: Literal } {
  if (condition.op === 'initial') {
    return { target: condition.operand, literal: { type: 'INITIAL', value: '' } }
  }
  if (condition.op !== '=') return {}
  const { left, right } = condition
  if (right.kind === 'value') return { target: left, literal: right.value }
  return left.kind === 'value' ? { target: right, literal: left.value } : {}
}
