/** Customers and travel agencies of the flight model, made up of lists of names. */
import { AGENCIES, FIRST_NAMES, HOMES, LAST_NAMES, STREETS } from './facts.ts'

export type Row = Readonly<Record<string, string | number>>

const CUSTOMERS = 120

export const digits = (value: number, length: number): string => String(value).padStart(length, '0')
export const part = (values: readonly string[], index: number): string => values[index] ?? ''

function addressOf(index: number): Row {
  const home = HOMES[index % HOMES.length] ?? []
  return {
    STREET: `${part(STREETS, index % STREETS.length)} ${((index * 7) % 90) + 1}`,
    POSTBOX: '',
    POSTCODE: part(home, 3),
    CITY: part(home, 0),
    COUNTRY: part(home, 1),
    REGION: part(home, 2),
    TELEPHONE: `555-${digits((index * 37) % 10_000, 4)}`,
    LANGU: part(home, 4)
  }
}

export interface Customer {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly discount: number
  readonly row: Row
}

export function customers(client: string): Customer[] {
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    const isCompany = index % 6 === 5
    const last = part(LAST_NAMES, (index * 7) % LAST_NAMES.length)
    const name = isCompany
      ? `${last} ${index % 4 === 1 ? 'GmbH' : 'Ltd.'}`
      : `${part(FIRST_NAMES, (index * 3) % FIRST_NAMES.length)} ${last}`
    const discount = isCompany ? 10 : (index % 4) * 5
    const id = digits(index + 1, 8)
    const type = isCompany ? 'B' : 'P'
    const row = {
      ...{ MANDT: client, ID: id, NAME: name, CUSTTYPE: type, DISCOUNT: digits(discount, 3) },
      FORM: isCompany ? 'Firm' : index % 2 === 0 ? 'Ms.' : 'Mr.',
      ...addressOf(index),
      EMAIL: `customer${index + 1}@example.com`,
      WEBUSER: `customer${index + 1}`
    }
    return { id, name, type, discount, row }
  })
}

export function agencies(client: string): Row[] {
  return AGENCIES.map((name, index) => ({
    ...{ MANDT: client, AGENCYNUM: digits(index + 55, 8), NAME: name, ...addressOf(index * 5) },
    URL: `http://agency${index + 55}.example.com`,
    CURRENCY: part(HOMES[(index * 5) % HOMES.length] ?? [], 5)
  }))
}
