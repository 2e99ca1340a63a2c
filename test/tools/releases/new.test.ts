/** The matrix on the newer releases. */
import { testRelease } from './matrix.ts'

for (const release of ['758', '816', 'cloud'] as const) testRelease(release)
