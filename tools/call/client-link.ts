/** What a call may ask the MCP client, and the messages that it may send to it. */

/** A question to the client in the middle of a call, in terms of the protocol. */
export interface ClientQuestion {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  readonly params?: Readonly<Record<string, unknown>>
}

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error'

/** The MCP client, as far as a call may use it. */
export interface ClientLink {
  /** Whether the client declared the capability, and the connection can carry the question. */
  can(question: 'elicitation' | 'sampling' | 'roots'): boolean
  /** Its answers to the questions of the previous round, unchecked. */
  readonly answers: Readonly<Record<string, unknown>>
  /** The state that the previous round returned; its signature has been verified. */
  readonly state: unknown
  /** A log message for the user of the client; dropped where the client did not ask for them. */
  notify(level: LogLevel, text: string): void
}

/** A client that answers no questions and receives no messages. */
export const silentClient: ClientLink = {
  can: () => false,
  answers: {},
  state: undefined,
  notify: () => {}
}
