/** The parser configuration of the repository: release, checked namespace and rules. */
import { ArtifactsRules, Config } from '@abaplint/core'
import { valuelessConstants } from '../grammar/valueless-constants.ts'

/** Every unknown name is an error: an object that is not stored does not exist in this system. */
const ERROR_NAMESPACE = '.'
const RELEASE = 'v758'

/**
 * The one configuration of the registry; changing it would make every object dirty, so rules are
 * chosen per request instead.
 */
export function createConfiguration(): Config {
  const rules: Record<string, unknown> = {}
  for (const rule of ArtifactsRules.getRules()) rules[rule.getMetadata().key] = rule.getConfig()
  return new Config(
    JSON.stringify({
      global: { files: '/**/*.*', skipIncludesWithoutMain: true },
      dependencies: [],
      syntax: {
        version: RELEASE,
        errorNamespace: ERROR_NAMESPACE,
        globalConstants: valuelessConstants,
        globalMacros: []
      },
      rules
    })
  )
}
