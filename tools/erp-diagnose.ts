import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { checkSyntax } from '../erp-client/index.ts'
import * as argument from './arguments.ts'
import type { ToolContext } from './context.ts'
import { action, defineActions } from './define.ts'
import { badArguments } from './errors.ts'
import { findingData, findingSchema, given, refData, refSchema } from './output.ts'
import { resolveObject } from './resolve.ts'
import type { ToolResult } from './result.ts'
import { Choice } from './schema.ts'
import { assertPart, locateUnit } from './sources.ts'
import { unitTests } from './unit-tests.ts'
import { replaceUnit } from './write/method-text.ts'
import { toLf } from './write/edits.ts'
import { count, findingLine, refWords, systemWords } from './words.ts'

const findingsShown = 200

const object = { type: Type.Optional(argument.typeArgument('source', ['DEVC'])), group: Type.Optional(argument.groupArgument) }

const syntaxInput = Type.Object({
  ...object,
  name: argument.nameArgument,
  include: Type.Optional(argument.includeArgument),
  method: Type.Optional(argument.methodArgument),
  source: Type.Optional(argument.sourceArgument),
  version: Type.Optional(argument.versionArgument)
})

const testInput = Type.Object({
  ...object,
  name: Type.Optional(argument.nameArgument),
  objects: Type.Optional(Type.Array(argument.objectItem({}), { maxItems: 50, description: 'Several objects.' })),
  risk: Type.Optional(Choice(['harmless', 'dangerous', 'critical'], { default: 'harmless', description: 'Highest risk level that may run (harmless). More needs write permission; an untagged test class counts as critical.' }))
})

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
  description: 'syntax: check an object, or a source that is not saved yet (source, with method for one block); findings with line and column. unit_test: run ABAP Unit tests of the active version; failures with message and place; skipped classes are named and never count as passed. Example: {"action":"unit_test","name":"ZCL_ORDER"}',
  scope: 'read',
  output,
  actions: {
    syntax: action({
      operation: 'read',
      input: syntaxInput,
      run: async (args, context) => await syntax(context, args)
    }),
    unit_test: action({
      operation: { possible: ['read', 'test'], of: ({ risk }) => risk === undefined || risk === 'harmless' ? ['read'] : ['test'] },
      input: testInput,
      long: true,
      run: async (args, context) => await unitTests(context, args)
    })
  }
})

async function syntax (context: ToolContext, args: Static<typeof syntaxInput>): Promise<ToolResult> {
  const ref = await resolveObject(context, args)
  assertPart(ref, args.include)
  const { part, source } = await givenSource(context, { ref, ...args })
  const { processed, findings } = await checkSyntax(context.erp, { ref, part, source, version: args.version }, context.signal)
  const verdict = processed ? (findings.some(({ severity }) => severity === 'error') ? 'errors' : findings.length > 0 ? 'warnings' : 'clean') : 'not_checked'
  const shown = findings.slice(0, findingsShown)
  const more = findings.length - shown.length
  const system = systemWords(context.erp)
  const what = `${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}${source === undefined ? '' : ' (given source, not saved)'}`
  const words = processed ? (findings.length === 0 ? 'clean' : count(findings.length, 'finding')) : 'NOT CHECKED: the ERP could not check this object'
  return {
    kind: 'data',
    data: given({ system, verdict, objects: [refData(ref)], findings: shown.map(findingData), total: findings.length }),
    text: [`${system} · syntax of ${what} · ${words}`, ...shown.map(findingLine), ...(more > 0 ? [`${count(more, 'finding')} more; correct these first.`] : [])].join('\n')
  }
}

type Given = Static<typeof syntaxInput> & { readonly ref: Awaited<ReturnType<typeof resolveObject>> }

/** What is to be checked: the stored text, a whole given one, or the stored one with one block replaced. */
async function givenSource (context: ToolContext, { ref, include, method, source, version }: Given): Promise<{ part: string | undefined, source: string | undefined }> {
  if (method === undefined) return { part: include, source: source === undefined ? undefined : toLf(source) }
  if (source === undefined) throw badArguments('`method` needs `source`.', 'A syntax check is always of the whole object; leave `method` out, or give the new source of that method.')
  const located = await locateUnit(context, { ref, part: include, version }, method)
  return { part: located.source.part, source: replaceUnit(located.source.text, located.unit, source) }
}
