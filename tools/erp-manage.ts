/** ERPManage: system features, packages, locks, git and UI5 apps. */
import { Type } from '@sinclair/typebox'
import * as argument from './schema/arguments.ts'
import { terse } from './schema/arguments.ts'
import { action, defineActions, wholeRunMs } from './define.ts'
import { unlessDryRun } from './write/operation-choice.ts'
import { exportFiles, exportInput } from './files/export.ts'
import { changeSetActions } from './change-sets/action.ts'
import { featureReport } from './manage/features.ts'
import {
  gitClone,
  gitPull,
  gitPush,
  gitStatus,
  gitSwitch,
  gitUnlink,
  listGit
} from './manage/git.ts'
import {
  change,
  maxResults,
  name,
  object,
  since,
  changing,
  description,
  packageInput,
  repository,
  git,
  objects,
  path,
  packageFacts
} from './manage/inputs.ts'
import { approvalActions } from './manage/approval-actions.ts'
import { showJournal } from './manage/journal.ts'
import { listDrafts, lockReport, releaseLock } from './manage/own-work.ts'
import { changePackageFacts, createPackage, deletePackage } from './manage/packages.ts'
import { changeReleaseState } from './manage/release-state.ts'
import { runObject } from './manage/run.ts'
import { ui5Apps, ui5Upload } from './manage/ui5.ts'
import { resolveObject } from './objects/resolve.ts'
import { Choice } from './schema/choice.ts'
import {
  appFileState,
  objectState,
  packageState,
  repositoryState
} from './call/targets/target-state.ts'

const wholePull = unlessDryRun('create', 'update', 'delete', 'activate')

export const erpManage = defineActions({
  name: 'ERPManage',
  title: 'Manage system, packages, git and apps',
  description:
    'System features; drafts of this user; locks of an object; packages; API release state; git by abapGit and gCTS (repository: key, package or address); UI5 apps; run_class and run_program execute ABAP where permitted. Example: {"action":"create_package","name":"$ORDERS","package":"$TMP"}',
  scope: 'write',
  output: Type.Object({ system: Type.String() }),
  actions: {
    features: action({
      compact: true,
      operation: 'read',
      input: Type.Object({}),
      run: async (_args, context) => await featureReport(context)
    }),
    drafts: action({
      compact: true,
      operation: 'read',
      input: Type.Object({}),
      run: async (_args, context) => await listDrafts(context)
    }),
    journal: action({
      operation: 'read',
      input: Type.Object({
        change: Type.Optional(change),
        type: Type.Optional(argument.typeArgument('metadata')),
        name: Type.Optional(name),
        since: Type.Optional(since),
        maxResults: Type.Optional(maxResults),
        cursor: Type.Optional(argument.cursorArgument)
      }),
      run: async (args, context) => await showJournal(context, args)
    }),
    export: action({
      gap: 'packages',
      operation: 'read',
      long: true,
      timeoutMs: wholeRunMs,
      input: exportInput,
      run: async (args, context) => await exportFiles(context, args)
    }),
    ...approvalActions,
    ...changeSetActions,
    locks: action({
      compact: true,
      operation: 'read',
      input: Type.Object(object),
      run: async (args, context) => await lockReport(context, await resolveObject(context, args))
    }),
    release_lock: action({
      state: objectState(),
      operation: 'update',
      input: Type.Object({ ...object, transport: changing.transport }),
      run: async (args, context) =>
        await releaseLock(context, await resolveObject(context, args), args.transport)
    }),
    create_package: action({
      compact: true,
      gap: 'packages',
      operation: unlessDryRun('create'),
      input: Type.Object({
        ...packageFacts,
        package: packageInput,
        softwareComponent: Type.Optional(
          Type.String({
            ...argument.helpOnly,
            maxLength: 30,
            description: 'That of the package above if left out, else LOCAL or HOME by the name.'
          })
        ),
        recordChanges: Type.Optional(
          Type.Boolean({
            ...argument.helpOnly,
            description:
              'Whether changes need a transport request; as the package above if left out.'
          })
        ),
        responsible: Type.Optional(
          Type.String({
            ...argument.helpOnly,
            maxLength: 40,
            description: 'ERP user responsible for the package; the caller if left out.'
          })
        ),
        ...changing
      }),
      run: async (args, context) => await createPackage(context, args)
    }),
    change_package: action({
      gap: 'packages',
      otherWays: ['olderDocument'],
      state: packageState,
      operation: unlessDryRun('update'),
      input: Type.Object({ ...packageFacts, ...changing }),
      run: async (args, context) => await changePackageFacts(context, args)
    }),
    delete_package: action({
      sends: () => [{ operation: 'object.delete', type: 'DEVC' }],
      gap: 'packages',
      state: packageState,
      operation: unlessDryRun('delete'),
      input: Type.Object({ name, ...changing }),
      run: async (args, context) => await deletePackage(context, args)
    }),
    set_release_state: action({
      gap: 'apiState',
      state: objectState(),
      operation: unlessDryRun('update'),
      input: Type.Object({
        ...object,
        contract: Choice(['C0', 'C1', 'C2', 'C3', 'C4'], { ...terse, description: 'Contract.' }),
        state: Choice(['RELEASED', 'DEPRECATED', 'NOT_RELEASED', 'NOT_TO_BE_RELEASED'], {
          ...terse,
          description: 'New state.'
        }),
        ...changing
      }),
      run: async (args, context) =>
        await changeReleaseState(context, await resolveObject(context, args), {
          contract: args.contract,
          state: args.state,
          transport: args.transport,
          dryRun: args.dryRun
        })
    }),
    git_repos: action({
      gap: 'git',
      operation: 'read',
      feature: 'gitsync',
      input: Type.Object({}),
      run: async (_args, context) => await listGit(context)
    }),
    git_status: action({
      compact: true,
      gap: 'git',
      operation: 'read',
      feature: 'gitsync',
      input: Type.Object({ repository }),
      run: async (args, context) => await gitStatus(context, args)
    }),
    git_clone: action({
      sends: ['git.link', 'gcts.clone'],
      gap: 'git',
      state: repositoryState,
      operation: wholePull,
      feature: 'gitsync',
      long: true,
      input: Type.Object({ ...git, package: packageInput }),
      run: async (args, context) => await gitClone(context, args)
    }),
    git_pull: action({
      sends: ['git.pull', 'gcts.pull'],
      compact: true,
      gap: 'git',
      state: repositoryState,
      operation: wholePull,
      feature: 'gitsync',
      long: true,
      input: Type.Object(git),
      run: async (args, context) => await gitPull(context, args)
    }),
    git_switch: action({
      sends: ['git.switch', 'gcts.switch'],
      gap: 'git',
      state: repositoryState,
      operation: wholePull,
      feature: 'gitsync',
      long: true,
      input: Type.Object(git),
      run: async (args, context) => await gitSwitch(context, args)
    }),
    git_stage: action({
      gap: 'git',
      state: repositoryState,
      operation: 'update',
      feature: 'gitsync',
      input: Type.Object({ ...git, objects, description }),
      run: async (args, context) => await gitPush(context, { ...args, action: 'git_stage' })
    }),
    git_push: action({
      sends: ['git.push', 'gcts.commit'],
      compact: true,
      gap: 'git',
      state: repositoryState,
      operation: unlessDryRun('update'),
      feature: 'gitsync',
      long: true,
      input: Type.Object({ ...git, objects, description }),
      run: async (args, context) => await gitPush(context, { ...args, action: 'git_push' })
    }),
    git_unlink: action({
      sends: ['git.unlink', 'gcts.delete'],
      gap: 'git',
      state: repositoryState,
      operation: unlessDryRun('delete'),
      feature: 'gitsync',
      input: Type.Object({ repository, ...changing }),
      run: async (args, context) => await gitUnlink(context, args)
    }),
    ui5_apps: action({
      gap: 'ui5',
      operation: 'read',
      feature: 'ui5',
      input: Type.Object({
        name: Type.Optional(name),
        path: Type.Optional(path),
        maxResults: Type.Optional(maxResults)
      }),
      run: async (args, context) => await ui5Apps(context, args)
    }),
    ui5_upload: action({
      sends: ['ui5.write'],
      gap: 'ui5',
      state: appFileState,
      operation: wholePull,
      feature: 'ui5',
      input: Type.Object({ name, path, source: argument.sourceArgument, ...changing }),
      run: async (args, context) =>
        await ui5Upload(context, {
          name: args.name,
          path: args.path,
          source: args.source,
          transport: args.transport,
          dryRun: args.dryRun
        })
    }),
    run_class: action({
      sends: ['run'],
      compact: true,
      state: objectState('CLAS'),
      operation: 'execute',
      long: true,
      input: Type.Object({ name }),
      run: async (args, context) => await runObject(context, 'CLAS', args.name)
    }),
    run_program: action({
      sends: ['run'],
      gap: 'programRun',
      state: objectState('PROG'),
      operation: 'execute',
      long: true,
      input: Type.Object({ name }),
      run: async (args, context) => await runObject(context, 'PROG', args.name)
    })
  }
})
