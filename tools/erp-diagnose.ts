import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { checkSyntax, isErpError } from '../erp-client/index.ts'
import { mostLevels } from './diagnose/affected.ts'
import { amdpRun } from './diagnose/amdp-run.ts'
import { atc, atcVariants, quickFixes } from './diagnose/atc.ts'
import { breakpoints, removeBreakpoint, setBreakpoint } from './diagnose/breakpoints.ts'
import { compare } from './diagnose/compare.ts'
import { debugRun } from './diagnose/debug-run.ts'
import { triggerOperations } from './diagnose/debug-trigger.ts'
import { breakpointPlace, runArguments } from './diagnose/debug-options.ts'
import { dump, dumps } from './diagnose/dumps.ts'
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
import * as argument from './schema/arguments.ts'
import type { ToolContext } from './call/context.ts'
import { action, defineActions } from './define.ts'
import { badArguments, ToolError } from './failure/errors.ts'
import { findingData, findingSchema, omitUndefined, refData, refSchema } from './schema/output.ts'
import { errorWords } from './failure/prose.ts'
import { resolveObject } from './objects/resolve.ts'
import type { ToolResult } from './call/result.ts'
import { Choice } from './schema/choice.ts'
import { assertPart, locateUnit } from './objects/sources.ts'
import { listState, nothingReplaced, objectState } from './call/target-state.ts'
import { refsOf, unitTests } from './activate/unit-tests.ts'
import { replaceUnit } from './write/source/method-text.ts'
import { toLf } from './write/source/edits.ts'
import { count, findingLines, refWords, systemWords } from './objects/words.ts'

const findingsShown = 200

const object = {
  type: Type.Optional(argument.typeArgument('source', ['DEVC', 'TRANSPORT'])),
  group: Type.Optional(argument.groupArgument)
}

const syntaxInput = Type.Object({
  ...object,
  name: argument.nameArgument,
  include: Type.Optional(argument.includeArgument),
  method: Type.Optional(argument.methodArgument),
  source: Type.Optional(argument.abapArgument),
  version: Type.Optional(argument.versionArgument)
})

const testInput = Type.Object({
  ...object,
  name: Type.Optional(argument.nameArgument),
  objects: Type.Optional(
    Type.Array(argument.objectItem({}), {
      maxItems: 50,
      listed: 'no',
      description: 'Several objects.'
    })
  ),
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

const atcInput = Type.Object({
  ...object,
  name: Type.Optional(argument.nameArgument),
  objects: testInput.properties.objects,
  variant: Type.Optional(
    Type.String({ listed: 'no', maxLength: 60, description: 'ATC check variant.' })
  ),
  details: Type.Optional(
    Type.Boolean({ ...argument.rare, description: 'Also what the checks say about themselves.' })
  ),
  maxResults: Type.Optional(argument.maxResultsArgument)
})
const variantsInput = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: 60,
      ...argument.rare,
      description: 'Name or pattern of a check variant.'
    })
  ),
  maxResults: Type.Optional(argument.maxResultsArgument)
})
const fixesInput = Type.Object({
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
const compareInput = Type.Object({
  ...object,
  name: argument.nameArgument,
  include: Type.Optional(argument.includeArgument)
})
const user = {
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
const dumpsInput = Type.Object({
  ...user,
  name: Type.Optional(argument.nameArgument),
  from: stamp('From yyyymmddhhmmss.'),
  to: stamp('To yyyymmddhhmmss.'),
  maxResults: Type.Optional(argument.maxResultsArgument)
})
const dumpInput = Type.Object({
  ...user,
  name: Type.Optional(argument.nameArgument),
  id: Type.Optional(id),
  values: Type.Optional(
    Type.Boolean({ ...argument.rare, description: 'Show the values of variables too.' })
  )
})
const userInput = Type.Object(user)
const traceInput = Type.Object({ id, maxResults: Type.Optional(argument.maxResultsArgument) })
const armInput = Type.Object({
  user: Type.String({ maxLength: 12, listed: 'no', description: 'ERP user.' }),
  minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1440,
      ...argument.rare,
      description: 'How long it waits (30).'
    })
  )
})
const stopInput = Type.Object({ id })
const errorsInput = Type.Object({ ...user, id: Type.Optional(id) })
const breakpointInput = Type.Object({
  ...object,
  name: Type.Optional(argument.nameArgument),
  ...breakpointPlace
})
const runInput = Type.Object({ ...object, ...runArguments })
const amdpInput = Type.Object({
  ...runInput.properties,
  takeOver: Type.Optional(
    Type.Boolean({
      ...argument.rare,
      description: 'End a debugger session of this user that is there already.'
    })
  )
})
const serviceInput = Type.Object({ name: argument.nameArgument })

const output = Type.Object({
  system: Type.String(),
  verdict: Type.String(),
  objects: Type.Array(refSchema),
  findings: Type.Optional(Type.Array(findingSchema)),
  totals: Type.Optional(Type.Object({})),
  classes: Type.Optional(Type.Array(Type.Object({})))
})

export const erpDiagnose = defineActions({
  name: 'ERPDiagnose',
  title: 'Check and test ABAP objects',
  description:
    'syntax: of an object or an unsaved source. unit_test: of objects, a package, or (affected: 2) the users of them or a TRANSPORT. atc: test cockpit. compare: draft with active. dump: by id, or the latest by user or name, with the sources of its calls. trace: where time goes. set_breakpoint: of the ERP GUI. Example: {"action":"unit_test","name":"ZCL_ORDER"}',
  scope: 'read',
  output,
  actions: {
    syntax: action({
      operation: 'read',
      input: syntaxInput,
      run: async (args, context) =>
        args.source === undefined ? await syntax(context, args) : await syntaxOfGiven(context, args)
    }),
    unit_test: action({
      state: async (args, context) => await listState(args.objects ?? [args], context),
      operation: {
        possible: ['read', 'test'],
        of: ({ risk }) => (risk === undefined || risk === 'harmless' ? ['read'] : ['test'])
      },
      input: testInput,
      long: true,
      run: async (args, context) => await unitTests(context, args)
    }),
    atc: action({
      operation: 'read',
      input: atcInput,
      long: true,
      run: async (args, context) =>
        await atc(context, { ...args, refs: await refsOf(context, args) })
    }),
    atc_variants: action({
      operation: 'read',
      input: variantsInput,
      run: async (args, context) => await atcVariants(context, args)
    }),
    quick_fixes: action({
      operation: 'read',
      input: fixesInput,
      run: async (args, context) =>
        await quickFixes(context, { ...args, ref: await resolveObject(context, args) })
    }),
    compare: action({
      operation: 'read',
      input: compareInput,
      run: async (args, context) =>
        await compare(context, { ...args, ref: await resolveObject(context, args) })
    }),
    dumps: action({
      reveals: true,
      operation: 'read',
      input: dumpsInput,
      run: async (args, context) => await dumps(context, args)
    }),
    dump: action({
      reveals: true,
      operation: 'read',
      input: dumpInput,
      run: async (args, context) => await dump(context, args)
    }),
    traces: action({
      reveals: true,
      operation: 'read',
      input: userInput,
      run: async (args, context) => await traces(context, args)
    }),
    trace: action({
      reveals: true,
      operation: 'read',
      input: traceInput,
      run: async (args, context) => await trace(context, args)
    }),
    trace_start: action({
      state: nothingReplaced,
      operation: 'arm',
      input: armInput,
      run: async (args, context) => await traceStart(context, args)
    }),
    trace_stop: action({
      state: nothingReplaced,
      operation: 'arm',
      input: stopInput,
      run: async (args, context) => await traceStop(context, args)
    }),
    system_messages: action({
      operation: 'read',
      input: Type.Object({}),
      run: async (_args, context) => await systemMessages(context)
    }),
    gateway_errors: action({
      operation: 'read',
      input: errorsInput,
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
      input: serviceInput,
      run: async ({ name }, context) => await serviceCheck(context, { type: 'SRVB', name })
    }),
    breakpoints: action({
      operation: 'read',
      input: Type.Object({}),
      run: async (_args, context) => await breakpoints(context)
    }),
    set_breakpoint: action({
      state: objectState(),
      operation: 'arm',
      input: breakpointInput,
      run: async (args, context) => await setBreakpoint(context, args)
    }),
    delete_breakpoint: action({
      state: nothingReplaced,
      operation: 'arm',
      input: stopInput,
      run: async (args, context) => await removeBreakpoint(context, args)
    }),
    debug_run: action({
      reveals: true,
      state: objectState(),
      operation: { possible: ['debug', 'execute'], of: args => triggerOperations('debug', args) },
      input: runInput,
      long: true,
      run: async (args, context) => await debugRun(context, args)
    }),
    amdp_run: action({
      reveals: true,
      state: objectState(),
      operation: { possible: ['amdp', 'execute'], of: args => triggerOperations('amdp', args) },
      feature: ['amdp', 'db'],
      input: amdpInput,
      long: true,
      run: async (args, context) => await amdpRun(context, args)
    })
  }
})

/**
 * The ERP checks sources of objects that are there; who asks about the source of a new one is told
 * where it can be judged.
 */
async function syntaxOfGiven(
  context: ToolContext,
  args: Static<typeof syntaxInput>
): Promise<ToolResult> {
  try {
    return await syntax(context, args)
  } catch (error) {
    const missing =
      isErpError(error, 'ERP_NOT_FOUND') ||
      (error instanceof ToolError && error.code === 'ERP_NOT_FOUND')
    if (!missing) throw error
    const similar =
      error instanceof ToolError && error.details.remedy?.startsWith('Similar') === true
        ? `${error.details.remedy} `
        : ''
    throw new ToolError('ERP_NOT_FOUND', errorWords(error), {
      remedy: `${similar}${ofNewObject}`,
      cause: error
    })
  }
}

const ofNewObject =
  'For the source of a new object use ERPWrite create with dryRun true: it is checked and nothing is saved. ERPLint check with `source` judges it too.'

async function syntax(context: ToolContext, args: Static<typeof syntaxInput>): Promise<ToolResult> {
  const ref = await resolveObject(context, args)
  assertPart(ref, args.include)
  const { part, source } = await givenSource(context, { ref, ...args })
  const { processed, findings } = await checkSyntax(
    context.erp,
    { ref, part, source, version: args.version },
    context.signal
  )
  const verdict = processed
    ? findings.some(({ severity }) => severity === 'error')
      ? 'errors'
      : findings.length > 0
        ? 'warnings'
        : 'clean'
    : 'not_checked'
  const shown = findings.slice(0, findingsShown)
  const more = findings.length - shown.length
  const system = systemWords(context.erp)
  const what = `${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}${source === undefined ? '' : ' (given source, not saved)'}`
  const words = processed
    ? findings.length === 0
      ? 'clean'
      : count(findings.length, 'finding')
    : 'NOT CHECKED: the ERP could not check this object'
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      verdict,
      objects: [refData(ref)],
      findings: shown.map(findingData),
      total: findings.length
    }),
    text: [
      `${system} · syntax of ${what} · ${words}`,
      ...findingLines(shown),
      ...(more > 0 ? [`${count(more, 'finding')} more; correct these first.`] : []),
      ...(processed || source === undefined ? [] : [ofNewObject])
    ].join('\n')
  }
}

type Given = Static<typeof syntaxInput> & {
  readonly ref: Awaited<ReturnType<typeof resolveObject>>
}

/**
 * What is to be checked: the stored text, a whole given one, or the stored one with one block
 * replaced.
 */
async function givenSource(
  context: ToolContext,
  { ref, include, method, source, version }: Given
): Promise<{ part: string | undefined; source: string | undefined }> {
  if (method === undefined) {
    return { part: include, source: source === undefined ? undefined : toLf(source) }
  }
  if (source === undefined) {
    throw badArguments(
      '`method` needs `source`.',
      'A syntax check is always of the whole object; leave `method` out, or give the new source of that method.'
    )
  }
  const located = await locateUnit(context, { ref, part: include, version }, method)
  return {
    part: located.source.part,
    source: replaceUnit(located.source.text, located.unit, source)
  }
}
