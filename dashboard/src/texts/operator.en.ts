import type { SignUpMode } from '../api/operator-types';
import { count, formatNumber } from './formats';

/** How many are shown of a list: all of them, or the first of more. */
const shown =
  (one: string, other: string) =>
  (rows: number, hasMore: boolean): string =>
    hasMore ? `The newest ${count(rows, one, other)}.` : `${count(rows, one, other)}.`;

/** The operator's console, in English; `operator.de.ts` has the same. */
export const operatorEn = {
  title: 'Operator’s console',
  toDashboard: 'Dashboard',
  search: 'Search',
  wholeNumber: (least: number, most: number) =>
    `Enter a whole number from ${formatNumber(least)} to ${formatNumber(most)}, in digits alone.`,

  sections: {
    accounts: 'Accounts',
    organizations: 'Organizations',
    batches: 'Lists',
    health: 'Health',
    settings: 'Settings',
    audit: 'Log',
  },

  notForYou: {
    title: 'Not for this account',
    text: (email: string) => `You are signed in as ${email}. This account does not operate the service.`,
    how: 'Accounts are made operators on the service’s command line, and nowhere else.',
    toDashboard: 'Go to the dashboard',
    another: 'Use another account',
  },

  accounts: {
    title: 'Accounts',
    lead: 'Everybody who can sign in to this service, the newest first.',
    all: 'All accounts',
    search: 'Address, name or number',
    none: 'No account is like that.',
    shown: shown('account', 'accounts'),
    since: (day: string) => `since ${day}`,
    inOrganizations: (value: number) =>
      value === 0 ? 'in no organization' : `in ${count(value, 'organization', 'organizations')}`,
    seen: (ago: string) => `last seen ${ago}`,
    notSeen: 'not signed in',
    operates: 'operator',
    off: 'Switched off',
    noPassword: 'No password',
  },

  account: {
    title: 'Account',
    number: (id: number) => `Account ${id}`,
    none: 'There is no such account',
    id: 'Number',
    address: 'E-mail address',
    created: 'Made',
    lastSeen: 'Last seen',
    notSeen: 'It is not signed in anywhere.',
    password: 'Has a password',
    noPassword: 'No: nobody can sign in to it.',
    tokens: 'Tokens in use',
    organizations: 'Organizations',
    noOrganizations: 'It belongs to none.',
  },

  standing: {
    title: 'On or off',
    isOn: 'It is on.',
    offSince: (moment: string) => `It has been off since ${moment}: nobody signs in to it, and its tokens are refused.`,
    ofOperator: (id: number) =>
      `This account operates the service. “account operator off ${id}” on the command line comes first.`,
    switchOff: 'Switch off',
    switchOn: 'Switch on again',
    askOff: (who: string) => `Switch ${who} off?`,
    askOn: (who: string) => `Switch ${who} on again?`,
    offText:
      'Its sessions end at once, nobody signs in to it, and its tokens are refused. Lists that it sent go on. It can be switched on again.',
    onText: 'Its tokens work again. It has to sign in anew.',
    nowOff: (who: string) => `${who} is switched off.`,
    nowOn: (who: string) => `${who} is on again.`,
  },

  resetLink: {
    title: 'Forgotten password',
    note: 'A link by which somebody chooses a new password. You pass it on yourself; nothing is sent.',
    make: 'Make a link',
    ask: (email: string) => `Make a link for ${email}?`,
    askText: 'Whoever has it chooses the password of this account: be sure whom you give it to.',
    passOn: (email: string, moment: string) =>
      `Give this link to ${email}. It is shown only now, and works once, until ${moment}.`,
    link: 'The link for a new password',
    ofOperator: (email: string) =>
      `This account operates the service: “account reset-link ${email}” on the command line makes the link.`,
  },

  organizations: {
    title: 'Organizations',
    lead: 'Who owns lists and credits, the newest first.',
    all: 'All organizations',
    search: 'Name or number',
    none: 'No organization is like that.',
    shown: shown('organization', 'organizations'),
    members: (value: number) => count(value, 'member', 'members'),
    since: (day: string) => `since ${day}`,
    monthly: (value: number) => `${count(value, 'credit', 'credits')} a month`,
  },

  organization: {
    number: (id: number) => `Organization ${id}`,
    none: 'There is no such organization',
    credits: 'Credits',
    balance: 'Balance',
    allowance: 'Monthly allowance',
    noAllowance: 'None',
    usedOf: (used: number, whole: number) => `${formatNumber(used)} of ${formatNumber(whole)} used`,
    fullAgain: 'Full again',
    created: 'Made',
  },

  grant: {
    title: 'Give credits',
    note: 'They never expire. The organization sees them and the reason in its credit movements, and not who you are.',
    amount: 'How many',
    reason: 'Reason (optional)',
    give: 'Give',
    ask: (amount: number) => `Give ${count(amount, 'credit', 'credits')}?`,
    askText: (name: string) => `${name} can spend them at once. They can’t be taken back here.`,
    done: (amount: number, balance: number) =>
      `${count(amount, 'credit', 'credits')} given. The balance is ${formatNumber(balance)}.`,
  },

  allowance: {
    title: 'Monthly allowance',
    note: 'Credits of each month. What is left of them at its end is gone. 0 ends it.',
    monthly: 'Credits a month',
    set: 'Set the allowance',
    end: 'End the allowance',
    ask: (monthly: number) => `Give ${count(monthly, 'credit', 'credits')} each month?`,
    askText: (name: string) => `${name} has all of this month’s from now on, whatever it used of them before.`,
    askEnd: 'End the monthly allowance?',
    endText: (name: string) => `${name} loses at once what is left of this month’s.`,
    done: (monthly: number) => `${count(monthly, 'credit', 'credits')} a month from now on.`,
    ended: 'There is no monthly allowance any more.',
  },

  batches: {
    title: 'Lists at work',
    lead: 'Of all organizations, the newest first. Nobody sees here what is in them.',
    none: 'No list is at work.',
    shown: shown('list', 'lists'),
    number: (id: number) => `List ${id}`,
    sent: (ago: string) => `sent ${ago}`,
    lastAnswer: (ago: string) => `last answer ${ago}`,
    cancelOne: (name: string) => `Cancel ${name}`,
    ofOrganization: (name: string, organization: string) => `“${name}” of ${organization}.`,
    cancelText:
      'Rows that are not checked yet cost nothing. What is done can be downloaded. The organization sees that the operator did it.',
    cancelled: (name: string, organization: string) => `“${name}” of ${organization} is cancelled.`,
  },

  health: {
    title: 'Health',
    lead: 'How the service is just now. This page keeps itself up to date.',
    openBatches: 'Lists at work',
    openRows: 'Rows without an answer',
    waitingJobs: 'Jobs that wait',
    warnings: 'Needs you',
    warningsNote: 'In the service’s own words, as /health/ready says them.',
    parts: 'The process that answers',
    partsNote: 'Where several run, each has a state of its own: the others tell theirs at /health/ready and /metrics.',
    isReady: 'All parts work',
    isNotReady: 'Something does not work',
    works: 'Works',
    partNames: { database: 'Database', redis: 'Redis', queue: 'Queue' } as Readonly<Partial<Record<string, string>>>,
    dns: 'DNS',
    dnsDown: 'Gives no answers: lists pause until it does.',
    mailHosts: 'Mail servers (port 25)',
    egress: {
      none: 'No fault is known',
      blocked: 'None can be connected to: port 25 is blocked. Ask your host to open it, or use a proxy.',
      proxy_down: 'None can be connected to: the SOCKS proxy is down.',
    },
    notProbing: 'They are not asked (SMTP_PROBE is off).',
    refusals: 'Who refuses us',
    refusalsNote:
      'Providers and mail servers that refuse this process or slow it down; they are left alone for a while.',
    noRefusals: 'Nobody.',
    outcomes: { sender_blocked: 'Refuses us', throttled: 'Slows us down' },
    said: (text: string) => `It said: ${text}`,
    until: (moment: string) => `Asked again from ${moment} on.`,
    shared: 'What all processes share',
    sharedNote: 'One queue, and one maintenance that deletes what has been kept for long enough.',
    queue: 'Queue',
    queueAway: 'It does not answer.',
    jobsWait: (value: number) => `${count(value, 'job waits', 'jobs wait')} for a worker.`,
    maintenance: 'Maintenance and retention',
    maintained: (ago: string, moment: string) => `Last ended ${ago} (${moment}).`,
    neverMaintained: 'It has not run yet.',
  },

  settings: {
    title: 'Settings',
    lead: 'What may be changed while the service runs. It goes before the environment, in all processes at once.',
    inForce: (value: string, isStored: boolean, variable: string, environment: string) =>
      isStored
        ? `Now: ${value}, set by an operator. ${variable} in the environment says: ${environment}.`
        : `Now: ${value}, as ${variable} in the environment says.`,
    asEnvironment: (value: string) => `As the environment says (${value})`,
    signUp: 'Who may create an account',
    modes: {
      open: { name: 'Open', means: 'Everybody.' },
      invited: { name: 'By invitation', means: 'Whoever was invited to an organization.' },
      off: { name: 'Off', means: 'Nobody: accounts are made on the command line.' },
    } satisfies Record<SignUpMode, { name: string; means: string }>,
    saveSignUp: 'Save sign-up',
    signUpNow: (mode: string) => `Saved. Sign-up is now: ${mode}.`,
    freeCredits: 'Free credits of new accounts',
    thisMany: 'This many',
    credits: 'Credits',
    saveFreeCredits: 'Save free credits',
    freeCreditsNow: (value: number) => `Saved. New accounts get ${count(value, 'credit', 'credits')}.`,
  },

  audit: {
    title: 'Log',
    lead: 'Who did what, in all organizations and accounts.',
    commandLine: 'The command line',
    asOperator: (person: string) => `${person} (operator)`,
    isOperator: 'operates it from now on',
    isNone: 'operates it no more',
    signUp: (mode: string) => `sign-up: ${mode}`,
    freeCredits: (value: string) => `free credits: ${value}`,
    environment: 'as the environment says',
  },
};
