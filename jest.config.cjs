/** Unit specs stand beside the code; `test/` holds what needs a database, a queue or the whole app. */
module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  transform: { '^.+\\.ts$': ['@swc/jest', {}] },
  // The clients are modules of ECMAScript, whose imports name the file that is made of the source.
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1'] },
  testEnvironment: 'node',
  maxWorkers: 2,
  // Some 40 MB of each file stay with its worker: two hundred of them reach the limit of Node's heap.
  workerIdleMemoryLimit: '1500MB',
  // A limit for what hangs, not for what is slow: a busy machine starts a whole service in half a minute.
  testTimeout: 120_000,
};
