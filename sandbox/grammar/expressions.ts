/**
 * Corrects the grammar of ABAP expressions where the parser is narrower than ABAP of release 7.58:
 * table keys in table expressions, FILTER, NEW with LET, CORRESPONDING, EQUIV.
 */
import { Expressions, Tokens } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import { combinators, extend, typing } from './parser-internals.ts'
import type { Rule, SyntaxInput, Typing } from './parser-internals.ts'

const { alt, altPrio, optPrio, per, plus, seq, star, tok } = combinators

export function installExpressions(): void {
  extend(Expressions.TableExpression, own => altPrio(own, tableKey()))
  extend(Expressions.FilterBody, () => filterBody())
  extend(Expressions.NewObject, own => altPrio(own, newWithLet()))
  extend(Expressions.CorrespondingBodyBase, own => altPrio(own, appending()))
  extend(Expressions.ComponentCond, () => componentCondition())
  scopeOfLet()
}

/** `itab[ TABLE KEY name COMPONENTS a = 1 ]`, with or without COMPONENTS. */
function tableKey(): Rule {
  const fields = plus(
    seq(altPrio(Expressions.ComponentChainSimple, Expressions.Dynamic), '=', Expressions.Source)
  )
  return seq(
    tok(Tokens.BracketLeftW),
    'TABLE KEY',
    Expressions.SimpleName,
    optPrio('COMPONENTS'),
    fields,
    altPrio(tok(Tokens.WBracketRight), tok(Tokens.WBracketRightW))
  )
}

/** EXCEPT, IN and USING KEY stand in any order. */
function filterBody(): Rule {
  const table = seq('IN', Expressions.Source)
  const key = seq('USING KEY', Expressions.SimpleName)
  return seq(
    Expressions.Source,
    optPrio(per('EXCEPT', table, key)),
    seq('WHERE', Expressions.ComponentCond)
  )
}

function newWithLet(): Rule {
  const assigned = altPrio(plus(Expressions.FieldAssignment), Expressions.ParameterListS)
  return seq(
    'NEW',
    Expressions.TypeNameOrInfer,
    tok(Tokens.ParenLeftW),
    Expressions.Let,
    alt(assigned, Expressions.Source),
    ')'
  )
}

interface Scoped extends SyntaxInput {
  readonly scope: SyntaxInput['scope'] & { pop(end: unknown): void }
}

/** What LET declares is known within NEW. */
function scopeOfLet(): void {
  const construct = typing<Typing>('new_object', 'NewObject')
  const original = construct.runSyntax
  construct.runSyntax = function (node, input, ...more) {
    const declared = (node as Nodes.ExpressionNode).findDirectExpression(Expressions.Let)
    if (declared === undefined) return original.call(construct, node, input, ...more)
    typing<Typing>('let', 'Let').runSyntax(declared, input)
    try {
      return original.call(construct, node, input, ...more)
    } finally {
      ;(input as Scoped).scope.pop(node.getLastToken().getEnd())
    }
  }
}

function appending(): Rule {
  const target = seq(tok(Tokens.WParenLeftW), Expressions.Source, tok(Tokens.WParenRightW))
  return seq('APPENDING', optPrio('BASE'), target)
}

function componentCondition(): Rule {
  const condition = alt(Expressions.ComponentCompare, Expressions.ComponentCondSub)
  return seq(condition, star(seq(altPrio('AND', 'OR', 'EQUIV'), condition)))
}
