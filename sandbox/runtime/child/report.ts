/** Runs a report and its list. */
import { describe } from './alerts.ts'
import type { ReportTask } from './job.ts'
import type { Reports } from './reports/reports.ts'
import type { RunContext } from './unit.ts'

/** Runs the program and sends its list, or what it had written when it failed. */
export async function runReport(
  { program }: ReportTask,
  { recorder, send }: RunContext,
  reports: Reports
): Promise<void> {
  try {
    await reports.run(program, text => {
      recorder.write(text)
    })
  } catch (error) {
    const alert = await describe(error)
    if (alert !== undefined) recorder.alerts.push(alert)
  }
  const [alert] = recorder.take()
  send({ event: 'output', text: recorder.output })
  if (alert !== undefined) send({ event: 'alert', alert })
}
