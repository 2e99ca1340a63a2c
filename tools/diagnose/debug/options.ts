/** Arguments of a debugger run and of breakpoints, resolved to places. */
import { createHash, randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { partUri, readSystem } from '../../../erp-client/index.ts'
import type { BreakpointOptions, DebugIdentity, ObjectRef } from '../../../erp-client/index.ts'
import * as argument from '../../schema/arguments.ts'
import { terse } from '../../schema/arguments.ts'
import type { Spelling } from '../../schema/coerce.ts'
import type { ToolContext } from '../../call/context.ts'
import { badArguments, ToolError } from '../../failure/errors.ts'
import { resolveObject } from '../../objects/resolve.ts'
import { Choice } from '../../schema/choice.ts'
import { assertPart } from '../../objects/sources.ts'
import { assertNoCondition } from '../../mask/values.ts'

/** Where a breakpoint is, beside type, name and group of an object. */
export const breakpointPlace = {
  include: Type.Optional(argument.includeArgument),
  line: Type.Optional(argument.lineArgument),
  event: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 60,
      description:
        'Instead of a line: CX_SY_ZERODIVIDE (raised), COMMIT WORK (a statement), ZX 001 E (a message).'
    })
  ),
  condition: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 255,
      description: 'ABAP condition under which it stops, e.g. LV_X > 1.'
    })
  )
}

const word = (maxLength: number, spelling: Spelling, description: string) =>
  Type.Optional(Type.String({ ...terse, spelling, minLength: 1, maxLength, description }))
const breakpointItem = Type.Object(
  {
    type: word(40, 'objectType', 'As type.'),
    name: word(120, 'upper', 'As name.'),
    group: word(60, 'upper', 'As group.'),
    ...breakpointPlace
  },
  { additionalProperties: false, listed: 'bare' }
)

/**
 * What a run of the debugger is given, beside type and group. The limits are hard: whichever is met
 * first ends it.
 */
export const runArguments = {
  name: Type.Optional(argument.nameArgument),
  breakpoints: Type.Array(breakpointItem, {
    minItems: 1,
    maxItems: 20,
    description: '{name, line, condition?} or {event}: CX_SY_ZERODIVIDE, COMMIT WORK, ZX 001 E.'
  }),
  capture: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 130 }), {
      maxItems: 30,
      description: 'Variables: LV_X, LT_ROWS, @LOCALS.'
    })
  ),
  trigger: Choice(['unit_test', 'run_class', 'run_program', 'none'], {
    description: 'What starts the program; none: another session does.'
  }),
  seconds: Type.Optional(
    Type.Integer({
      ...argument.helpOnly,
      minimum: 1,
      maximum: 240,
      description: 'Time limit (60).'
    })
  ),
  stops: Type.Optional(
    Type.Integer({
      ...argument.helpOnly,
      minimum: 1,
      maximum: 50,
      description: 'At most so many stops (10).'
    })
  ),
  bytes: Type.Optional(
    Type.Integer({
      ...argument.helpOnly,
      minimum: 100,
      maximum: 1_000_000,
      description: 'Limit of all values together (20000).'
    })
  )
}

export type BreakpointArguments = Static<typeof breakpointItem>
export interface PlannedBreakpoint {
  readonly options: BreakpointOptions
  readonly ref?: ObjectRef | undefined
}

/** One breakpoint in the form of the ERP; the object is looked up. Sends nothing that changes. */
export async function plannedBreakpoint(
  context: ToolContext,
  given: BreakpointArguments
): Promise<PlannedBreakpoint> {
  const { name, line, event, condition } = given
  assertNoCondition(context, condition)
  if (event !== undefined) {
    if (name !== undefined || line !== undefined) {
      throw badArguments(
        'A breakpoint is either a line of an object or an `event`.',
        'Give two breakpoints to stop at both.'
      )
    }
    return { options: withCondition(eventOptions(event.trim().toUpperCase()), condition) }
  }
  if (name === undefined || line === undefined) {
    throw badArguments(
      'A breakpoint needs `name` and `line`, or `event`.',
      'Example: {"name":"ZCL_ORDER","line":24}; ERPRead with view outline shows the lines of the blocks.'
    )
  }
  const ref = await resolveObject(context, { type: given.type, name, group: given.group })
  assertPart(ref, given.include)
  return {
    options: withCondition(
      { kind: 'line', uri: `${partUri(ref, given.include)}#start=${line}` },
      condition
    ),
    ref
  }
}

/**
 * A message has a number, the name of a class an underscore or a namespace, a statement has none of
 * them.
 */
function eventOptions(event: string): BreakpointOptions {
  const [, msgId, msgNo, msgTy] = /^(\S{1,20})[ ,]+(\d{3})[ ,]+([AEISWX])$/.exec(event) ?? []
  if (msgId !== undefined && msgNo !== undefined && msgTy !== undefined) {
    return { kind: 'message', msgId, msgNo, msgTy }
  }
  if (/^(?:\/\w{1,10}\/)?[A-Z][A-Z0-9_]{1,29}$/.test(event) && /[_/]/.test(event)) {
    return { kind: 'exception', exceptionClass: event }
  }
  if (/^[A-Z][A-Z -]*$/.test(event)) return { kind: 'statement', statement: event }
  throw badArguments(
    '`event` is neither an exception class nor a statement nor a message.',
    'Examples: CX_SY_ZERODIVIDE, COMMIT WORK, ZDEMO 001 E.'
  )
}

function withCondition(
  options: BreakpointOptions,
  condition: string | undefined
): BreakpointOptions {
  return condition === undefined ? options : { ...options, condition }
}

/** The ERP user whose processes stop: the caller's own, never another one. */
export async function debugUser(context: ToolContext): Promise<string> {
  const user =
    context.erpUser ??
    context.erp.system.user ??
    (await readSystem(context.erp, {}, context.signal)).user
  if (user === '') {
    throw new ToolError(
      'NOT_SUPPORTED_BY_RELEASE',
      'The ERP does not tell which user this is, and the debugger has to name it.',
      { remedy: 'The operator can log on with user and password, or by certificate.' }
    )
  }
  return user.toUpperCase()
}

const digest = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, 32).toUpperCase()

/** A unique id for one run, so that it touches no breakpoints or listeners of other sessions. */
export async function runIdentity(context: ToolContext): Promise<DebugIdentity> {
  const { terminalId, url } = context.erp.system
  const requestUser = await debugUser(context)
  return {
    debuggingMode: 'user',
    requestUser,
    terminalId: terminalId ?? digest(`erp-bridge ${url} ${requestUser}`),
    ideId: randomUUID().replaceAll('-', '').toUpperCase()
  }
}

/**
 * Of the breakpoints that the ERP GUI of a machine stops at: the same in every process of the
 * bridge.
 */
export async function terminalIdentity(context: ToolContext): Promise<DebugIdentity> {
  const { terminalId } = context.erp.system
  if (terminalId === undefined) {
    throw new ToolError(
      'BLOCKED_FEATURE',
      'Breakpoints of the ERP GUI belong to a machine, and its terminal id is not known.',
      {
        remedy:
          'The operator gives it with --terminal-id: on Windows the value TerminalID below HKEY_CURRENT_USER, Software, SAP, ABAP Debugging; elsewhere the file .SAP/ABAPDebugging/terminalId of the home directory.',
        setting: '--terminal-id'
      }
    )
  }
  return {
    debuggingMode: 'terminal',
    requestUser: await debugUser(context),
    terminalId,
    ideId: digest(`erp-bridge ${terminalId}`)
  }
}
