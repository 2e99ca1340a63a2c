import neostandard, { resolveIgnoresFromGitignore } from 'neostandard'

export default [
  // Prettier owns the layout; the linter owns everything else.
  ...neostandard({
    ts: true,
    filesTs: ['**/*.mts'],
    noStyle: true,
    ignores: [
      ...resolveIgnoresFromGitignore(),
      'sandbox/seed/src/**',
      'test/architecture/exported-types.tst.ts'
    ]
  }),
  {
    files: ['**/*.ts', '**/*.mts', '**/*.js', '**/*.cjs'],
    rules: {
      'arrow-body-style': ['error', 'as-needed'],
      // What Prettier cannot break: a long string, template, regular expression or URL.
      'max-len': [
        'error',
        {
          code: 110,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true
        }
      ],
      'max-statements-per-line': ['error', { max: 1 }]
    }
  },
  {
    files: ['**/*.ts', '**/*.mts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true }
      ],
      'max-params': ['error', 3],
      'no-void': 'off'
    }
  },
  { files: ['test/**', 'bench/**', 'sandbox/**'], rules: { 'max-params': ['error', 4] } },
  // A state that another function changes while the loop waits.
  { files: ['bench/**'], rules: { 'no-unmodified-loop-condition': 'off' } }
]
