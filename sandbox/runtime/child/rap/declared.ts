/** Refuses what a behavior definition does not permit: an ERP would not activate the statement. */
import { declaredOf } from './authorization.ts'
import { unsupported } from './behaviors.ts'
import type { Entity } from './behaviors.ts'
import { askedOf } from './precheck.ts'
import type { Operation, Request } from './requests.ts'

export function checkDeclared(entity: Entity, operation: Operation, { local }: Request): void {
  const { definition } = entity
  const asked = askedOf(operation)
  const name = asked.action ?? asked.operation.toUpperCase()
  const declared = declaredOf(definition, asked)
  const creates = asked.operation !== 'assoc' || isCreating(entity, name)
  if (declared === undefined || !creates) {
    unsupported(`${name} of ${definition.name}, which does not declare it`)
  }
  if (declared.isInternal && !local) {
    unsupported(`${name} of ${definition.name}, which is internal, without IN LOCAL MODE`)
  }
}

function isCreating({ definition }: Entity, association: string): boolean {
  return definition.associations.some(({ name, creates }) => name === association && creates)
}
