/**
 * What a client can be asked in the middle of a call: the words of the protocol, because that is
 * what the client understands.
 */
export interface ClientQuestion {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  readonly params?: Readonly<Record<string, unknown>>
}

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error'

/** The program at the other end, as far as a call may deal with it. */
export interface ClientLink {
  /** Whether it said that it can answer such questions, and can be reached with them. */
  can(question: 'elicitation' | 'sampling' | 'roots'): boolean
  /** Its answers to the questions of the round before; as they came, so to be checked. */
  readonly answers: Readonly<Record<string, unknown>>
  /** What the round before handed over; certainly ours. */
  readonly state: unknown
  /** A line for whoever watches the client; dropped where nobody wants it. */
  tell(level: LogLevel, text: string): void
}

/** A client that can be asked and told nothing. */
export const silentClient: ClientLink = {
  can: () => false,
  answers: {},
  state: undefined,
  tell: () => {}
}
