/** Reads object name, type and part from a file name in abapGit format. */
export interface FileName {
  /** Upper case, with slashes around a namespace. */
  readonly object: string
  /** Upper case: CLAS, PROG, TABL … */
  readonly type: string
  /**
   * What stands between type and extension: `testclasses`, `locals_imp`, `saplzgroup`, a function
   * module; empty for the main file.
   */
  readonly part: string
  readonly extension: string
}

/**
 * Splits `#abc#cl_x.clas.testclasses.abap` into its facts.
 * Answers undefined for names that carry no object type, such as `readme.md`.
 */
export function parseFileName(name: string): FileName | undefined {
  const base = name.slice(name.lastIndexOf('/') + 1)
  const words = base.split('.')
  const [object, type] = words
  const extension = words.at(-1)
  if (
    object === undefined ||
    type === undefined ||
    extension === undefined ||
    words.length < 3 ||
    object === ''
  ) {
    return undefined
  }
  return {
    object: object.replaceAll('%23', '#').replaceAll('#', '/').toUpperCase(),
    type: type.toUpperCase(),
    part: words.slice(2, -1).join('.').toLowerCase(),
    extension: extension.toLowerCase()
  }
}

/**
 * `CLAS ZCL_X`: the key of an object inside the engine; empty for names that belong to no object.
 */
export function objectId(fileName: string): string {
  const parsed = parseFileName(fileName)
  return parsed === undefined ? '' : `${parsed.type} ${parsed.object}`
}

/** True for the parts of a class that hold unit tests. */
export function isTestFile(fileName: string): boolean {
  return fileName.toLowerCase().endsWith('.clas.testclasses.abap')
}
