/** One line of the doctor's findings. */
export interface Check {
  /** The system of a systems file that it is about. */
  readonly system?: string | undefined
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  /** What was found; never a secret. */
  readonly found: string
  /** What to do about it. */
  readonly remedy?: string
}

export function ok(name: string, found: string): Check {
  return { name, state: 'ok', found }
}

export function warning(name: string, found: string, remedy: string): Check {
  return { name, state: 'warning', found, remedy }
}

export function failed(name: string, found: string, remedy: string): Check {
  return { name, state: 'failed', found, remedy }
}

export function skipped(name: string, found: string): Check {
  return { name, state: 'skipped', found }
}

/** The innermost reason of a failed request: the outer ones only say that it failed. */
export function reasonOf(error: unknown): string {
  const {
    message = String(error),
    cause,
    code
  } = error as { message?: string; cause?: unknown; code?: unknown }
  if (cause !== undefined && cause !== null) return reasonOf(cause)
  return message === '' ? String(code) : message
}
