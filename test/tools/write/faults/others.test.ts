/** Faults at every request of creations and changes of all types without ABAP source. */
import { contents } from './contents.ts'
import { testFaults } from './corpus.ts'

const abap = new Set(['PROG', 'INCL', 'CLAS', 'INTF', 'FUGR', 'FUNC', 'FINC'])
testFaults(Object.keys(contents).filter(type => !abap.has(type)))
