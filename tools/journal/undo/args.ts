/** The arguments of ERPWrite undo. */
export interface UndoArgs {
  readonly change?: string | undefined
  readonly mineSince?: string | undefined
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly group?: string | undefined
  readonly include?: string | undefined
  readonly version?: string | undefined
  readonly transport?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly activate?: boolean | undefined
  readonly confirm?: string | undefined
}
