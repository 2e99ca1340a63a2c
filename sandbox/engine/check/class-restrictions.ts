/** Reports obsolete statements, additions and names that the language permits only outside of classes. */
import { Expressions } from '@abaplint/core'
import type { ABAPFile, Nodes, Token } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfToken } from '../ranges.ts'

const RULE = 'class_restrictions'

/** Statements (names of the parser's classes) with the words that name them. */
const STATEMENTS: Readonly<Record<string, string>> = {
  AddCorresponding: 'ADD-CORRESPONDING',
  CallDialog: 'CALL DIALOG',
  Detail: 'DETAIL',
  Fields: 'FIELDS',
  Infotypes: 'INFOTYPES',
  Input: 'INPUT',
  Local: 'LOCAL',
  OnChange: 'ON CHANGE OF',
  Pack: 'PACK',
  SubtractCorresponding: 'SUBTRACT-CORRESPONDING',
  Summary: 'SUMMARY',
  Tables: 'TABLES'
}
const DECLARATIONS = new Set(['DATA', 'TYPES', 'STATICS', 'CLASS-DATA'])
const OPERATORS = new Set(['=>', '=<', '><'])
const BEGINS = new Set(['ClassDefinition', 'ClassImplementation', 'Interface'])
const ENDS = new Set(['EndClass', 'EndInterface'])

interface Fault {
  readonly token: Token
  readonly what: string
}

export function checkClassRestrictions(file: ABAPFile): FileMessage[] {
  let inside = false
  return file.getStatements().flatMap(node => {
    const name = node.get().constructor.name
    if (BEGINS.has(name)) inside = true
    else if (ENDS.has(name)) inside = false
    const fault = inside ? faultOf(node, name) : undefined
    if (fault === undefined) return []
    const text = `"${fault.what}" is not allowed in classes.`
    return [error(rangeOfToken(file.getFilename(), fault.token), RULE, text)]
  })
}

function faultOf(node: Nodes.StatementNode, name: string): Fault | undefined {
  const first = node.getFirstToken()
  const statement = STATEMENTS[name]
  if (statement !== undefined) return { token: first, what: statement }
  if (name === 'FieldSymbol' && !/ (TYPE|LIKE|STRUCTURE) /i.test(node.concatTokens())) {
    return { token: first, what: 'FIELD-SYMBOLS without TYPE' }
  }
  if (DECLARATIONS.has(declarationOf(node))) {
    return additionOf(node.getTokens()) ?? nameOf(node, name)
  }
  for (const each of node.findAllExpressions(Expressions.CompareOperator)) {
    const what = each.concatTokens()
    if (OPERATORS.has(what)) return { token: each.getFirstToken(), what }
  }
  return undefined
}

/** `CLASS-DATA` consists of three tokens. */
function declarationOf(node: Nodes.StatementNode): string {
  const [first = '', , second = ''] = node.getTokens().map(token => token.getStr().toUpperCase())
  return first === 'CLASS' ? `${first}-${second}` : first
}

/** OCCURS and WITH HEADER LINE make tables with header lines. */
function additionOf(tokens: readonly Token[]): Fault | undefined {
  const words = tokens.map(token => token.getStr().toUpperCase())
  // a component may have the name of the addition: a number follows that
  const occurs = words.findIndex(
    (word, at) =>
      at > 1 && word === 'OCCURS' && /^\w+$/.test(words[at + 1] ?? '') && words[at + 1] !== 'TYPE'
  )
  const header = words.findIndex((word, at) => word === 'HEADER' && words[at + 1] === 'LINE')
  const [token, what] =
    header > 0 ? [tokens[header], 'WITH HEADER LINE'] : [tokens[occurs], 'OCCURS']
  return token === undefined ? undefined : { token, what }
}

/** A name begins with a letter or an underscore, and has no other characters than digits beside them. */
function nameOf(node: Nodes.StatementNode, statement: string): Fault | undefined {
  if (statement !== 'Data' && statement !== 'Static' && statement !== 'ClassData') return undefined
  const declared = node.findFirstExpression(Expressions.DefinitionName)
  const what = declared?.concatTokens().replace(/^!/, '') ?? ''
  if (declared === undefined || /^(?:\/\w+\/)?[a-z_]\w*$/i.test(what)) return undefined
  return { token: declared.getFirstToken(), what }
}
