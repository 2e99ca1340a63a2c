import type { ArtifactsRules, IRegistry } from '@abaplint/core'

export type Rule = ReturnType<typeof ArtifactsRules.getRules>[number]

/** Rules that make up the syntax check; what they find is an error unless a row says otherwise. Style is no matter of syntax. */
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
  bdef_parser_error: 'E',
  check_ddic: 'E',
  cyclic_oo: 'W',
  uncaught_exception: 'W',
  unreachable_code: 'W',
  unused_variables: 'W'
}

/** Findings about bookkeeping of the file format rather than the source. */
export const IGNORED = /in the XML|XML does not set|INCLUDE not used anywhere/

export interface SyntaxRule { readonly key: string, readonly severity: 'E' | 'W', readonly rule: Rule }

export function syntaxRules (registry: IRegistry): SyntaxRule[] {
  const rules: SyntaxRule[] = []
  for (const rule of registry.getConfig().getEnabledRules()) {
    const { key } = rule.getMetadata()
    const severity = SEVERITIES[key]
    if (severity !== undefined) rules.push({ key, severity, rule })
  }
  return rules
}
