/** What of a deleted object an undo cannot bring back: it is not read over ADT, or not written. */
import { codesWith, objectType } from '../../erp-client/index.ts'

const always = ['author and dates', 'translations into other languages']

/** Beside what is lost of each object. */
const alsoLost: Readonly<Record<string, readonly string[]>> = {
  PROG: ['screens, GUI statuses and variants', 'documentation'],
  FUGR: ['screens and GUI statuses', 'documentation of its modules'],
  FUNC: ['documentation'],
  CLAS: ['documentation'],
  INTF: ['documentation'],
  TABL: ['its rows and technical settings', 'documentation'],
  STRU: ['documentation'],
  DTEL: ['documentation'],
  MSAG: ['long texts of messages'],
  SRVB: ['its publication'],
  AUTH: ['all its fields'],
  SUSO: ['all its fields']
}

/** Types that can be deleted, as the documentation lists them. */
export const deletableTypes: readonly string[] = codesWith('delete')

/** Whether an object of the type can be created again. */
export function canRecreate(type: string): boolean {
  return objectType(type)?.create !== undefined
}

/** Why there is no way back, or what stays lost. */
export function deletionLimits(type: string): string {
  return canRecreate(type)
    ? `lost are ${[...always, ...(alsoLost[type] ?? [])].join('; ')}`
    : `a ${type} is not created over ADT`
}
