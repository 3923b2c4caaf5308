import type { FeedbackEventType } from '../../../src/feedback/events/feedback-event';
import type { KnownGroup, KnownKind } from '../../../src/feedback/known/kinds';
import { count, formatDecimal, formatNumber } from './formats';

/**
 * The pages about feedback, in English; `feedback.de.ts` has the same. They come with those pages and not with the first visit.
 * What a source is reached at is its "URL": an "address" is one that mail goes to.
 */
export const feedbackEn = {
  parts: 'Parts of Feedback',
  partNames: { sources: 'Sources', addresses: 'Known addresses', accuracy: 'Accuracy' },

  sources: {
    title: 'Feedback',
    lead: 'Your mail provider tells what became of your mails: bounces, complaints, deliveries. From then on your results know about it.',
    add: 'Connect a source',
    none: 'No source is connected yet',
    noneHint: 'Connect the provider that sends your mails. It takes some minutes, and each step is explained.',
    notYours: 'Owners and admins look after the sources',
    notYoursHint: 'Ask one of them to connect your mail provider. What became of your mails stands in Known addresses.',
    off: 'Off',
    waits: 'Waits for its first event',
    lastEvent: (ago: string) => `Last event ${ago}`,
    lastError: (ago: string) => `Last error, ${ago}`,
    created: (day: string) => `connected on ${day}`,
    counts: {
      events: 'Events taken',
      duplicates: 'Told again',
      ignored: 'Without meaning here',
      faults: 'Refused or unreadable',
    },
    oldUrl: (moment: string) => `The URL before is taken too, until ${moment}.`,
    oldSecret: (moment: string) => `The password or key before is taken too, until ${moment}.`,
    noKey: 'The key of its signatures is missing. Until it is stored, nothing that this provider sends is taken.',
    noKeyOptional: 'No key is stored: its signatures are not checked, and the URL alone protects it.',
    topic: 'Topic',
    confirm: 'The subscription still waits to be confirmed:',
    confirmLink: 'Confirm it at Amazon',
    setUp: 'How to set it up',
    test: 'Send a test event',
    testOf: (name: string) => `Send a test event to ${name}`,
    newUrl: 'New URL',
    newUrlOf: (name: string) => `New URL for ${name}`,
    storeKey: 'Store the key',
    storeKeyOf: (name: string) => `Store the key of ${name}`,
    newKey: { password: 'New password', secret: 'New signing secret' },
    newKeyOf: {
      password: (name: string) => `New password for ${name}`,
      secret: (name: string) => `New signing secret for ${name}`,
    },
    switchOff: 'Switch off',
    switchOffOf: (name: string) => `Switch off ${name}`,
    switchOn: 'Switch on',
    switchOnOf: (name: string) => `Switch on ${name}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    isOff: (name: string) => `${name} is switched off.`,
    isOn: (name: string) => `${name} is switched on.`,
    isGone: (name: string) => `${name} is removed.`,
    isStored: (name: string) => `The key of ${name} is stored.`,
  },

  newSource: {
    title: 'Connect a source',
    provider: 'Who sends your mails?',
    name: 'Name',
    nameHint: 'For you: the account or the kind of mails, such as “Newsletter”.',
    key: {
      sendgrid: 'Verification key (optional)',
      mailgun: 'HTTP webhook signing key',
      resend: 'Signing secret',
      mandrill: 'Webhook key',
    },
    keyHint: 'Leave it empty if the provider shows it only once it knows the URL: you can store it afterwards.',
    protect: 'Protect it with a password too (recommended)',
    sign: 'Check signatures of your own (Standard Webhooks; recommended)',
    create: 'Connect',
    other: 'Other (our own format)',
  },

  shown: {
    title: (name: string) => `${name}: copy this now`,
    text: 'It is shown only this once. If it gets lost, make a new one here.',
    url: 'Webhook URL',
    urlWithPassword: 'Webhook URL with user name and password',
    user: 'User name',
    password: 'Password',
    secret: 'Signing secret',
    copyUrl: 'Copy the URL',
    copyPassword: 'Copy the password',
    copySecret: 'Copy the secret',
    stepsTitle: (provider: string) => `Steps at ${provider}`,
    exampleTitle: 'What to send',
  },

  rotate: {
    urlTitle: (name: string) => `Make a new URL for ${name}?`,
    urlText: 'Give the new one to the provider within a day: until then both are taken.',
    urlAction: 'Make a new URL',
    keyTitle: {
      password: (name: string) => `Make a new password for ${name}?`,
      secret: (name: string) => `Make a new signing secret for ${name}?`,
    },
    keyText: 'Give the new one to the provider within a day: until then both are taken.',
    keyAction: { password: 'Make a new password', secret: 'Make a new signing secret' },
    storeTitle: (name: string) => `The key of ${name}`,
    storeText: 'The provider’s page shows it. If one is stored already, both are taken for a day.',
    storeAction: 'Store the key',
  },

  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: 'Its URL is refused from then on, and what still waits to be read is dropped. What it has told stays known.',
    action: 'Remove it',
  },

  switching: {
    title: (name: string) => `Switch off ${name}?`,
    text: 'Until you switch it on again, its provider is refused, and most do not send again later.',
    action: 'Switch it off',
  },

  test: {
    sending: 'The test event is on its way …',
    read: (seconds: number) => `Arrived, and was read as a hard bounce after ${formatDecimal(seconds)} s.`,
    readOtherwise: (what: string, seconds: number) =>
      `Arrived after ${formatDecimal(seconds)} s, but was read as: ${what}. That is a fault of this service; please tell its operator.`,
    refused: (reason: string) => `Was not taken. ${reason}`,
    slow: (seconds: number) =>
      `Not read yet after ${count(seconds, 'second', 'seconds')}. Many events may be waiting before it.`,
    again: 'Look again',
    signature: {
      checked: 'It was signed with the stored key, and the signature was checked.',
      not_checked: (provider: string) => `The signature was not part of the test: only ${provider} can make it.`,
      none: 'No signature is checked for this source: its URL alone protects it.',
      password: 'It carried the password of this source.',
    },
    madeUp: (address: string) =>
      `It was about the made-up address ${address}, and counts nowhere. Whether the provider has the right URL, its first real event shows.`,
  },

  addresses: {
    title: 'Known addresses',
    lead: 'Of which your own mails say something. Only your organization’s results know about it.',
    search: 'Address begins with',
    kind: 'Which ones',
    all: 'All',
    kinds: {
      bounced: 'Bounced',
      complained: 'Complained',
      suppressed: 'Suppressed',
      delivered: 'Delivered',
    } satisfies Record<KnownGroup, string>,
    none: 'No address is known yet. Connect a source, or import the list of your provider.',
    noneFound: 'No such address is known.',
    shown: (rows: number, hasMore: boolean) =>
      `${count(rows, 'address', 'addresses')} shown${hasMore ? '; there are more' : ''}.`,
    since: (day: string) => `since ${day}`,
    nothingCounts: 'No effect on results',
    events: 'Events',
    eventsOf: (email: string) => `Events of ${email}`,
    noEvents: 'The events themselves are kept for 30 days. What follows from them stays longer.',
    last: {
      hard: 'Last hard bounce',
      soft: 'Last soft bounce',
      complaint: 'Last complaint',
      suppressed: 'Last suppressed',
      delivered: 'Last delivered',
    },
    clear: 'Clear',
    clearOf: (email: string) => `Clear ${email}`,
    clearTitle: 'Clear this address?',
    clearText: (email: string) =>
      `All that is kept of ${email} goes: what your mails say, the cached result, its single checks. Your provider may go on telling old events again: those of before now do not bring it back.`,
    clearAction: 'Clear it',
    cleared: (email: string) => `${email} is cleared.`,
  },

  /** What follows from what was told, in a word. */
  known: {
    hard_bounce: 'Bounced',
    weak_hard_bounce: 'Bounced once',
    complaint: 'Complained',
    suppressed: 'Suppressed',
    soft_bounces: 'Soft bounces',
    delivered: 'Delivered',
  } satisfies Record<KnownKind, string>,
  knownMeaning: {
    hard_bounce: 'The mailbox is not there. Results say invalid.',
    weak_hard_bounce: 'A bounce that is not quite clear. Results say risky until a second mail decides.',
    complaint: 'The recipient called a mail spam. Do not mail this address again.',
    suppressed: 'Your provider refuses to mail it, because of its own list.',
    soft_bounces: 'Mails came back several times for a passing reason. Results stay as they are.',
    delivered: 'Your last mail arrived.',
  } satisfies Record<KnownKind, string>,

  eventTypes: {
    hard_bounce: 'Hard bounce',
    soft_bounce: 'Soft bounce',
    block: 'Refused because of the sender',
    complaint: 'Complaint',
    unsubscribe: 'Unsubscription',
    suppressed: 'Suppressed by the provider',
    delivered: 'Delivery',
    ignored: 'Without meaning here',
    unknown: 'Not clear',
  } satisfies Record<FeedbackEventType, string>,

  import: {
    title: 'Import a list',
    note: 'The export of your provider’s bounces or suppressions, as CSV or Excel (.xlsx) with a header.',
    choose: 'Choose a file (CSV or Excel)',
    file: 'CSV or Excel file to import',
    progress: 'Import',
    sending: (share: string) => `${share} sent`,
    reading: 'The service reads the list …',
    stop: 'Stop',
    type: 'What the list holds',
    types: { '': 'As its rows say', bounce: 'Bounces', complaint: 'Complaints', suppressed: 'Suppressed addresses' },
    date: 'Date, for rows that have none',
    done: (accepted: number, duplicates: number, rows: number) =>
      `${formatNumber(accepted)} of ${count(rows, 'row', 'rows')} taken${duplicates === 0 ? '' : `, ${formatNumber(duplicates)} were known before`}.`,
    rejected: (rows: number) => `${count(rows, 'row was', 'rows were')} not taken:`,
    notClear: (rows: number) =>
      `${count(rows, 'row is a bounce', 'rows are bounces')} without the host’s words or a code: they change no result. If all were hard, write “hard_bounce” in the column of kinds.`,
    /** Each with the name of the column in the file. */
    faults: {
      email: (column: string) => `“${column}” holds no e-mail address.`,
      type: (column: string) => `“${column}” holds a kind of event that is not known.`,
      time: (column: string) =>
        `“${column}” holds no date that can be read. Dates like 2026-11-20 or 2026-11-20 10:00 can; 20/11/2026 is another day in other countries. A row without a date gets the one above.`,
      old: (column: string) => `“${column}” is of more than two years ago.`,
      code: (column: string) => `“${column}” holds a code that is none.`,
    },
    line: 'Line',
    what: 'What is wrong',
    more: (rows: number) => `and ${count(rows, 'more row', 'more rows')}.`,
  },

  accuracy: {
    title: 'Accuracy',
    lead: 'How often the answers were true, by your own mails.',
    days: (days: number) => `The last ${count(days, 'day', 'days')}.`,
    headline: (known: number, status: string) =>
      `Of ${count(known, 'address', 'addresses')} called ${status} that you mailed,`,
    bounced: (share: string) => `${share} bounced`,
    range: (low: string, high: string) => `${low} to ${high}`,
    rangeNote: 'The range in brackets holds with 95% certainty.',
    few: 'Few data: the range is wide, and can still change much.',
    fewShort: 'few',
    noneYet: 'Nothing to compare yet',
    noneYetHint:
      'Addresses that were checked here and mailed afterwards are compared for 30 days. Check a list, send your mails, and come back.',
    noSource: 'No source is connected',
    noSourceHint: 'Without one nobody tells what became of your mails.',
    connect: 'Connect a source',
    askAdmin: 'Ask an owner or admin to connect your mail provider.',
    waiting: (answered: number) =>
      `${count(answered, 'address was', 'addresses were')} checked in this time; of none of them it is known yet what became of a mail.`,
    byStatus: 'By result',
    byStatusNote: 'Of what was answered, of how many it is known what became of a mail, and how many bounced hard.',
    result: 'Result',
    answered: 'Answered',
    known: 'Known',
    delivered: 'Delivered',
    bouncedColumn: 'Bounced',
    rate: 'Share bounced',
    byReason: 'By reason',
    noReason: 'without a reason',
    providers: 'Providers with most bounces',
    providersNote:
      'Of the addresses called valid, by who hosts their mailboxes. Those called so because of earlier feedback are left out.',
    provider: 'Provider',
    otherProvider: 'Other',
    reliability: 'Is the confidence true?',
    reliabilityNote:
      'Answers in ten groups of their confidence, against the share of mails that arrived. On the line, the confidence is just right.',
    brier: (score: string) => `Brier score ${score}`,
    brierMeaning:
      'The mean of the squared distance between the confidence and what happened: 0 is perfect, 0.25 is what always saying 50% would get. Lower is better.',
    chart: (groups: number) =>
      `Diagram: share delivered by confidence, in ${count(groups, 'group', 'groups')}. The table has the same numbers.`,
    chartX: 'Confidence',
    chartY: 'Delivered',
    group: 'Confidence',
    mean: 'Mean confidence',
    share: 'Share delivered',
    noBins: 'No group has an answer with a known outcome yet.',
  },

  operator: {
    title: 'Sources of feedback',
    none: 'None is connected.',
    askOff: (name: string) => `Switch off ${name}?`,
    offText: 'Its provider is refused until it is switched on again. The organization sees that you did it.',
  },

  /** The last error of a source, by what it means; `last-error.ts` says which sentence each stands for. */
  errors: {
    keyMissing: 'The key of its signatures is missing here. Store the one that the provider’s page shows.',
    keyWrong:
      'A signature did not fit the stored key. Was the key renewed at the provider, or is it another account’s?',
    notSigned: 'A request carried no signature or password, though one is stored. Is it switched on at the provider?',
    stale: 'A signature was too old, or of the future. Is the clock of this service right?',
    otherTopic:
      'A message came from another topic than the one that this source is bound to. Make a source for each topic.',
    rawDelivery:
      'Raw message delivery is switched on for the subscription. Switch it off: such messages are not signed.',
    notAmazon: 'A message was not signed as Amazon SNS signs.',
    certificate: 'Amazon’s certificate can’t be fetched just now. Amazon tries again by itself.',
    keyLost: 'The stored key can’t be read any more. Store it again.',
    notConfirmed: 'The subscription could not be confirmed from here. Open its confirmation address in a browser.',
    flood: 'More requests came in a minute than are taken. The provider sends them again.',
    notTheirs: 'A request was not in the form of this provider. Is its URL entered at another provider?',
    later: 'A request could not be taken at that moment. The provider sends it again.',
    switchedOff: 'The source is switched off.',
    ours: 'It could not be read: that is a fault of this service.',
  },
};

export type FeedbackTexts = typeof feedbackEn;
