/** Removes old entries, the oldest also where they are too many bytes, and old change sets. */
import type { SqlDatabase } from './database.ts'

export interface Retention {
  /** Entries that ended earlier are removed, and change sets that were changed earlier. */
  readonly days: number
  /** Of the stored texts, as they were before compression. */
  readonly bytes: number
}

/** One transaction removes so many entries, so that changes do not wait for it. */
const together = 50
const keptLeaseMs = 3_600_000

/** @returns how many entries were removed */
export async function prune(
  database: SqlDatabase,
  { days, bytes }: Retention,
  now: number = Date.now()
): Promise<number> {
  const oldest = now - days * 86_400_000
  let removed = 0
  await database.transaction([
    {
      sql: `DELETE FROM change_set WHERE state <> 'applying' AND changed < $1`,
      values: [oldest]
    }
  ])
  for (;;) {
    const count = await removeOldest(database, { endedBefore: oldest, now })
    removed += count
    if (count < together) break
  }
  while ((await storedBytes(database)) > bytes) {
    const count = await removeOldest(database, { endedBefore: Number.MAX_SAFE_INTEGER, now })
    removed += count
    if (count === 0) break
  }
  return removed
}

async function storedBytes(database: SqlDatabase): Promise<number> {
  const [rows = []] = await database.transaction([
    { sql: 'SELECT COALESCE(SUM(size), 0) AS size FROM journal_text' }
  ])
  return Number(rows[0]?.['size'] ?? 0)
}

/** An entry that has not ended stays: it is needed to find out what became of its change. */
async function removeOldest(
  database: SqlDatabase,
  { endedBefore, now }: { readonly endedBefore: number; readonly now: number }
): Promise<number> {
  const [rows = []] = await database.transaction([
    {
      sql: `DELETE FROM journal_entry WHERE id IN (SELECT id FROM journal_entry
        WHERE outcome IS NOT NULL AND ended < $1 ORDER BY id LIMIT $2) RETURNING id`,
      values: [endedBefore, together]
    },
    {
      sql: `DELETE FROM journal_text
        WHERE NOT EXISTS (SELECT 1 FROM journal_use WHERE journal_use.text = journal_text.name)`
    },
    // A process that was killed has left its lease.
    { sql: 'DELETE FROM journal_owner WHERE until < $1', values: [now - keptLeaseMs] }
  ])
  return rows.length
}
