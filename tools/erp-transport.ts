/** ERPTransport: transport requests, their review and their changes. */
import { Type } from '@sinclair/typebox'
import { transportOfObject } from '../erp-client/index.ts'
import * as argument from './schema/arguments.ts'
import { helpOnly, terse } from './schema/arguments.ts'
import { action, defineActions } from './define.ts'
import { unlessDryRun } from './write/operation-choice.ts'
import { resolveObject } from './objects/resolve.ts'
import { Choice } from './schema/choice.ts'
import { requestState } from './call/targets/target-state.ts'
import { badArguments } from './failure/errors.ts'
import { addObjects } from './transport/add-object.ts'
import { amendRequest } from './transport/amend.ts'
import { addTask, reassign, remove, removeObject } from './transport/change.ts'
import { checkRequest } from './transport/consistency.ts'
import { createRequest } from './transport/create.ts'
import { release } from './transport/release.ts'
import { diffRequest, historyOf } from './transport/changes.ts'
import { reviewRequest } from './transport/review.ts'
import {
  attributes,
  changing,
  code,
  day,
  description,
  dryRun,
  number,
  object,
  one,
  packageInput,
  releasing,
  requestType,
  target,
  user
} from './transport/inputs.ts'
import { listEntries } from './transport/entries.ts'
import { listRequests } from './transport/list.ts'
import { checkNeed, listValues, showRequest } from './transport/show.ts'

export const erpTransport = defineActions({
  name: 'ERPTransport',
  title: 'Manage transport requests',
  description:
    'Transport requests: list (find), get, objects, changes (diff), review; check a request or what an object needs, its history; create, change, add_object (or a package), hand over, release, delete. A release cannot be undone: review first. Example: {"action":"create","description":"Order fixes"}',
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
        transport: Type.Optional(number),
        since: day('list: changed since 2026-11-20, or 7d.'),
        until: day('list: changed until that day.'),
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
      input: Type.Object({
        type: code,
        name: Type.Optional(argument.nameArgument),
        group: object.group,
        package: packageInput,
        transport: Type.Optional(number)
      }),
      examples: [{ name: 'ZCL_ORDER' }, { transport: 'DEVK900001' }],
      async run({ transport, ...args }, context) {
        if (args.name === undefined) {
          if (transport !== undefined) return await checkRequest(context, transport)
          throw badArguments('`name` is missing.', 'Name an object, or a request by `transport`.')
        }
        const named = await resolveObject(context, { ...args, name: args.name })
        return await checkNeed(context, named, args.package)
      }
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
        description,
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
    add_object: action({
      sends: ['transport.add', 'transport.classify'],
      gap: 'transportEditing',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object({
        ...changing,
        type: code,
        name: Type.Optional(argument.nameArgument),
        group: object.group,
        package: packageInput
      }),
      examples: [
        { transport: 'DEVK900001', type: 'CLAS', name: 'ZCL_ORDER' },
        { transport: 'DEVK900001', package: 'ZSALES' }
      ],
      long: true,
      run: async (args, context) => await addObjects(context, args)
    }),
    change: action({
      sends: ['transport.text', 'transport.target', 'transport.attribute', 'transport.compress'],
      gap: 'transportEditing',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object({
        ...changing,
        description: Type.Optional(description),
        target,
        attributes,
        compress: Type.Optional(
          Type.Boolean({ ...helpOnly, description: 'change: sort and compress the objects.' })
        )
      }),
      examples: [
        { transport: 'DEVK900001', description: 'Order fixes', target: 'QAS' },
        { transport: 'DEVK900001', attributes: [{ name: 'ZTICKET', value: 'A-1' }] }
      ],
      run: async (args, context) => await amendRequest(context, args)
    }),
    remove_object: action({
      sends: ['transport.remove'],
      gap: 'transportEditing',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object({ ...changing, type: code, name: argument.nameArgument }),
      run: async (args, context) => await removeObject(context, args)
    }),
    release: action({
      sends: ['transport.release'],
      asksItself: ({ ignore }) => ignore !== undefined && ignore.length > 0,
      compact: true,
      gap: 'transports',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object({ ...changing, ...releasing }),
      long: true,
      run: async (args, context) => await release(context, args, false)
    }),
    release_recursive: action({
      sends: ['transport.release'],
      asksItself: ({ ignore }) => ignore !== undefined && ignore.length > 0,
      gap: 'transports',
      state: requestState,
      operation: unlessDryRun('updateRequest'),
      input: Type.Object({ ...changing, ...releasing }),
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
