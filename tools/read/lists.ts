/** Types of ERPRead that are no objects: the system, components, drafts, apps, requests. */
import {
  listAppFiles,
  listApps,
  listInactive,
  packageContents,
  readAppFile,
  readMetadata,
  readSystem
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { pageOf } from '../call/paging.ts'
import { fenced, inlineProse } from '../failure/prose.ts'
import { cutLines, lineCount } from '../objects/sources.ts'
import { showRequest } from '../transport/show.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { variantsText } from './variants.ts'
import type { ListOptions } from './list-options.ts'

const defaultEntries = 200

/** Words of `type` that name no single object → what they show. */
export const specials: Readonly<
  Record<string, (context: ToolContext, options: ListOptions) => Promise<string>>
> = {
  SYSTEM: systemText,
  COMPONENTS: componentsText,
  INACTIVE: inactiveText,
  UI5: appText,
  TRANSPORT: transportText,
  VARI: variantsText
}

async function transportText(context: ToolContext, { name }: ListOptions): Promise<string> {
  if (name === undefined) {
    throw badArguments('`name` is missing.', 'Give the number of the request, e.g. DEVK900123.')
  }
  return (await showRequest(context, name)).text
}

async function systemText(context: ToolContext): Promise<string> {
  const {
    id,
    client,
    user,
    userFullName,
    language,
    release,
    kernel,
    database,
    os,
    sandbox,
    components
  } = await readSystem(context.erp, {}, context.signal)
  const facts = {
    release,
    kernel,
    database,
    'operating system': os,
    user: userFullName === undefined ? user : `${user} (${inlineProse(userFullName)})`,
    language
  }
  return [
    `System ${id}, client ${client}${sandbox ? ' (the built-in sandbox, not a real system)' : ''}`,
    ...Object.entries(facts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${value}`),
    `components: ${components.length}, listed by type COMPONENTS`
  ].join('\n')
}

async function componentsText(context: ToolContext, { name }: ListOptions): Promise<string> {
  const { components } = await readSystem(context.erp, {}, context.signal)
  const shown = name === undefined ? components : components.filter(one => one.name.includes(name))
  return [
    `${systemWords(context.erp)} · ${count(shown.length, 'component')}`,
    ...fenced(
      shown.map(one => `${one.name} ${one.release} ${one.level} ${one.description}`.trimEnd())
    )
  ].join('\n')
}

async function inactiveText(context: ToolContext, options: ListOptions): Promise<string> {
  const all = await listInactive(context.erp, context.signal)
  const page = pageOf(all, {
    cursors: context.cursors,
    question: ['INACTIVE'],
    cursor: options.cursor,
    size: Math.min(options.maxResults ?? defaultEntries, 1000)
  })
  return [
    `${systemWords(context.erp)} · ${count(all.length, 'inactive object')} of the ERP user`,
    ...page.items.map(
      ({ ref, part, user, deleted, transport }) =>
        `${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}${deleted ? ' (deleted)' : ''}${user === '' ? '' : ` · ${user}`}${transport === undefined ? '' : ` · ${transport}`}`
    ),
    ...(page.cursor === undefined ? [] : [`More: cursor "${page.cursor}"`]),
    ...(all.length === 0 ? [] : ['ERPActivate makes them active.'])
  ].join('\n')
}

/** The applications, the folders and files of one, or one file. */
async function appText(
  context: ToolContext,
  { name, path = '', maxResults }: ListOptions
): Promise<string> {
  const system = systemWords(context.erp)
  if (name === undefined || /[*?]/.test(name)) {
    const apps = await onRelease(
      context,
      'ui5',
      async () =>
        await listApps(
          context.erp,
          { name: name ?? '*', maxResults: maxResults ?? defaultEntries },
          context.signal
        )
    )
    return [
      `${system} · ${count(apps.length, 'UI5 application')}`,
      ...fenced(
        apps.map(app => `${app.name}${app.description === '' ? '' : `  ${app.description}`}`)
      )
    ].join('\n')
  }
  if (path === '' || path.endsWith('/')) {
    const files = await onRelease(
      context,
      'ui5',
      async () => await listAppFiles(context.erp, { app: name, path }, context.signal)
    )
    return [
      `${system} · UI5 ${name} ${path} · ${count(files.length, 'entry')}`,
      ...files.map(file => `${file.path}${file.isFolder ? '/' : ''}`),
      'Give path to read a file; a folder ends with a slash.'
    ].join('\n')
  }
  const text = await onRelease(
    context,
    'ui5',
    async () => await readAppFile(context.erp, { app: name, path }, context.signal)
  )
  if (text.includes('\u0000')) throw badArguments(`${path} is no text file.`)
  const cut = cutLines(text, context.limits.bytes)
  return `${system} · UI5 ${name} ${path} · ${count(lineCount(text), 'line')} · ${cut.lastLine === undefined ? 'complete' : `CUT after line ${cut.lastLine}`}\n${cut.text}`
}

export async function packageText(
  context: ToolContext,
  name: string,
  options: ListOptions
): Promise<string> {
  const { objects, subPackages } = await packageContents(
    context.erp,
    { package: name },
    context.signal
  )
  // The ERP lists nothing for a package that does not exist; an empty answer must be a true one.
  if (objects.length + subPackages.length === 0) {
    await readMetadata(context.erp, { ref: { type: 'DEVC', name } }, context.signal)
  }
  const sorted = objects.toSorted(
    (a, b) => a.ref.type.localeCompare(b.ref.type) || a.name.localeCompare(b.name)
  )
  const page = pageOf(sorted, {
    cursors: context.cursors,
    question: ['DEVC', name],
    cursor: options.cursor,
    size: Math.min(options.maxResults ?? defaultEntries, 1000)
  })
  const head = [
    systemWords(context.erp),
    `DEVC ${name}`,
    count(objects.length, 'object'),
    count(subPackages.length, 'sub-package'),
    page.cursor === undefined && page.offset === 0
      ? 'complete'
      : `${page.offset + 1}-${page.offset + page.items.length}`
  ]
  return [
    head.join(' · '),
    ...(page.offset > 0 ? [] : subPackages.map(sub => `DEVC ${sub}`)),
    ...fenced(
      page.items.map(
        ({ ref, description }) =>
          `${refWords(ref)}${description === undefined ? '' : `  ${description}`}`
      )
    ),
    ...(page.cursor === undefined ? [] : [`More: cursor "${page.cursor}"`])
  ].join('\n')
}
