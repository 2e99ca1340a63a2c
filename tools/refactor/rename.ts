/** Renames a symbol with the refactoring of the ERP. */
import { executeRename, planRename, readSource } from '../../erp-client/index.ts'
import type { ObjectRef, RenamePlan, TouchedObject } from '../../erp-client/index.ts'
import {
  activateSaved,
  activationData,
  changeResult,
  listedAbove
} from '../activate/activation.ts'
import type { ActivationReport } from '../activate/activation.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { findPosition } from '../objects/position.ts'
import type { PositionOptions } from '../objects/position.ts'
import type { ToolResult } from '../call/result.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { checkBatch } from '../write/batch/check.ts'
import { withActivation } from '../write/operation-choice.ts'
import { plannedChange } from '../write/planned-change.ts'
import { renameFindings } from './rename-check.ts'
import { savedData } from '../write/source/saved-check.ts'
import type { SavedCheck } from '../write/source/saved-check.ts'

export interface RenameOptions {
  readonly ref: ObjectRef
  readonly position: PositionOptions
  readonly newName: string
  readonly transport: string | undefined
  readonly dryRun: boolean
  readonly activate: boolean
}

const name = /^[A-Za-z_/<][\w/<>~-]{0,59}$/

/** Renames a symbol in every object that uses it; each of them must be permitted. */
export async function rename(context: ToolContext, options: RenameOptions): Promise<ToolResult> {
  const { newName, transport } = options
  const plan = await planOf(context, options)
  const targets = targetsOf(plan, transport)
  const sources = count(plan.touched.length, 'source')
  return await plannedChange(context, {
    dryRun: options.dryRun,
    operations: withActivation('update', options.activate),
    targets,
    plan: async () => ({
      summary: [
        `${systemWords(context.erp)} · DRY RUN of renaming ${plan.oldName} to ${newName} in ${sources} · nothing changed`
      ],
      details: [
        ...(await renameFindings(context, plan)),
        ...plan.touched.map(touched => placesOf(touched, [plan.oldName, newName]))
      ]
    }),
    execute: async erp => {
      await executeRename(erp, { plan, transport }, context.signal)
      await verify(context, plan)
      const refs = targets.map(({ ref: one }) => one)
      const activation = options.activate ? await activateSaved(context, erp, refs) : undefined
      const check = activation === undefined ? await checkBatch(context, refs) : undefined
      return report(context, { plan, options, targets, activation, check })
    }
  })
}

async function planOf(context: ToolContext, options: RenameOptions): Promise<RenamePlan> {
  const { ref, newName } = options
  if (!name.test(newName)) {
    throw badArguments(`\`newName\` is ${JSON.stringify(newName.slice(0, 60))}, which is no name.`)
  }
  const at = await findPosition(context, ref, options.position)
  if (at === undefined) {
    throw badArguments(
      'What is to be renamed is not named.',
      'Give `method`, `symbol`, or `line` with `column`.'
    )
  }
  const { source, line, column, endColumn } = at
  return await planRename(
    context.erp,
    { ref, part: source.part, line, column, endColumn, newName },
    context.signal
  )
}

interface Renamed {
  readonly plan: RenamePlan
  readonly options: RenameOptions
  readonly targets: readonly ChangeTarget[]
  readonly activation: ActivationReport | undefined
  readonly check: SavedCheck | undefined
}

function report(
  context: ToolContext,
  { plan, options, targets, activation, check }: Renamed
): ToolResult {
  const { newName, transport } = options
  const system = systemWords(context.erp)
  const objects = targets.map(target => refData(target.ref))
  const places = plan.touched.reduce((sum, { edits }) => sum + edits.length, 0)
  const data = omitUndefined({
    system,
    outcome: 'done',
    from: plan.oldName,
    to: newName,
    objects,
    places,
    transport,
    ...(check === undefined ? {} : savedData(check)),
    ...activationData(activation)
  })
  const text = [
    `Renamed ${plan.oldName} to ${newName} · ${system}`,
    ...plan.touched.map(
      ({ edits, ...touched }) =>
        `${touchedWords(touched)}  lines ${[...new Set(edits.map(({ line }) => line))].join(', ')}`
    ),
    ...(activation === undefined ? (check?.lines ?? []) : listedAbove(activation))
  ].join('\n')
  return changeResult(activation, { data, text }, { saved: true })
}

/** Every object once. The policy cannot judge an object of unknown type, so it is refused. */
function targetsOf(plan: RenamePlan, transport: string | undefined): ChangeTarget[] {
  const unknown = plan.touched.find(({ ref }) => ref === undefined)
  if (unknown !== undefined) {
    throw new ToolError(
      'BLOCKED_PACKAGE',
      `The rename would touch ${unknown.name || unknown.uri.slice(0, 120)}, whose package cannot be determined.`,
      { remedy: 'Change the places by edits. Nothing was sent.', setting: '--allowed-packages' }
    )
  }
  const refs = plan.touched.flatMap(({ ref }) => ref ?? [])
  return [...new Map(refs.map(one => [refWords(one), { ref: one, transport }])).values()]
}

/** The places of one source, with the texts where they are not the old and the new name. */
function placesOf({ ref, uri, edits }: TouchedObject, names: readonly string[]): string {
  const plain = names.join().toLowerCase()
  return `${touchedWords({ ref, uri })}  ${edits.map(({ line, column, before, after }) => `${line}:${column}${`${before},${after}`.toLowerCase() === plain ? '' : ` ${before} → ${after}`}`).join(', ')}`
}

/** With the include of a class, because each include counts its own lines. */
function touchedWords({ ref, uri }: Pick<TouchedObject, 'ref' | 'uri'>): string {
  const part = partOf(uri)
  return `${ref === undefined ? uri : refWords(ref)}${part === undefined ? '' : ` ${part}`}`
}

const partOf = (uri: string): string | undefined => /\/includes\/(\w+)/.exec(uri)?.[1]

/** The ERP answers 200 even where it renamed nothing. */
async function verify(context: ToolContext, plan: RenamePlan): Promise<void> {
  const first = plan.touched.find(({ ref, edits }) => ref !== undefined && edits.length > 0)
  const edit = first?.edits[0]
  if (first?.ref === undefined || edit === undefined) return
  const part = partOf(first.uri)
  const { text } = await readSource(context.erp, { ref: first.ref, part }, context.signal)
  const line = text.split('\n')[edit.line - 1] ?? ''
  if (line.toLowerCase().includes(edit.after.toLowerCase())) return
  throw new ToolError(
    'ERP_BAD_REQUEST',
    `${refWords(first.ref)} line ${edit.line} does not show ${edit.after}: the ERP accepted the rename and did nothing.`,
    { remedy: 'Read the sources and change the places by edits.', outcome: 'failed' }
  )
}
