/** Faults at every request of creations and changes of ABAP sources. */
import { testContents, testFaults } from './corpus.ts'

testContents()
testFaults(['PROG', 'INCL', 'CLAS', 'INTF', 'FUGR', 'FUNC', 'FINC'])
