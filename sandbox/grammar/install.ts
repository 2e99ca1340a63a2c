/**
 * Brings the grammar and the typing of the parser to ABAP of release 7.58. Every thread that parses
 * installs them before its first source.
 */
import { installAssignability } from './assignability.ts'
import { installAccess } from './classes/access.ts'
import { installDefinitions } from './classes/definitions.ts'
import { installDuplicates } from './classes/duplicates.ts'
import { installExceptions } from './classes/exceptions.ts'
import { installConstantTargets } from './constant-targets.ts'
import { installCorresponding } from './corresponding.ts'
import { installDynamicComponents } from './dynamic-components.ts'
import { installExpressions } from './expressions.ts'
import { permitConversion } from './tables/insert-index.ts'
import { installBehaviorTypes } from './rap/install.ts'
import { installSqlRules } from './sql/install.ts'
import { installSqlExpressions } from './sql-expressions.ts'
import { installStandardMembers } from './standard-members.ts'
import { installStatements } from './statements.ts'
import { installSwitchResults } from './switch-results.ts'
import { installTableStatements } from './tables/statements.ts'
import { installTypeGroupMacros } from './type-group-macros.ts'
import { installParameterTypes } from './parameter-types.ts'
import { installOperands } from './operands.ts'
import { installRowComponents } from './tables/row-components.ts'
import { installVisibility } from './visibility.ts'
import { installWarnings } from './warnings.ts'

let installed = false

export function installGrammar(): void {
  if (installed) return
  installed = true
  installExpressions()
  installCorresponding()
  installSqlExpressions()
  installSqlRules()
  installStatements()
  installTableStatements()
  installSwitchResults()
  permitConversion()
  installAssignability()
  installVisibility()
  installDefinitions()
  installDuplicates()
  installAccess()
  installExceptions()
  installConstantTargets()
  installDynamicComponents()
  installOperands()
  installRowComponents()
  installParameterTypes()
  installWarnings()
  installTypeGroupMacros()
  installBehaviorTypes()
  installStandardMembers()
}
