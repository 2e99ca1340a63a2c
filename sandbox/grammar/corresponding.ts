/** CORRESPONDING: mappings of components within components, EXCEPT, and the additions for entities. */
import { BasicTypes, Expressions, Tokens } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { combinators, extend, internal } from './parser-internals.ts'
import type { Rule, SyntaxInput } from './parser-internals.ts'
import { findEntity } from './rap/entities.ts'
import type { Place } from './rap/entities.ts'
import { entityBehind } from './rap/entity-types.ts'
import type { BehaviorEntity } from './rap/model.ts'

const { altPrio, optPrio, plus, seq, tok } = combinators
const { ComponentChain, ComponentName, CorrespondingBodyBase, CorrespondingBodyMapping, Source } =
  Expressions

export function installCorresponding(): void {
  extend(CorrespondingBodyMapping, () => mapping())
  typeBodies()
}

const except = (): Rule => optPrio(seq('EXCEPT', altPrio('*', plus(Expressions.Field))))

/** `a = b ( c = d MAPPING e = f EXCEPT * )`: blanks surround the parentheses. */
function mapping(): Rule {
  const pair = seq(ComponentName, '=', ComponentChain)
  const inner = seq(
    tok(Tokens.WParenLeftW),
    pair,
    optPrio(CorrespondingBodyMapping),
    except(),
    altPrio(tok(Tokens.WParenRightW), tok(Tokens.WParenRight))
  )
  return seq('MAPPING', plus(altPrio(inner, pair)))
}

/** What stands between the parentheses, without a lookup table. */
export function correspondingBody(): Rule {
  const entity = seq('MAPPING', altPrio('FROM', 'TO'), 'ENTITY')
  return seq(
    optPrio('DEEP'),
    optPrio(CorrespondingBodyBase),
    Source,
    optPrio('DISCARDING DUPLICATES'),
    optPrio(altPrio(entity, CorrespondingBodyMapping)),
    optPrio(altPrio('USING CONTROL', 'CHANGING CONTROL')),
    except()
  )
}

interface Bodies {
  runSyntax(
    node: Nodes.ExpressionNode | undefined,
    input: SyntaxInput,
    target?: AbstractType
  ): AbstractType | undefined
}

/** The type of a CDS entity that has a behavior. */
function entityNamed(
  type: AbstractType | undefined,
  input: SyntaxInput
): BehaviorEntity | undefined {
  const row = type instanceof BasicTypes.TableType ? type.getRowType() : type
  const name = row?.getDDICName() ?? row?.getQualifiedName()
  if (name === undefined) return undefined
  return findEntity(name, (input as unknown as Place).scope)?.entity
}

interface Sources {
  runSyntax(node: Nodes.ExpressionNode, input: SyntaxInput): AbstractType | undefined
}

const entities = new WeakMap<Nodes.ExpressionNode, BehaviorEntity>()

/** The entity whose mapping a CORRESPONDING uses; undefined before it is typed. */
export const mappedEntity = (node: Nodes.ExpressionNode): BehaviorEntity | undefined =>
  entities.get(node)

/** MAPPING FROM ENTITY has the entity in its source, MAPPING TO ENTITY in its target. */
function typeBodies(): void {
  const { CorrespondingBody } = internal<Record<string, Bodies>>(
    '5_syntax/expressions/corresponding_body'
  ) as { readonly CorrespondingBody: Bodies }
  const { Source: sources } = internal<Record<string, Sources>>('5_syntax/expressions/source') as {
    readonly Source: Sources
  }
  const { runSyntax } = CorrespondingBody
  CorrespondingBody.runSyntax = function (node, input, target) {
    const type = runSyntax.call(this, node, input, target)
    const words = node?.concatTokens().toUpperCase() ?? ''
    const [, direction] = /\bMAPPING (FROM|TO) ENTITY\b/.exec(words) ?? []
    const source = node?.findDirectExpression(Source)
    if (node === undefined || source === undefined || direction === undefined) return type
    const own = direction === 'TO' ? target : sources.runSyntax(source, input)
    const entity = entityBehind(own) ?? entityNamed(own, input)
    if (entity !== undefined) entities.set(node, entity)
    return type
  }
}
