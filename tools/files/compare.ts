/** What a folder and a package have in common, and what differs on which side. */
import type { ObjectHit, ObjectRef } from '../../erp-client/index.ts'
import { isErpError, objectType, readMetadata } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { badArguments } from '../failure/errors.ts'
import { readPackageTree } from '../objects/packages-below.ts'
import type { Comparing } from './comparing.ts'
import { entryOf } from './entry.ts'
import type { Entry } from './entry.ts'
import { readFolderObjects } from './folder-objects.ts'
import type { FolderContents, FolderFiles } from './folder-objects.ts'
import { layoutOf } from './layout/index.ts'
import { packageFolders, readRepository, repositoryFile } from './layout/repository.ts'
import type { PackagePlace, Repository } from './layout/repository.ts'
import { listedStamps } from './listed-stamps.ts'
import { openTypes } from './named-types.ts'
import { placedPackages } from './package-folders.ts'
import { keyOfObject, openState } from './state.ts'
import type { KnownObject, State } from './state.ts'
import type { Workspace } from './workspace.ts'

const mostPackages = 1000

export interface CompareOptions {
  readonly workspace: Workspace
  /** The package; that of the state if left out. */
  readonly package: string | undefined
  /** Reads every object, whatever the system says about its last change. */
  readonly full: boolean
  /** Folder logic of a new repository; what fits if left out. */
  readonly logic?: Repository['logic'] | undefined
  /** Called with each entry as soon as it is known. */
  readonly each?: ((entry: Entry, comparison: Comparing) => Promise<void>) | undefined
}

export interface Comparison extends Comparing {
  readonly top: string
  readonly entries: readonly Entry[]
  /** The package does not exist. */
  readonly isNew: boolean
  /** Packages that the system has. */
  readonly packages: ReadonlySet<string>
  /** Objects of the package that no layout holds, by type. */
  readonly left: ReadonlyMap<string, readonly string[]>
  /** Files of other types in the folder. */
  readonly others: FolderContents['others']
  /** Why objects were asked one by one. */
  readonly gap: string | undefined
}

/** @throws ToolError TOOL_BAD_ARGUMENTS, FOLDER_NOT_SAFE, STATE_NOT_READABLE */
export async function compareFolder(
  context: ToolContext,
  options: CompareOptions
): Promise<Comparison> {
  const { workspace } = options
  const store = openState(workspace, context.erp)
  const known = await store.load()
  const top = topOf(options.package, known)
  const state: State = known ?? { package: top, objects: new Map() }
  const text = await workspace.read(repositoryFile)
  const read = text === undefined ? undefined : readRepository(text)
  const tree = await treeOf(context, top)
  const repository = read ?? newRepository(context, tree.packages, options.logic)
  const contents = await readFolderObjects(workspace, repository.start, context.signal)
  const folders = packageFolders(tree.packages, repository)
  const comparing: Comparing = {
    workspace,
    store,
    state,
    repository,
    isRepository: read !== undefined,
    types: openTypes(context, tree.objects),
    folders: placedPackages(folders, contents.objects, { repository, top })
  }
  const subjects = subjectsOf(tree, contents, comparing)
  const { stamps, gap } = options.full
    ? { stamps: new Map<string, string>(), gap: undefined }
    : await listedStamps(
        context,
        subjects.filter(({ listed }) => listed).map(({ ref }) => ref)
      )
  let done = 0
  const entries = await inParallel(subjects, async subject => {
    const entry = await entryOf(context, comparing, {
      ...subject,
      listed: subject.listed,
      listedStamp: stamps.get(keyOfObject(subject.ref)),
      paths: contents.paths,
      full: options.full
    })
    await options.each?.(entry, comparing)
    context.progress({ done: ++done, total: subjects.length, message: subject.ref.name })
    return entry
  })
  return {
    ...comparing,
    top,
    entries,
    isNew: tree.isNew,
    packages: new Set(tree.isNew ? [] : tree.packages.map(({ name }) => name)),
    left: leftOf(tree.objects),
    others: contents.others,
    gap
  }
}

function topOf(given: string | undefined, state: State | undefined): string {
  const top = given?.trim().toUpperCase() ?? state?.package
  if (top === undefined) {
    throw badArguments(
      'No package is named, and the folder does not know one of this system yet.',
      'Give the package, or pull it into the folder first.'
    )
  }
  if (state !== undefined && state.package !== top) {
    throw badArguments(
      `The folder follows the package ${state.package} of this system, not ${top}.`,
      'Use another folder for another package.'
    )
  }
  return top
}

interface Tree {
  readonly packages: readonly PackagePlace[]
  readonly objects: readonly (ObjectHit & { readonly inPackage: string })[]
  readonly isNew: boolean
}

async function treeOf(context: ToolContext, top: string): Promise<Tree> {
  const { packages, more } = await readPackageTree(context, top, mostPackages)
  if (more) {
    throw badArguments(
      `${top} has more than ${mostPackages} packages below it.`,
      'Name a package further below.'
    )
  }
  const objects = packages.flatMap(({ name, objects: own }) =>
    own.map(hit => ({ ...hit, inPackage: name }))
  )
  // An unknown package has no contents either; only its own record distinguishes them.
  const isNew = objects.length === 0 && packages.length === 1 && !(await exists(context, top))
  return { packages, objects, isNew }
}

async function exists(context: ToolContext, name: string): Promise<boolean> {
  try {
    await readMetadata(context.erp, { ref: { type: 'DEVC', name } }, context.signal)
    return true
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return false
    throw error
  }
}

function newRepository(
  context: ToolContext,
  packages: readonly PackagePlace[],
  logic: Repository['logic'] | undefined
): Repository {
  const start = 'src/'
  const fits = packageFolders(packages, { start, logic: 'PREFIX' }).size === packages.length
  return {
    language: context.erp.system.language.toUpperCase(),
    start,
    logic: logic ?? (fits ? 'PREFIX' : 'FULL'),
    languageVersion: undefined
  }
}

interface Subject {
  readonly ref: ObjectRef
  readonly package: string | undefined
  readonly listed: boolean
  readonly here: FolderFiles | undefined
  readonly known: KnownObject | undefined
}

/** The objects of both sides and of the state, each once. */
function subjectsOf(
  { packages, objects, isNew }: Tree,
  { objects: inFolder }: FolderContents,
  { state, folders }: Comparing
): Subject[] {
  const subjects = new Map<string, Subject>()
  const add = (ref: ObjectRef, more: Partial<Subject>) => {
    const key = keyOfObject(ref)
    const before = subjects.get(key) ?? {
      ref,
      package: undefined,
      listed: false,
      here: undefined,
      known: state.objects.get(key)
    }
    subjects.set(key, { ...before, ...more })
  }
  if (!isNew) {
    for (const { name } of packages) add({ type: 'DEVC', name }, { package: name, listed: true })
  }
  for (const { ref, inPackage } of objects) {
    if (isCarried(ref)) {
      add({ type: ref.type, name: ref.name }, { package: inPackage, listed: true })
    }
  }
  const packageOf = new Map([...folders].map(([name, folder]) => [folder, name]))
  for (const here of inFolder) {
    const name = packageOf.get(here.folder)
    const ref = here.ref.type === 'DEVC' ? { type: 'DEVC', name: name ?? '' } : here.ref
    if (ref.name === '') continue
    const listed = subjects.get(keyOfObject(ref))
    add(ref, { here: { ...here, ref }, package: listed?.package ?? name })
  }
  for (const { type, name, package: inPackage } of state.objects.values()) {
    const key = keyOfObject({ type, name })
    if (!subjects.has(key)) add({ type, name }, { package: inPackage })
  }
  return [...subjects.values()]
}

function isCarried({ type, group }: ObjectRef): boolean {
  return group === undefined && layoutOf(type) !== undefined
}

function leftOf(objects: readonly ObjectHit[]): Map<string, string[]> {
  // Parts of a function group come with their group.
  const left = objects.filter(({ ref }) => ref.group === undefined && !isCarried(ref))
  const grouped = Map.groupBy(left, ({ ref }) => objectType(ref.type)?.code ?? ref.type)
  return new Map([...grouped].map(([type, hits]) => [type, hits.map(({ name }) => name)]))
}
