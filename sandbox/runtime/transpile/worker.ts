/** The thread that transpiles. */
import { parentPort, workerData } from 'node:worker_threads'
import type { IObject } from '@abaplint/core'
import type { RepositoryFile } from '../../types.ts'
import { installEnumerations } from './enumerations.ts'
import { installGroups } from './groups.ts'
import { isolateProcedures } from './isolate.ts'
import { installLevels } from './levels.ts'
import { measureLiterals } from './literals.ts'
import { findLocalClasses, protectNames, quoteUnknownTypes } from './names.ts'
import { installInference } from './open-sql/inference.ts'
import { decodeLiterals } from './opaque.ts'
import { installOpenSql } from './open-sql/install.ts'
import { inLoadOrder } from './order.ts'
import { beginProbes, installProbes, probeCount } from './probes.ts'
import { installRefusals } from './refusals.ts'
import { installStatements } from './statements.ts'
import type { Program, TranspileRequest } from './program.ts'
import { realmScript } from '../realm.ts'
import { createRepository } from './repository.ts'
import { installStructures } from './structures.ts'
import { translate } from './translate.ts'

isolateProcedures()
installRefusals()
installProbes()
installStatements()
installEnumerations()
installStructures()
installGroups()
installLevels()
measureLiterals()
protectNames()
findLocalClasses()
quoteUnknownTypes()
installOpenSql()
installInference()
const repository = createRepository(workerData as readonly RepositoryFile[])

/** The library is translated once; its objects do not depend on the user's. */
const library = program(repository.library, { trusted: true, probes: 'none' })
parentPort?.postMessage({ id: 0, program: { ...library, realm: realmScript() } })

parentPort?.on('message', (message: { id: number; request: TranspileRequest }) => {
  try {
    parentPort?.postMessage({
      id: message.id,
      program: program(repository.replace(message.request), {
        trusted: false,
        probes: message.request.probes ?? 'none'
      })
    })
  } catch (error) {
    parentPort?.postMessage({
      id: message.id,
      error: decodeLiterals(error instanceof Error ? error.message : String(error))
    })
  }
})

function program(
  objects: readonly IObject[],
  { trusted, probes }: { trusted: boolean; probes: NonNullable<TranspileRequest['probes']> }
): Program {
  beginProbes(probes)
  const translations = objects.map(object => translate(repository.registry, object, trusted))
  return {
    modules: inLoadOrder(translations.flatMap(one => one.modules)),
    problems: translations.flatMap(one => one.problems),
    probes: translations.flatMap(one => one.probes),
    counters: probeCount()
  }
}
