/** The help of `erp-bridge ci`. */

export const help = `Usage: erp-bridge ci SUBJECT [options] [settings of the bridge, or their variables]

Checks a change outside of a chat: syntax, lint, ATC, unit tests and coverage. It changes nothing at the system.

One SUBJECT
  --transport NUMBER     The objects of a request and its tasks
  --package NAME         A package with all packages below it
  --objects LIST         Objects, separated by commas: CLAS:ZCL_A,ZIF_B
  --since SPAN           With --package: what changed since 2026-11-20, 12h, 7d or 2w
  --software-component NAME
                         For a communication user

Checks
  --no-syntax, --no-lint, --no-atc, --no-clean-core, --no-unit, --no-coverage
  --variant NAME         ATC check variant (default: the one of the system)
  --preset NAME          Rules of the linter: default, strict, security, cloud
  --edition NAME         Of SAP's catalogue in --clean-core-data DIR: s4hc, btp, pce (default)
  --affected N           Also the tests of what uses the objects, over N levels (for a request 2; 0: none)

Cloud systems without a dialog user
  --communication-user   The user has the services of SAP_COM_0901 (ATC) and SAP_COM_0735 (unit tests) alone. The other checks are
                         not possible then: switch them off
  --communication-key FILE
                         Address, user and password of the service key of such an arrangement

Which findings count
  --only-changed         On changed lines only: against the version before the request or the date. Failed tests
                         and syntax errors always count
  --baseline FILE        Without the findings in this file
  --write-baseline FILE  Writes the findings of this run into the file, and ends with 0
  --fail-on LEVEL        error (default), warning, note or never

Output
  --report FORMAT=FILE   sarif, junit, checkstyle, cobertura, github, markdown or json; repeatable; - is the standard output
  --repository DIR       The folder with the files of the objects, so that reports name their paths (default: this folder,
                         where it holds .abapgit.xml; otherwise the names of the files alone)

Active versions are checked. Only tests of risk level harmless run, and none in a client with the role production.

Exit codes: 0 clean; 1 findings at or above --fail-on; 2 wrong arguments or settings, or a file that cannot be written; 3 the system
could not be asked, or a check was not possible on a part of the objects, whatever was found.`
