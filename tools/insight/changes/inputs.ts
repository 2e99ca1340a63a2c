/** Arguments of a list of changes. */
import { Type } from '@sinclair/typebox'
import type { Static, TObject } from '@sinclair/typebox'
import * as argument from '../../schema/arguments.ts'
import { compareArguments } from '../../compare/inputs.ts'

export const changesArguments = {
  since: Type.Optional(
    Type.String({
      ...argument.terse,
      minLength: 1,
      maxLength: 40,
      description: 'changes: a date, 2026-11-20 or 2026-11-20T08:00 (UTC), or a span: 12h, 7d, 2w.'
    })
  ),
  by: Type.Optional(
    Type.String({
      ...argument.terse,
      spelling: 'upper',
      minLength: 1,
      maxLength: 12,
      description: 'changes: an ERP user.'
    })
  ),
  transport: compareArguments.transport,
  maxResults: compareArguments.maxResults,
  cursor: compareArguments.cursor
}

export type ChangesArgs = Static<TObject<typeof changesArguments>> & {
  readonly type?: string | undefined
  readonly name?: string | undefined
}

export const changesExamples = [
  { type: 'DEVC', name: 'ZORDER', since: '7d' },
  { type: 'DEVC', name: 'ZORDER', since: '2026-11-20', by: 'MILLER' },
  { type: 'DEVC', name: 'ZORDER', transport: 'DEVK900001' }
] as const satisfies readonly ChangesArgs[]
