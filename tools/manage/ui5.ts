import {
  listAppFiles,
  listApps,
  readAppFile,
  searchObjects,
  writeAppFile
} from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { omitUndefined } from '../schema/output.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
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

/**
 * The package of an app comes from the repository search; an app that it does not find cannot be
 * judged.
 */
async function homeOf(context: ToolContext, app: string): Promise<string> {
  const hits = await searchObjects(context.erp, { query: app, maxResults: 20 }, context.signal)
  const home = hits.find(hit => hit.name === app && /^WAPA\b/.test(hit.adtType))?.package
  if (home !== undefined) return home
  // a system without apps says so by itself
  await listApps(context.erp, { name: app, maxResults: 1 }, context.signal)
  throw new ToolError(
    'BLOCKED_PACKAGE',
    `The package of the UI5 app ${app} could not be determined, so the change is refused.`,
    { remedy: 'Check the name of the app; nothing was sent.', setting: '--allowed-packages' }
  )
}

/** Writes one file of an app and reads it back. */
export async function ui5Upload(
  context: ToolContext,
  { name, path, source, transport, dryRun }: UploadOptions
): Promise<ToolResult> {
  const home = await homeOf(context, name)
  const targets: ChangeTarget[] = [{ ref: { type: 'DEVC', name: home }, newIn: home, transport }]
  const system = systemWords(context.erp)
  if (dryRun === true) {
    const [before, refusal] = await Promise.all([
      readAppFile(context.erp, { app: name, path }, context.signal).catch(() => ''),
      context.refusalOf(['create', 'update', 'delete', 'activate'], targets)
    ])
    const diff = await compareTexts(before, source, context.signal)
    return {
      kind: 'data',
      verbatim: [],
      data: { system, outcome: 'dry_run', action: 'ui5_upload', app: name, path },
      text: [
        `${system} · DRY RUN of ${name}/${path}: ${diffSize(diff)} · nothing written`,
        ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
        diff.text
      ].join('\n')
    }
  }
  await context.change(targets, async erp => {
    await writeAppFile(erp, { app: name, path, content: source, transport }, context.signal)
  })
  const now = await readAppFile(context.erp, { app: name, path }, context.signal)
  if (now !== source) {
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
      package: home,
      transport
    }),
    text: `${system} · wrote ${name}/${path} (verified)`
  }
}
