/** What a runtime error of a program leaves behind, in terms of ABAP. */
import type { RunDump, RunDumpFrame, RunFrame, RunValue } from '../types.ts'
import type { RawAlert, RawDump } from './child/job.ts'
import type { BuiltProgram } from './programs.ts'

/**
 * The dump of an alert whose kind is settled; undefined where ABAP would write none.
 * @param stack the frames of its stack
 */
export function dumpOf(
  { dump, kind, raised }: RawAlert,
  stack: readonly RunFrame[],
  program: BuiltProgram
): RunDump | undefined {
  if (dump === undefined || !['exception', 'limit'].includes(kind)) return undefined
  const frames = proceduresOf(stack, dump, program)
  const [innermost, ...outer] = frames
  const isRaisedThere = innermost !== undefined && raised?.file === innermost.file
  return {
    ...named(dump),
    frames: isRaisedThere ? [{ ...innermost, ...raised }, ...outer] : frames
  }
}

/** An error of the runtime's own that is one of ABAP is that of an initial reference. */
function named({ scopes: _, ...dump }: RawDump): Omit<RunDump, 'frames'> {
  if (dump.error !== '') return dump
  const exception = 'CX_SY_REF_IS_INITIAL'
  const chain = [{ name: exception, text: 'Dereferencing of the NULL reference' }]
  return { ...dump, error: 'OBJECTS_OBJREF_NOT_ASSIGNED', exception, chain }
}

/**
 * The frames of procedures. An expression that is a function of its own in the generated code is a
 * frame without a name: it belongs to the procedure around it, whose place is the more exact one.
 */
function proceduresOf(
  frames: readonly RunFrame[],
  dump: RawDump,
  program: BuiltProgram
): RunDumpFrame[] {
  const procedures: RunDumpFrame[] = []
  let inner: RunFrame | undefined
  for (const frame of frames) {
    if (frame.procedure === '') {
      inner ??= frame
      continue
    }
    const { file, row } = inner?.file === frame.file ? inner : frame
    const variables = variablesOf(frame, dump, program)
    procedures.push({
      ...{ file, row, procedure: frame.procedure },
      ...(variables === undefined ? {} : { variables })
    })
    inner = undefined
  }
  return procedures
}

/** The variables at a frame, unless what stands there is left over from another procedure. */
function variablesOf(
  { file, row, frame }: RunFrame,
  { scopes }: RawDump,
  program: BuiltProgram
): readonly RunValue[] | undefined {
  const scope = scopes?.[frame]
  if (scope === undefined || scope === null) return undefined
  const owner = program.probes.find(({ statements }) =>
    statements.some(({ id }) => id === scope.statement)
  )
  const isOwn = owner?.file === file && owner.span[0] <= row && row <= owner.span[2]
  return isOwn ? scope.variables : undefined
}
