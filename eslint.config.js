import neostandard, { resolveIgnoresFromGitignore } from 'neostandard'

export default [
  ...neostandard({ ts: true, ignores: [...resolveIgnoresFromGitignore(), 'sandbox/seed/src/**'] }),
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true, 'ts-ignore': true }],
      'max-params': ['error', 3],
      'no-void': 'off'
    }
  },
  { files: ['test/**', 'bench/**', 'sandbox/**'], rules: { 'max-params': ['error', 4] } }
]
