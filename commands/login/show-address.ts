/** Leads the user to the page of a log-on. */
import { openBrowser } from '../../logon/open-browser.ts'
import type { CommandIo } from '../command.ts'

export function showAddress(address: string, opens: boolean, io: CommandIo): void {
  io.warn(`Log on in the browser: ${address}`)
  if (!opens) return
  void openBrowser(address).then(isOpen => {
    if (!isOpen) {
      io.warn('No browser could be opened; open the address above in one on this machine.')
    }
  })
}
