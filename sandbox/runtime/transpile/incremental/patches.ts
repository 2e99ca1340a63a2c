/** All corrections of the transpiler. */
import { installGrammar } from '../../../grammar/install.ts'
import { installAbsentTypes } from '../descriptions/absent-types.ts'
import { installAdditions } from '../additions.ts'
import { installEnumerations } from '../enumerations.ts'
import { installGroupMembers } from '../loops/group-members.ts'
import { installGroups } from '../loops/groups.ts'
import { isolateProcedures } from '../isolate.ts'
import { installForRows } from '../loops/for-rows.ts'
import { installLevels } from '../loops/levels.ts'
import { installLoopSteps } from '../loops/loop-steps.ts'
import { resolveControlCharacters } from '../constants/control-characters.ts'
import { nameProgram } from '../constants/program-name.ts'
import { measureLiterals } from '../literals.ts'
import {
  findLocalClasses,
  protectNames,
  quoteUnknownTypes,
  refuseValuelessConstants
} from '../names.ts'
import { installInference } from '../open-sql/inference.ts'
import { installEml } from '../rap/eml.ts'
import { installOpenSql } from '../open-sql/install.ts'
import { describeClasses } from '../descriptions/classes.ts'
import { describeDefaults } from '../descriptions/parameter-defaults.ts'
import { installProbes } from '../probes.ts'
import { installRefusals } from '../refusals.ts'
import { installReports } from '../reports/install.ts'
import { installCallTransformation } from '../statements/call-transformation.ts'
import { installFunctionParameters } from '../statements/function-parameters.ts'
import { installMessages } from '../statements/messages.ts'
import { installNewLet } from '../statements/new-let.ts'
import { installReplace } from '../statements/replace.ts'
import { installStatements } from '../statements.ts'
import { installTableKeys } from '../table-keys.ts'
import { installDynamicComponents } from '../tables/dynamic-components.ts'
import { installFilter } from '../tables/filter.ts'
import { installKeyAccess } from '../tables/key-access.ts'
import { installLookup } from '../tables/lookup.ts'
import { installTargets } from '../statements/targets.ts'
import { installStructures } from '../statements/structures.ts'

/** Once in a process or thread, before anything is read. */
export function installPatches(): void {
  installGrammar()
  isolateProcedures()
  installRefusals()
  installProbes()
  installStatements()
  installMessages()
  installReplace()
  installReports()
  installCallTransformation()
  installFunctionParameters()
  installAdditions()
  installAbsentTypes()
  installEnumerations()
  installStructures()
  installLoopSteps()
  installForRows()
  installTableKeys()
  installKeyAccess()
  installDynamicComponents()
  installFilter()
  installNewLet()
  installTargets()
  installLookup()
  installGroups()
  installGroupMembers()
  installLevels()
  measureLiterals()
  resolveControlCharacters()
  nameProgram()
  protectNames()
  findLocalClasses()
  quoteUnknownTypes()
  refuseValuelessConstants()
  describeDefaults()
  describeClasses()
  installOpenSql()
  installEml()
  installInference()
}
