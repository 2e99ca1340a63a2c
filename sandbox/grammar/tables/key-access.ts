/** Checks the keys and key components by which rows of internal tables are read. */
import { BasicTypes, Expressions, Nodes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'
import { typing } from '../parser-internals.ts'
import type { SyntaxInput, Token, Typing } from '../parser-internals.ts'
import { after, nameIn, report, variableType } from '../typed-statements.ts'

type Table = InstanceType<typeof BasicTypes.TableType>

export function installTableKeys(): void {
  after('read_table', 'ReadTable', (node, input) => {
    const operand =
      node.findDirectExpression(Expressions.SimpleSource2) ??
      node.findDirectExpression(Expressions.Source)
    checkAccess(variableType(operand, input), node.getTokens(), input)
  })
  after('loop', 'Loop', (node, input) => {
    const table = variableType(node.findDirectExpression(Expressions.LoopSource), input)
    checkAccess(table, node.getTokens(), input)
  })
  const chain = typing<Typing>('field_chain', 'FieldChain')
  const original = chain.runSyntax
  chain.runSyntax = function (node, input, ...more) {
    const before = input.issues.length
    const type = original.call(chain, node, input, ...more)
    const [first, second] = node.getChildren()
    if (
      input.issues.length === before &&
      first instanceof Nodes.ExpressionNode &&
      second instanceof Nodes.ExpressionNode &&
      second.get() instanceof Expressions.TableExpression
    ) {
      checkAccess(variableType(first, input), second.getAllTokens(), input)
    }
    return type
  }
}

/** The first KEY of the tokens with what belongs to it. */
interface Access {
  readonly at: Token
  readonly name: Token | undefined
  /** All components of the key have to be there. */
  readonly complete: boolean
  readonly components: readonly Token[]
}

function checkAccess(
  type: AbstractType | undefined,
  tokens: readonly Token[],
  input: SyntaxInput
): void {
  const access = accessOf(tokens)
  if (!(type instanceof BasicTypes.TableType) || access === undefined) return
  const { primaryKey, secondary = [] } = type.getOptions()
  const name = access.name?.getStr().toUpperCase()
  const isPrimary = name === undefined || name === 'PRIMARY_KEY'
  const key = isPrimary
    ? primaryKey
    : [primaryKey, ...secondary].find(each => each?.name.toUpperCase() === name)
  if (access.name !== undefined && !isPrimary && key === undefined) {
    if (!isGenericTable(type)) {
      report(input, access.name, `The table has no key with the name "${name}".`)
    }
    return
  }
  if (!access.complete || key === undefined) return
  const isEmpty = isPrimary && type.getOptions().keyType === BasicTypes.TableKeyType.empty
  checkComponents(access, isEmpty ? [] : fieldsOf(type, key), input)
}

function checkComponents(
  access: Access,
  fields: readonly string[] | undefined,
  input: SyntaxInput
): void {
  if (fields === undefined) return
  const given = access.components.map(token => nameIn(token).toUpperCase())
  const foreign = access.components.find(token => !fields.includes(nameIn(token).toUpperCase()))
  if (foreign !== undefined) {
    const text = `"${nameIn(foreign).toUpperCase()}" is not a component of the table key that is used here.`
    report(input, foreign, text)
    return
  }
  const missing = fields.find(field => !given.includes(field))
  if (missing === undefined) return
  report(input, access.at, `The component "${missing}" of the table key is missing.`)
}

/** Undefined where the key is not known, or is not a list of components of the row. */
function fieldsOf(table: Table, key: { readonly keyFields: readonly string[] }) {
  const fields = key.keyFields.map(field => field.toUpperCase())
  const row = table.getRowType()
  if (fields.length === 0 || !(row instanceof BasicTypes.StructureType)) return undefined
  // a key of the whole row, or of a nested structure, has components of other names
  const known = fields.every(field => row.getComponentByName(field) !== undefined)
  return known ? fields : undefined
}

function isGenericTable(table: Table): boolean {
  const { primaryKey } = table.getOptions()
  const access = String(primaryKey?.type ?? 'ANY')
  return access === 'ANY' || access === 'INDEX' || table.getRowType().isGeneric()
}

/** `… KEY name COMPONENTS a = …`, `TABLE KEY a = …`, `USING KEY name`. */
function accessOf(tokens: readonly Token[]): Access | undefined {
  const words = tokens.map(token => token.getStr().toUpperCase())
  const at = words.findIndex(
    (word, index) => word === 'KEY' && /^(WITH|TABLE|USING|\[)$/.test(words[index - 1] ?? '')
  )
  const keyword = tokens[at]
  if (keyword === undefined) return undefined
  const before = words[at - 1]
  const rest = tokens.slice(at + 1)
  // a dynamic name stands in brackets
  if (rest[0]?.getStr().startsWith('(') === true) return undefined
  const isNamed = before === 'USING' || words[at + 2] !== '='
  const list = isNamed ? rest.slice(words[at + 2] === 'COMPONENTS' ? 2 : 1) : rest
  return {
    at: keyword,
    name: isNamed && isName(words, { at, before }) ? rest[0] : undefined,
    complete: before === 'TABLE',
    components: componentsOf(list)
  }
}

/** Behind WITH KEY can stand an operand too: the name is followed by COMPONENTS or a component. */
function isName(
  words: readonly string[],
  { at, before }: { readonly at: number; readonly before: string | undefined }
): boolean {
  return (
    before === 'USING' ||
    before === '[' ||
    words[at + 2] === 'COMPONENTS' ||
    (before === 'TABLE' && words[at + 3] === '=')
  )
}

/** Names before `=` that are not within brackets. */
function componentsOf(tokens: readonly Token[]): Token[] {
  const found: Token[] = []
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    const text = token.getStr()
    if (text.endsWith('(') || text === '[') depth++
    if (text.startsWith(')') || text === ']') depth--
    const name = tokens[index - 1]
    if (text !== '=' || depth !== 0 || name === undefined) continue
    // `a-b = …` names a component of a component
    if (tokens[index - 2]?.getStr() === '-') return []
    found.push(name)
  }
  return found
}
