/** Recordings of 758 and cloud, replayed. */
import { testRelease } from './matrix.ts'

testRelease('758')
testRelease('cloud')
