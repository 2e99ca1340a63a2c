/** The matrix on the releases that lack most. */
import { testRelease } from './matrix.ts'

for (const release of ['740', '750', '754'] as const) testRelease(release)
