/** The fields of each object type that are given as data. */
import { Type } from '@sinclair/typebox'
import { Choice } from '../schema/choice.ts'
import { dictionaryTables } from './dictionary-schemas.ts'
import { closed, flag, number, text } from './field-kinds.ts'
import type { FieldTable } from './field-kinds.ts'

export type { FieldTable } from './field-kinds.ts'

const parameter = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 30, description: 'Name.' }),
    type: Type.Optional(
      Type.String({ maxLength: 120, description: 'Type, e.g. STRING or REF TO ZCL_X.' })
    ),
    like: Type.Optional(
      Type.String({ maxLength: 120, description: 'LIKE instead of TYPE; STRUCTURE of TABLES.' })
    ),
    optional: flag('OPTIONAL.'),
    default: Type.Optional(
      Type.String({ maxLength: 120, description: "Default as ABAP, e.g. 'X' or 10." })
    ),
    byValue: flag('VALUE( ).')
  },
  closed
)

const parameters = (description: string) =>
  Type.Optional(Type.Array(parameter, { maxItems: 100, description }))

export const tables: Readonly<Record<string, FieldTable>> = {
  DOMA: {
    use: 'document',
    schema: Type.Object(
      {
        dataType: text('CHAR, NUMC, DEC, INT4, DATS, …', 10),
        length: number('Length.'),
        decimals: number('Decimals.', 99),
        outputLength: number('Output length; follows the length until it is another one.'),
        conversionExit: text('Conversion routine, e.g. ALPHA.', 5),
        signed: flag('Negative values.'),
        lowercase: flag('Lower case is kept.'),
        valueTable: text('Value table.', 30),
        values: Type.Optional(
          Type.Array(
            Type.Object(
              {
                low: Type.String({ maxLength: 132 }),
                high: text('End of a range.', 132),
                text: text('Short text.')
              },
              closed
            ),
            {
              maxItems: 500,
              description:
                'Fixed values; replaces all of them, those that stay keep their position.'
            }
          )
        )
      },
      closed
    ),
    example: {
      dataType: 'CHAR',
      length: 1,
      values: [
        { low: 'A', text: 'Active' },
        { low: 'I', text: 'Inactive' }
      ]
    }
  },
  DTEL: {
    use: 'document',
    schema: Type.Object(
      {
        typeKind: Type.Optional(
          Choice(
            [
              'domain',
              'predefinedAbapType',
              'refToPredefinedAbapType',
              'refToDictionaryType',
              'refToClifType'
            ],
            { description: 'What typeName is; domain if left out.' }
          )
        ),
        typeName: text('Domain, or the type referred to.', 30),
        dataType: text('Built-in type, where there is no typeName.', 10),
        length: number('Length of the built-in type.'),
        decimals: number('Decimals of the built-in type.', 99),
        short: text('Short label.', 10),
        medium: text('Medium label.', 20),
        long: text('Long label.', 40),
        heading: text('Heading.', 55),
        shortLength: number('Characters reserved for the short label and its translations.', 10),
        mediumLength: number('Characters reserved for the medium label.', 20),
        longLength: number('Characters reserved for the long label.', 40),
        headingLength: number('Characters reserved for the heading.', 55),
        searchHelp: text('Search help.', 30),
        searchHelpParameter: text('Its parameter.', 30),
        parameterId: text('SET/GET parameter.', 20),
        componentName: text('Default component name.', 30),
        changeDocument: flag('Change documents.')
      },
      closed
    ),
    example: {
      typeName: 'ZSTATUS',
      short: 'Status',
      medium: 'Order status',
      long: 'Status of the order',
      heading: 'Status'
    }
  },
  TTYP: {
    use: 'document',
    schema: Type.Object(
      {
        rowType: text('Row type: a structure, table or data element.', 30),
        rowKind: Type.Optional(
          Choice(
            [
              'dictionaryType',
              'predefinedAbapType',
              'refToPredefinedAbapType',
              'refToDictionaryType',
              'refToClassOrInterfaceType',
              'rangeTypeOnPredefinedType',
              'rangeTypeOnDataelement'
            ],
            { description: 'dictionaryType if left out; ranges cannot be made.' }
          )
        ),
        dataType: text('Built-in row type.', 10),
        length: number('Its length.'),
        decimals: number('Its decimals.', 99),
        access: Type.Optional(
          Choice(['standard', 'sorted', 'hashed', 'index', 'notSpecified'], {
            description: 'Access.'
          })
        ),
        keyDefinition: Type.Optional(
          Choice(['standard', 'rowType', 'keyComponents', 'empty', 'notSpecified'], {
            description: 'What the key is made of.'
          })
        ),
        keyComponents: Type.Optional(
          Type.Array(Type.String({ maxLength: 30 }), {
            maxItems: 255,
            description: 'Components of the key, in its order; replaces all of them.'
          })
        ),
        unique: flag('Unique key.')
      },
      closed
    ),
    example: { rowType: 'ZORDER_ITEM', access: 'sorted', keyDefinition: 'rowType' }
  },
  MSAG: {
    use: 'document',
    schema: Type.Object(
      {
        messages: Type.Optional(
          Type.Array(
            Type.Object(
              {
                number: Type.String({ pattern: '^\\d{1,3}$', description: 'Three digits.' }),
                text: Type.String({
                  maxLength: 73,
                  description: 'Text with &1 … &4; empty deletes it.'
                }),
                selfExplanatory: flag('No long text needed (true for a new message).')
              },
              closed
            ),
            { maxItems: 1000, description: 'Messages to add or change; others stay.' }
          )
        )
      },
      closed
    ),
    example: { messages: [{ number: '001', text: 'Order &1 does not exist' }] }
  },
  ...dictionaryTables,
  FUNC: {
    use: 'signature',
    schema: Type.Object(
      {
        importing: parameters('IMPORTING.'),
        exporting: parameters('EXPORTING.'),
        changing: parameters('CHANGING.'),
        tables: parameters('TABLES.'),
        exceptions: Type.Optional(
          Type.Array(Type.String({ maxLength: 30 }), {
            maxItems: 100,
            description: 'Classic exceptions.'
          })
        ),
        raising: Type.Optional(
          Type.Array(Type.String({ maxLength: 40 }), {
            maxItems: 100,
            description: 'Exception classes.'
          })
        )
      },
      closed
    ),
    example: {
      importing: [{ name: 'IV_ORDER', type: 'ZORDER_ID' }],
      exporting: [{ name: 'EV_TOTAL', type: 'I' }],
      exceptions: ['NOT_FOUND']
    }
  },
  CLAS: {
    use: 'create',
    schema: Type.Object(
      {
        superclass: text('Superclass.', 30),
        final: flag('FINAL (true if left out).'),
        visibility: Type.Optional(
          Choice(['public', 'protected', 'private', 'abstract'], {
            description: 'Who may create instances.'
          })
        ),
        category: text('Category, e.g. behaviorPool.', 40),
        rootEntity: text('Root entity of a behavior pool.', 40)
      },
      closed
    ),
    example: { superclass: 'ZCL_BASE', final: false }
  },
  PROG: {
    use: 'create',
    schema: Type.Object(
      {
        programType: Type.Optional(
          Choice(
            ['executableProgram', 'modulePool', 'subroutinePool', 'functionGroup', 'include'],
            { description: 'executableProgram if left out.' }
          )
        )
      },
      closed
    ),
    example: { programType: 'subroutinePool' }
  },
  BDEF: {
    use: 'create',
    schema: Type.Object({ base: text('Behavior definition to extend.', 40) }, closed),
    example: { base: 'ZR_BASE' }
  },
  SRVB: {
    use: 'create',
    schema: Type.Object(
      {
        serviceDefinition: text('Service definition.', 40),
        odataVersion: Type.Optional(Choice(['V2', 'V4'], { description: 'V4 if left out.' })),
        category: Type.Optional(Choice(['0', '1'], { description: '0 UI, 1 web API.' }))
      },
      closed
    ),
    example: { serviceDefinition: 'ZORDER_SRV', odataVersion: 'V4' }
  },
  XSLT: {
    use: 'create',
    schema: Type.Object(
      {
        transformationType: Type.Optional(
          Choice(['SimpleTransformation', 'XSLTProgram'], {
            description: 'SimpleTransformation if left out.'
          })
        )
      },
      closed
    ),
    example: { transformationType: 'XSLTProgram' }
  }
}
