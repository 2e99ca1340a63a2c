import type { ErpReader, ErpWriter } from './erp.ts'
import type { ObjectRef } from './objects.ts'
import { unbuilt } from './unbuilt.ts'

export type RiskLevel = 'harmless' | 'dangerous' | 'critical'
export interface UnitAlert {
  readonly kind: string
  readonly severity: string
  readonly title: string
  readonly details: string[]
  readonly stack: { readonly text: string, readonly ref?: ObjectRef | undefined, readonly part?: string | undefined, readonly line?: number | undefined }[]
}
export interface UnitMethod { readonly name: string, readonly status: 'passed' | 'failed' | 'error', readonly seconds?: number | undefined, readonly alerts: UnitAlert[] }
export interface UnitClass {
  readonly name: string
  readonly ref?: ObjectRef | undefined
  readonly uri: string
  readonly risk: RiskLevel
  readonly duration?: string | undefined
  readonly methods: UnitMethod[]
  readonly alerts: UnitAlert[]
  /** Why the class did not run. */
  readonly skipped?: string | undefined
}
export interface UnitResult {
  readonly classes: UnitClass[]
  readonly totals: { readonly passed: number, readonly failed: number, readonly errors: number, readonly skippedClasses: number }
  readonly verdict: 'passed' | 'failed' | 'nothing_run' | 'incomplete'
}

export const runUnitTests: (erp: ErpReader | ErpWriter, args: { refs: readonly ObjectRef[], risks: readonly RiskLevel[] }, signal?: AbortSignal) => Promise<UnitResult> = unbuilt
