import eslint from '@eslint/js';
import jest from 'eslint-plugin-jest';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Name what you export: a default export has as many names as importers.',
};
const NO_ABORT_SIGNAL_ANY = {
  selector: "MemberExpression[object.name='AbortSignal'][property.name='any']",
  message: 'On Node 20 it forgets a time-out when garbage is collected: use endWithin, or a controller of your own.',
};

export default tseslint.config(
  {
    ignores: [
      '**/node_modules',
      '.cache',
      'dist',
      'data',
      'coverage',
      'dashboard/dist',
      'clients/*/dist',
      '**/*.mjs',
      '**/*.cjs',
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT],
      'no-control-regex': 'off',
      // Response classes are for the OpenAPI document; what is sent are plain objects of their shape.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    ...jest.configs['flat/recommended'],
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
      'jest/no-focused-tests': 'error',
      'jest/no-export': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  { files: ['src/**/*.ts'], rules: { 'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_ABORT_SIGNAL_ANY] } },
  { files: ['ormconfig.ts', 'eslint.config.mjs'], rules: { 'no-restricted-syntax': 'off' } },
  prettier,
);
