/**
 * Exchange rates: TCURR, TCURF and TCURV, which are empty at first, and TCURX with the currencies
 * that have no two decimals. Columns, types and data elements: docsfortec.com (TCURR, TCURF),
 * erpexplorer.com (TCURV).
 */
import { readElements, readTables } from '../dictionary-text.ts'

export const currencyElements = readElements(`
ABWGA_CURR DATS 'Date from which the alternative rate type is valid'
ABWKT_CURR CHAR 4 'Alternative exchange rate type'
BKUZU_CUR CHAR 4 'Rate type of the selling rate'
BWAER_CURV CUKY 5 'Reference currency'
CURRDEC INT1 'Number of decimals of a currency'
FCURR_CURR CUKY 5 'From currency'
FFACT_CURR DEC 9 'Ratio for the from currency units'
GDATU_INV CHAR 8 'Date from which the rate is valid, inverted'
GKUZU_CUR CHAR 4 'Rate type of the buying rate'
KURST_CURR CHAR 4 'Exchange rate type'
TCURR_CURR CUKY 5 'To currency'
TFACT_CURR DEC 9 'Ratio for the to currency units'
UKURS_CURR DEC 9.5 'Exchange rate'
XBWRL_CURV CHAR 1 'Reference currency is the from currency'
XEURO_CURV CHAR 1 'Special translation model'
XFIXD_CURV CHAR 1 'Fixed exchange rates'
XINVR_CURV CHAR 1 'Inverted exchange rate is allowed'
`)

export const currencyTables = readTables(`
TCURF table 'Conversion factors' MANDT! KURST:KURST_CURR! FCURR:FCURR_CURR! TCURR:TCURR_CURR! GDATU:GDATU_INV! FFACT:FFACT_CURR TFACT:TFACT_CURR ABWCT:ABWKT_CURR ABWGA:ABWGA_CURR
TCURR table 'Exchange rates' MANDT! KURST:KURST_CURR! FCURR:FCURR_CURR! TCURR:TCURR_CURR! GDATU:GDATU_INV! UKURS:UKURS_CURR FFACT:FFACT_CURR TFACT:TFACT_CURR
TCURV table 'Exchange rate types' MANDT! KURST:KURST_CURR! XINVR:XINVR_CURV BWAER:BWAER_CURV XBWRL:XBWRL_CURV GKUZU:GKUZU_CUR BKUZU:BKUZU_CUR XFIXD:XFIXD_CURV XEURO:XEURO_CURV
TCURX table 'Decimals of currencies' CURRKEY:WAERS_CURC! CURRDEC
`)

/** Minor units of ISO 4217 other than two. */
export const currencyDecimals: readonly Readonly<Record<string, string | number>>[] = [
  ...['CLP', 'ISK', 'JPY', 'KRW', 'PYG', 'VND', 'XAF', 'XOF', 'XPF'].map(key => [key, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map(key => [key, 3] as const)
].map(([key, decimals]) => ({ CURRKEY: key, CURRDEC: decimals }))
