import assert from 'node:assert/strict'
import { parseServiceBinding } from 'abap-adt-api'
import { absent, adt, anything, works } from './world.ts'
import type { Rows } from './world.ts'

const repository = {
  key: '1',
  links: ['pull_link', 'stage_link', 'push_link', 'check_link'].map(type => ({
    type,
    rel: type,
    href: `${adt}/abapgit/repos/1/${type}`
  }))
} as never
const exemption = {
  finding: '1',
  restriction: { rangeOfFindings: { restrictByCheck: {}, restrictByObject: {} } },
  justification: ''
} as never

/** What the sandbox has not: every method meets 404 or 501 with a reason of the list. */
export const absentRows: Rows = {
  reentranceTicket: absent(client => client.reentranceTicket()),
  objectEnhancements: absent((client, { url }) => client.objectEnhancements(url('ZPR_'))),
  abapDocumentation: absent((client, { url }) =>
    client.abapDocumentation(url('ZPR_'), 'WRITE 1.', 1, 1)
  ),
  annotationDefinitions: absent(client => client.annotationDefinitions()),
  unitTestOccurrenceMarkers: absent((client, { url, source }) =>
    client.unitTestOccurrenceMarkers(`${url('ZCL_')}/source/main`, source['cls'] ?? '')
  ),
  atcExemptProposal: absent(client => client.atcExemptProposal('1')),
  atcRequestExemption: absent(client => client.atcRequestExemption(exemption)),
  atcContactUri: absent(client => client.atcContactUri(`${adt}/atc/findings/1`)),
  atcChangeContact: absent(client => client.atcChangeContact(`${adt}/atc/items/1`, 'BOB')),
  publishServiceBinding: absent((client, { name }) =>
    client.publishServiceBinding(name('ZSB_'), '0001')
  ),
  unPublishServiceBinding: absent((client, { name }) =>
    client.unPublishServiceBinding(name('ZSB_'), '0001')
  ),
  bindingDetails: absent(async (client, { url }) => {
    const { body } = await client.httpClient.request(url('ZSB_'))
    return await client.bindingDetails(parseServiceBinding(body))
  }),
  gitRepos: absent(client => client.gitRepos()),
  gitExternalRepoInfo: absent(client => client.gitExternalRepoInfo('https://git.example/x.git')),
  gitCreateRepo: absent(client => client.gitCreateRepo('$TMP', 'https://git.example/x.git')),
  gitPullRepo: absent(client => client.gitPullRepo('1')),
  gitUnlinkRepo: absent(client => client.gitUnlinkRepo('1')),
  stageRepo: absent(client => client.stageRepo(repository)),
  pushRepo: absent(client =>
    client.pushRepo(repository, {
      staged: [],
      unstaged: [],
      ignored: [],
      comment: '',
      author: { name: '', email: '' },
      committer: { name: '', email: '' }
    })
  ),
  checkRepo: absent(client => client.checkRepo(repository)),
  remoteRepoInfo: absent(client => client.remoteRepoInfo(repository)),
  switchRepoBranch: absent(client => client.switchRepoBranch(repository, 'main')),
  rapGenValidateInitial: absent(client => client.rapGenValidateInitial('uiservice', adt, '$TMP')),
  rapGenGetSchema: absent(client => client.rapGenGetSchema('uiservice', adt, '$TMP')),
  rapGenGetContent: absent(client => client.rapGenGetContent('uiservice', adt, '$TMP')),
  rapGenGetUiConfig: absent(client => client.rapGenGetUiConfig('uiservice', adt, '$TMP')),
  rapGenValidateContent: absent(client => client.rapGenValidateContent('uiservice', adt, anything)),
  rapGenPreview: absent(client => client.rapGenPreview('uiservice', adt, anything)),
  rapGenGenerate: absent(client => client.rapGenGenerate('uiservice', adt, '', anything)),
  // the client makes a result of every refusal, and forgets its reason
  rapGenPublishService: works(async ({ client, name }) =>
    assert.equal((await client.rapGenPublishService(name('ZSB_'))).severity, 'error')
  )
}
