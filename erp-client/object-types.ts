/** The table of object types: codes, names, paths, parts, media types and abilities. */
import type { Grammar } from './adt/names.ts'

export type Ability =
  | 'source'
  | 'metadata'
  | 'create'
  | 'delete'
  | 'activate'
  | 'search'
  | 'where-used'
  | 'outline'
  | 'unit-test'

/**
 * How an object of the type is created; differences from the common body are text with
 * `{placeholders}` for options.
 */
export interface CreateFacts {
  /** Qualified root element with its prefix, e.g. `class:abapClass`. */
  readonly root: string
  readonly namespace: string
  /** Attributes beyond the common ones; an attribute whose option is not given is left out. */
  readonly attributes?: Readonly<Record<string, string>>
  /**
   * Children before and after the reference to the package; an optional one (`?`) is left out
   * without its option.
   */
  readonly before?: readonly string[]
  readonly after?: readonly string[]
  /** Part of a function group: refers to the group in place of a package. */
  readonly inGroup?: boolean
  /** The creation itself needs the fields of the object. */
  readonly withFields?: true
  /** Values of options that are not given. */
  readonly defaults?: Readonly<Record<string, string>>
  /** Further ones on ABAP cloud, which has no defaults of its own for them. */
  readonly cloudDefaults?: Readonly<Record<string, string>>
}

/** How a part that is missing at first is created. */
export interface CreatePart {
  readonly path: string
  readonly body: string
}

export interface ObjectTypeRow {
  /** The name of the type in this library and for its users. */
  readonly code: string
  readonly adtType: string
  readonly label: string
  readonly aliases: readonly string[]
  /**
   * Path of the object as text; `{name}` lower case, `{NAME}` upper case, `{group}` the function
   * group.
   */
  readonly path: string
  /** Other paths under which a release may name the object. */
  readonly alsoAt?: readonly string[]
  /** Type under whose path the source is read where a release has no path for this one. */
  readonly readAs?: string
  /** Part name → path below the object's own. The first is the default. */
  readonly parts: Readonly<Record<string, string>>
  /**
   * Path of the versions of a part below the object's own, `{part}` the name of the part;
   * `versions` below the part where it is left out.
   */
  readonly versionsPath?: string
  readonly creatableParts?: Readonly<Record<string, CreatePart>>
  readonly mediaType: string
  /** Media type of the source; `text/plain` where it is left out. */
  readonly sourceType?: string
  /** Type of the object of the same name that this one is a part of: its package is that of the part. */
  readonly partOf?: string
  /** Documents are taken under this media type alone, without parameters. */
  readonly ownMediaType?: true
  /** The same for creations on ABAP cloud; elsewhere `application/*` is taken. */
  readonly ownMediaTypeInCloud?: true
  readonly create?: CreateFacts
  readonly abilities: ReadonlySet<Ability>
  /** The ERP keeps no drafts of it: what is saved is active. */
  readonly activeAtOnce?: true
  /** A package: its package is itself. */
  readonly ownPackage?: boolean
  readonly grammar: Grammar
  readonly maxNameLength: number
}

const adt = '/sap/bc/adt'
const vendor = (name: string) => `application/vnd.sap.adt.${name}+xml`
const able = (...abilities: Ability[]): ReadonlySet<Ability> => new Set(abilities)
const main = { main: 'source/main' }
const noParts = {}
const json = 'application/json'

const ns = {
  program: 'http://www.sap.com/adt/programs/programs',
  include: 'http://www.sap.com/adt/programs/includes',
  class: 'http://www.sap.com/adt/oo/classes',
  intf: 'http://www.sap.com/adt/oo/interfaces',
  group: 'http://www.sap.com/adt/functions/groups',
  fmodule: 'http://www.sap.com/adt/functions/fmodules',
  finclude: 'http://www.sap.com/adt/functions/fincludes',
  blue: 'http://www.sap.com/wbobj/blue'
} as const

const code: readonly Ability[] = [
  'source',
  'metadata',
  'create',
  'delete',
  'activate',
  'search',
  'where-used'
]
const cds: readonly Ability[] = [
  'source',
  'metadata',
  'create',
  'delete',
  'activate',
  'search',
  'where-used'
]
const dictionary: readonly Ability[] = [
  'metadata',
  'create',
  'delete',
  'activate',
  'search',
  'where-used'
]

const testClasses: CreatePart = {
  path: 'includes',
  body: '<class:abapClassInclude xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="dummy" class:includeType="testclasses"/>'
}

/** Everything that this library knows about a type of object stands in its row. */
export const objectTypes: readonly ObjectTypeRow[] = [
  {
    code: 'PROG',
    adtType: 'PROG/P',
    label: 'Program',
    aliases: ['PROGRAM', 'REPORT'],
    path: `${adt}/programs/programs/{name}`,
    parts: main,
    mediaType: vendor('programs.programs.v2'),
    abilities: able(...code, 'unit-test'),
    grammar: 'program',
    maxNameLength: 40,
    create: {
      root: 'program:abapProgram',
      namespace: ns.program,
      attributes: { 'program:programType': '{programType}' }
    }
  },
  {
    code: 'INCL',
    adtType: 'PROG/I',
    label: 'Include',
    aliases: ['INCLUDE'],
    path: `${adt}/programs/includes/{name}`,
    parts: main,
    mediaType: vendor('programs.includes.v2'),
    abilities: able(...code),
    grammar: 'program',
    maxNameLength: 40,
    create: { root: 'include:abapInclude', namespace: ns.include }
  },
  {
    code: 'CLAS',
    adtType: 'CLAS/OC',
    label: 'Class',
    aliases: ['CLASS'],
    path: `${adt}/oo/classes/{name}`,
    parts: {
      main: 'source/main',
      definitions: 'includes/definitions',
      implementations: 'includes/implementations',
      macros: 'includes/macros',
      testclasses: 'includes/testclasses'
    },
    versionsPath: 'includes/{part}/versions',
    creatableParts: { testclasses: testClasses },
    mediaType: vendor('oo.classes.v4'),
    abilities: able(...code, 'outline', 'unit-test'),
    grammar: 'identifier',
    maxNameLength: 30,
    create: {
      root: 'class:abapClass',
      namespace: ns.class,
      attributes: {
        'class:final': '{final}',
        'class:visibility': '{visibility}',
        'class:category': '{category}'
      },
      after: [
        '?<class:superClassRef adtcore:name="{superclass}"/>',
        '?<class:rootEntityRef adtcore:name="{rootEntity}"/>'
      ],
      defaults: { final: 'true', visibility: 'public' },
      cloudDefaults: { category: 'generalObjectType' }
    }
  },
  {
    code: 'INTF',
    adtType: 'INTF/OI',
    label: 'Interface',
    aliases: ['INTERFACE'],
    path: `${adt}/oo/interfaces/{name}`,
    parts: main,
    mediaType: vendor('oo.interfaces.v5'),
    ownMediaTypeInCloud: true,
    abilities: able(...code, 'outline'),
    grammar: 'identifier',
    maxNameLength: 30,
    create: { root: 'intf:abapInterface', namespace: ns.intf }
  },
  {
    code: 'FUGR',
    adtType: 'FUGR/F',
    label: 'Function group',
    aliases: ['FUNCTION_GROUP', 'FUNCTIONGROUP'],
    path: `${adt}/functions/groups/{name}`,
    parts: main,
    mediaType: vendor('functions.groups.v3'),
    abilities: able(...code, 'outline', 'unit-test'),
    grammar: 'free',
    maxNameLength: 26,
    create: { root: 'group:abapFunctionGroup', namespace: ns.group }
  },
  {
    code: 'FUNC',
    adtType: 'FUGR/FF',
    label: 'Function module',
    aliases: ['FUNCTION', 'FUNCTION_MODULE', 'FM'],
    path: `${adt}/functions/groups/{group}/fmodules/{name}`,
    parts: main,
    mediaType: vendor('functions.fmodules.v3'),
    abilities: able(...code),
    grammar: 'free',
    maxNameLength: 30,
    create: { root: 'fmodule:abapFunctionModule', namespace: ns.fmodule, inGroup: true }
  },
  {
    code: 'FINC',
    adtType: 'FUGR/I',
    label: 'Function group include',
    aliases: ['FUNCTION_INCLUDE'],
    path: `${adt}/functions/groups/{group}/includes/{name}`,
    parts: main,
    mediaType: vendor('functions.fincludes.v2'),
    abilities: able(...code),
    grammar: 'program',
    maxNameLength: 40,
    create: { root: 'finclude:abapFunctionGroupInclude', namespace: ns.finclude, inGroup: true }
  },
  {
    code: 'TABL',
    adtType: 'TABL/DT',
    label: 'Table',
    aliases: ['TABLE'],
    path: `${adt}/ddic/tables/{name}`,
    // 7.50 lists transparent tables under structures.
    readAs: 'STRU',
    parts: main,
    mediaType: vendor('tables.v2'),
    abilities: able(...code),
    grammar: 'identifier',
    maxNameLength: 16,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  },
  {
    code: 'STRU',
    adtType: 'TABL/DS',
    label: 'Structure',
    aliases: ['STRUCTURE', 'STRUCT'],
    path: `${adt}/ddic/structures/{name}`,
    parts: main,
    mediaType: vendor('structures.v2'),
    abilities: able(...code),
    grammar: 'identifier',
    maxNameLength: 30,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  },
  {
    code: 'DDLS',
    adtType: 'DDLS/DF',
    label: 'CDS view',
    aliases: ['CDS', 'CDS_VIEW', 'DDL', 'DATA_DEFINITION'],
    path: `${adt}/ddic/ddl/sources/{name}`,
    parts: main,
    versionsPath: 'versions',
    mediaType: vendor('ddlSource'),
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'ddl:ddlSource', namespace: 'http://www.sap.com/adt/ddic/ddlsources' }
  },
  {
    code: 'DCLS',
    adtType: 'DCLS/DL',
    label: 'CDS access control',
    aliases: ['DCL', 'ACCESS_CONTROL'],
    path: `${adt}/acm/dcl/sources/{name}`,
    parts: main,
    versionsPath: 'versions',
    mediaType: vendor('dclSource'),
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'dcl:dclSource', namespace: 'http://www.sap.com/adt/acm/dclsources' }
  },
  {
    code: 'DDLX',
    adtType: 'DDLX/EX',
    label: 'CDS metadata extension',
    aliases: ['METADATA_EXTENSION'],
    path: `${adt}/ddic/ddlx/sources/{name}`,
    parts: main,
    mediaType: vendor('ddic.ddlx.v1'),
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'ddlx:ddlxSource', namespace: 'http://www.sap.com/adt/ddic/ddlxsources' }
  },
  {
    code: 'DDLA',
    adtType: 'DDLA/ADF',
    label: 'CDS annotation definition',
    aliases: ['ANNOTATION_DEFINITION'],
    path: `${adt}/ddic/ddla/sources/{name}`,
    parts: main,
    mediaType: vendor('ddic.ddla.v1'),
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'ddla:ddlaSource', namespace: 'http://www.sap.com/adt/ddic/ddlasources' }
  },
  {
    code: 'BDEF',
    adtType: 'BDEF/BDO',
    label: 'Behavior definition',
    aliases: ['BEHAVIOR_DEFINITION', 'BEHAVIOUR_DEFINITION'],
    path: `${adt}/bo/behaviordefinitions/{name}`,
    parts: main,
    mediaType: vendor('blues.v1'),
    ownMediaType: true,
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: {
      root: 'blue:blueSource',
      namespace: ns.blue,
      before: [
        '?<adtcore:adtTemplate><adtcore:adtProperty adtcore:key="base_bdef">{base}</adtcore:adtProperty></adtcore:adtTemplate>'
      ]
    }
  },
  {
    code: 'SRVD',
    adtType: 'SRVD/SRV',
    label: 'Service definition',
    aliases: ['SERVICE_DEFINITION'],
    path: `${adt}/ddic/srvd/sources/{name}`,
    parts: main,
    mediaType: vendor('ddic.srvd.v1'),
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: {
      root: 'srvd:srvdSource',
      namespace: 'http://www.sap.com/adt/ddic/srvdsources',
      attributes: { 'srvd:srvdSourceType': 'S' }
    }
  },
  {
    code: 'SRVB',
    adtType: 'SRVB/SVB',
    label: 'Service binding',
    aliases: ['SERVICE_BINDING'],
    path: `${adt}/businessservices/bindings/{name}`,
    parts: noParts,
    mediaType: vendor('businessservices.servicebinding.v2'),
    abilities: able(...dictionary),
    grammar: 'identifier',
    maxNameLength: 26,
    create: {
      root: 'srvb:serviceBinding',
      namespace: 'http://www.sap.com/adt/ddic/ServiceBindings',
      after: [
        '<srvb:services srvb:name="{name}"><srvb:content srvb:version="0001"><srvb:serviceDefinition adtcore:name="{serviceDefinition}"/></srvb:content></srvb:services>',
        '<srvb:binding srvb:category="{category}" srvb:type="ODATA" srvb:version="{odataVersion}"><srvb:implementation adtcore:name=""/></srvb:binding>'
      ],
      defaults: { category: '0', odataVersion: 'V4' }
    }
  },
  {
    code: 'DOMA',
    adtType: 'DOMA/DD',
    label: 'Domain',
    aliases: ['DOMAIN'],
    path: `${adt}/ddic/domains/{name}`,
    parts: noParts,
    mediaType: vendor('domains.v2'),
    abilities: able(...dictionary),
    grammar: 'identifier',
    maxNameLength: 30,
    create: {
      root: 'doma:domain',
      namespace: 'http://www.sap.com/dictionary/domain',
      after: [
        '?<doma:content><doma:typeInformation><doma:datatype>{dataType}</doma:datatype><doma:length>{length}</doma:length><doma:decimals>{decimals}</doma:decimals></doma:typeInformation></doma:content>'
      ],
      defaults: { decimals: '000000' }
    }
  },
  {
    code: 'DTEL',
    adtType: 'DTEL/DE',
    label: 'Data element',
    aliases: ['DATA_ELEMENT', 'DATAELEMENT'],
    path: `${adt}/ddic/dataelements/{name}`,
    parts: noParts,
    mediaType: vendor('dataelements.v2'),
    abilities: able(...dictionary),
    grammar: 'identifier',
    maxNameLength: 30,
    create: { root: 'blue:wbobj', namespace: 'http://www.sap.com/wbobj/dictionary/dtel' }
  },
  {
    code: 'TTYP',
    adtType: 'TTYP/DA',
    label: 'Table type',
    aliases: ['TABLE_TYPE', 'TABLETYPE'],
    path: `${adt}/ddic/tabletypes/{name}`,
    parts: noParts,
    mediaType: vendor('tabletype.v1'),
    abilities: able(...dictionary),
    grammar: 'identifier',
    maxNameLength: 30,
    create: {
      root: 'ttyp:tableType',
      namespace: 'http://www.sap.com/dictionary/tabletype',
      after: [
        '?<ttyp:rowType><ttyp:typeKind>{rowKind}</ttyp:typeKind><ttyp:typeName>{rowType}</ttyp:typeName></ttyp:rowType>'
      ],
      defaults: { rowKind: 'dictionaryType' }
    }
  },
  {
    code: 'TYPE',
    adtType: 'TYPE/DG',
    label: 'Type group',
    aliases: ['TYPE_GROUP', 'TYPEGROUP'],
    path: `${adt}/ddic/typegroups/{name}`,
    parts: main,
    mediaType: vendor('ddic.typegroups.v2'),
    ownMediaType: true,
    abilities: able(...code),
    grammar: 'identifier',
    maxNameLength: 5,
    create: {
      root: 'atypgr:abapTypeGroup',
      namespace: 'http://www.sap.com/adt/ddic/typegroups'
    }
  },
  {
    code: 'ENQU',
    adtType: 'ENQU/DL',
    label: 'Lock object',
    aliases: ['LOCK_OBJECT'],
    path: `${adt}/ddic/lockobjects/sources/{name}`,
    parts: noParts,
    mediaType: vendor('lockobjects.v1'),
    ownMediaType: true,
    abilities: able(...dictionary),
    grammar: 'identifier',
    maxNameLength: 16,
    create: {
      root: 'enqu:lockobject',
      namespace: 'http://www.sap.com/adt/ddic/enqu',
      withFields: true,
      after: [
        '<enqu:content><enqu:allowRFC>{allowRfc}</enqu:allowRFC><enqu:primaryTable><enqu:tableName>{table}</enqu:tableName><enqu:lockMode>{lockMode}</enqu:lockMode></enqu:primaryTable><enqu:secondaryTables/><enqu:lockParameters/></enqu:content>'
      ],
      defaults: { lockMode: 'E', allowRfc: 'false' }
    }
  },
  {
    code: 'TABT',
    adtType: 'TABL/DTT',
    label: 'Table settings',
    aliases: ['TABLE_SETTINGS', 'TECHNICAL_SETTINGS'],
    path: `${adt}/ddic/db/settings/{name}`,
    partOf: 'TABL',
    parts: noParts,
    mediaType: vendor('table.settings.v2'),
    abilities: able('metadata', 'activate'),
    grammar: 'identifier',
    maxNameLength: 16
  },
  {
    code: 'MSAG',
    adtType: 'MSAG/N',
    label: 'Message class',
    aliases: ['MESSAGE_CLASS'],
    path: `${adt}/messageclass/{name}`,
    parts: noParts,
    mediaType: vendor('mc.messageclass'),
    activeAtOnce: true,
    abilities: able(...dictionary),
    grammar: 'free',
    maxNameLength: 20,
    create: { root: 'mc:messageClass', namespace: 'http://www.sap.com/adt/MessageClass' }
  },
  {
    code: 'DEVC',
    adtType: 'DEVC/K',
    label: 'Package',
    aliases: ['PACKAGE'],
    path: `${adt}/packages/{name}`,
    parts: noParts,
    mediaType: vendor('packages.v2'),
    abilities: able('metadata', 'create', 'delete', 'search', 'where-used', 'unit-test'),
    ownPackage: true,
    grammar: 'package',
    maxNameLength: 30,
    create: {
      root: 'pak:package',
      namespace: 'http://www.sap.com/adt/packages',
      attributes: { 'adtcore:version': 'active' },
      after: [
        '<pak:attributes pak:packageType="{packageType}" pak:recordChanges="{recordChanges}"/>',
        '<pak:superPackage adtcore:name="{superPackage}"/>',
        '<pak:applicationComponent/>',
        '<pak:transport><pak:softwareComponent pak:name="{softwareComponent}"/><pak:transportLayer pak:name="{transportLayer}"/></pak:transport>',
        '<pak:translation/><pak:useAccesses/><pak:packageInterfaces/><pak:subPackages/>'
      ],
      defaults: { packageType: 'development', transportLayer: '' }
    }
  },
  {
    code: 'XSLT',
    adtType: 'XSLT/VT',
    label: 'Transformation',
    aliases: ['TRANSFORMATION'],
    path: `${adt}/xslt/transformations/{name}`,
    parts: main,
    mediaType: vendor('transformations'),
    ownMediaType: true,
    abilities: able(...code),
    grammar: 'free',
    maxNameLength: 40,
    create: {
      root: 'trans:transformation',
      namespace: 'http://www.sap.com/adt/transformation',
      attributes: { 'trans:transformationType': '{transformationType}' },
      defaults: { transformationType: 'SimpleTransformation' }
    }
  },
  {
    code: 'VIEW',
    adtType: 'VIEW/DV',
    label: 'Dictionary view',
    aliases: ['DICTIONARY_VIEW'],
    path: `${adt}/vit/wb/object_type/viewdv/object_name/{NAME}`,
    alsoAt: [`${adt}/ddic/views/{name}`],
    parts: noParts,
    mediaType: 'application/vnd.sap.adt.basic.object.properties+xml',
    abilities: able('metadata', 'search', 'where-used'),
    grammar: 'identifier',
    maxNameLength: 16
  },
  {
    code: 'TRAN',
    adtType: 'TRAN/T',
    label: 'Transaction',
    aliases: ['TRANSACTION'],
    path: `${adt}/vit/wb/object_type/trant/object_name/{NAME}`,
    alsoAt: [`${adt}/aps/iam/tran/{name}`],
    parts: noParts,
    mediaType: 'application/vnd.sap.adt.basic.object.properties+xml',
    abilities: able('metadata', 'search'),
    grammar: 'free',
    maxNameLength: 20
  },
  {
    code: 'AUTH',
    adtType: 'AUTH',
    label: 'Authorization field',
    aliases: ['AUTHORIZATION_FIELD'],
    path: `${adt}/aps/iam/auth/{name}`,
    parts: noParts,
    mediaType: vendor('blues.v1'),
    ownMediaType: true,
    abilities: able('metadata', 'create', 'delete', 'activate', 'search', 'where-used'),
    grammar: 'identifier',
    maxNameLength: 10,
    create: { root: 'auth:auth', namespace: 'http://www.sap.com/iam/auth' }
  },
  {
    code: 'SUSO',
    adtType: 'SUSO/B',
    label: 'Authorization object',
    aliases: ['AUTHORIZATION_OBJECT'],
    path: `${adt}/aps/iam/suso/{name}`,
    parts: noParts,
    mediaType: vendor('blues.v1'),
    ownMediaType: true,
    abilities: able('metadata', 'create', 'delete', 'activate', 'search', 'where-used'),
    grammar: 'free',
    maxNameLength: 10,
    create: { root: 'susob:suso', namespace: 'http://www.sap.com/iam/suso' }
  },
  {
    code: 'BADI',
    adtType: 'ENHO/XHB',
    label: 'BAdI implementation',
    aliases: ['BADI_IMPLEMENTATION', 'ENHO'],
    path: `${adt}/enhancements/enhoxhb/{name}`,
    parts: noParts,
    mediaType: vendor('enh.enhoxhb.v4'),
    abilities: able('metadata', 'delete', 'activate', 'search', 'where-used'),
    grammar: 'identifier',
    maxNameLength: 30
  },
  {
    code: 'HOOK',
    adtType: 'ENHO/XHH',
    label: 'Source code plug-in',
    aliases: ['SOURCE_PLUGIN'],
    path: `${adt}/enhancements/enhoxhh/{name}`,
    parts: main,
    mediaType: vendor('enh.enhoxhh.v3'),
    abilities: able('source', 'metadata', 'delete', 'activate', 'search', 'where-used'),
    grammar: 'identifier',
    maxNameLength: 30
  },
  {
    code: 'ENHI',
    adtType: 'ENHO/XH',
    label: 'Enhancement implementation',
    aliases: ['ENHANCEMENT_IMPLEMENTATION'],
    path: `${adt}/enhancements/enhoxh/{name}`,
    parts: noParts,
    mediaType: vendor('enh.enho.v1'),
    abilities: able('metadata', 'activate', 'search', 'where-used'),
    grammar: 'identifier',
    maxNameLength: 30
  },
  {
    code: 'ENHS',
    adtType: 'ENHS/XSB',
    label: 'Enhancement spot',
    aliases: ['ENHANCEMENT_SPOT'],
    path: `${adt}/enhancements/enhsxsb/{name}`,
    alsoAt: [`${adt}/enhancements/enhsxs/{name}`],
    parts: noParts,
    mediaType: vendor('enh.enhs.v2'),
    abilities: able('metadata', 'search', 'where-used'),
    grammar: 'identifier',
    maxNameLength: 30
  },
  {
    code: 'SKTD',
    adtType: 'SKTD/TYP',
    label: 'Knowledge transfer document',
    aliases: ['KTD', 'DOCUMENTATION'],
    path: `${adt}/documentation/ktd/documents/{name}`,
    parts: noParts,
    mediaType: vendor('sktdv2'),
    ownMediaType: true,
    abilities: able('metadata', 'search'),
    // Of packages too.
    grammar: 'free',
    maxNameLength: 40,
    // Only as the documentation of an object that an undo creates again.
    create: {
      root: 'sktd:docu',
      namespace: 'http://www.sap.com/wbobj/texts/sktd',
      after: [
        '<sktd:refObject adtcore:name="{refName}" adtcore:type="{refType}" adtcore:uri="{refUri}"/>'
      ]
    }
  },
  {
    code: 'DSFD',
    adtType: 'DSFD/SCF',
    label: 'CDS scalar function',
    aliases: ['SCALAR_FUNCTION'],
    path: `${adt}/ddic/dsfd/sources/{name}`,
    parts: main,
    mediaType: vendor('blues.v1'),
    ownMediaType: true,
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  },
  {
    code: 'DSFI',
    adtType: 'DSFI/SFI',
    label: 'CDS scalar function implementation',
    aliases: ['SCALAR_FUNCTION_IMPLEMENTATION'],
    path: `${adt}/ddic/dsfi/{name}`,
    parts: main,
    mediaType: vendor('blues.v2'),
    ownMediaType: true,
    abilities: able('source', 'metadata', 'delete', 'activate', 'search', 'where-used'),
    grammar: 'identifier',
    maxNameLength: 40
  },
  {
    code: 'DESD',
    adtType: 'DESD/TYP',
    label: 'Logical external schema',
    aliases: ['EXTERNAL_SCHEMA'],
    path: `${adt}/ddic/desd/{name}`,
    parts: main,
    mediaType: vendor('blues.v1'),
    ownMediaType: true,
    abilities: able(...cds),
    sourceType: json,
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  },
  {
    code: 'DTSC',
    adtType: 'DTSC/TYP',
    label: 'Static cache',
    aliases: ['STATIC_CACHE'],
    path: `${adt}/ddic/dtsc/sources/{name}`,
    parts: main,
    mediaType: vendor('blues.v1'),
    ownMediaType: true,
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  },
  {
    code: 'EVTB',
    adtType: 'EVTB/EVB',
    label: 'Event binding',
    aliases: ['EVENT_BINDING'],
    path: `${adt}/businessservices/evtbevb/{name}`,
    parts: main,
    mediaType: vendor('blues.v1'),
    ownMediaType: true,
    abilities: able(...cds),
    sourceType: json,
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  },
  {
    code: 'COTA',
    adtType: 'COTA/TYP',
    label: 'Communication target',
    aliases: ['COMMUNICATION_TARGET'],
    path: `${adt}/conn/commtargets/{name}`,
    parts: main,
    mediaType: vendor('blues.v1'),
    ownMediaType: true,
    abilities: able(...cds),
    sourceType: json,
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  },
  {
    code: 'CSNM',
    adtType: 'CSNM/TYP',
    label: 'Core schema notation model',
    aliases: ['CSN_MODEL'],
    path: `${adt}/csn/csnm/{name}`,
    parts: main,
    sourceType: json,
    mediaType: vendor('blues.v1'),
    ownMediaType: true,
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  },
  {
    code: 'EVTO',
    adtType: 'EVTO/EVO',
    label: 'Event object',
    aliases: ['EVENT_OBJECT'],
    path: `${adt}/businessservices/evtoevo/{name}`,
    parts: main,
    sourceType: json,
    mediaType: vendor('blues.v2'),
    ownMediaType: true,
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  },
  {
    code: 'DRUL',
    adtType: 'DRUL/DRL',
    label: 'CDS dependency rule',
    aliases: ['DEPENDENCY_RULE'],
    path: `${adt}/ddic/drul/sources/{name}`,
    parts: main,
    mediaType: vendor('ddic.drul.v1'),
    ownMediaType: true,
    abilities: able(...cds),
    grammar: 'identifier',
    maxNameLength: 40,
    create: { root: 'blue:blueSource', namespace: ns.blue }
  }
]
