/** ERPContext: dependencies, users, structure and test seams of objects. */
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { codesWith } from '../erp-client/index.ts'
import type { ObjectRef } from '../erp-client/index.ts'
import * as argument from './schema/arguments.ts'
import type { ToolContext } from './call/context.ts'
import { action, defineActions } from './define.ts'
import { defaultBytes, packageBytes } from './insight/budget.ts'
import { compare } from './compare/compare.ts'
import { compareArguments, compareExamples } from './compare/inputs.ts'
import { changes } from './insight/changes/changes.ts'
import { changesArguments, changesExamples } from './insight/changes/inputs.ts'
import { callGraph } from './insight/call-graph.ts'
import { dependencies } from './insight/dependencies.ts'
import { impact } from './insight/impact.ts'
import { overview } from './insight/overview.ts'
import { structureOf } from './insight/structure.ts'
import { testSeams } from './insight/test-seams.ts'
import { usages } from './insight/usages.ts'
import { resolveObject } from './objects/resolve.ts'
import type { ToolResult } from './call/result.ts'

const object = {
  type: Type.Optional(argument.typeArgument('search')),
  name: argument.nameArgument,
  group: Type.Optional(argument.groupArgument),
  maxBytes: Type.Optional(
    Type.Integer({
      minimum: 1000,
      maximum: 200_000,
      listed: 'no',
      description: `The answer is no longer (${defaultBytes} if left out, ${packageBytes} for a package).`
    })
  )
}
const method = { method: Type.Optional(argument.methodArgument) }
const depth = {
  depth: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 5, ...argument.helpOnly, description: 'Levels to go.' })
  )
}

const { type, name, group, maxBytes } = object
const compareInput = Type.Object({
  type,
  name: Type.Optional(name),
  group,
  maxBytes,
  ...compareArguments
})
const changesInput = Type.Object({ type, name: Type.Optional(name), ...changesArguments })
const overviewInput = Type.Object(object)
const methodInput = Type.Object({ ...object, ...method })
const graphInput = Type.Object({ ...object, ...method, ...depth })
const impactInput = Type.Object({
  ...object,
  ...depth,
  symbol: Type.Optional(
    Type.String({ listed: 'no', maxLength: 60, description: 'impact: a field.' })
  )
})

const sources = new Set(codesWith('source'))

export const erpContext = defineActions({
  name: 'ERPContext',
  title: 'Understand ABAP code',
  description:
    'What surrounds an object. overview: its blocks in call order, or the map of a package. dependencies: public contracts it needs. usages: who uses it. impact: what a change reaches (symbol: of one field). call_graph: of a method. structure: of a table. test_seams: how tests replace dependencies. compare: with a system, object, version, folder. changes: of a package (since, by, transport). Example: {"action":"overview","name":"ZREPORT"}',
  scope: 'read',
  actions: {
    overview: action({
      compact: true,
      otherWays: ['noPackageText'],
      operation: 'read',
      input: overviewInput,
      long: true,
      run: async (args, context) => await answer(context, args, overviewed, overview)
    }),
    dependencies: action({
      compact: true,
      gap: 'objectType',
      operation: 'read',
      input: methodInput,
      long: true,
      run: async (args, context) =>
        await answer(
          context,
          args,
          code,
          async (one, ref, bytes) => await dependencies(one, { ref, method: args.method, bytes })
        )
    }),
    usages: action({
      compact: true,
      gap: 'whereUsed',
      operation: 'read',
      input: methodInput,
      long: true,
      run: async (args, context) =>
        await answer(
          context,
          args,
          any,
          async (one, ref, bytes) => await usages(one, { ref, method: args.method, bytes })
        )
    }),
    impact: action({
      compact: true,
      gap: 'whereUsed',
      operation: 'read',
      input: impactInput,
      long: true,
      run: async (args, context) =>
        await answer(
          context,
          args,
          any,
          async (one, ref, bytes) =>
            await impact(one, { ref, depth: args.depth ?? 3, symbol: args.symbol, bytes })
        )
    }),
    call_graph: action({
      compact: true,
      otherWays: ['callsInSources'],
      operation: 'read',
      input: graphInput,
      long: true,
      run: async (args, context) =>
        await answer(
          context,
          args,
          code,
          async (one, ref, bytes) =>
            await callGraph(one, { ref, method: args.method, depth: args.depth ?? 2, bytes })
        )
    }),
    structure: action({
      compact: true,
      gap: 'objectType',
      operation: 'read',
      input: overviewInput,
      run: async (args, context) =>
        await answer(context, args, type => type === 'TABL' || type === 'STRU', structureOf)
    }),
    compare: action({
      compact: true,
      gap: 'objectType',
      operation: 'read',
      input: compareInput,
      examples: compareExamples,
      long: true,
      run: async (args, context) => await compare(context, args)
    }),
    changes: action({
      compact: true,
      operation: 'read',
      input: changesInput,
      examples: changesExamples,
      long: true,
      run: async (args, context) => await changes(context, args)
    }),
    test_seams: action({
      compact: true,
      operation: 'read',
      input: methodInput,
      long: true,
      run: async (args, context) =>
        await answer(
          context,
          args,
          code,
          async (one, ref, bytes) => await testSeams(one, { ref, method: args.method, bytes })
        )
    })
  }
})

const any = (): boolean => true
const code = (type: string): boolean => sources.has(type)
const overviewed = (type: string): boolean => type === 'DEVC' || sources.has(type)

async function answer(
  context: ToolContext,
  args: Static<typeof overviewInput>,
  ...[wanted, render]: [
    (type: string) => boolean,
    (context: ToolContext, ref: ObjectRef, bytes: number) => Promise<string>
  ]
): Promise<ToolResult> {
  const ref = await resolveObject(context, args, wanted)
  const bytes = args.maxBytes ?? (ref.type === 'DEVC' ? packageBytes : defaultBytes)
  return {
    kind: 'text',
    verbatim: [],
    text: await render(context, ref, Math.min(bytes, context.limits.bytes))
  }
}
