/** ERPDiagnose: checks, tests, dumps, traces and debugging. */
import { Type } from '@sinclair/typebox'
import { refsOf, unitTests } from './activate/unit-tests.ts'
import { cleanCore } from './clean-core/answer.ts'
import { listState, nothingReplaced, objectState } from './call/targets/target-state.ts'
import { action, defineActions, wholeRunMs } from './define.ts'
import { amdpRun } from './diagnose/amdp-run.ts'
import { atc, atcVariants, quickFixes } from './diagnose/atc.ts'
import { breakpoints, removeBreakpoint, setBreakpoint } from './diagnose/breakpoints.ts'
import { compare } from './diagnose/compare.ts'
import { debugRun } from './diagnose/debug/run.ts'
import { stepOperations } from './diagnose/debug/steps.ts'
import { triggerOperations } from './diagnose/debug/trigger.ts'
import { dump, dumps } from './diagnose/dumps.ts'
import { incident } from './diagnose/incident/answer.ts'
import * as input from './diagnose/inputs.ts'
import {
  gatewayErrors,
  sqlTrace,
  systemMessages,
  trace,
  traces,
  traceStart,
  traceStop
} from './diagnose/runtime.ts'
import { serviceCheck } from './diagnose/service.ts'
import { syntax } from './diagnose/syntax.ts'
import { resolveObject } from './objects/resolve.ts'

export const erpDiagnose = defineActions({
  name: 'ERPDiagnose',
  title: 'Check and test ABAP objects',
  description:
    'syntax: of an object or an unsaved source. unit_test: of objects, a package, or (affected: 2) the users of them or a TRANSPORT. atc: test cockpit. compare: draft with active. dump: by id, or the latest by user or name, with the sources of its calls. incident: dumps, jobs, logs, changes and imports around a failure. trace: where time goes. set_breakpoint: of the ERP GUI. Example: {"action":"unit_test","name":"ZCL_ORDER"}',
  scope: 'read',
  actions: {
    syntax: action({
      compact: true,
      operation: 'read',
      input: input.syntax,
      run: async (args, context) => await syntax(context, args)
    }),
    unit_test: action({
      compact: true,
      state: async (args, context) => await listState(args.objects ?? [args], context),
      operation: {
        possible: ['read', 'test'],
        of: ({ risk }) => (risk === undefined || risk === 'harmless' ? ['read'] : ['test'])
      },
      input: input.test,
      long: true,
      timeoutMs: wholeRunMs,
      run: async (args, context) => await unitTests(context, args)
    }),
    atc: action({
      compact: true,
      operation: 'read',
      input: input.atc,
      long: true,
      timeoutMs: wholeRunMs,
      run: async (args, context) =>
        await atc(context, { ...args, refs: await refsOf(context, args) })
    }),
    atc_variants: action({
      operation: 'read',
      input: input.variants,
      run: async (args, context) => await atcVariants(context, args)
    }),
    quick_fixes: action({
      compact: true,
      operation: 'read',
      input: input.fixes,
      run: async (args, context) =>
        await quickFixes(context, { ...args, ref: await resolveObject(context, args) })
    }),
    compare: action({
      compact: true,
      operation: 'read',
      input: input.compare,
      run: async (args, context) =>
        await compare(context, { ...args, ref: await resolveObject(context, args) })
    }),
    dumps: action({
      reveals: true,
      operation: 'read',
      input: input.dumps,
      run: async (args, context) => await dumps(context, args)
    }),
    dump: action({
      compact: true,
      reveals: true,
      operation: 'read',
      input: input.dump,
      run: async (args, context) => await dump(context, args)
    }),
    incident: action({
      compact: true,
      gap: 'dataPreview',
      reveals: true,
      operation: 'read',
      input: input.incident,
      long: true,
      examples: [{ user: 'MUSTER', from: '20260519', to: '20260519' }],
      run: async (args, context) => await incident(context, args)
    }),
    traces: action({
      reveals: true,
      operation: 'read',
      input: input.user,
      run: async (args, context) => await traces(context, args)
    }),
    trace: action({
      compact: true,
      reveals: true,
      operation: 'read',
      input: input.trace,
      run: async (args, context) => await trace(context, args)
    }),
    trace_start: action({
      state: nothingReplaced,
      operation: 'arm',
      input: input.traceStart,
      run: async (args, context) => await traceStart(context, args)
    }),
    trace_stop: action({
      state: nothingReplaced,
      operation: 'arm',
      input: input.byId,
      run: async (args, context) => await traceStop(context, args)
    }),
    system_messages: action({
      operation: 'read',
      input: Type.Object({}),
      run: async (_args, context) => await systemMessages(context)
    }),
    gateway_errors: action({
      operation: 'read',
      input: input.errors,
      run: async (args, context) => await gatewayErrors(context, args)
    }),
    sql_trace: action({
      reveals: true,
      operation: 'read',
      input: Type.Object({}),
      run: async (_args, context) => await sqlTrace(context)
    }),
    service_check: action({
      gap: 'serviceCheck',
      operation: 'read',
      feature: 'rap',
      input: input.service,
      run: async ({ name }, context) => await serviceCheck(context, { type: 'SRVB', name })
    }),
    clean_core: action({
      operation: 'read',
      input: input.cleanCore,
      long: true,
      timeoutMs: wholeRunMs,
      run: async (args, context) => await cleanCore(context, args)
    }),
    breakpoints: action({
      operation: 'read',
      input: Type.Object({}),
      run: async (_args, context) => await breakpoints(context)
    }),
    set_breakpoint: action({
      compact: true,
      state: objectState(),
      operation: 'arm',
      input: input.breakpoint,
      run: async (args, context) => await setBreakpoint(context, args)
    }),
    delete_breakpoint: action({
      state: nothingReplaced,
      operation: 'arm',
      input: input.byId,
      run: async (args, context) => await removeBreakpoint(context, args)
    }),
    debug_run: action({
      compact: true,
      reveals: true,
      state: objectState(),
      operation: {
        possible: ['debug', 'execute', 'debugChange'],
        of: args => [...triggerOperations('debug', args), ...stepOperations(args)]
      },
      input: input.run,
      long: true,
      run: async (args, context) => await debugRun(context, args)
    }),
    amdp_run: action({
      reveals: true,
      state: objectState(),
      operation: { possible: ['amdp', 'execute'], of: args => triggerOperations('amdp', args) },
      feature: ['amdp', 'db'],
      input: input.amdp,
      long: true,
      run: async (args, context) => await amdpRun(context, args)
    })
  }
})
