/** Selects and configures the parser's rules that make up the syntax check. */
import type { ArtifactsRules, IRegistry } from '@abaplint/core'

export type Rule = ReturnType<typeof ArtifactsRules.getRules>[number]

/** The rules of the syntax check with the severity of their findings; style rules are left out. */
const SEVERITIES: Readonly<Record<string, 'E' | 'W'>> = {
  check_syntax: 'E',
  unknown_types: 'E',
  implement_methods: 'E',
  global_class: 'E',
  superclass_final: 'E',
  check_abstract: 'E',
  method_implemented_twice: 'E',
  identical_form_names: 'E',
  begin_end_names: 'E',
  parser_missing_space: 'E',
  parser_bad_exceptions: 'E',
  check_include: 'E',
  cds_check_syntax: 'E',
  check_ddic: 'E',
  uncaught_exception: 'W',
  unreachable_code: 'W'
}

/**
 * Findings about the file format instead of the source, and one that is wrong: behavior pools are
 * abstract and final, and they compile.
 */
export const IGNORED = /ABSTRACT and FINAL|in the XML|XML does not set|INCLUDE not used anywhere/

/**
 * Object types that a rule runs for; on other types it would search the whole repository without a
 * finding.
 */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  check_include: ['PROG', 'FUGR'],
  identical_form_names: ['PROG', 'FUGR'],
  uncaught_exception: ['CLAS', 'PROG', 'FUGR'],
  // the syntax of CDS sources is that of the engine's own checks, which know the place of a fault
  cds_check_syntax: ['DDLS']
}

export interface SyntaxRule {
  readonly key: string
  readonly severity: 'E' | 'W'
  readonly rule: Rule
  readonly types?: readonly string[]
}

export function syntaxRules(registry: IRegistry): SyntaxRule[] {
  const rules: SyntaxRule[] = []
  for (const rule of registry.getConfig().getEnabledRules()) {
    const { key } = rule.getMetadata()
    const severity = SEVERITIES[key]
    const types = TYPES[key]
    if (severity !== undefined) {
      rules.push({ key, severity, rule, ...(types === undefined ? {} : { types }) })
    }
  }
  return rules
}
