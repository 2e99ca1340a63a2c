/** Findings of the ABAP Test Cockpit by rule, as lines and as data. */
import type { AtcFinding, ObjectRef } from '../../erp-client/index.ts'
import { groupData, groupFindings, groupLines } from '../objects/finding-groups.ts'
import type { RuleGroup } from '../objects/finding-groups.ts'
import { refWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'

/** The findings by rule; a finding that the ERP reports twice stands once. */
export function groupAtc(findings: readonly AtcFinding[]): RuleGroup<AtcFinding>[] {
  return groupFindings(findings, {
    rule: ({ priority, check, messageId }) => JSON.stringify([priority, check, messageId]),
    message: one => JSON.stringify(messageFacts(one))
  })
}

/** @param refs the objects that were checked: where it is one, its places do not name it */
export function atcLines(group: RuleGroup<AtcFinding>, refs: readonly ObjectRef[] = []): string[] {
  const { priority, check } = group.first
  return groupLines(group, {
    level: String(priority),
    rule: check,
    mark: ({ exemption, hasFix }) =>
      `${exemption === undefined ? '' : ` (exemption: ${exemption})`}${hasFix ? ' (quick fix)' : ''}`,
    about: soleObject(refs)
  })
}

/** The same as data. */
export function atcData(group: RuleGroup<AtcFinding>, refs: readonly ObjectRef[] = []): object {
  return groupData(group, { rule: ruleFacts, message: messageFacts }, soleObject(refs))
}

function soleObject([first, ...others]: readonly ObjectRef[]): string | undefined {
  return first === undefined || others.length > 0 ? undefined : refWords(first)
}

const ruleFacts = ({ priority, check, messageId }: AtcFinding): object => ({
  priority,
  check,
  messageId
})

const messageFacts = ({ exemption, hasFix }: AtcFinding): object =>
  omitUndefined({ exemption, quickFix: hasFix ? true : undefined })
