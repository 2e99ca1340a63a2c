/**
 * Units of measurement with the names that users enter, in English and German: T006, T006A. PC and
 * KG as public tests show them; the others are believed. The factors are those of the SI, of pound
 * and mile the international ones.
 */

/** Internal unit, ISO code, commercial name, technical name, text; German names where they differ. */
const UNITS = `
CM CMT CM cm Centimeter
EA EA EA EA Each
G GRM G g Gram
KAR CT CAR CAR Carton KAR Karton
KG KGM KG kg Kilogram
KM KMT KM km Kilometer
L LTR L l Liter
LB LBR LB lb Pound
M MTR M m Meter
M2 MTK M2 m2 Square_meter
M3 MTQ M3 m3 Cubic_meter
MG MGM MG mg Milligram
MI SMI MI mi Mile
ML MLT ML ml Milliliter
MM MMT MM mm Millimeter
ST PCE PC PC Piece ST Stück
TAG DAY DAY day Day TAG Tag
TO TNE TO t Tonne
`

/** Unit, dimension, numerator, denominator and power of ten of the factor to the unit of the SI. */
const FACTORS = `
CM LENGTH 1 1 -2
EA AAAADL 1 1 0
G MASS 1 1 -3
KAR AAAADL 0 0 0
KG MASS 1 1 0
KM LENGTH 1 1 3
L VOLUME 1 1 -3
LB MASS 45359237 1 -8
M LENGTH 1 1 0
M2 SURFAC 1 1 0
M3 VOLUME 1 1 0
MG MASS 1 1 -6
MI LENGTH 1609344 1 -3
ML VOLUME 1 1 -6
MM LENGTH 1 1 -3
ST AAAADL 1 1 0
TAG TIME 86400 1 0
TO MASS 1 1 3
`

type Row = Readonly<Record<string, string | number>>

const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map(line => line.split(' '))

const factors = new Map(
  linesOf(FACTORS).map(([unit = '', dimension = '', ...numbers]) => {
    const [numerator = 0, denominator = 0, power = 0] = numbers.map(Number)
    return [unit, { DIMID: dimension, ZAEHL: numerator, NENNR: denominator, EXP10: power }]
  })
)

/** The rows of a client. */
export function unitRows(client: string): { readonly T006: Row[]; readonly T006A: Row[] } {
  const units = linesOf(UNITS)
  const name = (facts: Row) => ({ MANDT: client, ...facts })
  return {
    T006: units.map(([unit = '', iso = '']) =>
      name({ MSEHI: unit, ISOCODE: iso, ...factors.get(unit) })
    ),
    T006A: units.flatMap(([unit = '', , own = '', technical = '', text = '', german, word]) => {
      const row = (language: string, commercial: string, long: string) =>
        name({
          SPRAS: language,
          MSEHI: unit,
          MSEH3: commercial,
          MSEH6: technical,
          MSEHT: long.replaceAll('_', ' ').slice(0, 10),
          MSEHL: long.replaceAll('_', ' ')
        })
      return [row('E', own, text), row('D', german ?? own, word ?? text)]
    })
  }
}
