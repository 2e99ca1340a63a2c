/** The view `enhancements`: what enhances an object, and where it may be enhanced. */
import {
  codesWith,
  objectOfUri,
  objectType,
  readEnhancementOptions,
  readEnhancements
} from '../../erp-client/index.ts'
import type {
  EnhancementImplementation,
  EnhancementOption,
  ObjectRef,
  SourcePlugin
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { fenced } from '../failure/prose.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { cutLines } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'

const enhanced = new Set(['PROG', 'INCL', 'CLAS', 'INTF', 'FUGR', 'FUNC', 'FINC'])

export async function enhancementsText(context: ToolContext, ref: ObjectRef): Promise<string> {
  if (!enhanced.has(ref.type)) {
    throw badArguments(
      `${refWords(ref)} has no source that is enhanced.`,
      ref.type === 'ENHS'
        ? 'ERPNavigate references finds the implementations of a spot.'
        : `It may be ${codesWith('source')
            .filter(code => enhanced.has(code))
            .join(', ')}.`
    )
  }
  const { erp, signal } = context
  const { implementations, program } = await onRelease(
    context,
    'enhancements',
    async () => await readEnhancements(erp, { ref }, signal)
  )
  const options = await readEnhancementOptions(erp, { ref }, signal)
  const cut = cutLines(
    [
      ...implementations.flatMap(implementationLines),
      ...(options === undefined ? [] : optionLines(options))
    ].join('\n'),
    context.limits.bytes
  )
  const main = program === undefined ? undefined : objectOfUri(program)
  return [
    [
      systemWords(erp),
      refWords(ref),
      ...(main === undefined ? [] : [`in ${refWords(main)}`]),
      count(implementations.length, 'enhancement implementation')
    ].join(' · '),
    ...(cut.text === '' ? [] : fenced([cut.text])),
    ...(cut.lastLine === undefined ? [] : ['CUT: the list is longer.']),
    ...(options === undefined
      ? ['This release does not name the places where it may be enhanced.']
      : [])
  ].join('\n')
}

function implementationLines(one: EnhancementImplementation): string[] {
  const { name, adtType, version, plugins } = one
  const type = objectType(adtType)?.code ?? adtType
  return [`${type} ${name} (${version})`, ...plugins.flatMap(pluginLines)]
}

function pluginLines({ id, point, mode, replaces, source, place }: SourcePlugin): string[] {
  const line = place?.line === undefined ? '' : ` · line ${place.line}`
  const instead = replaces ? ' · in place of the original code' : ''
  return [
    `  ${id}: ${point} · ${mode}${line}${instead}`,
    ...source
      .trimEnd()
      .split('\n')
      .map(text => `    ${text}`)
  ]
}

function optionLines(options: readonly EnhancementOption[]): string[] {
  return [
    `Places for enhancements (${options.length}):`,
    ...options.map(({ point, description, mode, place }) => {
      const line = place?.line === undefined ? '' : ` · line ${place.line}`
      return `  ${point} · ${description} · ${mode}${line}`
    })
  ]
}
