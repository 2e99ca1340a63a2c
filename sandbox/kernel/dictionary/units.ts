/**
 * Units of measurement with the names that users enter, in English and German: T006, T006A. PC and
 * KG as public tests show them; the others are believed.
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

type Row = Readonly<Record<string, string>>

/** The rows of a client. */
export function unitRows(client: string): { readonly T006: Row[]; readonly T006A: Row[] } {
  const units = UNITS.trim()
    .split('\n')
    .map(line => line.split(' '))
  const name = (facts: Row) => ({ MANDT: client, ...facts })
  return {
    T006: units.map(([unit = '', iso = '']) => name({ MSEHI: unit, ISOCODE: iso })),
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
