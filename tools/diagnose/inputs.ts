/** Arguments of the actions of ERPDiagnose. */
import { Type } from '@sinclair/typebox'
import { cleanCoreInput } from '../clean-core/answer.ts'
import * as argument from '../schema/arguments.ts'
import { Choice } from '../schema/choice.ts'
import { mostLevels } from './affected.ts'
import { breakpointPlace, runArguments } from './debug/options.ts'
import { stepArguments } from './debug/steps.ts'
import { incidentInput } from './incident/answer.ts'

const object = {
  type: Type.Optional(argument.typeArgument('source', ['DEVC', 'TRANSPORT'])),
  group: Type.Optional(argument.groupArgument)
}

export const syntax = Type.Object({
  ...object,
  name: argument.nameArgument,
  include: Type.Optional(argument.includeArgument),
  method: Type.Optional(argument.methodArgument),
  source: Type.Optional(argument.abapArgument),
  version: Type.Optional(argument.versionArgument)
})

export const test = Type.Object({
  ...object,
  name: Type.Optional(argument.nameArgument),
  objects: Type.Optional(
    Type.Array(argument.objectItem({}), {
      maxItems: 50,
      listed: 'no',
      description: 'Several objects.'
    })
  ),
  method: Type.Optional(argument.methodArgument),
  coverage: Type.Optional(
    Type.Boolean({ listed: 'no', description: 'Measure what the tests execute.' })
  ),
  affected: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostLevels,
      listed: 'no',
      description:
        'Instead the tests of what uses it, over so many levels; type TRANSPORT: of what the request changes.'
    })
  ),
  risk: Type.Optional(
    Choice(['harmless', 'dangerous', 'critical'], {
      default: 'harmless',
      description:
        'Highest that may run; above harmless needs write permission, an untagged class is critical.'
    })
  )
})

export const atc = Type.Object({
  ...object,
  name: Type.Optional(argument.nameArgument),
  objects: test.properties.objects,
  variant: Type.Optional(
    Type.String({ listed: 'no', maxLength: 60, description: 'ATC check variant.' })
  ),
  details: Type.Optional(
    Type.Boolean({
      ...argument.helpOnly,
      description: 'Also what the checks say about themselves.'
    })
  ),
  maxResults: Type.Optional(argument.maxResultsArgument)
})
export const variants = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: 60,
      ...argument.helpOnly,
      description: 'Name or pattern of a check variant.'
    })
  ),
  maxResults: Type.Optional(argument.maxResultsArgument)
})
export const fixes = Type.Object({
  ...object,
  name: argument.nameArgument,
  include: Type.Optional(argument.includeArgument),
  line: Type.Optional(argument.lineArgument),
  column: Type.Optional(argument.columnArgument),
  symbol: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 130,
      listed: 'no',
      description: 'The word meant, instead of column.'
    })
  )
})
export const compare = Type.Object({
  ...object,
  name: argument.nameArgument,
  include: Type.Optional(argument.includeArgument)
})
const userArgument = {
  user: Type.Optional(Type.String({ maxLength: 12, listed: 'no', description: 'ERP user.' }))
}
const id = Type.String({
  maxLength: 300,
  listed: 'no',
  description: 'As the list of the same kind shows it.'
})
const stamp = (text: string) =>
  Type.Optional(
    Type.String({ maxLength: 14, listed: 'no', pattern: '^\\d{8,14}$', description: text })
  )
export const dumps = Type.Object({
  ...userArgument,
  name: Type.Optional(argument.nameArgument),
  from: stamp('From yyyymmddhhmmss.'),
  to: stamp('To yyyymmddhhmmss.'),
  maxResults: Type.Optional(argument.maxResultsArgument)
})
export const incident = Type.Object({
  ...userArgument,
  name: Type.Optional(argument.nameArgument),
  from: dumps.properties.from,
  to: dumps.properties.to,
  ...incidentInput,
  maxResults: Type.Optional(argument.maxResultsArgument)
})
export const dump = Type.Object({
  ...userArgument,
  name: Type.Optional(argument.nameArgument),
  id: Type.Optional(id),
  values: Type.Optional(
    Type.Boolean({ ...argument.helpOnly, description: 'Show the values of variables too.' })
  )
})
export const user = Type.Object(userArgument)
export const trace = Type.Object({ id, maxResults: Type.Optional(argument.maxResultsArgument) })
export const traceStart = Type.Object({
  user: Type.String({ maxLength: 12, listed: 'no', description: 'ERP user.' }),
  minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1440,
      ...argument.helpOnly,
      description: 'How long it waits (30).'
    })
  )
})
export const byId = Type.Object({ id })
export const errors = Type.Object({ ...userArgument, id: Type.Optional(id) })
export const breakpoint = Type.Object({
  ...object,
  name: Type.Optional(argument.nameArgument),
  ...breakpointPlace
})
export const run = Type.Object({ ...object, ...runArguments, ...stepArguments })
export const amdp = Type.Object({
  ...object,
  ...runArguments,
  takeOver: Type.Optional(
    Type.Boolean({
      ...argument.helpOnly,
      description: 'End a debugger session of this user that is there already.'
    })
  )
})
export const service = Type.Object({ name: argument.nameArgument })
export const cleanCore = Type.Object({
  ...object,
  name: argument.nameArgument,
  ...cleanCoreInput
})
