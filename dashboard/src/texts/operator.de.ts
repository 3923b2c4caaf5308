import { count, formatNumber } from './formats';
import type { operatorEn } from './operator.en';

const shown =
  (one: string, other: string) =>
  (rows: number, hasMore: boolean): string =>
    hasMore ? `Die neuesten ${formatNumber(rows)} ${other}.` : `${count(rows, one, other)}.`;

/** Die Betreiberkonsole, auf Deutsch. */
export const operatorDe: typeof operatorEn = {
  title: 'Betreiberkonsole',
  toDashboard: 'Zur Anwendung',
  search: 'Suchen',
  wholeNumber: (least, most) =>
    `Geben Sie eine ganze Zahl von ${formatNumber(least)} bis ${formatNumber(most)} ein, nur in Ziffern.`,

  sections: {
    accounts: 'Konten',
    organizations: 'Organisationen',
    batches: 'Listen',
    health: 'Zustand',
    settings: 'Einstellungen',
    audit: 'Protokoll',
  },

  notForYou: {
    title: 'Nicht für dieses Konto',
    text: (email) => `Sie sind als ${email} angemeldet. Dieses Konto betreibt den Dienst nicht.`,
    how: 'Zum Betreiber wird ein Konto nur auf der Befehlszeile des Dienstes.',
    toDashboard: 'Zur Anwendung',
    another: 'Anderes Konto verwenden',
  },

  accounts: {
    title: 'Konten',
    lead: 'Alle, die sich bei diesem Dienst anmelden können; die neuesten zuerst.',
    all: 'Alle Konten',
    search: 'Adresse, Name oder Nummer',
    none: 'Kein Konto passt dazu.',
    shown: shown('Konto', 'Konten'),
    since: (day) => `seit ${day}`,
    inOrganizations: (value) =>
      value === 0 ? 'in keiner Organisation' : `in ${count(value, 'Organisation', 'Organisationen')}`,
    seen: (ago) => `zuletzt gesehen ${ago}`,
    notSeen: 'nicht angemeldet',
    operates: 'Betreiber',
    off: 'Abgeschaltet',
    noPassword: 'Ohne Passwort',
  },

  account: {
    title: 'Konto',
    number: (id) => `Konto ${id}`,
    none: 'Dieses Konto gibt es nicht',
    id: 'Nummer',
    address: 'E-Mail-Adresse',
    created: 'Angelegt',
    lastSeen: 'Zuletzt gesehen',
    notSeen: 'Es ist nirgends angemeldet.',
    password: 'Hat ein Passwort',
    noPassword: 'Nein: Niemand kann sich damit anmelden.',
    tokens: 'Gültige Token',
    organizations: 'Organisationen',
    noOrganizations: 'Es gehört zu keiner.',
  },

  standing: {
    title: 'An oder aus',
    isOn: 'Es ist eingeschaltet.',
    offSince: (moment) =>
      `Es ist seit ${moment} abgeschaltet: Niemand kann sich damit anmelden, und seine Token werden abgelehnt.`,
    ofOperator: (id) =>
      `Dieses Konto betreibt den Dienst. Vorher ist auf der Befehlszeile „account operator off ${id}“ nötig.`,
    switchOff: 'Abschalten',
    switchOn: 'Wieder einschalten',
    askOff: (who) => `${who} abschalten?`,
    askOn: (who) => `${who} wieder einschalten?`,
    offText:
      'Seine Sitzungen enden sofort, niemand kann sich damit anmelden, und seine Token werden abgelehnt. Listen, die es geschickt hat, laufen weiter. Es lässt sich wieder einschalten.',
    onText: 'Seine Token gelten wieder. Anmelden muss es sich neu.',
    nowOff: (who) => `${who} ist abgeschaltet.`,
    nowOn: (who) => `${who} ist wieder eingeschaltet.`,
  },

  resetLink: {
    title: 'Vergessenes Passwort',
    note: 'Ein Link, mit dem jemand ein neues Passwort wählt. Sie geben ihn selbst weiter; verschickt wird nichts.',
    make: 'Link erstellen',
    ask: (email) => `Einen Link für ${email} erstellen?`,
    askText: 'Wer ihn hat, wählt das Passwort dieses Kontos: Achten Sie darauf, wem Sie ihn geben.',
    passOn: (email, moment) =>
      `Geben Sie diesen Link an ${email} weiter. Er wird nur jetzt angezeigt und gilt einmal, bis ${moment}.`,
    link: 'Der Link für ein neues Passwort',
    ofOperator: (email) =>
      `Dieses Konto betreibt den Dienst: Den Link erstellt „account reset-link ${email}“ auf der Befehlszeile.`,
  },

  organizations: {
    title: 'Organisationen',
    lead: 'Wem Listen und Credits gehören; die neuesten zuerst.',
    all: 'Alle Organisationen',
    search: 'Name oder Nummer',
    none: 'Keine Organisation passt dazu.',
    shown: shown('Organisation', 'Organisationen'),
    members: (value) => count(value, 'Mitglied', 'Mitglieder'),
    since: (day) => `seit ${day}`,
    monthly: (value) => `${count(value, 'Credit', 'Credits')} im Monat`,
  },

  organization: {
    number: (id) => `Organisation ${id}`,
    none: 'Diese Organisation gibt es nicht',
    credits: 'Guthaben',
    balance: 'Credits',
    allowance: 'Monatliches Kontingent',
    noAllowance: 'Keines',
    usedOf: (used, whole) => `${formatNumber(used)} von ${formatNumber(whole)} verbraucht`,
    fullAgain: 'Wieder voll',
    created: 'Angelegt',
  },

  grant: {
    title: 'Credits gutschreiben',
    note: 'Sie verfallen nie. Die Organisation sieht sie und den Grund in ihren Credit-Bewegungen, aber nicht, wer Sie sind.',
    amount: 'Wie viele',
    reason: 'Grund (freiwillig)',
    give: 'Gutschreiben',
    ask: (amount) => `${count(amount, 'Credit', 'Credits')} gutschreiben?`,
    askText: (name) => `${name} kann sie sofort ausgeben. Zurücknehmen lassen sie sich hier nicht.`,
    done: (amount, balance) =>
      `${count(amount, 'Credit', 'Credits')} gutgeschrieben. Der Stand ist jetzt ${formatNumber(balance)}.`,
  },

  allowance: {
    title: 'Monatliches Kontingent',
    note: 'Credits für jeden Monat. Was am Ende davon übrig ist, verfällt. 0 beendet es.',
    monthly: 'Credits im Monat',
    set: 'Kontingent setzen',
    end: 'Kontingent beenden',
    ask: (monthly) => `Jeden Monat ${count(monthly, 'Credit', 'Credits')} geben?`,
    askText: (name) => `${name} hat ab jetzt alle dieses Monats, wie viele davon auch verbraucht waren.`,
    askEnd: 'Das monatliche Kontingent beenden?',
    endText: (name) => `${name} verliert sofort, was in diesem Monat davon übrig ist.`,
    done: (monthly) => `Ab jetzt ${count(monthly, 'Credit', 'Credits')} im Monat.`,
    ended: 'Es gibt kein monatliches Kontingent mehr.',
  },

  batches: {
    title: 'Listen in Arbeit',
    lead: 'Aus allen Organisationen, die neuesten zuerst. Was in ihnen steht, sieht hier niemand.',
    none: 'Keine Liste ist in Arbeit.',
    shown: shown('Liste', 'Listen'),
    number: (id) => `Liste ${id}`,
    sent: (ago) => `geschickt ${ago}`,
    lastAnswer: (ago) => `letzte Antwort ${ago}`,
    cancelOne: (name) => `${name} abbrechen`,
    ofOrganization: (name, organization) => `„${name}“ von ${organization}.`,
    cancelText:
      'Zeilen, die noch nicht geprüft sind, kosten nichts. Was fertig ist, kann heruntergeladen werden. Die Organisation sieht, dass es der Betreiber war.',
    cancelled: (name, organization) => `„${name}“ von ${organization} ist abgebrochen.`,
  },

  health: {
    title: 'Zustand',
    lead: 'Wie es dem Dienst gerade geht. Diese Seite hält sich selbst aktuell.',
    openBatches: 'Listen in Arbeit',
    openRows: 'Zeilen ohne Antwort',
    waitingJobs: 'Wartende Aufträge',
    warnings: 'Braucht Sie',
    warningsNote: 'In den eigenen Worten des Dienstes, auf Englisch, wie unter /health/ready.',
    parts: 'Der Prozess, der antwortet',
    partsNote:
      'Laufen mehrere, hat jeder seinen eigenen Zustand: Die anderen nennen ihren unter /health/ready und /metrics.',
    isReady: 'Alle Teile arbeiten',
    isNotReady: 'Etwas arbeitet nicht',
    works: 'Arbeitet',
    partNames: { database: 'Datenbank', redis: 'Redis', queue: 'Warteschlange' },
    dns: 'DNS',
    dnsDown: 'Gibt keine Antworten: Listen warten, bis es wieder geht.',
    mailHosts: 'Mailserver (Port 25)',
    egress: {
      none: 'Kein Fehler bekannt',
      blocked:
        'Keiner ist erreichbar: Port 25 ist gesperrt. Bitten Sie Ihren Anbieter, ihn zu öffnen, oder verwenden Sie einen Proxy.',
      proxy_down: 'Keiner ist erreichbar: Der SOCKS-Proxy läuft nicht.',
    },
    notProbing: 'Sie werden nicht gefragt (SMTP_PROBE ist aus).',
    refusals: 'Wer uns ablehnt',
    refusalsNote:
      'Anbieter und Mailserver, die diesen Prozess ablehnen oder bremsen; sie werden eine Weile in Ruhe gelassen.',
    noRefusals: 'Niemand.',
    outcomes: { sender_blocked: 'Lehnt uns ab', throttled: 'Bremst uns' },
    said: (text) => `Die Antwort war: ${text}`,
    until: (moment) => `Wird ab ${moment} wieder gefragt.`,
    shared: 'Was alle Prozesse teilen',
    sharedNote: 'Eine Warteschlange und eine Wartung, die löscht, was lange genug aufbewahrt wurde.',
    queue: 'Warteschlange',
    queueAway: 'Sie antwortet nicht.',
    jobsWait: (value) => `${count(value, 'Auftrag wartet', 'Aufträge warten')}.`,
    maintenance: 'Wartung und Löschfristen',
    maintained: (ago, moment) => `Zuletzt beendet ${ago} (${moment}).`,
    neverMaintained: 'Sie ist noch nicht gelaufen.',
  },

  settings: {
    title: 'Einstellungen',
    lead: 'Was sich im laufenden Betrieb ändern lässt. Es geht der Umgebung vor, in allen Prozessen zugleich.',
    inForce: (value, isStored, variable, environment) =>
      isStored
        ? `Jetzt: ${value}, von einem Betreiber gesetzt. ${variable} in der Umgebung sagt: ${environment}.`
        : `Jetzt: ${value}, wie ${variable} in der Umgebung sagt.`,
    asEnvironment: (value) => `Wie in der Umgebung (${value})`,
    signUp: 'Wer ein Konto anlegen darf',
    modes: {
      open: { name: 'Offen', means: 'Alle.' },
      invited: { name: 'Mit Einladung', means: 'Wer in eine Organisation eingeladen wurde.' },
      off: { name: 'Aus', means: 'Niemand: Konten werden auf der Befehlszeile angelegt.' },
    },
    saveSignUp: 'Wahl speichern',
    signUpNow: (mode) => `Gespeichert. Neue Konten: ${mode}.`,
    freeCredits: 'Credits für neue Konten',
    thisMany: 'So viele',
    credits: 'Anzahl',
    saveFreeCredits: 'Credits speichern',
    freeCreditsNow: (value) => `Gespeichert. Neue Konten bekommen ${count(value, 'Credit', 'Credits')}.`,
  },

  audit: {
    title: 'Protokoll',
    lead: 'Wer was getan hat, in allen Organisationen und Konten.',
    commandLine: 'Die Befehlszeile',
    asOperator: (person) => `${person} (Betreiber)`,
    isOperator: 'betreibt ihn ab jetzt',
    isNone: 'betreibt ihn nicht mehr',
    signUp: (mode) => `Neue Konten: ${mode}`,
    freeCredits: (value) => `Credits für neue Konten: ${value}`,
    environment: 'wie in der Umgebung',
  },
};
