/** ERPManage export: a package as files in the layout of abapGit. */
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { count } from '../objects/words.ts'
import * as argument from '../schema/arguments.ts'
import { packageInput } from '../manage/inputs.ts'
import { Choice } from '../schema/choice.ts'
import { compareFolder } from './compare.ts'
import { pull } from './pull.ts'
import { reportOf } from './report.ts'
import { openWorkspace } from './workspace.ts'

const names = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ spelling: 'upper', minLength: 1, maxLength: 60 }), {
      ...argument.helpOnly,
      maxItems: 1000,
      description
    })
  )

export const exportInput = Type.Object({
  package: packageInput,
  folder: Type.Optional(
    Type.String({
      ...argument.terse,
      maxLength: 400,
      description: 'Folder of the workspace; the workspace itself if left out.'
    })
  ),
  dryRun: Type.Optional(argument.dryRunArgument),
  diffs: Type.Optional(
    Type.Boolean({ ...argument.helpOnly, description: 'With dryRun: show the differences.' })
  ),
  full: Type.Optional(
    Type.Boolean({
      ...argument.helpOnly,
      description: 'Read every object, also where its last change is known.'
    })
  ),
  folderLogic: Type.Optional(
    Choice(['prefix', 'full'], {
      ...argument.helpOnly,
      description: 'Of a new folder; prefix where all packages allow it.'
    })
  ),
  discard: names('Objects whose change in the folder is given up.'),
  resolved: names('Objects whose files hold the changes of both sides now.')
})

export type ExportArgs = Static<typeof exportInput>

export async function exportFiles(context: ToolContext, args: ExportArgs): Promise<ToolResult> {
  const { discard = [], resolved = [] } = args
  const options = {
    workspace: openWorkspace(context.workspace, args.folder),
    package: args.package,
    full: args.full === true,
    logic: args.folderLogic === 'full' ? ('FULL' as const) : undefined
  }
  if (args.dryRun === true) {
    const comparison = await compareFolder(context, options)
    const head = `compared with the folder · ${count(comparison.entries.length, 'object')}`
    return await reportOf(context, comparison, { head, diffs: args.diffs === true })
  }
  const { comparison, written, removed } = await pull(context, { ...options, discard, resolved })
  return await reportOf(context, comparison, {
    head: `pulled · ${count(comparison.entries.length, 'object')} · ${count(written, 'file')} written, ${removed} removed`,
    settled: new Set([
      'changed there',
      'new there',
      'deleted there',
      // Changes of the folder are what push is for.
      'changed here',
      'new here',
      'deleted here'
    ])
  })
}
