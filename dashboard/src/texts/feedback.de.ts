import type { FeedbackTexts } from './feedback.en';
import { count, formatDecimal, formatNumber } from './formats';

/** Die Seiten über Feedback. „URL“ ist das Ziel einer Quelle, „Adresse“ das einer Mail. */
export const feedbackDe: FeedbackTexts = {
  parts: 'Teile von Feedback',
  partNames: { sources: 'Quellen', addresses: 'Bekannte Adressen', accuracy: 'Genauigkeit' },

  sources: {
    title: 'Feedback',
    lead: 'Ihr Mailversender meldet, was aus Ihren Mails wurde: Bounces, Beschwerden, Zustellungen. Von da an wissen Ihre Ergebnisse davon.',
    add: 'Quelle verbinden',
    none: 'Noch keine Quelle verbunden',
    noneHint:
      'Verbinden Sie den Dienst, der Ihre Mails versendet. Es dauert einige Minuten, und jeder Schritt wird erklärt.',
    notYours: 'Um die Quellen kümmern sich Besitzer und Admins',
    notYoursHint:
      'Bitten Sie sie, Ihren Mailversender zu verbinden. Was aus Ihren Mails wurde, steht unter „Bekannte Adressen“.',
    off: 'Aus',
    waits: 'Wartet auf das erste Ereignis',
    lastEvent: (ago) => `Letztes Ereignis ${ago}`,
    lastError: (ago) => `Letzter Fehler, ${ago}`,
    created: (day) => `verbunden am ${day}`,
    counts: {
      events: 'Übernommene Ereignisse',
      duplicates: 'Noch einmal gemeldet',
      ignored: 'Hier ohne Bedeutung',
      faults: 'Abgewiesen oder unlesbar',
    },
    oldUrl: (moment) => `Die bisherige URL gilt noch bis ${moment}.`,
    oldSecret: (moment) => `Das bisherige Kennwort oder der bisherige Schlüssel gilt noch bis ${moment}.`,
    noKey:
      'Der Schlüssel der Signaturen fehlt. Solange er nicht hinterlegt ist, wird nichts von diesem Versender übernommen.',
    noKeyOptional: 'Kein Schlüssel ist hinterlegt: Signaturen werden nicht geprüft, nur die URL schützt die Quelle.',
    topic: 'Thema (Topic)',
    confirm: 'Das Abonnement wartet noch auf seine Bestätigung:',
    confirmLink: 'Bei Amazon bestätigen',
    setUp: 'So richten Sie sie ein',
    test: 'Testereignis senden',
    testOf: (name) => `Testereignis senden an ${name}`,
    newUrl: 'Neue URL',
    newUrlOf: (name) => `Neue URL für ${name}`,
    storeKey: 'Schlüssel hinterlegen',
    storeKeyOf: (name) => `Schlüssel hinterlegen für ${name}`,
    newKey: { password: 'Neues Kennwort', secret: 'Neuer Signaturschlüssel' },
    newKeyOf: {
      password: (name) => `Neues Kennwort für ${name}`,
      secret: (name) => `Neuer Signaturschlüssel für ${name}`,
    },
    switchOff: 'Abschalten',
    switchOffOf: (name) => `${name} abschalten`,
    switchOn: 'Einschalten',
    switchOnOf: (name) => `${name} einschalten`,
    remove: 'Entfernen',
    removeOf: (name) => `${name} entfernen`,
    isOff: (name) => `${name} ist abgeschaltet.`,
    isOn: (name) => `${name} ist eingeschaltet.`,
    isGone: (name) => `${name} ist entfernt.`,
    isStored: (name) => `Der Schlüssel von ${name} ist hinterlegt.`,
  },

  newSource: {
    title: 'Quelle verbinden',
    provider: 'Wer versendet Ihre Mails?',
    name: 'Name der Quelle',
    nameHint: 'Für Sie: das Konto oder die Art der Mails, etwa „Newsletter“.',
    key: {
      sendgrid: 'Prüfschlüssel „Verification Key“ (freiwillig)',
      mailgun: 'Signaturschlüssel „HTTP webhook signing key“',
      resend: 'Signaturschlüssel „Signing Secret“',
      mandrill: 'Schlüssel des Webhooks „Key“',
    },
    keyHint:
      'Lassen Sie das Feld leer, wenn der Versender ihn erst zeigt, sobald er die URL kennt: Sie können ihn nachreichen.',
    protect: 'Zusätzlich mit einem Kennwort schützen (empfohlen)',
    sign: 'Eigene Signaturen prüfen (Standard Webhooks; empfohlen)',
    create: 'Verbinden',
    other: 'Anderer (unser eigenes Format)',
  },

  shown: {
    title: (name) => `${name}: jetzt kopieren`,
    text: 'Das wird nur dieses eine Mal gezeigt. Geht es verloren, erstellen Sie hier etwas Neues.',
    url: 'Webhook-URL',
    urlWithPassword: 'Webhook-URL mit Benutzername und Kennwort',
    user: 'Benutzername',
    password: 'Kennwort',
    secret: 'Signaturschlüssel',
    copyUrl: 'URL kopieren',
    copyPassword: 'Kennwort kopieren',
    copySecret: 'Schlüssel kopieren',
    stepsTitle: (provider) => `Schritte bei ${provider}`,
    exampleTitle: 'Was Sie senden',
  },

  rotate: {
    urlTitle: (name) => `Neue URL für ${name} erstellen?`,
    urlText: 'Tragen Sie die neue innerhalb eines Tages beim Versender ein: So lange gelten beide.',
    urlAction: 'Neue URL erstellen',
    keyTitle: {
      password: (name) => `Neues Kennwort für ${name} erstellen?`,
      secret: (name) => `Neuen Signaturschlüssel für ${name} erstellen?`,
    },
    keyText: 'Tragen Sie innerhalb eines Tages das Neue beim Versender ein: So lange gilt beides.',
    keyAction: { password: 'Neues Kennwort erstellen', secret: 'Neuen Signaturschlüssel erstellen' },
    storeTitle: (name) => `Der Schlüssel von ${name}`,
    storeText: 'Die Seite des Versenders zeigt ihn. Ist schon einer hinterlegt, gelten einen Tag lang beide.',
    storeAction: 'Schlüssel hinterlegen',
  },

  removal: {
    title: (name) => `${name} entfernen?`,
    text: 'Die URL wird von da an abgewiesen, und was noch nicht gelesen ist, entfällt. Was die Quelle gemeldet hat, bleibt bekannt.',
    action: 'Quelle entfernen',
  },

  switching: {
    title: (name) => `${name} abschalten?`,
    text: 'Bis Sie sie wieder einschalten, wird der Versender abgewiesen, und die meisten melden später nicht noch einmal.',
    action: 'Quelle abschalten',
  },

  test: {
    sending: 'Das Testereignis ist unterwegs …',
    read: (seconds) => `Angekommen und nach ${formatDecimal(seconds)} s als harter Bounce gelesen.`,
    readOtherwise: (what, seconds) =>
      `Nach ${formatDecimal(seconds)} s angekommen, aber gelesen als: ${what}. Das ist ein Fehler dieses Dienstes; bitte sagen Sie es seinem Betreiber.`,
    refused: (reason) => `Nicht übernommen. ${reason}`,
    slow: (seconds) =>
      `Nach ${count(seconds, 'Sekunde', 'Sekunden')} noch nicht gelesen. Vielleicht warten viele Ereignisse davor.`,
    again: 'Noch einmal nachsehen',
    signature: {
      checked: 'Es war mit dem hinterlegten Schlüssel signiert, und die Signatur wurde geprüft.',
      not_checked: (provider) => `Die Signatur war nicht Teil des Tests: Nur ${provider} kann sie erstellen.`,
      none: 'Für diese Quelle wird keine Signatur geprüft: Nur die URL schützt sie.',
      password: 'Es trug das Kennwort dieser Quelle.',
    },
    madeUp: (address) =>
      `Es ging um die erfundene Adresse ${address} und zählt nirgends mit. Ob der Versender die richtige URL hat, zeigt sein erstes echtes Ereignis.`,
  },

  addresses: {
    title: 'Bekannte Adressen',
    lead: 'Adressen, über die Ihre eigenen Mails etwas sagen. Nur die Ergebnisse Ihrer Organisation wissen davon.',
    search: 'Adresse beginnt mit',
    kind: 'Welche',
    all: 'Alle',
    kinds: {
      bounced: 'Zurückgekommen',
      complained: 'Beschwerde',
      suppressed: 'Gesperrt',
      delivered: 'Zugestellt',
    },
    none: 'Noch ist keine Adresse bekannt. Verbinden Sie eine Quelle, oder importieren Sie die Liste Ihres Versenders.',
    noneFound: 'Keine solche Adresse ist bekannt.',
    shown: (rows, hasMore) => `${count(rows, 'Adresse', 'Adressen')} gezeigt${hasMore ? '; es gibt mehr' : ''}.`,
    since: (day) => `seit ${day}`,
    nothingCounts: 'Ohne Wirkung auf Ergebnisse',
    events: 'Ereignisse',
    eventsOf: (email) => `Ereignisse von ${email}`,
    noEvents: 'Die Ereignisse selbst werden 30 Tage aufbewahrt. Was aus ihnen folgt, bleibt länger.',
    last: {
      hard: 'Letzter harter Bounce',
      soft: 'Letzter weicher Bounce',
      complaint: 'Letzte Beschwerde',
      suppressed: 'Zuletzt gesperrt',
      delivered: 'Zuletzt zugestellt',
    },
    clear: 'Löschen',
    clearOf: (email) => `${email} löschen`,
    clearTitle: 'Diese Adresse löschen?',
    clearText: (email) =>
      `Alles, was über ${email} aufbewahrt wird, entfällt: was Ihre Mails sagen, das gemerkte Ergebnis, ihre Einzelprüfungen. Vielleicht meldet Ihr Versender alte Ereignisse noch einmal: Was vor diesem Augenblick geschah, bringt sie nicht zurück.`,
    clearAction: 'Adresse löschen',
    cleared: (email) => `${email} ist gelöscht.`,
  },

  known: {
    hard_bounce: 'Zurückgekommen',
    weak_hard_bounce: 'Einmal zurück',
    complaint: 'Beschwerde',
    suppressed: 'Gesperrt',
    soft_bounces: 'Weiche Bounces',
    delivered: 'Zugestellt',
  },
  knownMeaning: {
    hard_bounce: 'Das Postfach gibt es nicht. Ergebnisse lauten „ungültig“.',
    weak_hard_bounce:
      'Ein Bounce, der nicht ganz eindeutig ist. Ergebnisse lauten „riskant“, bis eine zweite Mail entscheidet.',
    complaint: 'Der Empfänger hat eine Mail als Spam gemeldet. Schreiben Sie dieser Adresse nicht mehr.',
    suppressed: 'Ihr Versender weigert sich wegen seiner eigenen Liste, ihr zu schreiben.',
    soft_bounces: 'Mails kamen mehrmals aus einem vorübergehenden Grund zurück. Ergebnisse bleiben, wie sie sind.',
    delivered: 'Ihre letzte Mail kam an.',
  },

  eventTypes: {
    hard_bounce: 'Harter Bounce',
    soft_bounce: 'Weicher Bounce',
    block: 'Wegen des Absenders abgelehnt',
    complaint: 'Beschwerde',
    unsubscribe: 'Abmeldung',
    suppressed: 'Vom Versender gesperrt',
    delivered: 'Zustellung',
    ignored: 'Hier ohne Bedeutung',
    unknown: 'Nicht eindeutig',
  },

  import: {
    title: 'Liste importieren',
    note: 'Der Export der Bounces oder Sperren Ihres Versenders, als CSV oder Excel (.xlsx) mit Kopfzeile.',
    choose: 'Datei wählen (CSV oder Excel)',
    file: 'CSV- oder Excel-Datei zum Importieren',
    progress: 'Import der Liste',
    sending: (share) => `${share} gesendet`,
    reading: 'Der Dienst liest die Liste …',
    stop: 'Abbrechen',
    type: 'Was die Liste enthält',
    types: {
      '': 'Wie die Zeilen sagen',
      bounce: 'Bounces',
      complaint: 'Beschwerden',
      suppressed: 'Gesperrte Adressen',
    },
    date: 'Datum, für Zeilen ohne eines',
    done: (accepted, duplicates, rows) =>
      `${formatNumber(accepted)} von ${count(rows, 'Zeile', 'Zeilen')} übernommen${duplicates === 0 ? '' : `, ${formatNumber(duplicates)} waren schon bekannt`}.`,
    rejected: (rows) => `${count(rows, 'Zeile wurde', 'Zeilen wurden')} nicht übernommen:`,
    notClear: (rows) =>
      `${count(rows, 'Zeile ist ein Bounce', 'Zeilen sind Bounces')} ohne Worte des Servers oder Code: Sie ändern kein Ergebnis. Waren alle endgültig, schreiben Sie „hard_bounce“ in die Spalte der Art.`,
    faults: {
      email: (column) => `„${column}“ enthält keine E-Mail-Adresse.`,
      type: (column) => `„${column}“ enthält eine Art von Ereignis, die nicht bekannt ist.`,
      time: (column) =>
        `„${column}“ enthält kein lesbares Datum. Lesbar ist etwa 2026-11-20 oder 2026-11-20 10:00; 20/11/2026 ist in anderen Ländern ein anderer Tag. Eine Zeile ohne Datum bekommt das Datum oben.`,
      old: (column) => `„${column}“ liegt mehr als zwei Jahre zurück.`,
      code: (column) => `„${column}“ enthält einen Code, der keiner ist.`,
    },
    line: 'Zeile',
    what: 'Was nicht stimmt',
    more: (rows) => `und ${count(rows, 'weitere Zeile', 'weitere Zeilen')}.`,
  },

  accuracy: {
    title: 'Genauigkeit',
    lead: 'Wie oft die Antworten stimmten, nach Ihren eigenen Mails.',
    days: (days) => (days === 1 ? 'Der letzte Tag.' : `Die letzten ${formatNumber(days)} Tage.`),
    headline: (known, status) =>
      `Von ${count(known, 'Adresse', 'Adressen')} mit dem Ergebnis „${status}“, an die Sie schrieben,`,
    bounced: (share) => `kamen ${share} zurück`,
    range: (low, high) => `${low} bis ${high}`,
    rangeNote: 'Der Bereich in Klammern gilt mit 95\u00a0% Sicherheit.',
    few: 'Wenige Daten: Der Bereich ist weit und kann sich noch stark ändern.',
    fewShort: 'wenige',
    noneYet: 'Noch nichts zu vergleichen',
    noneYetHint:
      'Adressen, die hier geprüft und danach angeschrieben wurden, werden 30 Tage lang verglichen. Prüfen Sie eine Liste, versenden Sie Ihre Mails, und kommen Sie wieder.',
    noSource: 'Keine Quelle ist verbunden',
    noSourceHint: 'Ohne eine meldet niemand, was aus Ihren Mails wurde.',
    connect: 'Quelle verbinden',
    askAdmin: 'Bitten Sie einen Besitzer oder Admin, Ihren Mailversender zu verbinden.',
    waiting: (answered) =>
      `${count(answered, 'Adresse wurde', 'Adressen wurden')} in dieser Zeit geprüft; von keiner ist schon bekannt, was aus einer Mail wurde.`,
    byStatus: 'Nach Ergebnis',
    byStatusNote: 'Von wie vielen der Antworten bekannt ist, was aus einer Mail wurde, und wie viele hart zurückkamen.',
    result: 'Ergebnis',
    answered: 'Geantwortet',
    known: 'Bekannt',
    delivered: 'Zugestellt',
    bouncedColumn: 'Zurück',
    rate: 'Anteil zurück',
    byReason: 'Nach Grund',
    noReason: 'ohne Grund',
    providers: 'Anbieter mit den meisten Bounces',
    providersNote:
      'Von den Adressen, die gültig genannt wurden, nach dem Anbieter ihrer Postfächer; ohne die, die wegen früherer Rückmeldungen so genannt wurden.',
    provider: 'Anbieter',
    otherProvider: 'Andere',
    reliability: 'Stimmt die Zuversicht?',
    reliabilityNote:
      'Antworten in zehn Gruppen ihrer Zuversicht, gegen den Anteil der Mails, die ankamen. Auf der Linie ist die Zuversicht genau richtig.',
    brier: (score) => `Brier-Wert ${score}`,
    brierMeaning:
      'Das Mittel des quadrierten Abstands zwischen Zuversicht und Wirklichkeit: 0 ist vollkommen, 0,25 bekäme, wer immer 50\u00a0% sagt. Weniger ist besser.',
    chart: (groups) =>
      `Diagramm: Anteil der zugestellten Mails nach Zuversicht, in ${count(groups, 'Gruppe', 'Gruppen')}. Die Tabelle enthält dieselben Zahlen.`,
    chartX: 'Zuversicht',
    chartY: 'Zugestellt',
    group: 'Zuversicht',
    mean: 'Mittlere Zuversicht',
    share: 'Anteil zugestellt',
    noBins: 'Noch hat keine Gruppe eine Antwort, deren Ausgang bekannt ist.',
  },

  operator: {
    title: 'Quellen von Rückmeldungen',
    none: 'Keine ist verbunden.',
    askOff: (name) => `${name} abschalten?`,
    offText:
      'Der Versender wird abgewiesen, bis sie wieder eingeschaltet ist. Die Organisation sieht, dass Sie es waren.',
  },

  errors: {
    keyMissing: 'Der Schlüssel der Signaturen fehlt hier. Hinterlegen Sie den, den die Seite des Versenders zeigt.',
    keyWrong:
      'Eine Signatur passte nicht zum hinterlegten Schlüssel. Wurde er beim Versender erneuert, oder ist er der eines anderen Kontos?',
    notSigned:
      'Eine Anfrage trug keine Signatur oder kein Kennwort, obwohl eines hinterlegt ist. Ist es beim Versender eingeschaltet?',
    stale: 'Eine Signatur war zu alt oder aus der Zukunft. Geht die Uhr dieses Dienstes richtig?',
    otherTopic:
      'Eine Nachricht kam von einem anderen Thema als dem, an das diese Quelle gebunden ist. Legen Sie für jedes Thema eine Quelle an.',
    rawDelivery:
      'Für das Abonnement ist „Raw message delivery“ eingeschaltet. Schalten Sie es ab: Solche Nachrichten sind nicht signiert.',
    notAmazon: 'Eine Nachricht war nicht so signiert, wie Amazon SNS signiert.',
    certificate: 'Das Zertifikat von Amazon ist gerade nicht zu holen. Amazon versucht es von selbst noch einmal.',
    keyLost: 'Der hinterlegte Schlüssel ist nicht mehr lesbar. Hinterlegen Sie ihn neu.',
    notConfirmed:
      'Das Abonnement ließ sich von hier nicht bestätigen. Öffnen Sie seine Bestätigungsadresse im Browser.',
    flood: 'In einer Minute kamen mehr Anfragen, als übernommen werden. Der Versender sendet sie noch einmal.',
    notTheirs: 'Eine Anfrage hatte nicht die Form dieses Versenders. Ist die URL bei einem anderen eingetragen?',
    later: 'Eine Anfrage konnte in diesem Augenblick nicht übernommen werden. Der Versender sendet sie noch einmal.',
    switchedOff: 'Die Quelle ist abgeschaltet.',
    ours: 'Es war nicht lesbar: Das ist ein Fehler dieses Dienstes.',
  },
};
