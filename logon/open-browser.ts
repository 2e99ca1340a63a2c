/** Opens an address in the browser of the user; the address is said on the terminal as well. */
import { spawn } from 'node:child_process'
import { platform } from 'node:os'

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['/usr/bin/open'],
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler']
}

/** False where no program can open it. */
export function openBrowser(url: string): Promise<boolean> {
  const [program, ...before] = openers[platform()] ?? ['xdg-open']
  return new Promise(resolve => {
    const child = spawn(program ?? '', [...before, url], {
      stdio: 'ignore',
      detached: true,
      windowsHide: true
    })
    child.once('error', () => {
      resolve(false)
    })
    child.once('spawn', () => {
      child.unref()
    })
    // An opener that ends with an error has found no browser; one that stays is the browser.
    child.once('exit', code => {
      resolve(code === 0)
    })
    setTimeout(resolve, 2000, true).unref()
  })
}
