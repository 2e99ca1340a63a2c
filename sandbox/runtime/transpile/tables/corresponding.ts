/** Translates CORRESPONDING with EXCEPT, inner mappings, DISCARDING and the additions for entities. */
import { BasicTypes, Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import types from '@abaplint/transpiler/build/src/expressions/type_name_or_infer.js'
import { mappedEntity } from '../../../grammar/corresponding.ts'
import type { Traversal } from './dynamic.ts'

interface Rules {
  readonly mapping: readonly Rule[]
  /** Names, or `*` for all that are not mapped. */
  readonly except: readonly string[]
}
interface Rule extends Partial<Rules> {
  readonly to: string
  readonly from: string
}

type Child = Nodes.ExpressionNode | Nodes.TokenNode

const childrenOf = (node: Nodes.ExpressionNode): readonly Child[] =>
  node.getChildren() as readonly Child[]

const ADDITIONS =
  /\b(EXCEPT|DISCARDING DUPLICATES|MAPPING (?:FROM|TO) ENTITY|(?:USING|CHANGING) CONTROL)\b|\bMAPPING\b.*( \( |%)/i

/** Undefined for what the transpiler translates itself. */
export function correspondingCode(
  type: Nodes.ExpressionNode,
  body: Nodes.ExpressionNode,
  traversal: Traversal
): Chunk | undefined {
  const source = body.findDirectExpression(Expressions.Source)
  const additions = childrenOf(body).slice(source === undefined ? 0 : indexBehind(body, source))
  const text = ` ${additions.map(each => each.concatTokens()).join(' ')} `
  if (source === undefined || !ADDITIONS.test(text)) return undefined
  const base = body.findDirectExpression(Expressions.CorrespondingBodyBase)
  if (base !== undefined) throw new Error('CORRESPONDING with BASE and this addition')
  const target = new types.TypeNameOrInfer().findType(type, traversal)
  const options = { ...rulesOf(additions), ...entityRules(body, text.toUpperCase()) }
  const code = [
    `${traversal.traverse(source).getCode()}`,
    traversal.toType(target),
    JSON.stringify({ ...options, discarding: / DISCARDING /i.test(text) })
  ]
  if (target instanceof BasicTypes.TableType) {
    code.push(`() => ${traversal.toType(target.getRowType())}`)
  }
  const chunk = `abap.sandbox.tables.corresponding(${code.join(', ')})`
  return new Chunk().append(chunk, body, traversal)
}

function indexBehind(body: Nodes.ExpressionNode, source: Child): number {
  return childrenOf(body).findIndex(child => child === source) + 1
}

interface EntityRules {
  readonly entity?: { readonly pairs: readonly (readonly [string, string])[] }
  readonly control?: 'using' | 'changing'
}

/** Pairs of name in the source and name in the target, from the mapping of the entity. */
function entityRules(body: Nodes.ExpressionNode, text: string): EntityRules {
  const [, direction] = /\bMAPPING (FROM|TO) ENTITY\b/.exec(text) ?? []
  const [, control] = /\b(USING|CHANGING) CONTROL\b/.exec(text) ?? []
  const how = control === undefined ? {} : { control: control.toLowerCase() as 'using' }
  if (direction === undefined) return how
  const entity = mappedEntity(body)
  if (entity === undefined) throw new Error('MAPPING … ENTITY of an unknown entity')
  const pairs = entity.mapping.map(pair => {
    const [own, column] = [pair[0].toLowerCase(), pair[1].toLowerCase()]
    return direction === 'FROM' ? ([own, column] as const) : ([column, own] as const)
  })
  return { ...how, entity: { pairs } }
}

/** MAPPING and EXCEPT; an inner mapping follows its pair of names. */
function rulesOf(children: readonly Child[]): Rules {
  const mapping = children.find(
    (child): child is Nodes.ExpressionNode =>
      child.get() instanceof Expressions.CorrespondingBodyMapping
  )
  const at = children.findIndex(child => child.concatTokens().toUpperCase() === 'EXCEPT')
  const except =
    at < 0 ? [] : children.slice(at + 1).map(child => child.concatTokens().toLowerCase())
  return { mapping: mapping === undefined ? [] : pairsOf(childrenOf(mapping)), except }
}

function pairsOf(children: readonly Child[]): Rule[] {
  const rules: Rule[] = []
  let open: Child[] | undefined
  let to = ''
  const isToken = (child: Child, text: string): boolean =>
    child instanceof Nodes.TokenNode && child.concatTokens() === text
  for (const child of children) {
    if (isToken(child, '(')) open = []
    else if (isToken(child, ')')) {
      const last = rules.pop()
      if (last !== undefined) rules.push({ ...last, ...rulesOf(open ?? []) })
      open = undefined
    } else if (child.get() instanceof Expressions.ComponentName) to = child.concatTokens()
    else if (child.get() instanceof Expressions.ComponentChain) {
      rules.push({ to: to.toLowerCase(), from: child.concatTokens().toLowerCase() })
    } else open?.push(child)
  }
  return rules
}
