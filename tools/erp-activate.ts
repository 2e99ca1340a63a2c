/** ERPActivate: activation, syntax check and publication of service bindings. */
import { Type } from '@sinclair/typebox'
import { activateDrafts } from './activate/activate.ts'
import { objectsToActivate } from './activate/activatable.ts'
import { checkObjects } from './activate/check.ts'
import { publish } from './activate/publish.ts'
import * as argument from './schema/arguments.ts'
import { action, defineActions } from './define.ts'
import { findingSchema, refSchema } from './schema/output.ts'
import { unlessDryRun } from './write/operation-choice.ts'

const input = Type.Object({
  type: Type.Optional(argument.typeArgument('activate')),
  name: Type.Optional(argument.nameArgument),
  group: Type.Optional(argument.groupArgument),
  package: Type.Optional(
    Type.String({
      spelling: 'upper',
      maxLength: 60,
      listed: 'no',
      description: 'Every draft of this user in the package.'
    })
  ),
  objects: Type.Optional(
    Type.Array(argument.objectItem({}), {
      maxItems: 100,
      listed: 'no',
      description: 'Several objects, activated together.'
    })
  ),
  // Clients give the request of their edits to every write tool. An activation records nothing.
  transport: Type.Optional({
    ...argument.transportArgument,
    ...argument.helpOnly,
    description: 'The request of the edits; an activation records nothing itself.'
  }),
  dryRun: Type.Optional(argument.dryRunArgument)
})

const binding = Type.Object({
  name: argument.nameArgument,
  dryRun: Type.Optional(argument.dryRunArgument)
})

const output = Type.Object({
  system: Type.String(),
  outcome: Type.String(),
  objects: Type.Array(refSchema),
  findings: Type.Array(findingSchema),
  alsoInactive: Type.Optional(Type.Array(refSchema))
})

export const erpActivate = defineActions({
  name: 'ERPActivate',
  title: 'Activate ABAP objects',
  description:
    'Make saved drafts active: objects that depend on each other in one call, or your drafts of a package. Verified. check: syntax without activating. publish, unpublish: a service binding. Example: {"objects":[{"type":"INTF","name":"ZIF_ORDER"},{"type":"CLAS","name":"ZCL_ORDER"}]}',
  scope: 'write',
  output,
  defaultAction: 'activate',
  actions: {
    activate: action({
      sends: ['activate'],
      compact: true,
      gap: 'objectType',
      operation: unlessDryRun('activate'),
      input,
      long: true,
      run: async (args, context) =>
        await activateDrafts(context, await objectsToActivate(context, args), args.dryRun === true)
    }),
    check: action({
      compact: true,
      operation: 'read',
      input,
      long: true,
      async run(args, context) {
        const { refs, shells } = await objectsToActivate(context, args)
        return await checkObjects(context, [...refs, ...shells])
      }
    }),
    publish: action({
      compact: true,
      gap: 'serviceCheck',
      operation: unlessDryRun('activate'),
      input: binding,
      implied: { type: 'SRVB' },
      long: true,
      feature: 'rap',
      run: async (args, context) => await publish(context, args, true)
    }),
    unpublish: action({
      compact: true,
      gap: 'serviceCheck',
      operation: unlessDryRun('activate'),
      input: binding,
      implied: { type: 'SRVB' },
      long: true,
      feature: 'rap',
      run: async (args, context) => await publish(context, args, false)
    })
  }
})
