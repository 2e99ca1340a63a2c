/** The page about packages as files: what the layout carries follows from its table. */
import { objectTypes } from '../erp-client/index.ts'
import { fileNameOf } from '../tools/objects/file-names.ts'
import { layoutTypes, sourceParts, xmlNameOf } from '../tools/files/layout/index.ts'

const code = (text: string): string => `\`${text}\``
const row = (...cells: readonly string[]): string =>
  `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`

export function filesPage(note: string): string {
  const rows = layoutTypes.map(({ type, from, carried, notCarried, evidence }) => {
    const ref = { type, name: 'Z' }
    const sources =
      type === 'FUGR'
        ? ['z.fugr.z_module.abap', 'z.fugr.lztop.abap', 'z.fugr.lztop.xml'].map(code)
        : sourceParts(type).map(part => code(fileNameOf(ref, part)))
    const facts = [...carried].map(path => code(path)).join(', ')
    return row(
      code(type),
      from,
      [...sources, code(xmlNameOf(ref))].join(', '),
      facts,
      notCarried,
      evidence
    )
  })
  // Modules and includes come with their group, settings with their table.
  const carriedTypes = new Set([...layoutTypes.map(({ type }) => type), 'FUNC', 'FINC', 'TABT'])
  const others = objectTypes.map(({ code: type }) => type).filter(type => !carriedTypes.has(type))
  return `# Packages as files

${note} (${code('tools/files/layout/')})

To work on a package as files, in the layout of abapGit and without the abapGit add-on:

1. \`erp-bridge pull ZORDER work\` writes the active objects of ZORDER and of the packages below it to the folder \`work\`.
2. Change files. \`erp-bridge status work\` names what differs and on which side; \`erp-bridge diff work\` shows it.
3. \`erp-bridge push work\` saves the changes in the order of dependencies and activates them together. \`--dry-run\` shows them first.

The connection is given as for the bridge itself: \`--url\`, \`--user\`, \`--password\` or their variables. A push is a batch of ERPWrite: the rules of the bridge, its journal and its audit hold.

| exit code | status, diff | pull | push |
|---|---|---|---|
| 0 | nothing differs | no object is changed on both sides | all changes arrived |
| 1 | something differs | objects are changed on both sides | conflicts, or changes that were not made |
| 2 | usage, or refused by a setting | the same | the same |
| 3 | the system could not be asked | the same, or a file could not be written | the same, or a step failed |

\`push --dry-run\` ends with the code that the push would have, as far as it can be known before: 2 where a rule refuses the changes.

## Changes on both sides

The folder \`.erp-bridge\` holds hashes and texts of what both sides had last, for each system. It belongs to the machine: its \`.gitignore\` keeps it out of the repository.

- An object that was changed in the folder and in the system is a conflict. \`pull\` leaves its files as they are; \`push\` stops before its first change and shows both differences. A source is also compared under its lock: a change that comes between is not overwritten.
- To solve a conflict: bring the change of the system into the files, then \`pull --resolved NAME\`; or give up the change of the folder with \`pull --discard NAME\`.
- \`push\` makes new objects and packages only with \`--create\` and deletes only with \`--delete\`.
- Short texts of objects that exist, deleted parts of classes and everything in the column *not carried* are named and not pushed.
- An interrupted \`pull\` or \`push\` is repeated: what arrived is seen. Files and state are replaced in one step each, so that a full disk leaves whole files. Where the state cannot be written after a push, the push is told as it went, with a line about the state.
- A bridge that is killed may leave a lock: \`push\` then says so (exit code 1) until the session times out, and goes on when it is repeated.

## What an unchanged object costs

ADT has no list with dates. Where the caller may run queries (\`--block-free-sql\` and \`--blocked-tables\` permit it, and the system offers the tables), the dates of 100 objects come with one query on REPOSRC, DD01L, DD02L, DD04L, DD40L or DDDDLSRC;
unchanged objects then cost no request of their own, from the second pull on: 1,000 programs and classes of one package took 12 requests (\`test/tools/files/unchanged.test.ts\`). Elsewhere an unchanged object costs one request, and the answer says why; so do objects whose dates are masked columns. A query does not see a changed short text of a class or program, and the date of a table is not that of its technical settings: \`--full\` reads every object.

That REPOSRC has the time of the last change of the active version is known from abapGit (\`abapGit/abapGit\` \`src/objects/zcl_abapgit_object_clas.clas.abap\`, with R3STATE = 'A') and from \`arc-mcp/arc-1\` \`src/cache/warmup.ts\`, which asks for objects changed since then by a query; another ADT client selects the same columns by the data preview. For the other tables it is believed. It was not tried on a real system.

## Languages, folders, file systems

- A new folder gets a \`.abapgit.xml\` with the log-on language, the starting folder \`/src/\` and the folder logic PREFIX, or FULL where the names of the packages do not allow PREFIX (\`--folder-logic\`). An existing one is respected. MIXED is refused.
- An object with another original language or language version than \`.abapgit.xml\` says is named and left alone.
- Files have LF as their line end; a file that has CRLF keeps it. Names that Windows cannot have (\`con\`, \`aux\`, …) and files that differ in upper and lower case only are named; the objects are left alone where the machine cannot have them.
- Links are never followed, and no path leads out of the folder.

## abapGit's own service

It is not used for a folder, also where it is installed (\`/sap/bc/adt/abapgit/repos\`; \`abapGit/ADT_Backend\` \`src/zcl_abapgit_res_repos_app.clas.abap\` lists its resources):

- It takes no files: \`pull\` and \`push\` of a repository exchange commits with the remote repository that it is linked to, and \`push\` sends names alone (\`zcl_abapgit_res_repo_push.clas.abap\`).
- It gives single files (\`…/files?filename=…&version=local\`, \`zcl_abapgit_res_repo_files.clas.abap\`), of a linked repository alone, as text, by a name without its folder, and serializes the whole package for each of them. \`…/stage\` names changed objects alone and asks the remote repository (\`zcl_abapgit_res_repo_stage.clas.abap\`).
- Its authors call it deprecated and not working (\`README.md\`); the export of abapGit as ZIP has no service.

A repository that is linked in the system is worked with by ERPManage \`git_…\`.

## For agents

Over stdio with \`--workspace-dir DIR\`: ERPManage \`export\` (\`package\`, \`folder\`; \`dryRun: true\` compares, with \`diffs: true\` shows) and ERPWrite \`batch\` with \`files: "folder"\`, \`create\`, \`delete\`. Over HTTP there is no workspace. A call ends after 14 minutes, because its handle is valid for 15: what arrived is seen when it is repeated. The commands wait for an hour.

## What the layout carries

| type | from release | files | taken from the system and given to it | not carried | evidence |
|---|---|---|---|---|---|
${rows.join('\n')}

All other types are named and left alone.

The source of a table or structure and the document of a table type stand in the XML file. What a new row of it needs to know of a type (data element, structure or table type; fixed values and search help; the position of a key field) is looked up in the system, once for each type;
where the system does not say it, the object is left alone. An object whose source or document has more than the file can say is left alone too: a change would lose it. The technical settings of a new table are a change behind its creation.

Function groups: the parameters of a module stand in the XML file and, as a comment, in its source; those of the XML file count, as for abapGit. The comment is written anew when they change. A module or include that is new in the folder belongs to the push of its group; one that is gone is deleted with \`--delete\`.
The document of a group says nothing about its parts: without queries each part is read.

Objects of five public repositories in this layout, read and written again (November 2026): of 719 objects 709 gave identical bytes (\`abapGit/abapGit\` 665 of 675, \`sbcgua/ajson\` 17 of 17, \`sbcgua/abap_data_parser\` 9 of 9, \`abapGit/ADT_Backend\` 16 of 16, \`abapGit-tests/DOMA\` 2 of 2). The ten others were
written by hand: five data elements that name a type beside their domain, a length of a title, a source without a line end at its end, and three classes without their XML file, which are refused by name. Written anew, without the file, 688 are identical.

Of tables and structures 128 of 130 gave identical bytes, of table types 40 of 40, of function groups 4 of 4 (\`abap2xlsx/abap2xlsx\`, \`SAP-samples/abap-platform-refscen-flight\` ABAP-platform-2023, \`SAP-samples/abap-cheat-sheets\`, \`bizhuka/xtt\`, \`abapGit/abapGit\`, \`abapGit-tests/TABL\`, \`TTYP\` and \`FUGR\`); the two others are an append and the structure that it extends, which are refused by name.

In a real round trip (\`FOREIGN_FOLDERS=… node --test test/tools/files/foreign.test.ts\`) 155 objects of the dictionary of \`abap2xlsx/abap2xlsx\`, those that name nothing the sandbox lacks, were pushed into an empty sandbox, activated and pulled: all bytes are the same. Pulled into an empty folder, 17 of its 18 table types are what abapGit wrote, with the positions of their key fields; the other one has a secondary key.
All 17 objects of \`sbcgua/ajson\` were pushed into an empty sandbox, activated and pulled, and \`sbcgua/abap_data_parser\` without its two example programs: no byte differs. The examples name parts of the standard that the sandbox does not have (\`CL_GUI_FRONTEND_SERVICES\`, \`CL_ABAP_ZIP\`, \`LVC_T_MIME\`), and keep all that is activated with them inactive. A push whose objects cannot be activated ends with exit code 3, names each object that is inactive and each error, and changes nothing in the folder.

Facts that a new file begins with and that stay as the file has them afterwards: names, languages, check flags, kind of a program, category of a class, kind of a CDS source. The XML of abapGit was compared with the repositories named above; fields that none of them has stand in the order that is believed.

Left alone, because the layout does not carry them: ${others.map(code).join(', ')}.
`
}
