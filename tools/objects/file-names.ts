/** The names that abapGit gives to the files of objects. */
import type { ObjectRef } from '../../erp-client/index.ts'

/** Part of a class → extra word in the name of its file. */
const classWords: Readonly<Record<string, string>> = {
  main: '',
  definitions: 'locals_def',
  implementations: 'locals_imp',
  macros: 'macros',
  testclasses: 'testclasses'
}

/** Extra word in the name of a file of a class → part of the class. */
export const classParts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(classWords).map(([part, word]) => [word, part])
)

/** Types whose source abapGit writes with an ending of its own; the other sources are `abap`. */
const sourceEndings: Readonly<Record<string, string>> = {
  DDLS: 'asddls',
  DCLS: 'asdcls',
  DDLX: 'asddlxs',
  BDEF: 'asbdef',
  SRVD: 'srvdsrv',
  DRUL: 'asdrul',
  XSLT: 'source.xml'
}

/** Types whose source is ABAP. */
const abapTypes = new Set(['CLAS', 'INTF', 'PROG', 'INCL', 'FUGR', 'FUNC', 'FINC', 'TYPE'])

/** A namespace's slashes stand as number signs in file names. */
export function fileWord(name: string): string {
  return name.toLowerCase().replaceAll('/', '#')
}

/** The name that a word of a file name stands for. */
export function nameOfWord(word: string): string {
  return word.replaceAll('#', '/').toUpperCase()
}

/** `/ABC/FG` gives `/ABC/SAPLFG`: the main program keeps the namespace of its group in front. */
function mainProgram(group: string): string {
  const at = group.lastIndexOf('/') + 1
  return `${group.slice(0, at)}SAPL${group.slice(at)}`
}

/**
 * The file that abapGit writes a part of an object to: `zcl_demo.clas.testclasses.abap`,
 * `zdemo.fugr.z_call.abap`; for an object without a source its XML file. Folders are left out.
 */
export function fileNameOf({ type, name, group }: ObjectRef, part = 'main'): string {
  if (group !== undefined) return `${fileWord(group)}.fugr.${fileWord(name)}.abap`
  if (type === 'DEVC') return 'package.devc.xml'
  const stem = `${fileWord(name)}.${type === 'INCL' ? 'prog' : type.toLowerCase()}`
  if (type === 'FUGR') return `${stem}.${fileWord(mainProgram(name))}.abap`
  const extra = type === 'CLAS' ? (classWords[part] ?? '') : ''
  const ending = abapTypes.has(type) ? 'abap' : (sourceEndings[type] ?? 'xml')
  return [stem, ...(extra === '' ? [] : [extra]), ending].join('.')
}
