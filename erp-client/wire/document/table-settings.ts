/** The fields of the technical settings of a table. */
import type { DocumentRows } from './document-rows.ts'
import type { Fields } from './values.ts'

/** The ERP activates no table whose kind of buffering contradicts whether it may be buffered. */
function bufferingFault(now: Fields, changed: Fields): string | undefined {
  const names = ['bufferingAllowed', 'bufferingType', 'keyFields']
  if (!names.some(name => changed[name] !== undefined)) return undefined
  const [allowed, type, keyFields] = names.map(name => now[name])
  if (allowed === 'N' && (type ?? '') !== '') {
    return '`bufferingAllowed` is N, which needs `bufferingType` as ""'
  }
  if ((allowed === 'X' || allowed === 'A') && type === '') {
    return `\`bufferingAllowed\` is ${allowed}, which needs \`bufferingType\``
  }
  return type === 'G' && (keyFields === 0 || keyFields === undefined)
    ? '`bufferingType` is G, which needs `keyFields`'
    : undefined
}

export const tableSettings: DocumentRows = {
  namespaces: [],
  rows: {
    dataClass: { path: 'dataClassCategory', kind: 'name' },
    sizeCategory: { path: 'sizeCategory', kind: 'number', digits: 1 },
    bufferingAllowed: { path: 'buffering/allowed', kind: 'name' },
    bufferingType: { path: 'buffering/type', kind: 'name' },
    keyFields: { path: 'buffering/areaKeyFields', kind: 'number', digits: 2 },
    storageType: { path: 'storageType', kind: 'name' },
    logging: { path: 'loggingEnabled', kind: 'flag' }
  },
  lists: {},
  sequences: {
    '': [
      'dataClassCategory',
      'sizeCategory',
      'buffering',
      'storageType',
      'sharingType',
      'loadUnit',
      'translation',
      'loggingEnabled',
      'supportsLoggingAssessment'
    ],
    buffering: ['allowed', 'type', 'areaKeyFields']
  },
  fault: bufferingFault
}
