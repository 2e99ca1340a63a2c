/** Checks that concrete classes implement the abstract methods of their superclasses. */
import { Objects } from '@abaplint/core'
import type { ABAPObject, Info, IRegistry } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfToken } from '../ranges.ts'

type ClassInfo = Info.InfoClassDefinition

const RULE = 'abstract_methods'
const MAX_DEPTH = 100

/** Reports concrete classes that do not redefine an abstract method of a superclass. */
export function checkAbstractMethods(object: ABAPObject, registry: IRegistry): FileMessage[] {
  const messages: FileMessage[] = []
  for (const file of object.getABAPFiles()) {
    for (const definition of file.getInfo().listClassDefinitions()) {
      if (definition.isAbstract || definition.superClassName === undefined) continue
      for (const { method, owner } of openMethods(definition, object, registry)) {
        messages.push(
          error(
            rangeOfToken(file.getFilename(), definition.identifier.getToken()),
            RULE,
            `The class "${definition.name.toUpperCase()}" is not abstract, but does not redefine the abstract method "${method}" of "${owner}".`
          )
        )
      }
    }
  }
  return messages
}

function openMethods(
  definition: ClassInfo,
  object: ABAPObject,
  registry: IRegistry
): { method: string; owner: string }[] {
  const done = redefined(definition)
  const open: { method: string; owner: string }[] = []
  let current = superclassOf(definition, object, registry)
  for (let depth = 0; current !== undefined && depth < MAX_DEPTH; depth++) {
    for (const method of abstractOf(current)) {
      if (!done.has(method)) open.push({ method, owner: current.name.toUpperCase() })
    }
    for (const method of redefined(current)) done.add(method)
    current = superclassOf(current, object, registry)
  }
  return open
}

function redefined({ methods }: ClassInfo): Set<string> {
  return new Set(
    methods.filter(method => method.isRedefinition).map(method => method.name.toUpperCase())
  )
}

function abstractOf({ methods, interfaces }: ClassInfo): string[] {
  const own = methods.filter(method => method.isAbstract).map(method => method.name.toUpperCase())
  const inherited = interfaces.flatMap(({ name, abstractMethods }) =>
    abstractMethods.map(method => `${name}~${method}`.toUpperCase())
  )
  return [...own, ...inherited]
}

function superclassOf(
  { superClassName }: ClassInfo,
  object: ABAPObject,
  registry: IRegistry
): ClassInfo | undefined {
  if (superClassName === undefined) return undefined
  for (const file of object.getABAPFiles()) {
    const local = file.getInfo().getClassDefinitionByName(superClassName)
    if (local !== undefined) return local
  }
  const global = registry.getObject('CLAS', superClassName)
  return global instanceof Objects.Class ? global.getClassDefinition() : undefined
}
