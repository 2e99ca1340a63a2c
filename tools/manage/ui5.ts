/** The files of UI5 apps: list, upload. */
import {
  listAppFiles,
  listApps,
  readAppFile,
  searchObjects,
  writeAppFile
} from '../../erp-client/index.ts'
import { crlfToLf } from '../../erp-client/line-ends.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { omitUndefined } from '../schema/output.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
import { plannedChange } from '../write/planned-change.ts'
import type { ChangePlan } from '../write/planned-change.ts'
import { compareTexts, diffSize } from '../write/source/diff.ts'

export interface UploadOptions {
  readonly name: string
  readonly path: string
  readonly source: string
  readonly transport: string | undefined
  readonly dryRun: boolean | undefined
}

/** The apps, or the files of one app's folder. */
export async function ui5Apps(
  context: ToolContext,
  {
    name,
    path,
    maxResults
  }: { name?: string | undefined; path?: string | undefined; maxResults?: number | undefined }
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  if (name !== undefined && !name.includes('*')) {
    const files = await listAppFiles(context.erp, { app: name, path }, context.signal)
    return {
      kind: 'data',
      data: {
        system,
        action: 'ui5_apps',
        app: name,
        files: files.map(file => omitUndefined({ ...file }))
      },
      text: [
        `${system} · ${name}${path === undefined ? '' : `/${path}`} · ${count(files.length, 'entry').replace('entrys', 'entries')}`,
        ...files.map(file => `${file.path}${file.isFolder ? '/' : ''}`)
      ].join('\n')
    }
  }
  const apps = await listApps(context.erp, { name, maxResults }, context.signal)
  return {
    kind: 'data',
    data: { system, action: 'ui5_apps', apps },
    text: [
      `${system} · ${count(apps.length, 'UI5 app')}`,
      ...fenced(apps.map(app => `${app.name}  ${app.description}`))
    ].join('\n')
  }
}

/** The package of an app by the repository search; without it the policy cannot decide. */
async function packageOf(context: ToolContext, app: string): Promise<string> {
  const hits = await searchObjects(context.erp, { query: app, maxResults: 20 }, context.signal)
  const packageName = hits.find(hit => hit.name === app && /^WAPA\b/.test(hit.adtType))?.package
  if (packageName !== undefined) return packageName
  // On a system without UI5 apps this read throws the error about that.
  await listApps(context.erp, { name: app, maxResults: 1 }, context.signal)
  throw new ToolError(
    'BLOCKED_PACKAGE',
    `The package of the UI5 app ${app} could not be determined, so the change is refused.`,
    { remedy: 'Check the name of the app; nothing was sent.', setting: '--allowed-packages' }
  )
}

/** Writes one file of an app and reads it back. */
export async function ui5Upload(context: ToolContext, options: UploadOptions): Promise<ToolResult> {
  const { name, path, source, transport, dryRun } = options
  const packageName = await packageOf(context, name)
  const system = systemWords(context.erp)
  return await plannedChange(context, {
    dryRun,
    operations: ['create', 'update', 'delete', 'activate'],
    targets: [{ ref: { type: 'DEVC', name: packageName }, newIn: packageName, transport }],
    plan: async () => await uploadPlan(context, options),
    execute: async erp => {
      const written = await writeAppFile(
        erp,
        { app: name, path, content: source, package: packageName, transport },
        context.signal
      )
      const now = await readAppFile(context.erp, { app: name, path }, context.signal)
      // A text is stored by lines, and comes back with the line ends of the ERP.
      if (crlfToLf(now) !== crlfToLf(written)) {
        throw new ToolError('OUTCOME_UNKNOWN', `${name}/${path} does not hold what was written.`, {
          remedy: 'Read the file before you repeat it.',
          outcome: 'unknown'
        })
      }
      return {
        kind: 'data',
        data: omitUndefined({
          system,
          outcome: 'done',
          action: 'ui5_upload',
          app: name,
          path,
          package: packageName,
          transport
        }),
        text: `${system} · wrote ${name}/${path} (verified)`
      }
    }
  })
}

async function uploadPlan(
  context: ToolContext,
  { name, path, source }: UploadOptions
): Promise<ChangePlan> {
  // A file that does not exist or cannot be read is compared as an empty one.
  const before = await readAppFile(context.erp, { app: name, path }, context.signal).catch(() => '')
  const diff = await compareTexts(before, source, context.signal)
  const system = systemWords(context.erp)
  return {
    summary: [`${system} · DRY RUN of ${name}/${path}: ${diffSize(diff)} · nothing written`],
    details: [diff.text],
    data: { system, outcome: 'dry_run', action: 'ui5_upload', app: name, path },
    verbatim: []
  }
}
