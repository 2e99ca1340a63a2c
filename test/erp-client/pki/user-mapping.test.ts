/** Who a name is at the ERP: a corpus of user names with the outcome that each must have. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isErpError } from '../../../erp-client/errors.ts'
import { createUserMapping } from '../../../erp-client/pki/user-mapping.ts'
import { userNameKey } from '../../../erp-client/pki/user-name.ts'

const users =
  '"ada@example.com":"ADA","bob@example.com":"Bob","K":"KELVIN","straße":"STR1","ılker":"ILKER"'
const mappings = {
  none: undefined,
  strict: `{${users}}`,
  open: `{${users},"*":"identity"}`
}

/** An ERP user, or what the refusal says. */
type Outcome = string | RegExp
const impossible = /cannot be propagated/
const unmapped = /no ERP user is mapped/
const spelling = /another spelling/
const reserved = /is mapped to another user/

/**
 * Name, and the outcome without a mapping, with a strict one, and with one that lets others pass.
 */
const corpus: readonly (readonly [string, Outcome, Outcome, Outcome])[] = [
  ['ada@example.com', 'ada@example.com', 'ADA', 'ADA'],
  ['Ada@example.com', 'Ada@example.com', spelling, spelling],
  ['ADA@EXAMPLE.COM', 'ADA@EXAMPLE.COM', spelling, spelling],
  ['ada@Example.com', 'ada@Example.com', spelling, spelling],
  ['bob@example.com', 'bob@example.com', 'Bob', 'Bob'],
  ['BOB@example.com', 'BOB@example.com', spelling, spelling],
  ['K', 'K', 'KELVIN', 'KELVIN'],
  ['k', 'k', spelling, spelling],
  ['\u212a', impossible, spelling, spelling],
  ['straße', impossible, 'STR1', 'STR1'],
  ['strasse', 'strasse', spelling, spelling],
  ['STRASSE', 'STRASSE', spelling, spelling],
  ['STRAẞE', impossible, unmapped, impossible],
  ['ſtraße', impossible, spelling, spelling],
  ['ılker', impossible, 'ILKER', 'ILKER'],
  ['ILKER', 'ILKER', spelling, reserved],
  ['ilker', 'ilker', spelling, reserved],
  ['İlker', impossible, unmapped, impossible],
  ['ADA', 'ADA', unmapped, reserved],
  ['Ada', 'Ada', unmapped, reserved],
  ['ada', 'ada', unmapped, reserved],
  ['aDA', 'aDA', unmapped, reserved],
  ['adA', 'adA', unmapped, reserved],
  ['AdA', 'AdA', unmapped, reserved],
  ['BOB', 'BOB', unmapped, reserved],
  ['Bob', 'Bob', unmapped, reserved],
  ['bob', 'bob', unmapped, reserved],
  ['KELVIN', 'KELVIN', unmapped, reserved],
  ['kelvin', 'kelvin', unmapped, reserved],
  ['\u212aELVIN', impossible, unmapped, reserved],
  ['str1', 'str1', unmapped, reserved],
  ['STR1', 'STR1', unmapped, reserved],
  ['ſTR1', impossible, unmapped, reserved],
  ['ＡＤＡ', impossible, unmapped, reserved],
  ['ａｄａ', impossible, unmapped, reserved],
  ['ᴀᴅᴀ', impossible, unmapped, impossible],
  ['𝐀𝐃𝐀', impossible, unmapped, reserved],
  ['ⒶⒹⒶ', impossible, unmapped, reserved],
  ['АDА', impossible, unmapped, impossible],
  ['ΑDΑ', impossible, unmapped, impossible],
  ['ADÁ', impossible, unmapped, impossible],
  ['ADA\u0301', impossible, unmapped, impossible],
  ['A\u200bDA', impossible, unmapped, impossible],
  ['ADA\u202e', impossible, unmapped, impossible],
  ['ADA\u00ad', impossible, unmapped, impossible],
  ['ADA ', impossible, unmapped, impossible],
  [' ADA', impossible, unmapped, impossible],
  ['ADA\u00a0', impossible, unmapped, impossible],
  ['ADA\0', impossible, unmapped, impossible],
  ['ADA\n', impossible, unmapped, impossible],
  ['ADA,CN=BOB', impossible, unmapped, impossible],
  ['CN=ADA', impossible, unmapped, impossible],
  ['"ADA"', impossible, unmapped, impossible],
  ['A\\DA', impossible, unmapped, impossible],
  ['#0c03414441', impossible, unmapped, impossible],
  ['%41DA', impossible, unmapped, impossible],
  ['ADA+BOB', impossible, unmapped, impossible],
  ['ADA;BOB', impossible, unmapped, impossible],
  ['', impossible, unmapped, impossible],
  ['*', impossible, unmapped, impossible],
  ['identity', 'identity', unmapped, 'identity'],
  ['__proto__', impossible, unmapped, impossible],
  ['constructor', 'constructor', unmapped, 'constructor'],
  ['toString', 'toString', unmapped, 'toString'],
  ['ADAM', 'ADAM', unmapped, 'ADAM'],
  ['ada.lovelace', 'ada.lovelace', unmapped, 'ada.lovelace'],
  ['ADA@example.org', 'ADA@example.org', unmapped, 'ADA@example.org'],
  ['carol', 'carol', unmapped, 'carol'],
  ['CAROL', 'CAROL', unmapped, 'CAROL'],
  ['Carol', 'Carol', unmapped, 'Carol'],
  ['DOM/ADA', 'DOM/ADA', unmapped, 'DOM/ADA'],
  ['0ADA', '0ADA', unmapped, '0ADA'],
  ['a'.repeat(64), 'a'.repeat(64), unmapped, 'a'.repeat(64)],
  ['a'.repeat(65), impossible, unmapped, impossible],
  ['ﬀ', impossible, unmapped, impossible],
  ['ŉADA', impossible, unmapped, impossible]
]

function outcomeOf(map: (claim: string) => string, name: string): string | Error {
  try {
    return map(name)
  } catch (error) {
    assert.ok(isErpError(error) && error.code === 'ERP_USER_NOT_PROPAGABLE', String(error))
    return error as Error
  }
}

describe('a corpus of user names', () => {
  for (const [column, mapping] of Object.entries(mappings)) {
    test(`with the mapping: ${column}`, () => {
      const at = 1 + Object.keys(mappings).indexOf(column)
      const map = createUserMapping(mapping)
      const wrong = corpus.filter(row => {
        const [wanted, found] = [row[at], outcomeOf(map, row[0])]
        if (wanted instanceof RegExp) {
          return !(found instanceof Error && wanted.test(found.message))
        }
        return found !== wanted
      })
      assert.deepEqual(wrong, [])
      assert.ok(corpus.length >= 60)
    })
  }

  test('no accepted name is the ERP user of another one, however the ERP converts its case', () => {
    for (const mapping of [mappings.strict, mappings.open]) {
      const map = createUserMapping(mapping)
      const owners = new Map<string, Set<string>>()
      for (const [name] of corpus) {
        const user = outcomeOf(map, name)
        if (user instanceof Error) continue
        for (const atErp of [user.toUpperCase(), user.toLocaleUpperCase('tr')]) {
          owners.set(atErp, (owners.get(atErp) ?? new Set()).add(userNameKey(name)))
        }
      }
      const shared = [...owners].filter(([, names]) => names.size > 1)
      assert.deepEqual(shared, [])
    }
  })
})

test('a mapping that gives two names one ERP user does not start, in any case', () => {
  for (const [one, other] of [
    ['ADA', 'ada'],
    ['Ada', 'aDA'],
    ['ADA', 'ADA'],
    ['k', 'K']
  ]) {
    const text = JSON.stringify({ 'a@example.com': one, 'b@example.com': other })
    assert.throws(
      () => createUserMapping(text),
      /"a@example\.com" and "b@example\.com" the same ERP user/
    )
  }
})

test('two spellings that are both mapped are two users, each exactly', () => {
  const map = createUserMapping('{"ada":"ADA1","Ada":"ADA2","*":"identity"}')
  assert.deepEqual([map('ada'), map('Ada')], ['ADA1', 'ADA2'])
  assert.throws(() => map('ADA'), spelling)
})
