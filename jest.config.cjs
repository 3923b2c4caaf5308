/** Unit specs stand beside the code; `test/` holds what needs a database, a queue or the whole app. */
module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  transform: { '^.+\\.ts$': ['@swc/jest', {}] },
  testEnvironment: 'node',
  maxWorkers: 2,
  // Starting the whole service on a busy machine takes longer than the five seconds that a hook has by default.
  testTimeout: 30_000,
};
