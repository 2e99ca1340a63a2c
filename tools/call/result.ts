/** Results of tools, and the event that observers receive for each call. */
import type { ClientQuestion } from './client-link.ts'

/** A resource from which the client can read the complete content. */
export interface ResourceLink {
  readonly uri: string
  readonly name: string
  readonly description?: string
  readonly mimeType?: string
}

/** One piece of a result that is more than text; bytes are base64. */
export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly kind: 'resource'
      readonly uri: string
      readonly mimeType: string
      readonly text: string
    }
  | {
      readonly kind: 'blob'
      readonly uri: string
      readonly mimeType: string
      readonly data: string
    }

/** A text that is escaped for JSON already, so that a repeated answer is escaped once. */
export interface Quoted {
  /** The complete text; the escaped form is valid only for a result with this very text. */
  readonly of: string
  /** The beginning of the text, not yet escaped. */
  readonly head: string
  /** The text after the head: escaped, in UTF-8, without the closing quotation mark. */
  readonly rest: Uint8Array
}

/** Where the text of a result comes from. */
export interface Origin {
  /** The result holds text of the ERP, which is data and never an instruction. */
  readonly untrusted?: true
  /**
   * The text holds source, which keeps every character; the tool itself fences the prose beside it.
   * The fields of `data` named here hold source too. Without it every text and field is prose.
   */
  readonly verbatim?: readonly string[]
}

/** What a dry run knows about the real run. */
export interface Planned {
  /** Codes with which the real run would be refused; absent where nothing speaks against it. */
  readonly refusals?: readonly string[]
}

export interface TextResult extends Origin, Planned {
  readonly kind: 'text'
  readonly text: string
  readonly links?: readonly ResourceLink[]
  /** As in a question: a dry run may name what the real call has to confirm. */
  readonly digest?: string
  readonly quoted?: Quoted
}

export interface DataResult extends Origin, Planned {
  readonly kind: 'data'
  readonly data: object
  readonly text: string
  readonly links?: readonly ResourceLink[]
}

export interface ContentResult extends Origin {
  readonly kind: 'content'
  readonly text: string
  readonly parts: readonly ContentPart[]
}

export interface ErrorResult extends Origin {
  readonly kind: 'error'
  readonly code: string
  readonly text: string
  readonly data?: object
}

/** What a tool returns. `mcp/` translates it into the protocol, which is unknown here. */
export type ToolResult =
  TextResult | DataResult | ContentResult | ErrorResult | ConfirmResult | AskResult

/**
 * Nothing is done yet. `digest` identifies exactly the change that would be made; `text` shows it as
 * the handle with which the same call makes it.
 */
export interface ConfirmResult extends Origin {
  readonly kind: 'confirm'
  readonly question: string
  readonly digest: string
  readonly text: string
}

/** The call continues once the client has answered; `text` is for a client without the capability. */
export interface AskResult extends Origin {
  readonly kind: 'ask'
  readonly questions: Readonly<Record<string, ClientQuestion>>
  /** Returned with the answers. */
  readonly state?: unknown
  readonly text: string
}

export interface ToolEvent {
  /** Name of the ERP system that the call was for. */
  readonly system: string
  /** How the bridge logs on at that system; absent for programs that do not say it. */
  readonly logon?: string
  readonly tool: string
  readonly action?: string
  /**
   * The operations of the call, joined by `+`; `none` where the call was refused before they were
   * known.
   */
  readonly operation: string
  readonly outcome: 'ok' | 'blocked' | 'error' | 'unknown'
  readonly code?: string
  /** Milliseconds from the start of `run` to its result. */
  readonly ms: number
  /**
   * Letters of the operations, and whether they may change the ERP; absent where the call was
   * refused before they were known.
   */
  readonly letters?: string
  readonly changes?: boolean
  /** The action shows data of the runtime although it only reads. */
  readonly reveals?: true
  /** The setting or scope that refused. */
  readonly rule?: string
  readonly user: string
  /** Distinguishes identities of one name. */
  readonly identity?: string
  readonly method?: string
  /** The program that the credential was issued to, or the owner of a key. */
  readonly client?: string
  /** Fingerprint of the credential. */
  readonly tokenId?: string
  readonly erpUser?: string
  readonly object?: string
  /** The request that was named or recorded in. */
  readonly transport?: string
  readonly tables?: readonly string[]
  readonly rows?: number
  readonly sqlHash?: string
  readonly package?: string
  readonly requestId?: string
  /** The ids of its HTTP requests at the ERP begin with it; absent where it sent none. */
  readonly erpCallId?: string
  /** Those requests by method and path without names. */
  readonly erpRequests?: Readonly<Record<string, number>>
  /** Of the W3C trace context that the client sent. */
  readonly traceId?: string
  /** A halt came into force after the call had started a change, which ran to completion. */
  readonly duringHalt?: string
  /** Id of the change that waits for an approval, was decided about, or ran with one. */
  readonly approval?: string
  /** The id that the audit has for the change, in its lines before and after it. */
  readonly intent?: string
}
