/** The sources of an object as files for the linter. */
import { isErpError, objectType } from '../../erp-client/index.ts'
import type { ObjectRef, VersionOptions } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { fileWord } from '../objects/file-names.ts'
import { assertPart, readPart } from '../objects/sources.ts'
import { needParameters, withoutParameters } from './function-head.ts'
import type { LintFile } from './job.ts'
import { needRelatives, relativesOf } from './relatives.ts'

/**
 * File name behind the object's name, by type and part. What is not here the linter does not read.
 */
const endings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CLAS: {
    main: 'clas.abap',
    definitions: 'clas.locals_def.abap',
    implementations: 'clas.locals_imp.abap',
    macros: 'clas.macros.abap',
    testclasses: 'clas.testclasses.abap'
  },
  INTF: { main: 'intf.abap' },
  PROG: { main: 'prog.abap' },
  INCL: { main: 'prog.abap' },
  FUGR: { main: 'fugr.abap' },
  FINC: { main: 'prog.abap' },
  FUNC: { main: 'prog.abap' },
  TYPE: { main: 'type.abap' },
  DDLS: { main: 'ddls.asddls' }
}

export const lintable = new Set(Object.keys(endings))

export interface LintSources {
  readonly files: readonly LintFile[]
  /** Part → file name; only the parts that findings are wanted of. */
  readonly targets: ReadonlyMap<string, string>
  /** Superclasses and interfaces that could not be read. */
  readonly missing: readonly string[]
  /** Rules that cannot judge these sources. */
  readonly without: readonly string[]
  /** The first lines of a function module, which the files have as comments. */
  readonly head: readonly string[]
}

export interface LintSourceOptions {
  readonly ref: ObjectRef
  readonly include?: string | undefined
  readonly version?: VersionOptions | undefined
  /** Unsaved text of the part. */
  readonly source?: string | undefined
}

/**
 * The sources of an object under the file names that the linter knows; a class comes with all its
 * parts, for the context.
 */
export async function lintSources(
  context: ToolContext,
  { ref, include, version, source }: LintSourceOptions
): Promise<LintSources> {
  const ending = Object.hasOwn(endings, ref.type) ? endings[ref.type] : undefined
  if (ending === undefined) {
    throw badArguments(
      `ERPLint does not read ${ref.type}.`,
      `It reads ${[...lintable].join(', ')}; ERPDiagnose syntax checks the others.`
    )
  }
  assertPart(ref, include)
  const wanted = include ?? (source === undefined ? undefined : 'main')
  const files: LintFile[] = []
  const targets = new Map<string, string>()
  for (const part of Object.keys(objectType(ref.type)?.parts ?? { main: '' })) {
    const name = `${fileWord(ref.name)}.${ending[part] ?? 'prog.abap'}`
    const text =
      source !== undefined && part === wanted
        ? source
        : await textOf(context, { ref, part, version }, part === (wanted ?? 'main'))
    if (text === undefined) continue
    files.push({ name, text })
    if (wanted === undefined || part === wanted) targets.set(part, name)
  }
  return await withContext(context, ref, { files, targets })
}

/**
 * The source of an object that is not there yet; undefined where the linter does not read its type.
 */
export async function newSource(
  context: ToolContext,
  { ref, source }: { ref: ObjectRef; source: string }
): Promise<LintSources | undefined> {
  const ending = Object.hasOwn(endings, ref.type) ? endings[ref.type]?.['main'] : undefined
  if (ending === undefined) return undefined
  const name = `${fileWord(ref.name)}.${ending}`
  return await withContext(context, ref, {
    files: [{ name, text: source }],
    targets: new Map([['main', name]])
  })
}

async function withContext(
  context: ToolContext,
  { type }: ObjectRef,
  { files, targets }: Pick<LintSources, 'files' | 'targets'>
): Promise<LintSources> {
  const [module] = files
  if (type === 'FUNC' && module !== undefined) {
    const { text, head } = withoutParameters(module.text)
    return {
      files: [{ name: module.name, text }],
      targets,
      missing: [],
      without: head.length === 0 ? [] : needParameters,
      head
    }
  }
  const { files: relatives, missing } = await relativesOf(context, files)
  return {
    files: [...files, ...relatives],
    targets,
    missing,
    without: missing.length === 0 ? [] : needRelatives,
    head: []
  }
}

async function textOf(
  context: ToolContext,
  options: { ref: ObjectRef; part: string; version: VersionOptions | undefined },
  needed: boolean
): Promise<string | undefined> {
  try {
    return (await readPart(context, options)).text
  } catch (error) {
    const missing =
      isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED') ||
      (error instanceof ToolError && error.code === 'ERP_NOT_FOUND')
    if (needed || !missing) throw error
    return undefined
  }
}
