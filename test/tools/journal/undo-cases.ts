/** One change of each kind, with the objects whose state it changes. */
import type { ObjectRef } from '../../../erp-client/index.ts'

type Args = Record<string, unknown>

export interface UndoCase {
  readonly title: string
  readonly refs: readonly ObjectRef[]
  readonly tool: string
  readonly args: Args
  /** Changes that make the state before. */
  readonly first?: readonly Args[]
}

const classSource = (body: string) =>
  `CLASS zcl_un DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run.
ENDCLASS.
CLASS zcl_un IMPLEMENTATION.
  METHOD run.
${body}
  ENDMETHOD.
ENDCLASS.
`
const program = (name: string, text: string) => `REPORT ${name.toLowerCase()}.\n* ${text}\n`
const table = (extra = '') =>
  `@EndUserText.label : 'Undo'
@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE
@AbapCatalog.tableCategory : #TRANSPARENT
@AbapCatalog.deliveryClass : #A
@AbapCatalog.dataMaintenance : #RESTRICTED
define table zun_tab {
  key client : abap.clnt not null;
  key id     : abap.char(10) not null;
${extra}
}
`
const group = (length: string) => `TYPE-POOL zunty.\nTYPES zunty_one TYPE c LENGTH ${length}.\n`
const create = (type: string, name: string, more: Args): Args => ({
  action: 'create',
  type,
  name,
  package: '$FERRY_DEMO',
  description: `Undo ${name}`,
  ...more
})

/** What the cases change. */
export const prepared: readonly Args[] = [
  create('CLAS', 'ZCL_UN', { source: classSource('    DATA(a) = 1.'), activate: true }),
  create('INTF', 'ZIF_UN', {
    source: 'INTERFACE zif_un PUBLIC.\n  METHODS a.\nENDINTERFACE.\n',
    activate: true
  }),
  create('PROG', 'ZUN_PROG', { source: program('ZUN_PROG', '1'), activate: true }),
  create('PROG', 'ZUN_OTHER', { source: program('ZUN_OTHER', '1'), activate: true }),
  create('PROG', 'ZUN_DRAFT', { source: program('ZUN_DRAFT', '1'), activate: true }),
  create('INCL', 'ZUN_INCL', { source: '* 1\n', activate: true }),
  create('FUGR', 'ZUN_GROUP', { activate: true }),
  create('FUNC', 'ZUN_FUNC', {
    group: 'ZUN_GROUP',
    source: 'FUNCTION zun_func.\n* 1\nENDFUNCTION.\n',
    activate: true
  }),
  create('DOMA', 'ZUN_DOMA', { fields: { dataType: 'CHAR', length: 3 }, activate: true }),
  create('DTEL', 'ZUN_DTEL', {
    fields: { typeKind: 'domain', typeName: 'ZUN_DOMA', short: 'Un' },
    activate: true
  }),
  create('MSAG', 'ZUN_MSAG', { fields: { messages: [{ number: '001', text: 'One' }] } }),
  create('TABL', 'ZUN_TAB', { source: table(), activate: true }),
  create('TYPE', 'ZUNTY', { source: group('1'), activate: true }),
  create('ENQU', 'EZ_UN_LOCK', { fields: { table: 'ZUN_TAB' }, activate: true }),
  { tool: 'ERPManage', action: 'create_package', name: '$UN_OTHER', package: '$FERRY_DEMO' }
]

const update = (type: string, name: string, source: string, more: Args = {}): Args => ({
  action: 'update',
  type,
  name,
  source,
  overwrite: true,
  ...more
})
const sources: readonly (readonly [string, string, string, Args?])[] = [
  ['CLAS', 'ZCL_UN', classSource('    DATA(a) = 2.')],
  ['INTF', 'ZIF_UN', 'INTERFACE zif_un PUBLIC.\n  METHODS b.\nENDINTERFACE.\n'],
  ['PROG', 'ZUN_PROG', program('ZUN_PROG', '2')],
  ['INCL', 'ZUN_INCL', '* 2\n'],
  ['FUNC', 'ZUN_FUNC', 'FUNCTION zun_func.\n* 2\nENDFUNCTION.\n', { group: 'ZUN_GROUP' }],
  ['TYPE', 'ZUNTY', group('2')],
  ['TABL', 'ZUN_TAB', table('  amount     : abap.int4;')]
]
const refOf = (type: string, name: string, more: Args = {}): ObjectRef => ({ type, name, ...more })

export const cases: readonly UndoCase[] = [
  ...sources.flatMap(([type, name, source, more = {}]): UndoCase[] => [
    {
      title: `a saved draft of ${type}`,
      refs: [refOf(type, name, more)],
      tool: 'ERPWrite',
      args: update(type, name, source, more)
    },
    {
      title: `a saved and activated ${type}`,
      refs: [refOf(type, name, more)],
      tool: 'ERPWrite',
      args: update(type, name, source, { ...more, activate: true })
    }
  ]),
  {
    title: 'a change of a draft, which is a draft again',
    refs: [refOf('PROG', 'ZUN_DRAFT')],
    first: [update('PROG', 'ZUN_DRAFT', program('ZUN_DRAFT', 'draft'))],
    tool: 'ERPWrite',
    args: update('PROG', 'ZUN_DRAFT', program('ZUN_DRAFT', '2'), { activate: true })
  },
  {
    title: 'an activation',
    refs: [refOf('PROG', 'ZUN_DRAFT')],
    first: [update('PROG', 'ZUN_DRAFT', program('ZUN_DRAFT', 'another draft'))],
    tool: 'ERPActivate',
    args: { action: 'activate', type: 'PROG', name: 'ZUN_DRAFT' }
  },
  ...[
    ['DOMA', 'ZUN_DOMA', { length: 5 }],
    ['DTEL', 'ZUN_DTEL', { short: 'Deux' }],
    ['ENQU', 'EZ_UN_LOCK', { lockMode: 'X', allowRfc: true }],
    ['TABT', 'ZUN_TAB', { dataClass: 'APPL2', sizeCategory: 3 }],
    [
      'MSAG',
      'ZUN_MSAG',
      {
        messages: [
          { number: '001', text: 'Two' },
          { number: '002', text: 'New' }
        ]
      }
    ]
  ].map(([type, name, fields]): UndoCase => ({
    title: `changed fields of ${String(type)}`,
    refs: [refOf(String(type), String(name))],
    tool: 'ERPWrite',
    args: { action: 'update', type, name, fields, activate: type !== 'MSAG' }
  })),
  {
    title: 'changed texts',
    refs: [refOf('PROG', 'ZUN_PROG')],
    tool: 'ERPWrite',
    args: {
      action: 'edit_texts',
      type: 'PROG',
      name: 'ZUN_PROG',
      kind: 'symbols',
      texts: [{ key: '001', text: 'Hello' }],
      activate: true
    }
  },
  {
    title: 'a move',
    refs: [refOf('PROG', 'ZUN_OTHER')],
    tool: 'ERPWrite',
    args: { action: 'move', type: 'PROG', name: 'ZUN_OTHER', package: '$UN_OTHER' }
  },
  {
    title: 'a new include of a class',
    refs: [refOf('CLAS', 'ZCL_UN')],
    first: [update('CLAS', 'ZCL_UN', '* tests 1\n', { include: 'testclasses', activate: true })],
    tool: 'ERPWrite',
    args: update('CLAS', 'ZCL_UN', '* tests 2\n', { include: 'testclasses', activate: true })
  },
  {
    title: 'a rename by the ERP',
    refs: [refOf('CLAS', 'ZCL_UN')],
    tool: 'ERPWrite',
    args: {
      action: 'rename',
      type: 'CLAS',
      name: 'ZCL_UN',
      line: 3,
      column: 13,
      newName: 'walk',
      activate: true
    }
  },
  {
    title: 'changed facts of a package',
    refs: [refOf('DEVC', '$UN_OTHER')],
    tool: 'ERPManage',
    args: { action: 'change_package', name: '$UN_OTHER', description: 'Other words' }
  },
  {
    title: 'a new package',
    refs: [refOf('DEVC', '$UN_NEW')],
    tool: 'ERPManage',
    args: { action: 'create_package', name: '$UN_NEW', package: '$FERRY_DEMO' }
  },
  ...['CLAS', 'PROG', 'INTF', 'INCL', 'DTEL', 'MSAG'].map((type): UndoCase => ({
    title: `a creation of ${type}`,
    refs: [refOf(type, 'ZUN_CREATED')],
    tool: 'ERPWrite',
    args: create(type, 'ZUN_CREATED', {
      ...(type === 'DTEL' ? { fields: { typeKind: 'domain', typeName: 'ZUN_DOMA' } } : {})
    })
  })),
  ...[
    'CLAS ZCL_UN',
    'INTF ZIF_UN',
    'PROG ZUN_OTHER',
    'INCL ZUN_INCL',
    'DTEL ZUN_DTEL',
    'MSAG ZUN_MSAG',
    'TYPE ZUNTY',
    'ENQU EZ_UN_LOCK',
    'TABL ZUN_TAB'
  ]
    .map(text => text.split(' ') as [string, string])
    .map(([type, name]): UndoCase => ({
      title: `a deletion of ${type}`,
      refs: [refOf(type, name)],
      tool: 'ERPWrite',
      args: { action: 'delete', type, name }
    })),
  {
    title: 'a deletion of a function module',
    refs: [refOf('FUNC', 'ZUN_FUNC', { group: 'ZUN_GROUP' })],
    tool: 'ERPWrite',
    args: { action: 'delete', type: 'FUNC', name: 'ZUN_FUNC', group: 'ZUN_GROUP' }
  },
  {
    title: 'a deletion of a function group with its module',
    refs: [refOf('FUGR', 'ZUN_GROUP'), refOf('FUNC', 'ZUN_FUNC', { group: 'ZUN_GROUP' })],
    tool: 'ERPWrite',
    args: { action: 'delete', type: 'FUGR', name: 'ZUN_GROUP' }
  },
  {
    title: 'a batch of creations, changes and deletions',
    refs: ['ZUN_PROG', 'ZUN_OTHER', 'ZUN_BATCH'].map(name => refOf('PROG', name)),
    tool: 'ERPWrite',
    args: {
      action: 'batch',
      package: '$FERRY_DEMO',
      activate: true,
      items: [
        { action: 'create', type: 'PROG', name: 'ZUN_BATCH', source: program('ZUN_BATCH', '1') },
        update('PROG', 'ZUN_PROG', program('ZUN_PROG', 'batch')),
        { action: 'delete', type: 'PROG', name: 'ZUN_OTHER' }
      ]
    }
  }
]
