/** Whether conditions of breakpoints are met where a program stands. */
import { parseCondition } from '../../../grammar/breakpoint-conditions.ts'
import type {
  BreakpointCondition,
  ConditionOperand
} from '../../../grammar/breakpoint-conditions.ts'
import { currentRuntime } from '../abap.ts'
import { isTable, resolve } from '../values.ts'
import { valueIn, type DebugScope } from './variables.ts'

type Compare = Readonly<Record<string, (left: unknown, right: unknown) => boolean>>

/** @returns undefined where the condition names what is not known here */
export function isMet(text: string, scope: DebugScope): boolean | undefined {
  const condition = parseCondition(text)
  if (condition.kind === 'wrong') return undefined
  try {
    return holds(condition, scope)
  } catch {
    return undefined
  }
}

function holds(condition: BreakpointCondition, scope: DebugScope): boolean {
  const { compare } = currentRuntime() as unknown as { compare: Compare }
  switch (condition.kind) {
    case 'and':
      return condition.parts.every(part => holds(part, scope))
    case 'or':
      return condition.parts.some(part => holds(part, scope))
    case 'not':
      return !holds(condition.part, scope)
    case 'initial':
      return compare.initial?.(valueOf(condition.left, scope), undefined) === true
    case 'compare': {
      const run = compare[condition.operator]
      return run?.(valueOf(condition.left, scope), valueOf(condition.right, scope)) === true
    }
  }
}

function valueOf(operand: ConditionOperand, scope: DebugScope): unknown {
  const types = currentRuntime().types as unknown as {
    Character: new (length: number) => { set(value: string): unknown }
    String: new () => { set(value: string): unknown }
  }
  switch (operand.kind) {
    case 'number':
      return operand.value
    case 'characters':
      return new types.Character(Math.max(1, operand.text.length)).set(operand.text)
    case 'string':
      return new types.String().set(operand.text)
    default: {
      const value = resolve(valueIn(scope, operand.name))
      if (value === undefined) throw new Error(`${operand.name} is not known here`)
      if (operand.kind === 'variable') return value
      if (!isTable(value)) throw new Error(`${operand.name} is no table`)
      return value.array().length
    }
  }
}
