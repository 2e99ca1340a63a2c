/** The fields of lock objects and of the settings of tables. */
import { Type } from '@sinclair/typebox'
import { Choice } from '../schema/choice.ts'
import { closed, flag, number, text } from './field-kinds.ts'
import type { FieldTable } from './field-kinds.ts'

const mode = (description: string) =>
  Type.Optional(
    Choice(['E', 'S', 'X', ''], {
      description: `${description}: E write, S read, X exclusive, empty for none; E if left out.`
    })
  )

export const dictionaryTables: Readonly<Record<string, FieldTable>> = {
  ENQU: {
    use: 'document',
    schema: Type.Object(
      {
        table: text('Primary table; its key makes the parameters of a new object.', 30),
        lockMode: mode('Lock mode of the primary table'),
        secondaryTables: Type.Optional(
          Type.Array(
            Type.Object(
              { table: Type.String({ minLength: 1, maxLength: 30 }), lockMode: mode('Lock mode') },
              closed
            ),
            {
              maxItems: 50,
              description:
                'Tables with a foreign key to the primary one; replaces all of them, with parameters.'
            }
          )
        ),
        parameters: Type.Optional(
          Type.Array(
            Type.Object(
              {
                name: Type.String({ minLength: 1, maxLength: 30 }),
                table: Type.String({ minLength: 1, maxLength: 30 }),
                field: text('Key field; the name if left out.', 30),
                wanted: flag('Parameter of the lock modules (true if left out).')
              },
              closed
            ),
            { maxItems: 100, description: 'Lock parameters; replaces all of them.' }
          )
        ),
        allowRfc: flag('Lock modules can be called by RFC.')
      },
      closed
    ),
    example: { table: 'ZORDER', lockMode: 'E' }
  },
  TABT: {
    use: 'document',
    schema: Type.Object(
      {
        dataClass: text('Data class: APPL0 master data, APPL1 transaction data, APPL2, USER.', 5),
        sizeCategory: number('Size category, 0 to 9.', 9),
        bufferingAllowed: Type.Optional(
          Choice(['N', 'A', 'X'], {
            description: 'N not allowed, A allowed and switched off, X switched on.'
          })
        ),
        bufferingType: Type.Optional(
          Choice(['', 'P', 'G', 'X'], {
            minLength: 0,
            description: 'P single records, G generic area, X whole table; empty for none.'
          })
        ),
        keyFields: number('Key fields of a generic area.', 16),
        storageType: Type.Optional(
          Choice(['', 'C', 'R'], { minLength: 0, description: 'C column store, R row store.' })
        ),
        logging: flag('Changes of rows are logged.')
      },
      closed
    ),
    example: { bufferingAllowed: 'X', bufferingType: 'X', sizeCategory: 1 }
  }
}
