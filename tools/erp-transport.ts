/** ERPTransport: transport requests, their review and their changes. */
import { Type } from '@sinclair/typebox'
import { transportOfObject } from '../erp-client/index.ts'
import * as argument from './schema/arguments.ts'
import { terse } from './schema/arguments.ts'
import { action, defineActions } from './define.ts'
import { unlessDryRun } from './write/operation-choice.ts'
import { resolveObject } from './objects/resolve.ts'
import { Choice } from './schema/choice.ts'
import { requestState } from './call/targets/target-state.ts'
import { addTask, reassign, remove, removeObject } from './transport/change.ts'
import { createRequest } from './transport/create.ts'
import { release } from './transport/release.ts'
import { diffRequest, historyOf } from './transport/changes.ts'
import { reviewRequest } from './transport/review.ts'
import { checkNeed, listEntries, listRequests, listValues, showRequest } from './transport/show.ts'

const number = Type.String({
  spelling: 'upper',
  maxLength: 20,
  ...argument.terse,
  description: 'Number of a request or task.'
})
const user = Type.Optional(
  Type.String({ ...terse, maxLength: 12, description: 'ERP user; the caller if left out.' })
)
const requestType = Type.Optional(
  Choice(['K', 'W', 'T'], { listed: 'words', description: 'K workbench, W customizing, T copies' })
)
const code = Type.Optional(
  Type.String({
    ...terse,
    spelling: 'objectType',
    maxLength: 40,
    description: 'Object type, or the code of an entry.'
  })
)
const dryRun = Type.Optional(argument.dryRunArgument)
const object = {
  type: code,
  name: argument.nameArgument,
  group: Type.Optional(argument.groupArgument)
}
const target = Type.Optional(
  Type.String({
    ...terse,
    maxLength: 40,
    description:
      'create: target system or group, see targets. review: name of another system of this server.'
  })
)
const packageInput = Type.Optional(argument.packageArgument)
const one = Type.Object({ transport: number })
const changing = { transport: number, dryRun }

export const erpTransport = defineActions({
  name: 'ERPTransport',
  title: 'Manage transport requests',
  description:
    'Transport requests: list, get, objects, changes (diff), review; check what an object needs, its history; create, hand over, release, delete. A release cannot be undone: review first. Example: {"action":"create","description":"Order fixes"}',
  scope: 'admin',
  feature: 'transport',
  actions: {
    list: action({
      compact: true,
      gap: 'transports',
      otherWays: ['olderTransportAddress'],
      operation: 'read',
      input: Type.Object({
        user,
        requestType,
        status: Type.Optional(
          Choice(['open', 'released', 'all'], {
            ...terse,
            description: 'open (if left out), released or all.'
          })
        ),
        maxResults: Type.Optional(argument.maxResultsArgument),
        cursor: Type.Optional(argument.cursorArgument)
      }),
      run: async (args, context) => await listRequests(context, args)
    }),
    get: action({
      compact: true,
      gap: 'transports',
      otherWays: ['olderTransportAddress'],
      operation: 'read',
      input: one,
      run: async (args, context) => await showRequest(context, args.transport)
    }),
    objects: action({
      compact: true,
      gap: 'transports',
      operation: 'read',
      input: one,
      run: async (args, context) => await listEntries(context, args.transport)
    }),
    diff: action({
      gap: 'transports',
      operation: 'read',
      input: one,
      long: true,
      run: async (args, context) => await diffRequest(context, args.transport)
    }),
    review: action({
      compact: true,
      gap: 'transports',
      operation: 'read',
      input: Type.Object({ transport: number, target }),
      examples: [{ transport: 'DEVK900001', target: 'prd' }],
      long: true,
      run: async (args, context) => await reviewRequest(context, args)
    }),
    check: action({
      compact: true,
      otherWays: ['olderTransportAddress'],
      operation: 'read',
      input: Type.Object({ ...object, package: packageInput }),
      run: async (args, context) =>
        await checkNeed(context, await resolveObject(context, args), args.package)
    }),
    history: action({
      operation: 'read',
      input: Type.Object(object),
      async run(args, context) {
        const ref = await resolveObject(context, args)
        return await historyOf(
          context,
          ref,
          await transportOfObject(context.erp, { ref }, context.signal)
        )
      }
    }),
    layers: action({
      gap: 'transportTargets',
      operation: 'read',
      input: Type.Object({}),
      run: async (_args, context) => await listValues(context, 'layers')
    }),
    targets: action({
      gap: 'transportTargets',
      operation: 'read',
      input: Type.Object({}),
      run: async (_args, context) => await listValues(context, 'targets')
    }),
    create: action({
      sends: ['transport.create'],
      compact: true,
      gap: 'transportKinds',
      otherWays: ['classicRequest', 'olderTransportAddress'],
      operation: unlessDryRun('createRequest'),
      input: Type.Object({
        description: Type.String({
          ...terse,
          minLength: 1,
          maxLength: 60,
          description: 'Short text.'
        }),
        requestType,
        target,
        package: packageInput,
        dryRun
      }),
      run: async (args, context) => await createRequest(context, args)
    }),
    create_task: action({
      sends: ['transport.task'],
      gap: 'transports',
      operation: unlessDryRun('createRequest'),
      input: Type.Object({ ...changing, user }),
      run: async (args, context) => await addTask(context, args, 'create_task')
    }),
    add_user: action({
      gap: 'transports',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object({ ...changing, user }),
      run: async (args, context) => await addTask(context, args, 'add_user')
    }),
    reassign: action({
      sends: ['transport.owner'],
      gap: 'transports',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object({ ...changing, user }),
      run: async (args, context) => await reassign(context, args)
    }),
    remove_object: action({
      sends: ['transport.remove'],
      gap: 'transports',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object({ ...changing, type: code, name: argument.nameArgument }),
      run: async (args, context) => await removeObject(context, args)
    }),
    release: action({
      sends: ['transport.release'],
      compact: true,
      gap: 'transports',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object(changing),
      long: true,
      run: async (args, context) => await release(context, args, false)
    }),
    release_recursive: action({
      sends: ['transport.release'],
      gap: 'transports',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object(changing),
      long: true,
      run: async (args, context) => await release(context, args, true)
    }),
    delete: action({
      sends: ['transport.delete'],
      gap: 'transports',
      state: requestState,
      operation: unlessDryRun('deleteRequest'),
      input: Type.Object(changing),
      run: async (args, context) => await remove(context, args)
    })
  }
})
