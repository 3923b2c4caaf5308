/**
 * Each spec file by itself, as `npx jest test/management/accounts` runs it. `npm test` runs the same files in groups: see
 * `jest.groups.cjs`. Unit specs stand beside the code; `test/` holds what needs a database, a queue or the whole service.
 */
module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  transform: { '^.+\\.ts$': ['@swc/jest', {}] },
  // The clients are ECMAScript modules, whose imports name the compiled file.
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1'] },
  testEnvironment: 'node',
  // Kept between runs, with the seconds that each file took: the longest begin first.
  cacheDirectory: '<rootDir>/.cache/jest',
  // Suites wait more than they work: four keep two cores busy.
  maxWorkers: 4,
  // Some 40 MB of each file stay with its worker: two hundred of them reach the limit of Node's heap.
  workerIdleMemoryLimit: '1500MB',
  // Ends what hangs. It says nothing about speed: a busy machine takes half a minute to start a service.
  testTimeout: 300_000,
};
