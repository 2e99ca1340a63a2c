/** All checks: one for each operation that the client can send, in the order of a run. */
import type { Check } from '../check.ts'
import { analysisChecks } from './analysis.ts'
import { assistanceChecks } from './assistance.ts'
import { backgroundChecks } from './background.ts'
import { changeChecks } from './changes.ts'
import { gitChecks } from './git.ts'
import { lockChecks } from './locks.ts'
import { objectChecks } from './objects.ts'
import { repositoryChecks } from './repository.ts'
import { runtimeChecks } from './runtime.ts'
import { serviceChecks } from './services.ts'
import { systemChecks } from './system.ts'
import { transportEditChecks } from './transport-edits.ts'
import { transportSearchChecks } from './transport-search.ts'
import { transportChecks } from './transports.ts'
import { unattendedChecks } from './unattended.ts'

export const checks: readonly Check[] = [
  ...systemChecks,
  ...repositoryChecks,
  ...objectChecks,
  ...assistanceChecks,
  ...analysisChecks,
  ...backgroundChecks,
  ...unattendedChecks,
  ...lockChecks,
  ...changeChecks,
  ...transportChecks,
  ...transportSearchChecks,
  ...transportEditChecks,
  ...serviceChecks,
  ...runtimeChecks,
  ...gitChecks
]
