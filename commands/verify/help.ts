/** The help of `erp-bridge verify`. */

export const help = `Usage: erp-bridge verify [--write] [--package NAME] [--only OPERATION,…] [--json FILE] [--markdown FILE] [settings of the bridge, or their variables]

Tries on your own system what the bridge assumes about it: one check for each request that it can send.
It only reads, unless --write is given, and sends at most two requests at the same time.

  --write          Creates objects under a random prefix in $TMP, tries changes on them alone, and removes them.
                   What an interrupted run leaves, the next run with --write removes
  --package NAME   Another package for them, without transport recording. ABAP cloud has no $TMP and needs it
  --only NAMES     The checks of these operations only, separated by commas
  --json FILE      The results as JSON
  --markdown FILE  The results as a table

The safety filters apply: --read-only, --allowed-packages, --allowed-ops, --blocked-tables and the others. Checks of
transport requests need --enable-transports, those that run code --expert execute.
With --systems-file the system of --system is tried.

Outcomes: holds; differs, with the first difference; absent, where the system does not offer it; not permitted, where the
user lacks an authorization; skipped, with the reason.

Exit codes: 0 nothing differs; 1 something differs; 2 wrong settings or arguments; 3 the system could not be asked, the run was
interrupted, or something could not be removed.`
