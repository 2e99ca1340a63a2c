/**
 * Corrects the grammar of statements where the parser is narrower than ABAP of release 7.58, and
 * the types of what they declare inline.
 */
import { BasicTypes, Expressions, Statements } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { combinators, extend, internal, typing } from './parser-internals.ts'
import type { Rule, SyntaxInput, Typing } from './parser-internals.ts'

const { alt, altPrio, opt, optPrio, per, plus, seq } = combinators

type Statement = Nodes.StatementNode

/** Adds a rule to those of a statement. */
export function also(kind: { readonly prototype: object }, rule: () => Rule): void {
  const prototype = kind.prototype as { getMatcher(): Rule }
  const original = prototype.getMatcher
  prototype.getMatcher = function () {
    return alt(original.call(this), rule())
  }
}

export function installStatements(): void {
  also(Statements.Replace, replace)
  also(Statements.ReadTable, readTable)
  extend(Expressions.ReadTableTarget, own => altPrio(rowOrNone(), own))
  also(Statements.InsertInternal, insertLines)
  also(Statements.ModifyInternal, modifyByKey)
  also(Statements.Convert, convert)
  also(Statements.MethodDef, databaseMethod)
  also(Statements.ReadEntities, readOperations)
  also(Statements.ModifyEntities, modifyEntity)
  also(Statements.Submit, submit)
  typeReplace()
  typeConvert()
}

/** RESULTS, and the lines of a table that are looked at. */
function replace(): Rule {
  const pattern = seq(optPrio('OF'), Expressions.FindType, Expressions.Source)
  const occurrences = altPrio('ALL OCCURRENCES', 'FIRST OCCURRENCE')
  const line = (word: string) =>
    optPrio(seq(word, Expressions.Source, optPrio(seq('OFFSET', Expressions.Source))))
  const table = seq('TABLE', Expressions.Target, line('FROM'), line('TO'))
  const target = (words: string) => seq(words, Expressions.Target)
  const additions = per(
    seq('WITH', Expressions.Source),
    altPrio('IGNORING CASE', 'RESPECTING CASE'),
    alt('IN CHARACTER MODE', 'IN BYTE MODE'),
    target('REPLACEMENT COUNT'),
    target('REPLACEMENT OFFSET'),
    target('REPLACEMENT LENGTH'),
    target('REPLACEMENT LINE'),
    target('RESULTS')
  )
  const place = seq('IN', altPrio(table, Expressions.Target))
  return seq('REPLACE', opt(occurrences), pattern, place, additions)
}

/** The additions in any order, selections between them. */
function submit(): Rule {
  const { Source } = Expressions
  const operator = altPrio('=', 'EQ', 'IN', 'NE', 'CP', 'NP', 'GE', 'LE', 'INCL', 'GT', 'LT')
  const range = seq(altPrio('BETWEEN', 'NOT BETWEEN'), Source, 'AND', Source)
  const value = altPrio(range, seq(operator, Source))
  const selection = seq('WITH', Expressions.FieldSub, value, optPrio(seq('SIGN', Source)))
  const addition = altPrio(
    seq('WITH SELECTION-TABLE', Source),
    selection,
    seq('USING SELECTION-SET', Source),
    seq('LINE-SIZE', Source),
    seq('LINE-COUNT', Source),
    'EXPORTING LIST TO MEMORY',
    'VIA SELECTION-SCREEN',
    Expressions.AndReturn
  )
  const program = altPrio(Expressions.IncludeName, Expressions.Dynamic)
  return seq('SUBMIT', program, combinators.starPrio(addition))
}

/** ASSIGNING with CASTING and ELSE UNASSIGN. */
function rowOrNone(): Rule {
  return seq('ASSIGNING', Expressions.FSTarget, optPrio('CASTING'), 'ELSE UNASSIGN')
}

/** Components that are named at run time. */
function readTable(): Rule {
  const dynamic = plus(Expressions.Dynamic)
  const key = seq(
    altPrio('WITH TABLE KEY', 'WITH KEY'),
    optPrio(seq(alt(Expressions.Field, Expressions.Dynamic), 'COMPONENTS')),
    Expressions.ComponentCompareSimple
  )
  const found = per(
    seq('INDEX', Expressions.Source),
    seq('FROM', Expressions.Source),
    seq('USING KEY', alt(Expressions.Field, Expressions.Dynamic)),
    key,
    Expressions.ReadTableTarget,
    seq('COMPARING', dynamic),
    seq('TRANSPORTING', dynamic),
    'BINARY SEARCH'
  )
  return seq('READ TABLE', Expressions.Source, found)
}

function insertLines(): Rule {
  const limit = (word: string) => optPrio(seq(word, Expressions.Source))
  const key = seq('USING KEY', alt(Expressions.SimpleName, Expressions.Dynamic))
  const lines = seq('LINES OF', Expressions.Source, limit('FROM'), limit('TO'), key)
  const into = seq('INTO', optPrio('TABLE'), Expressions.Target, limit('INDEX'))
  return seq('INSERT', lines, into)
}

/** A key, and components, that are named at run time. */
function modifyByKey(): Rule {
  const from = seq('FROM', Expressions.Source)
  const using = seq('USING KEY', alt(Expressions.SimpleName, Expressions.Dynamic))
  const components = plus(alt(Expressions.ComponentChainSimple, Expressions.Dynamic))
  const additions = per(
    from,
    using,
    seq('INDEX', Expressions.Source),
    seq('TRANSPORTING', components)
  )
  return seq('MODIFY', optPrio('TABLE'), Expressions.Target, additions)
}

function convert(): Rule {
  const target = (words: string) => seq(words, Expressions.Target)
  const source = (words: string) => seq(words, Expressions.Source)
  const seconds = optPrio(target('FRACTIONAL SECONDS'))
  const time = seq('TIME', Expressions.Target, seconds)
  const summer = target('DAYLIGHT SAVING TIME')
  const into = seq('INTO', per(time, target('DATE')), opt(summer))
  const fromStamp = seq('UTCLONG', Expressions.Source, per(source('TIME ZONE'), into))
  const given = seq('TIME', Expressions.Source, optPrio(source('FRACTIONAL SECONDS')))
  const fromDate = seq(
    source('DATE'),
    given,
    per(source('DAYLIGHT SAVING TIME'), source('TIME ZONE'), target('INTO UTCLONG'))
  )
  return seq('CONVERT', altPrio(fromStamp, fromDate))
}

/** Methods of the database have all kinds of parameters; the parser knows no RETURNING there. */
function databaseMethod(): Rule {
  const session = seq('CDS SESSION CLIENT', altPrio('CURRENT', 'DEPENDENT'))
  return seq(
    altPrio('CLASS-METHODS', 'METHODS'),
    Expressions.MethodName,
    'AMDP OPTIONS',
    per('READ-ONLY', session),
    optPrio(Expressions.MethodDefImporting),
    optPrio(Expressions.MethodDefExporting),
    optPrio(Expressions.MethodDefChanging),
    optPrio(Expressions.MethodDefReturning),
    optPrio(Expressions.MethodDefRaising)
  )
}

function readOperations(): Rule {
  const mode = altPrio('IN LOCAL MODE', 'PRIVILEGED')
  return seq('READ ENTITIES', optPrio(mode), 'OPERATIONS', Expressions.Source)
}

function modifyEntity(): Rule {
  const fields = seq('FIELDS (', plus(Expressions.SimpleName), ')')
  const given = seq('WITH', Expressions.Source)
  const create = seq('CREATE', 'AUTO FILL CID', optPrio(fields), given)
  const execute = seq('EXECUTE', Expressions.NamespaceSimpleName, 'AUTO FILL CID', given)
  const result = (word: string) => seq(word, Expressions.Target)
  const results = per(result('MAPPED'), result('FAILED'), result('REPORTED'), result('RESULT'))
  return seq(
    'MODIFY ENTITY',
    optPrio('IN LOCAL MODE'),
    Expressions.NamespaceSimpleName,
    altPrio(create, execute),
    optPrio(results)
  )
}

interface Analysis {
  runSyntax(node: Statement, input: SyntaxInput): void
}

export function analysis(file: string, name: string): Analysis {
  const found = internal<Record<string, { readonly prototype: Analysis }>>(
    `5_syntax/statements/${file}`
  )[name]
  if (found === undefined) throw new Error(`the parser has no typing of ${name}`)
  return found.prototype
}

/** Gives the declaration inside of a target its type; other targets are looked up. */
function target(node: Nodes.ExpressionNode, input: SyntaxInput, type: AbstractType): void {
  const declared = node.findDirectExpression(Expressions.InlineData)
  if (declared === undefined) typing('target', 'Target').runSyntax(node, input)
  else typing<Typing>('inline_data', 'InlineData').runSyntax(declared, input, type)
}

/** The lines and places that REPLACE has changed, as the dictionary declares them. */
function resultsOf(node: Statement): AbstractType {
  const integer = BasicTypes.IntegerType.get()
  const row = new BasicTypes.StructureType(
    ['LINE', 'OFFSET', 'LENGTH'].map(name => ({ name, type: integer })),
    'REPL_RESULT',
    'REPL_RESULT'
  )
  if (!/^REPLACE ALL /i.test(node.concatTokens())) return row
  const keyType = BasicTypes.TableKeyType.default
  return new BasicTypes.TableType(row, { withHeader: false, keyType }, 'REPL_RESULT_TAB')
}

function typeReplace(): void {
  analysis('replace', 'Replace').runSyntax = (node, input) => {
    for (const source of node.findDirectExpressions(Expressions.Source)) {
      typing('source', 'Source').runSyntax(source, input)
    }
    const results = node.findExpressionAfterToken('RESULTS')
    for (const each of node.findDirectExpressions(Expressions.Target)) {
      target(each, input, each === results ? resultsOf(node) : BasicTypes.IntegerType.get())
    }
  }
}

function typeConvert(): void {
  const convertAnalysis = analysis('convert', 'Convert')
  const original = convertAnalysis.runSyntax
  convertAnalysis.runSyntax = function (node, input) {
    const seconds = node.findExpressionAfterToken('SECONDS')
    if (seconds?.get() instanceof Expressions.Target) {
      target(seconds, input, new BasicTypes.DecFloat34Type())
    }
    const zone = node.findExpressionAfterToken('ZONE')
    if (zone?.get() instanceof Expressions.Source) {
      typing('source', 'Source').runSyntax(zone, input, new BasicTypes.CharacterType(6))
    }
    original.call(this, node, input)
  }
}
