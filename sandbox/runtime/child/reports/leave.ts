/** Ways to leave a report: STOP, LEAVE PROGRAM, LEAVE LIST-PROCESSING, SUBMIT. */
import { RunAborted } from '../alerts.ts'

type How = 'stop' | 'list' | 'program' | 'submit'

const STATEMENTS: Readonly<Record<How, string>> = {
  stop: 'STOP',
  list: 'LEAVE LIST-PROCESSING',
  program: 'LEAVE PROGRAM',
  submit: 'SUBMIT without AND RETURN'
}

/** No CATCH of ABAP stops it; outside of a report it is what the run ends with. */
export class ReportLeft extends RunAborted {
  readonly how: How

  constructor(how: How) {
    super({
      kind: 'unsupported',
      title: `Not supported by the sandbox runtime: ${STATEMENTS[how]} outside of a report`,
      details: [],
      stack: new Error('left').stack ?? ''
    })
    this.how = how
  }
}

export function leave(how: How): never {
  throw new ReportLeft(how)
}
