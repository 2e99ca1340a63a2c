/** The arguments of the git actions, and a planned or executed change of abapGit or gCTS. */
import type { ErpWriter } from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import type { OperationName } from '../operations.ts'
import type { ToolResult } from '../call/result.ts'
import { systemWords } from '../objects/words.ts'
import { plannedChange } from '../write/planned-change.ts'

export interface GitOptions {
  /** Key, package or address of a repository. */
  readonly repository: string
  readonly branch?: string | undefined
  readonly transport?: string | undefined
  readonly dryRun?: boolean | undefined
}

export interface PushOptions extends GitOptions {
  /** `git_stage` shows what a push of these objects would send; `git_push` sends it. */
  readonly action: 'git_stage' | 'git_push'
  readonly objects: readonly { readonly type?: string | undefined; readonly name: string }[]
  readonly description?: string | undefined
}

export interface GitChange {
  readonly action: string
  /** Named in results of gCTS only. */
  readonly backend?: 'gCTS'
  readonly operations: readonly OperationName[]
  readonly targets: readonly ChangeTarget[]
  readonly dryRun: boolean | undefined
  /** The change in words. */
  readonly about: string
}

/** The outcome in words, and fields of the result. */
export interface GitReport {
  readonly text: string
  readonly data?: object
}

/** What a pull, a clone or a switch may do to the objects of a repository. */
export const allOperations: readonly OperationName[] = ['create', 'update', 'delete', 'activate']

export async function changeRepository(
  context: ToolContext,
  { action, backend, operations, targets, dryRun, about }: GitChange,
  run: (erp: ErpWriter) => Promise<GitReport>
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  const facts = { action, ...(backend === undefined ? {} : { backend }) }
  return await plannedChange(context, {
    dryRun,
    operations,
    targets,
    plan: () => ({
      summary: [`${system} · DRY RUN of ${action}: ${about} · nothing changed`],
      data: { system, outcome: 'dry_run', ...facts }
    }),
    execute: async erp => {
      if (backend !== undefined) context.progress({ done: 0, message: `${backend}: ${action}` })
      const { text, data } = await run(erp)
      return {
        kind: 'data',
        data: { system, outcome: 'done', ...facts, ...data },
        text: `${system} · ${action}: ${about} · ${text}`
      }
    }
  })
}
