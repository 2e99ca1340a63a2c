/** Runs a report and its list. */
import { describe } from './alerts.ts'
import type { ReportTask } from './job.ts'
import type { Reports } from './reports/reports.ts'
import { withScopes, type RunContext } from './unit.ts'

/** Runs the program and sends its list, or what it had written when it failed. */
export async function runReport(
  { program }: ReportTask,
  context: RunContext,
  reports: Reports
): Promise<void> {
  const { recorder, send } = context
  try {
    await reports.run(program)
  } catch (error) {
    const alert = await describe(error)
    if (alert !== undefined) recorder.alerts.push(withScopes(alert, context))
  }
  const [alert] = recorder.take()
  send({ event: 'output', text: recorder.output })
  if (alert !== undefined) send({ event: 'alert', alert })
}
