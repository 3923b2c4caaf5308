/** Which folder may import which, and why. */

/** @param {string} name @param {string} comment @param {string} from @param {string} to */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.spec\\.ts$' },
  to: { path: to },
});

/** Features in the order in which they build on each other. */
const order = [
  'config',
  'common',
  'database',
  'rate-limit',
  'smtp-session-slots',
  'queue',
  'idempotency',
  'audit',
  'mail',
  'settings',
  'organizations',
  'auth',
  'webhooks',
  'credits',
  'sessions',
  'feedback',
  'validation',
  'batches',
  'feedback-uploads',
  'maintenance',
  'management',
  'operator',
];

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    forbid(
      'engine-is-independent',
      'The engine could be published as a library as it stands: no framework, no database, no environment.',
      '^src/engine/',
      '^src/(?!engine/)|^node_modules/(@nestjs|typeorm|bull|ioredis|mysql2|better-sqlite3|express)(/|$)',
    ),
    forbid(
      'engine-has-one-entry-point',
      'What the engine is made of may change; `src/engine/index.ts` may not.',
      '^src/(?!engine/)',
      '^src/engine/(?!index\\.ts$)',
    ),
    forbid(
      'environment-is-read-once',
      'One typed object is handed round, and all faults are reported together.',
      '^src/(?!config/|database/cli-data-source|main\\.ts|healthcheck\\.ts|cli\\.ts|migrate\\.ts|command-line/)',
      '^src/config/(env|embedded-secret)\\.ts$',
    ),
    ...order.map((folder, place) =>
      forbid(
        `${folder}-stands-below`,
        `The order is ${order.join(' < ')}: what comes first does not know what comes after it.`,
        `^src/${folder}/`,
        `^src/(${[...order.slice(place + 1), 'http', 'command-line'].join('|')})/`,
      ),
    ),
    forbid(
      'repositories-are-private',
      'A table belongs to one folder, which has the classes that write it; an entity may be read by the folders above it.',
      '^src/([^/]+)/',
      '^src/(?!$1/)[^/]+/[^/]+\\.repository\\.ts$',
    ),
    forbid(
      'http-sees-errors-only',
      'The features know their routes; `http` knows how to say what went wrong.',
      '^src/http/',
      '^src/(idempotency|audit|settings|organizations|auth|webhooks|credits|sessions|feedback|feedback-uploads|validation|batches|maintenance|management|operator)/(?!.*\\.errors\\.ts$)',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
  },
};
