/** Object type → ADT type, for definitions and outlines. */
const ADT_TYPES: Readonly<Record<string, string>> = {
  CLAS: 'CLAS/OC',
  INTF: 'INTF/OI',
  PROG: 'PROG/P',
  FUGR: 'FUGR/F',
  TABL: 'TABL/DT',
  DDLS: 'DDLS/DF',
  DOMA: 'DOMA/DD',
  DTEL: 'DTEL/DE',
  TTYP: 'TTYP/DA',
  MSAG: 'MSAG/N',
  VIEW: 'VIEW/DV',
  TYPE: 'TYPE/DG',
  DCLS: 'DCLS/DL',
  DDLX: 'DDLX/EX',
  BDEF: 'BDEF/BDO',
  SRVD: 'SRVD/SRV',
  ENQU: 'ENQU/DL',
  SKTD: 'SKTD/TYP',
  XSLT: 'XSLT/VT',
  DRUL: 'DRUL/DRL',
  DESD: 'DESD/TYP',
  DTSC: 'DTSC/TYP',
  CSNM: 'CSNM/TYP',
  EVTB: 'EVTB/EVB',
  EVTO: 'EVTO/EVO',
  COTA: 'COTA/TYP',
  SRVB: 'SRVB/SVB',
  TRAN: 'TRAN/T'
}

/** `CLAS/OC` for `CLAS`; the bare type for those without a known ADT type. */
export function adtType(type: string): string {
  return ADT_TYPES[type] ?? type
}

/**
 * Types of objects that a name in ABAP or CDS source can mean, in the order in which they are
 * looked for.
 */
export const NAMED_TYPES = [
  'CLAS',
  'INTF',
  'TABL',
  'VIEW',
  'DDLS',
  'DTEL',
  'TTYP',
  'DOMA',
  'TYPE',
  'MSAG',
  'PROG'
] as const
