/** Keys of languages: two letters in ADT, one character in the dictionary. */

const pairs =
  'AF a AR A BG W CA c CS C DA K DE D EL G EN E ES S ET 9 FI U FR F HE B HR 6 HU H ID i IS b IT I JA J KO 3 LT X LV Y MS 7 NL N NO O PL L PT P RO 4 RU R SH d SK Q SL 5 SR 0 SV V TH 2 TR T UK 8 Z1 Z ZF M ZH 1'.split(
    ' '
  )
const keys = new Map<string, string>()
const codes = new Map<string, string>()
for (let at = 0; at < pairs.length; at += 2) {
  keys.set(pairs[at] ?? '', pairs[at + 1] ?? '')
  codes.set(pairs[at + 1] ?? '', pairs[at] ?? '')
}

/** `EN` → `E`; undefined for a language that is not known. */
export function languageKey(code: string): string | undefined {
  return keys.get(code.toUpperCase())
}

/** `E` → `EN`; undefined for a key that is not known. */
export function languageCode(key: string): string | undefined {
  return codes.get(key)
}
