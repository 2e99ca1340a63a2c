/**
 * Languages by their key of one character (table T002). HE, KO, ZH as SAP documents them
 * (conversion to two-character language keys, language keys in Unicode systems); the others are
 * believed.
 */
export const languageKeys: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'EN:E DE:D FR:F ES:S IT:I NL:N PT:P PL:L RU:R JA:J ZH:1 ZF:M KO:3 SV:V DA:K FI:U NO:O CS:C ' +
    'SK:Q HU:H TR:T UK:8 HE:B AR:A EL:G RO:4 SL:5 HR:6 BG:W TH:2'
  )
    .split(' ')
    .map(pair => pair.split(':'))
)
