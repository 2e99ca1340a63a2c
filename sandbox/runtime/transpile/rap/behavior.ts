/** Makes modules that tell the runner of behavior definitions and of the methods that handle them. */
import { ABAPObject, BasicTypes, Objects, Statements } from '@abaplint/core'
import type { AbstractType, IRegistry } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import transpileTypes from '@abaplint/transpiler/build/src/transpile_types.js'
import type { IOutputFile } from '@abaplint/transpiler/build/src/types.js'
import { derivedRow, responseType } from '../../../grammar/rap/derived-types.ts'
import { belowTypes } from '../../../grammar/rap/below-types.ts'
import { relationsIn } from '../../../grammar/rap/entities.ts'
import type { RapScope } from '../../../grammar/rap/entities.ts'
import { readHandlers } from '../../../grammar/rap/handlers.ts'
import { behaviorModel } from '../../../grammar/rap/model.ts'
import type { BehaviorEntity, BehaviorModel } from '../../../grammar/rap/model.ts'
import { resolvedModel } from '../../../grammar/rap/projected.ts'

/** The definition with the types of its instances; nothing for one that cannot be parsed. */
export function behaviorModules(
  object: Objects.BehaviorDefinition,
  registry: IRegistry
): IOutputFile[] {
  const own = behaviorModel(object)
  if (own === undefined) return []
  const scope = scopeOf(registry, object)
  const model = resolvedModel(own, scope)
  const entities = model.entities.map(entity => entityCode(model, entity, scope))
  const { name, kind, unsupported } = model
  const text =
    `abap.sandbox.behavior({"name": ${JSON.stringify(name)}, "kind": ${JSON.stringify(kind)}, ` +
    `"unsupported": ${JSON.stringify(unsupported)}, ` +
    `"responses": ${responsesCode(model, scope)}, "entities": [${entities.join(',\n')}]});\n`
  return [moduleOf(object, 'bdef', text)]
}

/** Makes an initial value; undefined for a type that is not known. */
const factory = (type: AbstractType | undefined): string =>
  type === undefined || type.containsVoid()
    ? 'undefined'
    : `() => ${transpileTypes.TranspileTypes.toType(type)}`

function responsesCode({ entities: [root] }: BehaviorModel, scope: RapScope): string {
  const members = ['failed', 'mapped', 'reported'].map(name => {
    const type = responseType(`${name.toUpperCase()} EARLY`, root?.name ?? '', scope)
    return `"${name}": ${factory(type)}`
  })
  return `{${members.join(', ')}}`
}

function entityCode(model: BehaviorModel, entity: BehaviorEntity, scope: RapScope): string {
  const { table, draftTable } = entity
  const rowOf = (name: string): AbstractType | undefined => {
    const { type } = scope.getDDIC().lookupTableOrView(name)
    return type instanceof BasicTypes.StructureType ? type : undefined
  }
  const keys = [
    ...(entity.draft ? ['%is_draft'] : []),
    ...(entity.lateNumbering ? ['%pid'] : []),
    ...keysOf(entity, scope)
  ]
  const relations = relationsIn({ model, entity }, scope).map(({ target, ...more }) => ({
    ...more,
    target: target.name
  }))
  const below = belowTypes(entity, scope).map(
    ([name, type]) => `${JSON.stringify(name)}: ${factory(type)}`
  )
  const { uses: _uses, ...definition } = entity
  return (
    `{"definition": ${JSON.stringify({ ...definition, keys, relations })}, "below": {${below.join(', ')}}, ` +
    `"instance": ${factory(derivedRow('READ RESULT', entity.name, scope))}, ` +
    `"row": ${factory(rowOf(table ?? entity.name))}, "view": ${factory(rowOf(entity.name))}, ` +
    `"draftRow": ${factory(draftTable === undefined ? undefined : rowOf(draftTable))}}`
  )
}

function keysOf({ name }: BehaviorEntity, scope: RapScope): string[] {
  const dictionary = scope.getDDIC()
  const names = dictionary.lookupTableOrView(name).object?.listKeys?.(dictionary.reg) ?? []
  return names.map(each => each.toLowerCase())
}

/** CDS entities are present as tables with the same fields. */
function scopeOf(registry: IRegistry, own: Objects.BehaviorDefinition | undefined): RapScope {
  return {
    getDDIC: () => ({
      reg: registry,
      lookupTableOrView(name) {
        const table = registry.getObject('TABL', name)
        return table instanceof Objects.Table
          ? { type: table.parseType(registry), object: table as never }
          : { type: undefined }
      }
    }),
    findBehaviorDefinition: () => own,
    findBehaviorDefinitionByName(name) {
      const found = registry.getObject('BDEF', name)
      return found instanceof Objects.BehaviorDefinition ? found : undefined
    },
    findObjectDefinition(name) {
      const found = registry.getObject('INTF', name)
      return found instanceof Objects.Interface ? found.getDefinition() : undefined
    }
  }
}

/** The handler and saver classes of a behavior pool; nothing for other classes. */
export function handlerModules(object: ABAPObject, registry: IRegistry): IOutputFile[] {
  if (!(object instanceof Objects.Class)) return []
  const name = object.getClassDefinition()?.behaviorDefinitionName
  if (name === undefined) return []
  const own = registry.getObject('BDEF', name)
  const scope = scopeOf(registry, own instanceof Objects.BehaviorDefinition ? own : undefined)
  const handlers: object[] = []
  const savers: string[] = []
  for (const file of object.getABAPFiles()) {
    let local = ''
    for (const statement of file.getStatements()) {
      if (statement.get() instanceof Statements.ClassDefinition) {
        local = /^CLASS (\S+) /i.exec(statement.concatTokens())?.[1]?.toUpperCase() ?? ''
        if (/INHERITING FROM CL_ABAP_BEHAVIOR_SAVER/i.test(statement.concatTokens())) {
          savers.push(local)
        }
      }
      for (const { form: _form, ...more } of readHandlers(statement, scope)) {
        handlers.push({ ...more, class: local })
      }
    }
  }
  const pool = object.getName().toUpperCase()
  const text = `abap.sandbox.behaviorPool(${JSON.stringify({ pool, behavior: name.toUpperCase(), handlers, savers })});\n`
  return [moduleOf(object, 'clas.behavior', text)]
}

function moduleOf(
  object: { getName(): string; getType(): string },
  suffix: string,
  text: string
): IOutputFile {
  const name = object.getName()
  return {
    object: { name, type: object.getType() },
    filename: `${name.toLowerCase().replaceAll('/', '#')}.${suffix}.mjs`,
    chunk: new Chunk(text),
    requires: [],
    exports: []
  }
}
