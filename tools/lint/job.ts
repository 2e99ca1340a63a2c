/** A source as the linter names it: abapGit's file names, which tell type and part. */
export interface LintFile {
  readonly name: string
  readonly text: string
}

export const presets = ['default', 'strict', 'security', 'cloud'] as const
export type Preset = (typeof presets)[number]

export interface LintJob {
  readonly kind: 'check' | 'fix' | 'rules'
  readonly files: readonly LintFile[]
  /** Files whose findings are wanted, or that are to be corrected; the others are context. */
  readonly targets: readonly string[]
  /** Language release such as `v758`, or `Cloud`. */
  readonly version: string
  readonly preset: Preset
  /** Only these rules, whatever the preset. */
  readonly rules?: readonly string[] | undefined
  /** Rules that cannot judge these files. */
  readonly without?: readonly string[] | undefined
}

export interface LintFinding {
  readonly file: string
  readonly rule: string
  readonly text: string
  readonly severity: 'error' | 'warning' | 'info'
  /** 1-based. */
  readonly line: number
  readonly column: number
  readonly fixable: boolean
}

export interface LintRule {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly fixable: boolean
  readonly presets: readonly Preset[]
}

export interface LintResult {
  readonly findings: readonly LintFinding[]
  readonly files: readonly LintFile[]
  /** How often each rule corrected something. */
  readonly fixes: Readonly<Record<string, number>>
  readonly rules: readonly LintRule[]
  /**
   * Rules of the job that do not exist, each with the one that may be meant; nothing was judged
   * then.
   */
  readonly unknown: readonly { readonly rule: string; readonly near: string | undefined }[]
}
