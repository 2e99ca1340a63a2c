import { parentPort, workerData } from 'node:worker_threads'
import type { RepositoryFile } from '../../types.ts'
import { installGroups } from './groups.ts'
import { isolateProcedures } from './isolate.ts'
import { protectNames } from './names.ts'
import { installInference } from './open-sql/inference.ts'
import { installOpenSql } from './open-sql/install.ts'
import { inLoadOrder } from './order.ts'
import type { Program, TranspileRequest } from './program.ts'
import { createRepository } from './repository.ts'
import { installStructures } from './structures.ts'
import { translate } from './translate.ts'

isolateProcedures()
installStructures()
installGroups()
protectNames()
installOpenSql()
installInference()
const repository = createRepository(workerData as readonly RepositoryFile[])

/** The library is translated once; its objects do not depend on the user's. */
const library = program(repository.library, true)
parentPort?.postMessage({ id: 0, program: library })

parentPort?.on('message', (message: { id: number, request: TranspileRequest }) => {
  try {
    parentPort?.postMessage({ id: message.id, program: program(repository.replace(message.request), false) })
  } catch (error) {
    parentPort?.postMessage({ id: message.id, error: error instanceof Error ? error.message : String(error) })
  }
})

function program (objects: ReturnType<typeof repository.replace> | typeof repository.library, trusted: boolean): Program {
  const translations = objects.map(object => translate(repository.registry, object, trusted))
  return { modules: inLoadOrder(translations.flatMap(one => one.modules)), problems: translations.flatMap(one => one.problems) }
}
