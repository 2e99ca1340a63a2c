/** Types of actions and functions: what they get for an instance, and what they answer. */
import { cid, cidReference, data, structure, transactional } from './components.ts'
import { preliminaryKeys, yesOrNo } from './components.ts'
import type { Component } from './components.ts'
import { fieldsOf, instanceKeys } from './entities.ts'
import type { Parts } from './entities.ts'
import { noteEntity } from './entity-types.ts'
import type { BehaviorAction } from './model.ts'

/** %param of an entity or structure; that of $self has the fields of the entity. */
function parameterOf(name: string, parts: Parts): Component[] {
  const { fields, keys, scope } = parts
  const own = name === '$SELF' ? [...instanceKeys(parts), ...data(fields, keys)] : undefined
  if (own !== undefined) noteEntity(own, parts.entity)
  return structure('%param', own ?? fieldsOf(name, scope) ?? [])
}

export function actionComponents(kind: string, parts: Parts): Component[] | undefined {
  const action = parts.entity.actions.find(({ name }) => name === parts.operation)
  if (action === undefined) return undefined
  const isImport = kind.endsWith('IMPORT')
  if (action.isDraft) return draftAction(action, parts, isImport)
  const named = isImport ? action.parameter : action.result
  const parameter = named === undefined ? [] : parameterOf(named, parts)
  if (parameter.length === 0 && !(isImport && named === undefined)) return undefined
  return [...instanceOf(action, parts), ...parameter]
}

/** Draft actions name active instances or drafts as the action wants it, without %is_draft. */
function draftAction(
  { name, runs }: BehaviorAction,
  { keys, entity }: Parts,
  isImport: boolean
): Component[] | undefined {
  if (!isImport) return undefined
  if (runs !== undefined) return [cid(), cidReference(), ...transactional(keys, entity)]
  const preserve = structure('%param', [{ name: 'preserve_changes', type: yesOrNo() }])
  return [cid(), ...preliminaryKeys(keys, entity), ...(name === 'EDIT' ? preserve : [])]
}

/** A static action has no instance, a factory action names those that it makes. */
function instanceOf({ isStatic, isFactory }: BehaviorAction, parts: Parts): Component[] {
  if (isStatic) return [cid()]
  return [...(isFactory ? [cid()] : []), cidReference(), ...instanceKeys(parts)]
}
