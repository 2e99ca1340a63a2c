/** The scope of each setting, and the configuration of one ERP system that follows from it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createConfig, viewOf } from '../../config/config.ts'
import {
  launcherSettings,
  setting,
  settingNames,
  systemConfigOf,
  systemSettingNames
} from '../../config/settings.ts'
import type { ServerConfig, SettingName, SystemConfig } from '../../config/settings.ts'

/** Compiles only if both types together name each setting exactly once. */
type Both = keyof SystemConfig & keyof ServerConfig
const isDisjoint: [Both] extends [never] ? true : false = true
type Missing = Exclude<SettingName, keyof SystemConfig | keyof ServerConfig>
const isComplete: [Missing] extends [never] ? true : false = true

describe('the scope of a setting', () => {
  test('stands in each row of the table', () => {
    for (const name of settingNames) {
      assert.match(setting(name).scope, /^(server|system)$/, name)
    }
    assert.ok(isDisjoint && isComplete)
  })

  test('is the server for all settings of a launcher', () => {
    for (const name of launcherSettings) assert.equal(setting(name).scope, 'server', name)
  })

  test('is the system for what describes one ERP, and the server for the rest', () => {
    const systemGroups = /^(ERP system|ERP log-on|Safety filters|Features)/
    const exceptions = new Map<SettingName, string>([
      ['sandbox', 'server'],
      ['systemsFile', 'server'],
      ['system', 'server'],
      ['approvalHook', 'server'],
      ['approvalHookSecret', 'server'],
      ['oidcUserMapping', 'system'],
      ['terminalId', 'system'],
      ['record', 'system'],
      ['recordSources', 'system'],
      ['recordProduction', 'system']
    ])
    for (const name of settingNames) {
      const usual = systemGroups.test(setting(name).group) ? 'system' : 'server'
      assert.equal(setting(name).scope, exceptions.get(name) ?? usual, name)
    }
  })

  test('decides what the configuration of a system contains', () => {
    const config = viewOf(
      createConfig({
        url: 'http://erp:1',
        user: 'U',
        password: 'P',
        stateKey: 'a secret of all replicas',
        apiKey: 'a-key-of-the-server',
        terminalId: 'T1'
      })
    )
    const names = Object.keys(systemConfigOf(config))
    const allowed = new Set<string>(systemSettingNames)
    assert.deepEqual(
      names.filter(name => !allowed.has(name)),
      []
    )
    assert.deepEqual(
      systemSettingNames.filter(name => config[name] !== undefined),
      names
    )
    assert.ok(names.includes('terminalId') && !names.includes('stateKey'))
  })
})
