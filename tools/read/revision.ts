/** One version of a source, and the differences of versions. */
import { isActiveVersion, isKeptVersion, objectType } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { lineCount, shortened } from '../objects/sources.ts'
import { textOfVersion, versionsOf } from '../objects/versions.ts'
import { compareTexts, diffSize } from '../write/source/diff.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import type { ReadOptions } from './read-options.ts'

const noneKept =
  'No earlier version is kept: the ERP keeps one when a transport request is released, and before the first change in a request.'

/** The draft and the active source stand among the versions. */
function idWords(id: string): string {
  if (isActiveVersion({ id })) return `${id} active`
  return isKeptVersion({ id }) ? id : `${id} inactive`
}

/** `list`, one version, or the difference of two: `3..active`. */
export async function revisionText(
  context: ToolContext,
  options: ReadOptions,
  revision: string
): Promise<string> {
  const { ref, include: part, bytes } = options
  const head = `${systemWords(context.erp)} · ${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}`
  if (revision.trim().toLowerCase() === 'list') {
    const all = await versionsOf(context, { ref, part })
    return [
      `${head} · ${count(all.length, 'version')}`,
      ...all.map(({ id, title, author, changedAt, transport }) =>
        [idWords(id), changedAt, author, transport, title]
          .filter(word => word !== undefined && word !== '')
          .join(' · ')
      ),
      ...(all.some(isKeptVersion) ? [] : [noneKept])
    ].join('\n')
  }
  if (Object.keys(objectType(ref.type)?.parts ?? {}).length === 0) {
    throw badArguments(`${refWords(ref)} has no source to compare.`)
  }
  const [, from, to] = /^\s*(\S+?)\s*\.\.\s*(\S+)\s*$/.exec(revision) ?? []
  if (from === undefined || to === undefined) {
    const text = await textOfVersion(context, { ref, part }, revision)
    return `${head} · version ${revision} · ${count(lineCount(text), 'line')}\n${shortened(text, bytes, 'compare two versions instead: "3..active" shows the difference.')}`
  }
  const [before, after] = await Promise.all([
    textOfVersion(context, { ref, part }, from),
    textOfVersion(context, { ref, part }, to)
  ])
  const diff = await compareTexts(before, after, context.signal)
  return `${head} · ${from} to ${to} · ${before === after ? 'no difference' : diffSize(diff)}${diff.text === '' ? '' : `\n${shortened(diff.text, bytes, 'read both versions.')}`}`
}
