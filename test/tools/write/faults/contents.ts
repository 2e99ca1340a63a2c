/** A content of each type that can be created, in two versions, for the corpus of faults. */
import { readObjectFields, readSource } from '../../../../erp-client/index.ts'
import type { ErpReader, Fields, ObjectRef } from '../../../../erp-client/index.ts'
import { toLf } from '../../../../erp-client/line-ends.ts'

/** A function group and its parts need it before the first case. */
export const group = 'ZFLT'

type Writing = (name: string, version: 1 | 2) => { source: string } | { fields: Fields }

export interface Content {
  /** A name that no other case has. */
  readonly nameOf: (number: number) => string
  /** Nothing for a type without a content that can be changed. */
  readonly write?: Writing
  /** Fields of the creation, for a type that has them then alone. */
  readonly created?: Fields
  readonly inGroup?: true
  /** Whether the content is enough to become active without other objects. */
  readonly activates?: true
}

const base36 = (number: number): string => number.toString(36).toUpperCase()
const named = (prefix: string) => (number: number) => `${prefix}${base36(number)}`
const source =
  (text: (name: string, version: number) => string): Writing =>
  (name, version) => ({ source: text(name.toLowerCase(), version) })
const fields =
  (of: (version: number) => Fields): Writing =>
  (_name, version) => ({ fields: of(version) })
const columns = (version: number) => (version === 1 ? '' : '  second : abap.int4;\n')

export const contents: Readonly<Record<string, Content>> = {
  PROG: {
    nameOf: named('ZFLT_P'),
    write: source((name, version) => `REPORT ${name}.\nDATA v TYPE i.\nv = ${version}.\n`),
    activates: true
  },
  INCL: {
    nameOf: named('ZFLT_I'),
    write: source((name, version) => `* ${name}\nDATA gv_v TYPE i VALUE ${version}.\n`)
  },
  CLAS: {
    nameOf: named('ZCL_FLT_'),
    write: source(
      (name, version) =>
        `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run RETURNING VALUE(v) TYPE i.\n` +
        `ENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n    v = ${version}.\n  ENDMETHOD.\nENDCLASS.\n`
    ),
    activates: true
  },
  INTF: {
    nameOf: named('ZIF_FLT_'),
    write: source(
      (name, version) =>
        `INTERFACE ${name} PUBLIC.\n  CONSTANTS version TYPE i VALUE ${version}.\nENDINTERFACE.\n`
    ),
    activates: true
  },
  FUGR: { nameOf: named('ZFLTG') },
  FUNC: {
    nameOf: named('Z_FLT_'),
    write: source(
      (name, version) => `FUNCTION ${name}.\n  DATA v TYPE i.\n  v = ${version}.\nENDFUNCTION.\n`
    ),
    inGroup: true
  },
  FINC: {
    nameOf: number => `L${group}${base36(36 * 36 * 15 + number)}`,
    write: source((name, version) => `* ${name}\nDATA gv_v TYPE i VALUE ${version}.\n`),
    inGroup: true
  },
  TABL: {
    nameOf: named('ZFLT_T'),
    write: source(
      (name, version) =>
        `@EndUserText.label : 'Fault'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n` +
        `@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n@AbapCatalog.dataMaintenance : #ALLOWED\n` +
        `define table ${name} {\n  key client : abap.clnt not null;\n  key id : abap.char(4) not null;\n${columns(version)}}\n`
    )
  },
  STRU: {
    nameOf: named('ZFLT_S'),
    write: source(
      (name, version) =>
        `@EndUserText.label : 'Fault'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n` +
        `define structure ${name} {\n  first : abap.char(4);\n${columns(version)}}\n`
    )
  },
  DDLS: {
    nameOf: named('ZFLT_V'),
    write: source(
      (name, version) =>
        `define view entity ${name} as select from zferry_port {\n  key port_id as id${version}\n}\n`
    )
  },
  DCLS: {
    nameOf: named('ZFLT_R'),
    write: source(
      (name, version) =>
        `@MappingRole: true\ndefine role ${name} {\n  grant select on zflt_view where id = '${version}';\n}\n`
    )
  },
  DDLX: {
    nameOf: named('ZFLT_X'),
    write: source(
      (_name, version) =>
        `@Metadata.layer: #CORE\nannotate entity zflt_view with {\n  @EndUserText.label: 'Id ${version}'\n  id;\n}\n`
    )
  },
  BDEF: {
    nameOf: named('ZFLT_B'),
    write: source(
      (_name, version) =>
        `managed;\ndefine behavior for zflt_view alias a${version}\nlock master\n{\n  update;\n}\n`
    )
  },
  SRVD: {
    nameOf: named('ZFLT_D'),
    write: source(
      (name, version) => `define service ${name} {\n  expose zflt_view as View${version};\n}\n`
    )
  },
  SRVB: {
    nameOf: named('ZFLT_N'),
    created: { serviceDefinition: 'ZFLT_SERVICE', odataVersion: 'V4' }
  },
  XSLT: {
    nameOf: named('ZFLT_T'),
    write: source(
      (_name, version) =>
        `<?sap.transform simple?>\n<tt:transform xmlns:tt="http://www.sap.com/transformation-templates">\n  <tt:root name="VALUE"/>\n  <tt:template>\n    <v${version}>\n      <tt:value ref="VALUE"/>\n    </v${version}>\n  </tt:template>\n</tt:transform>\n`
    )
  },
  TYPE: {
    nameOf: number => `ZF${base36(number).padStart(3, '0')}`,
    write: source(
      (name, version) => `TYPE-POOL ${name}.\nTYPES ${name}_number TYPE c LENGTH ${version}.\n`
    )
  },
  ENQU: { nameOf: named('EZFLT_'), created: { table: 'ZFERRY_PORT' } },
  DRUL: { nameOf: named('ZFLT_DR') },
  EVTB: { nameOf: named('ZFLT_EV') },
  DOMA: {
    nameOf: named('ZFLT_DO'),
    write: fields(version => ({
      dataType: 'CHAR',
      length: 4,
      values: [{ low: 'A', text: `Version ${version}` }]
    })),
    activates: true
  },
  DTEL: {
    nameOf: named('ZFLT_DE'),
    write: fields(version => ({ dataType: 'CHAR', length: 4, short: `Label ${version}` })),
    activates: true
  },
  TTYP: {
    nameOf: named('ZFLT_TT'),
    write: fields(version => ({
      rowType: 'ZFERRY_PORT',
      access: version === 1 ? 'standard' : 'sorted'
    }))
  },
  MSAG: {
    nameOf: named('ZFLT_M'),
    write: fields(version => ({ messages: [{ number: '001', text: `Version ${version}` }] })),
    activates: true
  }
}

/** `other`: neither of the two versions, e.g. what the ERP generates. */
export type Stored = 'absent' | 1 | 2 | 'other'

/** What the ERP has, asked without the bridge. */
export async function storedAt(
  erp: ErpReader,
  ref: ObjectRef,
  { isActive = false, content }: { isActive?: boolean; content: Content }
): Promise<Stored> {
  try {
    if (content.write === undefined) {
      await readAny(erp, ref)
      return 1
    }
    const one = content.write(ref.name, 1)
    if ('fields' in one) {
      const stored = (await readObjectFields(erp, { ref })) ?? {}
      return versionIn(version => {
        const wanted = content.write?.(ref.name, version)
        return wanted !== undefined && 'fields' in wanted && holds(wanted.fields, stored)
      })
    }
    const { text } = await readSource(erp, { ref, version: isActive ? 'active' : 'auto' })
    return versionIn(version => {
      const wanted = content.write?.(ref.name, version)
      return wanted !== undefined && 'source' in wanted && toLf(wanted.source) === text
    })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERP_NOT_FOUND') return 'absent'
    throw error
  }
}

async function readAny(erp: ErpReader, ref: ObjectRef): Promise<void> {
  await readObjectFields(erp, { ref })
}

function versionIn(isVersion: (version: 1 | 2) => boolean): Stored {
  return isVersion(1) ? 1 : isVersion(2) ? 2 : 'other'
}

function holds(wanted: unknown, stored: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(stored) && wanted.every(each => stored.some(other => holds(each, other)))
  }
  if (typeof wanted === 'object' && wanted !== null) {
    return Object.entries(wanted).every(([name, value]) =>
      holds(value, (stored as Record<string, unknown> | undefined)?.[name])
    )
  }
  return String(wanted) === String(stored)
}
