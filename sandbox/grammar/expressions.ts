/**
 * Corrects the grammar of ABAP expressions where the parser is narrower than ABAP of release 7.58:
 * table keys in table expressions, FILTER, NEW with LET, CORRESPONDING, EQUIV.
 */
import { Expressions, Tokens } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import { correspondingBody } from './corresponding.ts'
import { combinators, extend, typing } from './parser-internals.ts'
import type { Rule, SyntaxInput, Typing } from './parser-internals.ts'

const { alt, altPrio, opt, optPrio, per, plus, seq, star, tok } = combinators

export function installExpressions(): void {
  extend(Expressions.TableExpression, own => altPrio(own, tableKey(), dynamicKey()))
  extend(Expressions.FilterBody, () => filterBody())
  extend(Expressions.NewObject, own => altPrio(own, newWithLet()))
  extend(Expressions.CorrespondingBodyBase, own => altPrio(own, appending()))
  extend(Expressions.ComponentCond, () => componentCondition())
  extend(Expressions.CorrespondingBody, () => altPrio(lookup(), correspondingBody()))
  extend(Expressions.For, own => altPrio(steps(), dynamicCondition(), own))
  extend(Expressions.LoopGroupBy, own => altPrio(orderedGroups(), own))
  extend(Expressions.Throw, own => altPrio(own, throwMessage()))
  extend(Expressions.StringTemplateFormatting, own => alt(own, zoned(), scientific()))
  scopeOfLet()
}

/** `a = 1 (name) = 2` of a key. */
function keyFields(): Rule {
  return plus(
    seq(altPrio(Expressions.ComponentChainSimple, Expressions.Dynamic), '=', Expressions.Source)
  )
}

/** `itab[ KEY (name) COMPONENTS … ]`, `itab[ KEY (name) INDEX n ]`. */
function dynamicKey(): Rule {
  return seq(
    tok(Tokens.BracketLeftW),
    'KEY',
    Expressions.Dynamic,
    altPrio(seq('INDEX', Expressions.Source), seq(optPrio('COMPONENTS'), keyFields())),
    altPrio(tok(Tokens.WBracketRight), tok(Tokens.WBracketRightW))
  )
}

/** `CORRESPONDING #( itab FROM lookup USING KEY name a = b )`. */
function lookup(): Rule {
  const pair = seq(Expressions.ComponentName, '=', Expressions.ComponentChain)
  return seq(
    Expressions.Source,
    'FROM',
    Expressions.Source,
    'USING',
    optPrio(seq('KEY', Expressions.SimpleName)),
    plus(pair),
    optPrio(Expressions.CorrespondingBodyMapping)
  )
}

const limit = (word: string): Rule => optPrio(seq(word, Expressions.Source))

/** `FOR row IN itab STEP n`: since release 7.57. */
function steps(): Rule {
  return seq(
    'FOR',
    Expressions.InlineLoopDefinition,
    limit('FROM'),
    limit('TO'),
    seq('STEP', Expressions.Source),
    optPrio(seq('WHERE (', Expressions.ComponentCond, ')')),
    optPrio(Expressions.Let)
  )
}

/** `FOR row IN itab WHERE (condition)`: the condition is known at run time. */
function dynamicCondition(): Rule {
  return seq(
    'FOR',
    Expressions.InlineLoopDefinition,
    limit('FROM'),
    limit('TO'),
    altPrio(seq('WHERE (', Expressions.Dynamic, ')'), seq('WHERE', Expressions.Dynamic)),
    optPrio(Expressions.Let)
  )
}

/** Groups in descending order, or in the order of texts. */
function orderedGroups(): Rule {
  const components = seq(
    tok(Tokens.WParenLeftW),
    plus(Expressions.LoopGroupByComponent),
    tok(Tokens.WParenRightW)
  )
  return seq(
    alt(Expressions.Source, components),
    altPrio('ASCENDING', 'DESCENDING'),
    optPrio('AS TEXT'),
    optPrio('WITHOUT MEMBERS'),
    Expressions.LoopGroupByTarget
  )
}

/** MESSAGE with parameters of the constructor behind it, and USING MESSAGE; SHORTDUMP with all. */
function throwMessage(): Rule {
  const message = seq('MESSAGE', Expressions.MessageSource, opt(Expressions.RaiseWith))
  const using = seq('USING MESSAGE', optPrio(Expressions.ParameterListS))
  const more = alt(seq(message, Expressions.ParameterListS), using)
  const thrown = (content: Rule) =>
    seq(
      Expressions.ClassName,
      altPrio(tok(Tokens.ParenLeftW), tok(Tokens.ParenLeft)),
      content,
      altPrio(tok(Tokens.WParenRightW), tok(Tokens.ParenRightW))
    )
  const any = alt(more, message, Expressions.Source, Expressions.ParameterListS)
  return seq(
    'THROW',
    altPrio(seq('SHORTDUMP', thrown(opt(any))), seq(optPrio('RESUMABLE'), thrown(more)))
  )
}

/** COUNTRY together with TIMEZONE. */
function zoned(): Rule {
  const named = altPrio('SPACE', 'ISO', 'USER', 'ENVIRONMENT', Expressions.Source)
  return per(
    seq('TIMEZONE =', Expressions.Source),
    seq('COUNTRY =', Expressions.Source),
    seq('TIMESTAMP =', altPrio(named, Expressions.Dynamic))
  )
}

/** EXPONENT together with STYLE. */
function scientific(): Rule {
  const style = altPrio(
    'SCIENTIFIC_WITH_LEADING_ZERO',
    'SCALE_PRESERVING_SCIENTIFIC',
    'SCIENTIFIC',
    'ENGINEERING',
    Expressions.Source
  )
  return per(seq('STYLE =', style), seq('EXPONENT =', Expressions.Source))
}

/** `itab[ TABLE KEY name COMPONENTS a = 1 ]`, with or without COMPONENTS. */
function tableKey(): Rule {
  return seq(
    tok(Tokens.BracketLeftW),
    'TABLE KEY',
    Expressions.SimpleName,
    optPrio('COMPONENTS'),
    keyFields(),
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
  const assigned = altPrio(Expressions.ParameterListS, plus(Expressions.FieldAssignment))
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
    // the translation looks for the type outside of LET, where its name stands
    original.call(construct, node, { ...input, issues: [] }, ...more)
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
