/** What those who run a webhook are told by mail: it has failed for a day, or is switched off for one of the reasons. */
export const WEBHOOK_NEWS = ['warning', 'failing', 'gone'] as const;
export type WebhookNews = (typeof WEBHOOK_NEWS)[number];

interface Facts {
  id: number;
  /** Of its address; the rest of it may be a secret. */
  host: string;
  organization: string;
  /** Where it is on the dashboard. */
  link: string;
}

const SUBJECTS: Record<WebhookNews, string> = {
  warning: 'A webhook fails / Ein Webhook schlägt fehl',
  failing: 'A webhook was switched off / Ein Webhook wurde abgeschaltet',
  gone: 'A webhook was switched off / Ein Webhook wurde abgeschaltet',
};

const EN: Record<WebhookNews, string> = {
  warning: `has failed for a day: nothing has arrived there. If that goes on, it is switched off once it has failed for five days.
See there why, and send it a test:`,
  failing: `was switched off: nothing has arrived there for five days. What happens meanwhile is kept for 30 days. Once its receiver
works, switch it on there, and have sent what it missed:`,
  gone: `was switched off: its receiver answered that it wants nothing more (status 410). What happens meanwhile is kept for 30 days.
If that was a mistake, switch it on there, and have sent what it missed:`,
};

const DE: Record<WebhookNews, string> = {
  warning: `schlägt seit einem Tag fehl: Dort ist nichts angekommen. Bleibt es so, wird er nach fünf Tagen abgeschaltet. Sehen Sie
dort nach, woran es liegt, und senden Sie einen Test:`,
  failing: `wurde abgeschaltet: Dort ist seit fünf Tagen nichts angekommen. Was inzwischen geschieht, wird 30 Tage aufbewahrt. Wenn der
Empfänger wieder arbeitet, schalten Sie den Webhook dort ein, und lassen Sie nachsenden, was ihm fehlt:`,
  gone: `wurde abgeschaltet: Der Empfänger hat geantwortet, dass er nichts mehr will (Status 410). Was inzwischen geschieht, wird 30
Tage aufbewahrt. War das ein Versehen, schalten Sie den Webhook dort ein, und lassen Sie nachsenden, was ihm fehlt:`,
};

/** In both languages: no request says which one its readers speak. */
export function webhookMail(
  news: WebhookNews,
  { id, host, organization, link }: Facts,
): { subject: string; text: string } {
  return {
    subject: SUBJECTS[news],
    text: `Webhook ${id} of the organization "${organization}", to ${host},
${EN[news]}
${link}

---

Webhook ${id} der Organisation „${organization}“, an ${host},
${DE[news]}
${link}
`,
  };
}
