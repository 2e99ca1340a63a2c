/** Documented exchanges of gCTS; every name and value in them is made up. */
import type { Exchange } from './server.ts'

const root = '/sap/bc/cts_abapvcs'
export const noGcts: Exchange = {
  method: 'GET',
  path: `${root}/repository`,
  status: 404,
  type: 'text/html',
  answer:
    '<html><head><title>Not found</title></head><body><span id="msgText">Service cannot be reached</span></body></html>'
}
const noAbapGit: Exchange = {
  method: 'GET',
  path: '/sap/bc/adt/abapgit/repos',
  status: 404,
  answer:
    '<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionResourceNotFound"/><message lang="EN">Resource /sap/bc/adt/abapgit/repos does not exist.</message></exc:exception>'
}
const checkData =
  'application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.transport.service.checkData'
const json = { type: 'application/json', accept: 'application/json' } as const

export const system: Exchange = {
  method: 'GET',
  path: `${root}/system`,
  type: 'application/json',
  headers: { 'x-csrf-token': 'token' },
  answer: '{"result":{"version":"2.8","status":"READY"}}'
}

export interface State {
  commit: string
  branch: string
  status: string
  known: boolean
  saved: boolean
}

/** One repository whose state follows what is done with it. */
export function gcts(state: State): readonly Exchange[] {
  const repository = () => ({
    rid: 'demo',
    name: 'demo',
    role: 'SOURCE',
    type: 'GIT',
    vsid: 'DEV',
    url: 'https://git.example/team/demo.git',
    connection: 'ssl',
    status: state.status,
    branch: state.branch,
    currentCommit: state.commit,
    config: [{ key: 'VCS_TARGET_DIR', value: 'src/' }]
  })
  const other = {
    rid: 'other',
    name: 'other',
    vsid: 'DEV',
    url: 'https://git.example/team/other.git',
    status: 'READY',
    branch: 'main',
    currentCommit: 'aaaa'
  }
  const changed = (change: Partial<State>, answer: object) => {
    Object.assign(state, change)
    return JSON.stringify(answer)
  }
  return [
    noAbapGit,
    system,
    {
      method: 'GET',
      path: `${root}/repository`,
      ...json,
      get answer() {
        return JSON.stringify({ result: [...(state.known ? [repository()] : []), other] })
      }
    },
    {
      method: 'GET',
      path: `${root}/repository/demo`,
      ...json,
      get answer() {
        return JSON.stringify({ result: repository() })
      }
    },
    {
      method: 'GET',
      path: `${root}/repository/demo/getHistory`,
      query: { limit: '10', offset: '0' },
      ...json,
      answer:
        '{"result":[{"rid":"demo","checkoutTime":20260501101112,"fromCommit":"1111","toCommit":"2222","caller":"DEVELOPER","request":"A4HK900123","type":"PULL","state":"DONE","rc":4}]}'
    },
    {
      method: 'GET',
      path: `${root}/repository/demo/getObjects`,
      ...json,
      answer: '{"objects":[{"pgmid":"R3TR","object":"ZCL_DEMO","type":"CLAS","description":""}]}'
    },
    {
      method: 'GET',
      path: `${root}/repository/demo/branches`,
      ...json,
      answer:
        '{"branches":[{"name":"main","type":"active","isSymbolic":false,"isPeeled":false,"ref":"refs/heads/main"},{"name":"next","type":"remote"}]}'
    },
    {
      method: 'GET',
      path: `${root}/user`,
      ...json,
      get answer() {
        return JSON.stringify({
          user: {
            config: [
              {
                key: 'USER_AUTH_CRED_ENDPOINTS',
                value: JSON.stringify(
                  state.saved
                    ? [{ endpoint: 'https://git.example/team', type: 'token', state: 'saved' }]
                    : []
                )
              }
            ]
          }
        })
      }
    },
    {
      method: 'POST',
      path: `${root}/user/credentials`,
      ...json,
      contentType: 'application/json',
      body: '{"endpoint":"https://git.example/team","user":"","password":"","token":"canary-token","type":"token"}',
      get answer() {
        return changed({ saved: true }, {})
      }
    },
    {
      method: 'GET',
      path: `${root}/repository/demo/pullByCommit`,
      ...json,
      get answer() {
        return changed(
          { commit: '3333' },
          { trkorr: 'A4HK900124', fromCommit: '2222', toCommit: '3333' }
        )
      }
    },
    {
      method: 'GET',
      path: `${root}/repository/demo/branches/main/switch`,
      query: { branch: 'next' },
      ...json,
      get answer() {
        return changed(
          { branch: 'next', commit: '5555' },
          { result: { rid: 'demo', fromCommit: '2222', toCommit: '5555', type: 'BRANCH_SW' } }
        )
      }
    },
    {
      method: 'POST',
      path: `${root}/repository/demo/commit`,
      ...json,
      contentType: 'application/json',
      body: '{"message":"Message","autoPush":"true","objects":[{"object":"ZCL_DEMO","type":"CLAS"}]}',
      get answer() {
        return changed({ commit: '4444' }, {})
      }
    },
    {
      method: 'POST',
      path: `${root}/repository`,
      ...json,
      contentType: 'application/json',
      body: '{"repository":"demo","data":{"rid":"demo","name":"demo","vsid":"DEV","url":"https://git.example/team/demo.git","role":"SOURCE","type":"GIT","connection":"ssl","config":[{"key":"VCS_TARGET_DIR","value":"src/"}]}}',
      get answer() {
        return changed({ known: true, status: 'CREATED' }, { repository: repository() })
      }
    },
    {
      method: 'POST',
      path: `${root}/repository/demo/clone`,
      ...json,
      get answer() {
        return changed({ status: 'READY', commit: '2222' }, { result: {} })
      }
    },
    {
      method: 'DELETE',
      path: `${root}/repository/demo`,
      ...json,
      get answer() {
        return changed({ known: false }, {})
      }
    },
    {
      method: 'POST',
      path: '/sap/bc/adt/cts/transportchecks',
      contentType: checkData,
      body: /<DEVCLASS>ZDEMO<\/DEVCLASS>/,
      type: checkData,
      answer:
        '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><PGMID>R3TR</PGMID><OBJECT>CLAS</OBJECT><OBJECTNAME>ZCL_DEMO</OBJECTNAME><OPERATION>I</OPERATION><DEVCLASS>ZDEMO</DEVCLASS><DLVUNIT>HOME</DLVUNIT><MESSAGES/><RESULT>S</RESULT><RECORDING>X</RECORDING><REQUESTS/><LOCKS/></DATA></asx:values></asx:abap>'
    },
    {
      method: 'GET',
      path: '/sap/bc/adt/oo/classes/zcl_demo',
      accept: 'application/vnd.sap.adt.oo.classes.v4+xml',
      answer:
        '<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC" adtcore:version="active"><adtcore:packageRef adtcore:uri="/sap/bc/adt/packages/zdemo" adtcore:type="DEVC/K" adtcore:name="ZDEMO"/></class:abapClass>'
    }
  ]
}
