/** Translates what belongs to executable programs: events, selection screens, lists, SUBMIT. */
import { installEvents } from './events.ts'
import { installLeave } from './leave.ts'
import { installLists } from './lists.ts'
import { installMemory } from './memory.ts'
import { installScreens } from './screens.ts'
import { installSelections } from './selections.ts'
import { installSubmit } from './submit.ts'
import { installTextSymbols } from './texts.ts'

export function installReports(): void {
  installEvents()
  installSelections()
  installScreens()
  installLists()
  installLeave()
  installSubmit()
  installMemory()
  installTextSymbols()
}
