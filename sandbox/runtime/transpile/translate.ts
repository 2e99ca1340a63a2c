/** Translates one object to modules. */
import { ABAPObject, Objects, Structures } from '@abaplint/core'
import type { IObject, IRegistry } from '@abaplint/core'
import { Chunk, UnknownTypesEnum } from '@abaplint/transpiler'
import abapHandler from '@abaplint/transpiler/build/src/handlers/handle_abap.js'
import dataElementHandler from '@abaplint/transpiler/build/src/handlers/handle_data_element.js'
import functionGroupHandler from '@abaplint/transpiler/build/src/handlers/handle_fugr.js'
import tableHandler from '@abaplint/transpiler/build/src/handlers/handle_table.js'
import tableTypeHandler from '@abaplint/transpiler/build/src/handlers/handle_table_type.js'
import typePoolHandler from '@abaplint/transpiler/build/src/handlers/handle_type_pool.js'
import viewHandler from '@abaplint/transpiler/build/src/handlers/handle_view.js'
import type { IOutputFile, ITranspilerOptions } from '@abaplint/transpiler/build/src/types.js'
import uniqueIdentifier from '@abaplint/transpiler/build/src/unique_identifier.js'
import { absentMember } from '../../grammar/standard-members.ts'
import { withElement, withFields } from './descriptions/fields.ts'
import { lockModules } from './descriptions/lock-objects.ts'
import { refuseProcedures } from './isolate.ts'
import { mainFile, moduleOf } from './module-code.ts'
import { decodeLiterals } from './opaque.ts'
import { takeProbes } from './probes.ts'
import type { Module, Problem, Translation } from './program.ts'
import { isRefused, refuseStatements } from './refusals.ts'
import { isInclude, syntaxErrors } from './repository.ts'
import { withProgram } from './reports/events.ts'
import { behaviorModules, handlerModules } from './rap/behavior.ts'
import { refusalOfTokens } from './screen.ts'
import { transformationModules } from './statements/transformations.ts'
import { validated } from './validity.ts'
import type { Invalid } from './validity.ts'

const OPTIONS: ITranspilerOptions = {
  addCommonJS: true,
  skipVersionCheck: true,
  sharedTypeFactories: true,
  unknownTypes: UnknownTypesEnum.runtimeError
}

/**
 * Modules find each other through the runtime instead of by import: imports of a cycle would wait
 * for each other for ever.
 */
class ObjectHandler extends abapHandler.HandleABAP {
  override addImportsAndExports(output: IOutputFile): Chunk {
    return output.exports.includes(ObjectHandler.PROGRAM_MAIN)
      ? withProgram(output.chunk, output.object.name)
      : output.chunk
  }
}

/** Translates one object. `trusted` objects (the kernel library) are not screened. */
export function translate(registry: IRegistry, object: IObject, trusted: boolean): Translation {
  if (isInclude(object)) return { modules: [], problems: [], probes: [] }
  const found = trusted || !(object instanceof ABAPObject) ? [] : refusals(registry, object)
  const absent = object instanceof ABAPObject ? absentMembers(object, found) : []
  const problems = found
    .filter(({ file, row }) => !absent.some(each => each.file === file && each.row === row))
    .map(withFunctions(object))
  if (problems.length > 0) return { modules: [], problems, probes: [] }
  try {
    const modules = trusted
      ? trustedModules(registry, object)
      : validModules(registry, object, absent)
    return { modules, problems: [], probes: takeProbes() }
  } catch (error) {
    const text = decodeLiterals(error instanceof Error ? error.message : String(error))
    const problem = {
      object: object.getName().toUpperCase(),
      type: object.getType(),
      file: mainFile(object),
      row: 1,
      text
    }
    return { modules: [], problems: [withFunctions(object)(problem)], probes: [] }
  } finally {
    refuseStatements([])
    refuseProcedures([])
  }
}

/** Callers find a function group by its function modules. */
function withFunctions(object: IObject): (problem: Problem) => Problem {
  if (!(object instanceof Objects.FunctionGroup)) return problem => problem
  const functions = object.getModules().map(module => module.getName().toUpperCase())
  return problem => ({ ...problem, functions })
}

/** Most procedures of an object that are given up before the object is. */
const MAX_REFUSED = 20

function trustedModules(registry: IRegistry, object: IObject): Module[] {
  return validatedModules(registry, object, true).map(one => {
    if ('reason' in one) throw new Error(`${one.reason} (${one.file}, line ${one.row})`)
    return one
  })
}

function validatedModules(
  registry: IRegistry,
  object: IObject,
  trusted: boolean
): (Module | Invalid)[] {
  takeProbes()
  uniqueIdentifier.UniqueIdentifier.reset()
  uniqueIdentifier.UniqueIdentifier.resetIndexBackup()
  return outputs(registry, object).map(output => validated(moduleOf(output, object), trusted))
}

/**
 * Translates until all code is valid, without the procedures whose code was not, and without the
 * statements that need what is absent.
 */
function validModules(registry: IRegistry, object: IObject, absent: readonly Invalid[]): Module[] {
  const refused: Invalid[] = []
  const twice: Invalid[] = []
  const procedures: Invalid[] = []
  for (;;) {
    refuseStatements([...absent, ...refused])
    refuseProcedures([...procedures, ...twice])
    const valid = validatedModules(registry, object, false)
    // what no statement has refused takes its procedure with it
    const missed = absent.filter(each => !isRefused(each) && !procedures.includes(each))
    procedures.push(...missed)
    if (missed.length > 0) continue
    const invalid = valid.find(one => 'reason' in one)
    if (invalid === undefined) return valid.flatMap(one => ('reason' in one ? [] : [one]))
    const known = (list: readonly Invalid[]): boolean =>
      list.some(one => one.file === invalid.file && one.row === invalid.row)
    if (refused.length + twice.length >= MAX_REFUSED || known(twice)) {
      throw new Error(`${invalid.reason} (${invalid.file}, line ${invalid.row})`)
    }
    // first the statement is given up, then the procedure it stands in
    if (known(refused)) twice.push(invalid)
    else refused.push(invalid)
  }
}

/** Statements of procedures that name a member that the kernel does not have. */
function absentMembers(object: ABAPObject, problems: readonly Problem[]): Invalid[] {
  const procedures = object.getABAPFiles().flatMap(file =>
    (file.getStructure()?.findAllStructuresMulti(PROCEDURES) ?? []).map(node => ({
      file: file.getFilename(),
      first: node.getFirstToken().getRow(),
      last: node.getLastToken().getRow()
    }))
  )
  return problems
    .filter(({ text }) => absentMember(text) !== undefined)
    .filter(({ file, row }) =>
      procedures.some(each => each.file === file && each.first < row && row < each.last)
    )
    .map(({ file, row, text }) => ({ file, row, reason: text.replace(/\.$/, '') }))
}

const PROCEDURES = [Structures.Method, Structures.Form, Structures.FunctionModule]

function refusals(registry: IRegistry, object: ABAPObject): Problem[] {
  const base = { object: object.getName().toUpperCase(), type: object.getType() }
  const errors = syntaxErrors(registry, object).map(error => ({
    ...base,
    ...error,
    text: decodeLiterals(error.text)
  }))
  return [...includesOf(registry, object).flatMap(refusalOfTokens), ...errors]
}

/** The object and the include programs that become part of it. */
function includesOf(registry: IRegistry, object: ABAPObject): ABAPObject[] {
  const found = new Map<string, ABAPObject>([[object.getName().toUpperCase(), object]])
  for (const current of found.values()) {
    for (const name of includeNames(current)) {
      const include = registry.getObject('PROG', name)
      if (include instanceof ABAPObject && !found.has(name)) found.set(name, include)
    }
  }
  return [...found.values()]
}

function includeNames(object: ABAPObject): string[] {
  return object.getABAPFiles().flatMap(file =>
    file
      .getStatements()
      .filter(statement => statement.getFirstToken().getStr().toUpperCase() === 'INCLUDE')
      .map(statement => statement.getTokens()[1]?.getStr().toUpperCase() ?? '')
  )
}

function outputs(registry: IRegistry, object: IObject): readonly IOutputFile[] {
  if (object instanceof Objects.TypePool) {
    return new typePoolHandler.HandleTypePool(OPTIONS).runObject(object, registry)
  }
  if (object instanceof Objects.FunctionGroup) {
    return new functionGroupHandler.HandleFUGR(OPTIONS).runObject(object, registry)
  }
  if (object instanceof ABAPObject) {
    const modules = new ObjectHandler(OPTIONS).runObject(object, registry)
    return [...modules, ...handlerModules(object, registry)]
  }
  if (object instanceof Objects.Transformation) return transformationModules(object)
  if (object instanceof Objects.BehaviorDefinition) return behaviorModules(object, registry)
  if (object instanceof Objects.Table) {
    const modules = new tableHandler.HandleTable(OPTIONS).runObject(object, registry)
    return withFields(modules, object, registry)
  }
  if (object instanceof Objects.View) {
    return new viewHandler.HandleView(OPTIONS).runObject(object, registry)
  }
  if (object instanceof Objects.DataElement) {
    return withElement(
      new dataElementHandler.HandleDataElement(OPTIONS).runObject(object, registry),
      object,
      registry
    )
  }
  if (object instanceof Objects.TableType) {
    return new tableTypeHandler.HandleTableType(OPTIONS).runObject(object, registry)
  }
  if (object instanceof Objects.MessageClass) return [messageClass(object)]
  if (object instanceof Objects.LockObject) return lockModules(object, registry)
  return []
}

/**
 * The transpiler escapes quotes in texts, but not backslashes: a text could end the literal it
 * stands in.
 */
function messageClass(object: Objects.MessageClass): IOutputFile {
  const texts = Object.fromEntries(
    object.getMessages().map(message => [message.getNumber(), message.getMessage()])
  )
  const name = object.getName()
  return {
    object: { name, type: object.getType() },
    filename: `${name.toLowerCase().replaceAll('/', '#')}.msag.mjs`,
    chunk: new Chunk(
      `abap.MSAG[${JSON.stringify(name.toUpperCase())}] = ${JSON.stringify(texts)};\n`
    ),
    requires: [],
    exports: []
  }
}
