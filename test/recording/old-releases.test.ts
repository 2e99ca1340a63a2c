/** Recordings of 740 and 754, replayed. */
import { testRelease } from './matrix.ts'

testRelease('740')
testRelease('754')
