/** Checks of abapGit and gCTS. What changes a repository needs a server, and is not tried. */
import {
  listGctsEndpoints,
  listGctsRepositories,
  listRepositories,
  readGctsBranches,
  readGctsHistory,
  readGctsObjects,
  readGctsRepository,
  readGctsSystem,
  readStaging
} from '../../../erp-client/index.ts'
import type { Bench } from '../bench.ts'
import { Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'

const abapGit = '/abapgit/repos'
const noServer = 'it needs a git repository that the run may change'
const json = { type: /^application\/json$/ }

async function firstRid({ reader }: Bench): Promise<string> {
  const [found] = await listGctsRepositories(reader)
  if (found === undefined) throw new Skipped('gCTS has no repository that this user sees')
  return found.rid
}

/** gCTS stands outside of the discovery document: its answer alone says whether it is there. */
function gcts(
  name: 'repository' | 'history' | 'objects' | 'branches',
  read: (reader: Bench['reader'], args: { rid: string }) => Promise<unknown>
): Check {
  return {
    operation: `gcts.${name}`,
    assumes: `gCTS tells the ${name} of a repository.`,
    answer: json,
    async run(bench) {
      await read(bench.reader, { rid: await firstRid(bench) })
    }
  }
}

const change = (operation: Check['operation'], how: Partial<Check>): Check => ({
  operation,
  assumes: 'The change has the effect that its answer reports.',
  ...how
})

/** gCTS is asked whether it is there. */
async function skipWithGcts({ reader }: Bench): Promise<void> {
  await readGctsSystem(reader)
  throw new Skipped(noServer)
}

const withAbapGit = { service: abapGit, untried: noServer } as const
const withGcts = { run: skipWithGcts } as const

export const gitChecks: readonly Check[] = [
  {
    operation: 'git.list',
    assumes: 'abapGit lists its repositories.',
    service: abapGit,
    answer: {
      root: ['repositories'],
      has: ['?repository/key', '?repository/url'],
      mayBeEmpty: true
    },
    async run({ reader }) {
      await listRepositories(reader)
    }
  },
  {
    operation: 'git.stage',
    assumes: 'abapGit lists the changed objects of a repository.',
    service: abapGit,
    answer: { root: ['abapgitstaging'] },
    async run({ reader }) {
      const [repository] = await listRepositories(reader)
      if (repository === undefined) throw new Skipped('abapGit has no repository')
      await readStaging(reader, { key: repository.key })
    }
  },
  change('git.link', withAbapGit),
  change('git.unlink', withAbapGit),
  change('git.push', withAbapGit),
  change('git.pull', withAbapGit),
  change('git.switch', withAbapGit),
  {
    operation: 'gcts.system',
    assumes: 'gCTS tells its version.',
    answer: { ...json, json: ['result'] },
    async run({ reader }) {
      expect((await readGctsSystem(reader)).version !== '', 'it names no version')
    }
  },
  {
    operation: 'gcts.list',
    assumes: 'gCTS lists its repositories.',
    answer: json,
    async run({ reader }) {
      await listGctsRepositories(reader)
    }
  },
  {
    operation: 'gcts.user',
    assumes: 'gCTS tells the servers for which the user has credentials.',
    answer: { ...json, json: ['user'] },
    async run({ reader }) {
      await listGctsEndpoints(reader)
    }
  },
  gcts('repository', readGctsRepository),
  gcts('history', readGctsHistory),
  gcts('objects', readGctsObjects),
  gcts('branches', readGctsBranches),
  change('gcts.credentials', withGcts),
  change('gcts.create', withGcts),
  change('gcts.delete', withGcts),
  change('gcts.commit', withGcts),
  change('gcts.clone', withGcts),
  change('gcts.pull', withGcts),
  change('gcts.switch', withGcts)
]
