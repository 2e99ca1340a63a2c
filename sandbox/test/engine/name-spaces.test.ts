/** Where-used lists of objects of different types with the same name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkbench } from '../../engine/workbench.ts'
import type { FileUses, RepositoryFile } from '../../types.ts'
import { LIBRARY, classWith, file, table, unique } from './fixture.ts'

const xml = (name: string, type: string, ...values: string[]) =>
  file(
    `${name}.${type}.xml`,
    '<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values>',
    ...values,
    '</asx:values></asx:abap></abapGit>'
  )
const element = (name: string, domain: string) =>
  xml(
    name,
    'dtel',
    `<DD04V><ROLLNAME>${name.toUpperCase()}</ROLLNAME><DATATYPE>CHAR</DATATYPE><LENG>000010</LENG>`,
    `<DOMNAME>${domain.toUpperCase()}</DOMNAME><REFKIND>D</REFKIND></DD04V>`
  )
const report = (name: string, ...lines: string[]) =>
  file(`${name}.prog.abap`, `REPORT ${name}.`, ...lines)

/** How an object of a type is written, and a source that uses it, which begins with `user`. */
interface Kind {
  /** Types with one name space cannot share a name. */
  readonly space: string
  readonly main: (name: string) => string
  readonly files: (name: string) => readonly RepositoryFile[]
  readonly use: (name: string, user: string) => RepositoryFile | undefined
  /** Types that the same words of the user mean too: an entity and its behavior. */
  readonly alsoMeans?: string
}

const kinds: Readonly<Record<string, Kind>> = {
  CLAS: {
    space: 'type',
    main: name => `${name}.clas.abap`,
    files: name => [classWith(name)],
    use: (name, user) => report(user, `DATA x TYPE REF TO ${name}.`, `x = NEW ${name}( ).`)
  },
  INTF: {
    space: 'type',
    main: name => `${name}.intf.abap`,
    files: name => [file(`${name}.intf.abap`, `INTERFACE ${name} PUBLIC.`, 'ENDINTERFACE.')],
    use: (name, user) => report(user, `DATA x TYPE REF TO ${name}.`)
  },
  TABL: {
    space: 'type',
    main: name => `${name}.tabl.xml`,
    files: name => [table(name, [['code', 'CHAR', 10, true]])],
    use: (name, user) => report(user, `SELECT SINGLE * FROM ${name} INTO @DATA(row).`)
  },
  DTEL: {
    space: 'type',
    main: name => `${name}.dtel.xml`,
    files: name => [element(name, 'char10')],
    use: (name, user) => report(user, `DATA x TYPE ${name}.`)
  },
  DDLS: {
    space: 'type',
    main: name => `${name}.ddls.asddls`,
    files: name => [
      file(`${name}.ddls.asddls`, `define view entity ${name} as select from t000 { key mandt }`),
      xml(name, 'ddls', `<DDLS><DDLNAME>${name.toUpperCase()}</DDLNAME></DDLS>`)
    ],
    use: (name, user) =>
      file(`${user}.ddls.asddls`, `define view entity ${user} as select from ${name} { key mandt }`)
  },
  DOMA: {
    space: 'domain',
    main: name => `${name}.doma.xml`,
    files: name => [
      xml(
        name,
        'doma',
        `<DD01V><DOMNAME>${name.toUpperCase()}</DOMNAME><DATATYPE>CHAR</DATATYPE><LENG>000010</LENG></DD01V>`
      )
    ],
    use: (name, user) => element(user, name)
  },
  PROG: {
    space: 'program',
    main: name => `${name}.prog.abap`,
    files: name => [report(name, 'WRITE 1.')],
    use: (name, user) => report(user, `SUBMIT ${name} AND RETURN.`)
  },
  FUNC: {
    space: 'function',
    main: name => `${name}_g.fugr.${name}.abap`,
    files: name => [
      xml(
        `${name}_g`,
        'fugr',
        `<FUNCTIONS><item><FUNCNAME>${name.toUpperCase()}</FUNCNAME></item></FUNCTIONS>`
      ),
      file(`${name}_g.fugr.${name}.abap`, `FUNCTION ${name}.`, 'ENDFUNCTION.')
    ],
    use: (name, user) => report(user, `CALL FUNCTION '${name.toUpperCase()}'.`)
  },
  MSAG: {
    space: 'messages',
    main: name => `${name}.msag.xml`,
    files: name => [xml(name, 'msag', `<T100A><ARBGB>${name.toUpperCase()}</ARBGB></T100A>`)],
    use: (name, user) => report(user, `MESSAGE e001(${name}).`)
  },
  BDEF: {
    space: 'behavior',
    main: name => `${name}.bdef.asbdef`,
    files: name => [
      file(`${name}.bdef.asbdef`, 'managed;', `define behavior for ${name} { create; }`)
    ],
    use: (name, user) =>
      file(`${user}.srvd.srvdsrv`, `define service ${user} { expose ${name} as Rows; }`),
    alsoMeans: 'DDLS'
  },
  SRVD: {
    space: 'service',
    main: name => `${name}.srvd.srvdsrv`,
    files: name => [
      file(`${name}.srvd.srvdsrv`, `define service ${name} { expose I_Language as Rows; }`)
    ],
    use: () => undefined
  },
  DCLS: {
    space: 'access',
    main: name => `${name}.dcls.asdcls`,
    files: name => [
      file(`${name}.dcls.asdcls`, `define role ${name} { grant select on I_Language; }`)
    ],
    use: () => undefined
  },
  DDLX: {
    space: 'metadata',
    main: name => `${name}.ddlx.asddlxs`,
    files: name => [
      file(`${name}.ddlx.asddlxs`, 'annotate view I_Language with { @UI.hidden: true Name; }')
    ],
    use: () => undefined
  }
}

const all = Object.entries(kinds).map(([type, kind]) => ({ ...kind, type }))
const pairs = all.flatMap((one, index) =>
  all.slice(index + 1).flatMap(two => (two.space === one.space ? [] : [[one, two] as const]))
)

/** The users of an object, by the beginning of their names. */
function usersIn(active: readonly RepositoryFile[], main: string): string[] {
  const workbench = createWorkbench({ library: LIBRARY, active, refusals: [] }, () => undefined)
  const found = workbench.run('uses', [{ file: main, overlay: [] }]) as FileUses[]
  const users = found.map(each => each.file.split('.')[0] ?? '')
  return [...new Set(users.filter(user => user.startsWith('zu')))].sort()
}

test('each of two objects with one name has its own users', () => {
  assert.ok(pairs.length > 60, `${pairs.length} pairs`)
  for (const [one, two] of pairs) {
    const name = unique('z').slice(0, 14)
    const users = [unique('zu1'), unique('zu2')] as const
    const uses = [one.use(name, users[0]), two.use(name, users[1])]
    const files = [
      ...one.files(name),
      ...two.files(name),
      ...uses.filter(each => each !== undefined)
    ]
    const own = (kind: (typeof all)[number], index: 0 | 1) => {
      const other = index === 0 ? two : one
      return [
        ...(uses[index] === undefined ? [] : [users[index]]),
        ...(other.alsoMeans === kind.type ? [users[1 - index]] : [])
      ].sort()
    }
    assert.deepEqual(
      [usersIn(files, one.main(name)), usersIn(files, two.main(name))],
      [own(one, 0), own(two, 1)],
      `${one.type} and ${two.type}`
    )
  }
})

test('places in CDS sources: casts, parameters, annotated views, classes of table functions', () => {
  const [elementName, view, klass] = [unique('zd'), unique('zv'), unique('zcl')]
  const source = (name: string, type: string, text: string) => file(`${name}.${type}`, text)
  const files = [
    element(elementName, 'char10'),
    ...(kinds['DDLS']?.files(view) ?? []),
    classWith(klass),
    source(
      'zu_cast',
      'ddls.asddls',
      `define view entity zu_cast as select from t000 { key mandt, cast( mtext as ${elementName} preserving type ) as a, cast( ort01 as ${elementName} ) as b }`
    ),
    source(
      'zu_parameter',
      'ddls.asddls',
      `define view entity zu_parameter with parameters p : ${elementName} as select from t000 { key mandt }`
    ),
    source(
      'zu_alias',
      'ddls.asddls',
      `define view entity zu_alias as select from t000 { key mandt as ${elementName} }`
    ),
    source(
      'zu_annotation',
      'ddlx.asddlxs',
      `@Metadata.layer: #CORE annotate entity ${view} with { @UI.hidden: true mandt; }`
    ),
    source('zu_access', 'dcls.asdcls', `define role zu_access { grant select on ${view}; }`),
    source(
      'zu_function',
      'ddls.asddls',
      `define table function zu_function returns { a : abap.char(1); } implemented by method ${klass}=>run;`
    ),
    source(
      'zu_behavior',
      'bdef.asbdef',
      `managed implementation in class ${klass} unique; define behavior for ${view} { create; }`
    )
  ]
  assert.deepEqual(usersIn(files, `${elementName}.dtel.xml`), ['zu_cast', 'zu_parameter'])
  assert.deepEqual(usersIn(files, `${view}.ddls.asddls`), [
    'zu_access',
    'zu_annotation',
    'zu_behavior'
  ])
  assert.deepEqual(usersIn(files, `${klass}.clas.abap`), ['zu_behavior', 'zu_function'])
})

test('a data element that refers to a class uses the class, not a domain of its name', () => {
  const [name, user] = [unique('zcl'), unique('zu')]
  const reference = xml(
    user,
    'dtel',
    `<DD04V><ROLLNAME>${user.toUpperCase()}</ROLLNAME>\n<DOMNAME>${name.toUpperCase()}</DOMNAME>`,
    '<DATATYPE>REF</DATATYPE><REFKIND>R</REFKIND><REFTYPE>C</REFTYPE></DD04V>'
  )
  const domain = xml(name, 'doma', `<DD01V><DOMNAME>${name.toUpperCase()}</DOMNAME></DD01V>`)
  const files = [classWith(name), domain, reference]
  assert.deepEqual(usersIn(files, `${name}.clas.abap`), [user])
  assert.deepEqual(usersIn(files, `${name}.doma.xml`), [])
})
