import type { Verification } from '../src/engine';
import { SCENARIO_KINDS, type Scenario } from '../test/world/scenario';
import { PEERS, type PeerVerdict } from './peers/ask-peer';

/** What can be said of one verdict. A wrong `invalid` loses a customer; a wrong `valid` costs a bounce. */
interface Tally {
  right: number;
  wrongInvalid: number;
  wrongValid: number;
  noAnswer: number;
}

/** Everybody's verdicts stand in the order of the scenarios. */
export interface Asked<T> {
  verdicts: readonly T[];
  /** Connections to the address where nobody may connect. */
  forbiddenKnocks: number;
}

/** The text of docs/accuracy.md. */
export function accuracyPage(
  scenarios: readonly Scenario[],
  ours: Asked<Verification>,
  peers: ReadonlyMap<string, Asked<PeerVerdict>>,
): string {
  const names = [...peers.keys()];
  const peerAt = (name: string, index: number): PeerVerdict => peers.get(name)?.verdicts[index] ?? 'failed';
  const tallies = [
    [
      'this service',
      ours.forbiddenKnocks,
      tallyOf(scenarios, (index) => ours.verdicts[index]?.status ?? 'unknown'),
    ] as const,
    ...names.map(
      (name) =>
        [name, peers.get(name)?.forbiddenKnocks ?? 0, tallyOf(scenarios, (index) => peerAt(name, index))] as const,
    ),
  ];
  return [
    INTRODUCTION,
    '| | as it should be | wrong `invalid` | wrong `valid` | no answer though there is one | connections into our own network |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...tallies.map(
      ([name, knocks, tally]) => `| ${[name, ...cellsOf(tally, scenarios.length), `${knocks}`].join(' | ')} |`,
    ),
    '',
    NOTES,
    ...SCENARIO_KINDS.flatMap((kind) => [
      `## ${titleOf(kind)}`,
      '',
      `| scenario | right answer | this service | ${names.join(' | ')} |`,
      `| --- | --- | --- |${' --- |'.repeat(names.length)}`,
      ...scenarios.flatMap((scenario, index) =>
        scenario.kind === kind
          ? [
              row(
                scenario,
                ours.verdicts[index],
                names.map((name) => peerAt(name, index)),
              ),
            ]
          : [],
      ),
      '',
    ]),
  ].join('\n');
}

const INTRODUCTION = `# Accuracy

<!-- Made by \`npm run accuracy\`: change the scenarios in test/world, not this page. -->

Every scenario of the mail world (\`test/world\`), asked of this service and of other libraries of its kind, in one run
against the same scripted DNS and mail servers on loopback, each in a fresh world. The peers are
${PEERS.map(({ name, version }) => `\`${name}\` ${version}`).join(', ')} (by AfterShip, in Go), all MIT, used as their READMEs show.
`;

const NOTES = `The right answer is the one of the specification and the RFCs, or what people who reported the case should have been told
(the sources stand beside the scenarios in the code). A peer's \`valid\` counts as right for \`valid\` and \`catch_all\`, its \`catch_all\` for \`catch_all\` alone, any of its
answers for a throw-away or a full mailbox but for a wrong \`invalid\` about the full one, and for \`unknown\` only "unknown".
Some scenarios need somebody who was asked about before: this service was, and the peers remember nothing.
The scenarios are made of trouble: shares of this table say nothing about shares of a list. A library with two answers only can
be right about \`unknown\` never; that is the point of having three. Bold: not as it should be.
`;

function tallyOf(
  scenarios: readonly Scenario[],
  verdictAt: (index: number) => Verification['status'] | PeerVerdict,
): Tally {
  const tally = { right: 0, wrongInvalid: 0, wrongValid: 0, noAnswer: 0 };
  for (const [index, scenario] of scenarios.entries()) tally[judge(scenario, verdictAt(index))] += 1;
  return tally;
}

function judge({ expected }: Scenario, verdict: Verification['status'] | PeerVerdict): keyof Tally {
  const { status, sub_status } = expected;
  if (verdict === 'failed' || verdict === 'hung') return 'noAnswer';
  if (verdict === status || sub_status === 'disposable') return 'right';
  if (verdict === 'invalid') return 'wrongInvalid';
  if (verdict === 'valid') return status === 'catch_all' || status === 'risky' ? 'right' : 'wrongValid';
  // It says that the host takes everything: of a mailbox that is not there, as wrong as `valid`.
  if (verdict === 'catch_all' && status === 'invalid') return 'wrongValid';
  return 'noAnswer';
}

const cellsOf = ({ right, wrongInvalid, wrongValid, noAnswer }: Tally, all: number): string[] => [
  `${right} of ${all}`,
  `${wrongInvalid}`,
  `${wrongValid}`,
  `${noAnswer}`,
];

function row(scenario: Scenario, verification: Verification | undefined, peers: readonly PeerVerdict[]): string {
  const { expected, name } = scenario;
  const ours = answerOf(verification?.status ?? 'unknown', verification?.subStatus ?? null);
  const right = answerOf(expected.status, expected.sub_status);
  const cells = peers.map((verdict) => (judge(scenario, verdict) === 'right' ? verdict : `**${verdict}**`));
  return `| ${[name.replaceAll('|', '\\|').replaceAll('<', '&lt;'), right, ours === right ? ours : `**${ours}**`, ...cells].join(' | ')} |`;
}

const answerOf = (status: string, subStatus: string | null): string =>
  subStatus === null ? status : `${status} / ${subStatus}`;

const titleOf = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
