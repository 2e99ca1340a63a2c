import assert from 'node:assert/strict'
import abapAdtApi from 'abap-adt-api'
import { adt, local } from './world.ts'
import type { Rows } from './world.ts'

const { ADTClient, session_types: session } = abapAdtApi

/** What the client answers without asking, and its inner parts, which the other rows drive. */
export const localRows: Rows = {
  httpClient: local(({ client }) => assert.equal(client.httpClient.username, 'ALICE')),
  id: local(({ client }) => assert.equal(typeof client.id, 'number')),
  createHttp: local(({ client, connect }) =>
    assert.notEqual(client.httpClient, connect().httpClient)
  ),
  wrapFetcher: local(({ client }) => assert.equal(Reflect.get(client, 'fetcher'), undefined)),
  pIsClone: local(({ client }) => assert.equal(Reflect.get(client, 'pIsClone'), false)),
  statelessClone: local(({ client }) => assert.equal(client.statelessClone.username, 'ALICE')),
  stateful: local(({ client }) => {
    client.stateful = session.stateful
    assert.equal(client.stateful, session.stateful)
  }),
  isStateful: local(({ client }) => assert.equal(client.isStateful, true)),
  loggedin: local(({ client }) => assert.equal(client.loggedin, true)),
  csrfToken: local(({ client }) => assert.ok(client.csrfToken.length > 10)),
  baseUrl: local(({ client, sandbox }) => assert.equal(client.baseUrl, sandbox.url)),
  client: local(({ client }) => assert.equal(client.client, '001')),
  language: local(({ client }) => assert.equal(client.language, 'EN')),
  username: local(({ client }) => assert.equal(client.username, 'ALICE')),
  password: local(({ client }) => assert.equal(typeof Reflect.get(client, 'password'), 'string')),
  sessionID: local(({ client }) => assert.notEqual(client.sessionID, '')),
  isProposalMessage: local(({ client }) =>
    assert.equal(client.isProposalMessage({ type: 'E', message: 'x' }), true)
  ),
  'static mainInclude': local(() => assert.equal(typeof ADTClient.mainInclude, 'function')),
  'static isMainInclude': local(() =>
    assert.equal(ADTClient.isMainInclude(`${adt}/oo/classes/zcl_x/source/main`), true)
  ),
  'static classIncludes': local(() => assert.equal(typeof ADTClient.classIncludes, 'function')),
  'static textElementsUrl': local(() =>
    assert.equal(ADTClient.textElementsUrl('CLAS/OC', 'ZCL_X'), `${adt}/textelements/classes/zcl_x`)
  )
}
