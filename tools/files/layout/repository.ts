/** `.abapgit.xml`: languages and folders of a repository, and the folder of each package. */
import { badArguments } from '../../failure/errors.ts'
import { languageCode, languageKey } from './languages.ts'
import { readRepositoryXml, textAt, writeRepositoryXml } from './values.ts'
import type { Value } from './values.ts'

export const repositoryFile = '.abapgit.xml'
export type FolderLogic = 'PREFIX' | 'FULL'

export interface Repository {
  /** Original language of the objects, two letters. */
  readonly language: string
  /** `src/`, or empty for the folder itself. */
  readonly start: string
  readonly logic: FolderLogic
  /** Language version that all objects have; undefined where it is left open. */
  readonly languageVersion: string | undefined
}

const versions = new Set(['standard', 'keyUser', 'cloudDevelopment'])

/** @throws ToolError for what this version of the layout does not know */
export function readRepository(text: string): Repository {
  const values = readRepositoryXml(text, repositoryFile)
  const at = (name: string) => textAt(values, name)
  const logic = at('FOLDER_LOGIC') || 'PREFIX'
  if (logic !== 'PREFIX' && logic !== 'FULL') {
    throw badArguments(
      `FOLDER_LOGIC of ${repositoryFile} is ${logic.slice(0, 20)}.`,
      'PREFIX and FULL are supported.'
    )
  }
  const language = languageCode(at('MASTER_LANGUAGE') || 'E')
  if (language === undefined) {
    throw badArguments(
      `MASTER_LANGUAGE of ${repositoryFile} is ${JSON.stringify(at('MASTER_LANGUAGE').slice(0, 4))}, which is no key of a language.`,
      'Correct the file: E is English.'
    )
  }
  const version = at('ABAP_LANGUAGE_VERSION')
  return {
    language,
    start: startFolder(at('STARTING_FOLDER') || '/src/'),
    logic,
    languageVersion: versions.has(version) ? version : undefined
  }
}

function startFolder(path: string): string {
  const segments = path.split('/').filter(segment => segment !== '')
  if (segments.some(segment => !/^[\w#$-][\w.#$-]*$/.test(segment))) {
    throw badArguments(
      `STARTING_FOLDER of ${repositoryFile} is ${JSON.stringify(path.slice(0, 40))}.`,
      'It is a folder of the repository, e.g. /src/.'
    )
  }
  return segments.map(segment => `${segment}/`).join('')
}

export function writeRepository({ language, start, logic, languageVersion }: Repository): string {
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['MASTER_LANGUAGE', languageKey(language) ?? 'E'],
    ['STARTING_FOLDER', `/${start}`],
    ['FOLDER_LOGIC', logic],
    ['ABAP_LANGUAGE_VERSION', languageVersion]
  ]
  return writeRepositoryXml(
    fields.flatMap(([name, content]): Value[] => (content === undefined ? [] : [{ name, content }]))
  )
}

export interface PackagePlace {
  readonly name: string
  readonly parent: string | undefined
}

/**
 * The folder of each package below the starting folder, with a slash at its end; the top package
 * has the starting folder. A package that the logic cannot place has no entry.
 */
export function packageFolders(
  packages: readonly PackagePlace[],
  { start, logic }: Pick<Repository, 'start' | 'logic'>
): Map<string, string> {
  const folders = new Map<string, string>()
  for (const { name, parent } of packages) {
    if (parent === undefined) {
      folders.set(name, start)
      continue
    }
    const above = folders.get(parent)
    const word = folderWord(name, parent, logic)
    if (above !== undefined && word !== '') folders.set(name, `${above}${word}/`)
  }
  return folders
}

function folderWord(name: string, parent: string, logic: FolderLogic): string {
  if (logic === 'PREFIX' && !name.startsWith(parent)) return ''
  const rest = logic === 'FULL' ? name.replace(/^\$/, '') : name.slice(parent.length)
  return rest.replace(/^_/, '').replaceAll('/', '#').toLowerCase()
}

/** The package that a new folder stands for. */
export function packageOfFolder(word: string, parent: string, logic: FolderLogic): string {
  const name = word.replaceAll('#', '/').toUpperCase()
  if (logic === 'FULL') return parent.startsWith('$') ? `$${name}` : name
  return `${parent}_${name}`
}
