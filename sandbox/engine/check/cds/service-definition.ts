/** Checks service definitions: their syntax, and what they expose. */
import type { IObject } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import { readCds } from './reader.ts'
import type { CdsReader } from './reader.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { checkName, entityOf, missingEntity } from './entities.ts'

interface Exposure {
  readonly entity: CdsToken
  readonly alias: CdsToken
}

export function checkServiceDefinition(repository: Repository, object: IObject): FileMessage[] {
  if (object.getType() !== 'SRVD') return []
  const file = object.getFiles().find(each => each.getFilename().endsWith('.srvdsrv'))
  if (file === undefined) return []
  const [name, exposures] = [file.getFilename(), [] as Exposure[]]
  let defined: CdsToken | undefined
  const syntax = readCds(name, file.getRaw(), reader => {
    defined = readService(reader, exposures)
  })
  if (syntax.length > 0 || defined === undefined) return syntax
  return [
    ...checkName(name, defined, object.getName()),
    ...exposures.flatMap(({ entity }) =>
      entityOf(repository, entity.text) === undefined ? [missingEntity(name, entity)] : []
    ),
    ...repeated(name, exposures)
  ]
}

/** `define service NAME { expose ENTITY as ALIAS; }`; the answer is the name. */
function readService(reader: CdsReader, exposures: Exposure[]): CdsToken | undefined {
  reader.skipAnnotations()
  const extends_ = reader.take('EXTEND')
  if (!extends_) reader.take('DEFINE')
  reader.expect('SERVICE')
  const name = reader.name('the name of a service')
  if (extends_) reader.expect('WITH')
  else if (reader.take('PROVIDER')) {
    reader.expect('CONTRACTS')
    do reader.name('the name of a contract')
    while (reader.take(','))
  }
  reader.expect('{')
  while (!reader.is('}')) {
    reader.skipAnnotations()
    reader.expect('EXPOSE')
    const entity = reader.name('the name of an entity')
    const alias = reader.take('AS') ? reader.name('an alias') : entity
    exposures.push({ entity, alias })
    reader.expect(';')
  }
  reader.expect('}')
  reader.take(';')
  // an extension is named otherwise than the service that it extends
  return extends_ ? undefined : name
}

function repeated(file: string, exposures: readonly Exposure[]): FileMessage[] {
  const seen = new Set<string>()
  return exposures.flatMap(({ alias }) => {
    const name = alias.text.toUpperCase()
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    const text = `The name "${name}" is exposed more than once.`
    return [error(rangeOf(file, [alias]), 'srvd_alias', text)]
  })
}
