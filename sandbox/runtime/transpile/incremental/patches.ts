/** All corrections of the transpiler. */
import { installGrammar } from '../../../grammar/install.ts'
import { installAdditions } from '../additions.ts'
import { installEnumerations } from '../enumerations.ts'
import { installGroups } from '../loops/groups.ts'
import { isolateProcedures } from '../isolate.ts'
import { installLevels } from '../loops/levels.ts'
import { installLoopSteps } from '../loops/loop-steps.ts'
import { resolveControlCharacters } from '../control-characters.ts'
import { measureLiterals } from '../literals.ts'
import { findLocalClasses, protectNames, quoteUnknownTypes } from '../names.ts'
import { installInference } from '../open-sql/inference.ts'
import { installEml } from '../rap/eml.ts'
import { installOpenSql } from '../open-sql/install.ts'
import { installProbes } from '../probes.ts'
import { installRefusals } from '../refusals.ts'
import { installStatements } from '../statements.ts'
import { installTableKeys } from '../table-keys.ts'
import { installStructures } from '../blocks/structures.ts'

/** Once in a process or thread, before anything is read. */
export function installPatches(): void {
  installGrammar()
  isolateProcedures()
  installRefusals()
  installProbes()
  installStatements()
  installAdditions()
  installEnumerations()
  installStructures()
  installLoopSteps()
  installTableKeys()
  installGroups()
  installLevels()
  measureLiterals()
  resolveControlCharacters()
  protectNames()
  findLocalClasses()
  quoteUnknownTypes()
  installOpenSql()
  installEml()
  installInference()
}
