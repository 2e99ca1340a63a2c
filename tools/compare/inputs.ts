/** Arguments of a comparison. */
import { Type } from '@sinclair/typebox'
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import * as argument from '../schema/arguments.ts'
import { Choice } from '../schema/choice.ts'

const quiet = { listed: 'no' } as const

/** A second system, which is only read. */
export const systemArgument = (description: string) =>
  Type.String({ ...quiet, minLength: 1, maxLength: 64, description })

/** The same argument, which the list of tools leaves out: it is near its limit. */
function hidden<Schema extends TSchema>(schema: Schema) {
  return Type.Optional({ ...schema, ...argument.helpOnly })
}

export const mostFiles = 500

export const compareArguments = {
  with: Type.Optional(systemArgument('compare: the other system, by its name.')),
  transport: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      spelling: 'upper',
      maxLength: 20,
      description: 'compare, changes: the objects of this transport request.'
    })
  ),
  withName: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      spelling: 'upper',
      minLength: 1,
      maxLength: 120,
      description: 'compare: name of the other object or package.'
    })
  ),
  withVersion: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      minLength: 1,
      maxLength: 40,
      description: 'compare: a version of the object: its number, a request, or inactive.'
    })
  ),
  folder: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      minLength: 1,
      maxLength: 500,
      description: 'compare: a folder in abapGit layout below the working directory; stdio only.'
    })
  ),
  files: Type.Optional(
    Type.Array(
      Type.Object(
        {
          path: Type.String({
            ...quiet,
            minLength: 1,
            maxLength: 300,
            description: 'For example zcl_demo.clas.abap.'
          }),
          content: Type.String({
            ...quiet,
            multiline: true,
            maxLength: 1_000_000,
            description: 'Text of the file.'
          })
        },
        { additionalProperties: false, listed: 'bare' }
      ),
      {
        ...argument.helpOnly,
        maxItems: mostFiles,
        description: 'compare: files in abapGit layout in place of a folder.'
      }
    )
  ),
  include: hidden(argument.includeArgument),
  detail: Type.Optional(
    Choice(['names', 'verdicts', 'diff'], {
      ...argument.helpOnly,
      description:
        'compare: names reads lists only and says what more would cost; diff shows the differences.'
    })
  ),
  texts: Type.Optional(
    Type.Boolean({
      ...argument.helpOnly,
      description: 'compare: text elements too; true for one object if left out.'
    })
  ),
  maxResults: hidden(argument.maxResultsArgument),
  cursor: hidden(argument.cursorArgument)
}

export type CompareArgs = Static<TObject<typeof compareArguments>> & {
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly group?: string | undefined
  readonly maxBytes?: number | undefined
}

export const compareExamples = [
  { type: 'DEVC', name: 'ZORDER', with: 'qas', detail: 'names' },
  { type: 'DEVC', name: 'ZORDER', with: 'qas', maxResults: 500 },
  { type: 'CLAS', name: 'ZCL_ORDER', with: 'prd', detail: 'diff' },
  { transport: 'DEVK900001', with: 'prd' },
  { type: 'DEVC', name: 'ZORDER', folder: 'prd-copy/src' }
] as const satisfies readonly CompareArgs[]
