/** The layout of types whose source abapGit keeps in files of their own. */
import type { LayoutType, ObjectContent } from './content.ts'
import { languageCode, languageKey } from './languages.ts'
import { childrenOf, find, section, textAt } from './values.ts'
import type { Value } from './values.ts'

export function keyOf({ language }: Pick<ObjectContent, 'language'>): string {
  return languageKey(language) ?? 'E'
}

const isSet = (value: string | undefined): string => (value === 'false' ? '' : 'X')

const clas: LayoutType = {
  type: 'CLAS',
  from: '7.40',
  serializer: 'CLAS',
  carried: new Set(['VSEOCLASS/DESCRIPT', 'VSEOCLASS/WITH_UNIT_TESTS']),
  notCarried:
    'text pool, long texts, descriptions of components, translations, category and check flags after the creation',
  evidence: 'abapGit/abapGit src/zcx_abapgit_exception.clas.xml and 473 further classes there',
  values: ({ ref, description, language, sources, attributes }) => [
    section('VSEOCLASS', {
      CLSNAME: ref.name,
      LANGU: keyOf({ language }),
      DESCRIPT: description,
      CATEGORY: attributes['category'] === 'exceptionClass' ? '40' : '',
      STATE: '1',
      CLSCCINCL: 'X',
      FIXPT: isSet(attributes['fixPointArithmetic']),
      UNICODE: 'X',
      WITH_UNIT_TESTS: sources['testclasses'] === undefined ? '' : 'X'
    })
  ],
  read: values => ({
    description: textAt(values, 'VSEOCLASS', 'DESCRIPT'),
    language: languageCode(textAt(values, 'VSEOCLASS', 'LANGU'))
  })
}

const intf: LayoutType = {
  type: 'INTF',
  from: '7.40',
  serializer: 'INTF',
  carried: new Set(['VSEOINTERF/DESCRIPT']),
  notCarried: 'long texts, descriptions of components, translations, category',
  evidence: 'abapGit/abapGit src/zif_abapgit_definitions.intf.xml and 109 further interfaces there',
  values: ({ ref, description, language }) => [
    section('VSEOINTERF', {
      CLSNAME: ref.name,
      LANGU: keyOf({ language }),
      DESCRIPT: description,
      EXPOSURE: '2',
      STATE: '1',
      UNICODE: 'X'
    })
  ],
  read: values => ({
    description: textAt(values, 'VSEOINTERF', 'DESCRIPT'),
    language: languageCode(textAt(values, 'VSEOINTERF', 'LANGU'))
  })
}

const programKinds: Readonly<Record<string, string>> = {
  executableProgram: '1',
  modulePool: 'M',
  subroutinePool: 'S',
  includeProgram: 'I'
}

const isTitle = (item: Value): boolean => textAt(childrenOf(item), 'ID') === 'R'

function titleItem(description: string): Value[] {
  return description === ''
    ? []
    : [section('item', { ID: 'R', ENTRY: description, LENGTH: String(description.length) })]
}

/** The title is the description; the other texts of the pool stay as the file has them. */
function textPool(description: string, before: readonly Value[] | undefined): Value[] {
  const others = childrenOf(find(before ?? [], 'TPOOL')).filter(item => !isTitle(item))
  const at = childrenOf(find(before ?? [], 'TPOOL')).findIndex(isTitle)
  const items = others.toSpliced(Math.max(0, at), 0, ...titleItem(description))
  return items.length === 0 ? [] : [{ name: 'TPOOL', content: items }]
}

function program(type: 'PROG' | 'INCL'): LayoutType {
  return {
    type,
    from: '7.40',
    serializer: 'PROG',
    carried: new Set(['TPOOL']),
    notCarried:
      'text symbols, selection texts, screens, GUI status, variants, long texts, translations',
    evidence: 'abapGit/abapGit src/zabapgit.prog.xml, src/zabapgit_forms.prog.xml',
    values: ({ ref, description, attributes }, before) => [
      section('PROGDIR', {
        NAME: ref.name,
        SUBC: type === 'INCL' ? 'I' : (programKinds[attributes['programType'] ?? ''] ?? '1'),
        RLOAD: 'E',
        FIXPT: isSet(attributes['fixPointArithmetic']),
        UCCHECK: 'X'
      }),
      ...textPool(description, before)
    ],
    read: values => ({
      description: textAt(childrenOf(childrenOf(find(values, 'TPOOL')).find(isTitle)), 'ENTRY'),
      language: undefined
    })
  }
}

/** What a DDL source defines, where the letter of abapGit for it is known. */
function cdsKind(source: string | undefined): string {
  const code = (source ?? '').replace(/\/\*[^]*?\*\//g, ' ').replace(/\/\/.*$/gm, ' ')
  const [, entity] = /\bdefine\s+(?:root\s+)?view\s+(entity\b)?/i.exec(code) ?? []
  return /\bdefine\s+(?:root\s+)?view\b/i.test(code) ? (entity === undefined ? 'V' : 'W') : ''
}

const ddls: LayoutType = {
  type: 'DDLS',
  from: '7.40',
  serializer: 'DDLS',
  carried: new Set(['DDLS/DDTEXT']),
  notCarried: 'the file `.baseinfo`, kinds of sources other than views and view entities',
  evidence: 'abapGit-tests/SRVD_w_DDLS src/zddls_proj_flight.ddls.xml',
  values: ({ ref, description, language, sources }) => [
    section('DDLS', {
      DDLNAME: ref.name,
      DDLANGUAGE: keyOf({ language }),
      DDTEXT: description,
      SOURCE_TYPE: cdsKind(sources['main'])
    })
  ],
  read: values => ({
    description: textAt(values, 'DDLS', 'DDTEXT'),
    language: languageCode(textAt(values, 'DDLS', 'DDLANGUAGE'))
  })
}

const dcls: LayoutType = {
  type: 'DCLS',
  from: '7.50',
  serializer: 'DCLS',
  carried: new Set(['DCLS/DDTEXT']),
  notCarried: 'nothing that is known',
  evidence: 'abapGit-tests/DCLS src/z_test_dcls.dcls.xml',
  values: ({ ref, description, language }) => [
    section('DCLS', { DCLNAME: ref.name, DCLLANGUAGE: keyOf({ language }), DDTEXT: description })
  ],
  read: values => ({
    description: textAt(values, 'DCLS', 'DDTEXT'),
    language: languageCode(textAt(values, 'DCLS', 'DCLLANGUAGE'))
  })
}

/** Types of the workbench whose file holds the metadata of their document. */
function described(
  type: string,
  facts: { readonly own: Readonly<Record<string, string>>; readonly evidence: string }
): LayoutType {
  return {
    type,
    from: '7.54',
    serializer: type,
    carried: new Set([`${type}/DESCRIPTION`]),
    notCarried: 'origin of the source, links',
    evidence: facts.evidence,
    values: ({ ref, description, language }) => [
      section(type, {
        NAME: ref.name,
        TYPE: facts.own['TYPE'],
        DESCRIPTION: description,
        DESCRIPTION_TEXT_LIMIT: facts.own['DESCRIPTION_TEXT_LIMIT'],
        LANGUAGE: language,
        MASTER_LANGUAGE: language,
        ...Object.fromEntries(
          Object.entries(facts.own).filter(([name]) => !/^(?:TYPE|DESCRIPTION)/.test(name))
        )
      })
    ],
    read: values => ({
      description: textAt(values, type, 'DESCRIPTION'),
      language: textAt(values, type, 'MASTER_LANGUAGE') || undefined
    })
  }
}

const bdef = described('BDEF', {
  own: {
    TYPE: 'BDEF/BDO',
    DESCRIPTION_TEXT_LIMIT: '60',
    SOURCE_FIXED_POINT_ARITHMETIC: 'true',
    SOURCE_UNICODE_CHECKS_ACTIVE: 'true'
  },
  evidence: 'abapGit-tests/BDEF src/zroot_cds.bdef.xml'
})

const srvd = described('SRVD', {
  own: {
    TYPE: 'SRVD/SRV',
    SOURCE_TYPE: 'ABAP_SOURCE',
    SRVD_SOURCE_TYPE: 'S',
    SRVD_SOURCE_TYPE_DESC: 'Service Definition'
  },
  evidence: 'abapGit-tests/SRVD_w_DDLS src/zsrvd_proj_flight.srvd.xml'
})

export const sourceTypes: readonly LayoutType[] = [
  clas,
  intf,
  program('PROG'),
  program('INCL'),
  ddls,
  dcls,
  bdef,
  srvd
]
