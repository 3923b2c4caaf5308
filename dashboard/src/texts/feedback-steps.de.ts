import type { FeedbackSteps } from './feedback-steps.en';

export const feedbackStepsDe: FeedbackSteps = {
  ses: [
    'Wählen Sie in der Konsole von Amazon SNS, in der Region, aus der Sie senden, „Topics“, dann „Create topic“ mit dem Typ „Standard“. Nehmen Sie ein Thema für diese Quelle allein.',
    'Wählen Sie im Thema „Create subscription“. Protocol: „HTTPS“. Endpoint: die Webhook-URL. „Enable raw message delivery“ bleibt aus.',
    'Das Abonnement bestätigt sich binnen einer Minute; sein Thema steht dann hier. Bleibt es bei „Pending confirmation“, öffnen Sie die Bestätigungsadresse, die hier steht.',
    'Wählen Sie in der Konsole von Amazon SES „Configuration sets“, das Set Ihrer Mails, dann „Event destinations“, „Add destination“. Haken Sie „Hard bounces“, „Complaints“, „Deliveries“ und „Delivery delays“ an. Ziel: „Amazon SNS“ und Ihr Thema.',
    'Erhöhen Sie in der „Delivery policy“ des Abonnements die Zahl der Wiederholungen (etwa auf 50), damit nichts verloren geht, während dieser Dienst neu startet.',
  ],
  sendgrid: [
    'Öffnen Sie in SendGrid „Settings“, „Mail Settings“, „Event Webhook“, und wählen Sie „Create new webhook“.',
    'Post URL: die Webhook-URL.',
    'Haken Sie unter „Deliverability data“ an: „Deferred“, „Delivered“, „Bounced“, „Dropped“; unter „Engagement data“: „Spam Reports“, „Unsubscribed“, „Group Unsubscribes“.',
    'Schalten Sie unter „Security features“ „Enable Signature Verification“ ein, und speichern Sie.',
    'Öffnen Sie den Webhook noch einmal, kopieren Sie den „Verification Key“, und hinterlegen Sie ihn hier mit „Schlüssel hinterlegen“.',
  ],
  mailgun: [
    'Öffnen Sie in Mailgun „Send“, „Sending“, „Webhooks“, und wählen Sie die Domain, von der Sie senden.',
    'Tragen Sie mit „Add webhook“ die Webhook-URL für jedes dieser Ereignisse ein: „Permanent Failure“, „Temporary Failure“, „Delivered Messages“, „Spam Complaints“, „Unsubscribes“.',
    'Öffnen Sie im Menü Ihres Kontos „API Security“, kopieren Sie den „HTTP webhook signing key“, und hinterlegen Sie ihn hier mit „Schlüssel hinterlegen“, falls Sie ihn nicht schon eingetragen haben.',
    'Wiederholen Sie die Webhooks für jede weitere Domain.',
  ],
  postmark: [
    'Öffnen Sie in Postmark Ihren Server, den „Message Stream“, dann „Webhooks“, und wählen Sie „Add webhook“.',
    'Webhook URL: die Webhook-URL. Tragen Sie unter „Basic auth credentials“ Benutzername und Kennwort ein, die hier stehen.',
    'Haken Sie „Delivery“, „Bounce“, „Spam Complaint“ und „Subscription Change“ an, und speichern Sie.',
    'Wiederholen Sie das für jeden „Message Stream“, mit dem Sie senden, mit derselben URL.',
  ],
  sparkpost: [
    'Öffnen Sie in SparkPost „Configuration“, „Webhooks“, und wählen Sie „Create Webhook“.',
    'Target: die Webhook-URL. Authentication: „Basic Auth“ mit Benutzername und Kennwort, die hier stehen.',
    'Wählen Sie „Select individual events“, und haken Sie „Delivery“, „Bounce“, „Delay“, „Out of Band“, „Spam Complaint“, „Generation Rejection“, „Policy Rejection“, „List Unsubscribe“ und „Link Unsubscribe“ an.',
    'Speichern Sie. SparkPost sendet sofort eine leere Anfrage, die beantwortet wird.',
  ],
  brevo: [
    'Öffnen Sie in Brevo „Transactional“, „Settings“, „Webhook“, und wählen Sie „Add a new webhook“.',
    'URL to call: die Webhook-URL mit Benutzername und Kennwort darin.',
    'Haken Sie „Delivered“, „Hard bounced“, „Soft bounced“, „Deferred“, „Blocked“, „Invalid email“, „Complaint“ und „Unsubscribed“ an, und speichern Sie.',
    'Senden Sie auch Kampagnen, legen Sie denselben Webhook unter „Campaigns“, „Settings“, „Webhooks“ an.',
  ],
  mailjet: [
    'Öffnen Sie in Mailjet „Account settings“, dann „Event notifications (webhooks)“.',
    'Tragen Sie für jedes von „Sent“, „Bounce“, „Spam“, „Blocked“ und „Unsub“ die Webhook-URL mit Benutzername und Kennwort darin ein.',
    'Schalten Sie „Group events“ ein, damit viele in einer Anfrage kommen, und speichern Sie.',
  ],
  resend: [
    'Öffnen Sie in Resend „Webhooks“, und wählen Sie „Add Webhook“. Endpoint URL: die Webhook-URL.',
    'Haken Sie „email.delivered“, „email.delivery_delayed“, „email.bounced“, „email.complained“ und „email.suppressed“ an.',
    'Öffnen Sie den Webhook, kopieren Sie sein „Signing Secret“ (es beginnt mit whsec_), und hinterlegen Sie es hier mit „Schlüssel hinterlegen“.',
  ],
  mandrill: [
    'Öffnen Sie in Mailchimp Transactional „Settings“, „Webhooks“, und wählen Sie „Add a Webhook“.',
    'Haken Sie „Message Is Delivered“, „Message Is Bounced“, „Message Is Soft-Bounced“, „Message Is Delayed“, „Message Is Marked As Spam“, „Message Recipient Unsubscribes“ und „Message Is Rejected“ an.',
    'Post To URL: die Webhook-URL, Buchstabe für Buchstabe, wie sie hier steht, denn sie ist Teil der Signatur.',
    'Kopieren Sie den „Key“, den die Liste der Webhooks nun zeigt, und hinterlegen Sie ihn hier mit „Schlüssel hinterlegen“.',
  ],
  generic: [
    'Lassen Sie Ihren Mailserver oder Ihr Programm ein POST mit JSON an die Webhook-URL senden: bis zu 1.000 Ereignisse in einer Anfrage, in beliebiger Reihenfolge.',
    'Von jedem Ereignis werden „type“, „email“ und „occurred_at“ gebraucht. Der Typ „bounce“ wird nach seinen Codes und Worten eingeordnet; die anderen gelten, wie sie gemeldet sind.',
    'Signieren Sie jede Anfrage nach Standard Webhooks mit dem Signaturschlüssel, falls Sie einen gewählt haben: Header webhook-id, webhook-timestamp und webhook-signature.',
    'Senden Sie noch einmal, was nicht mit 200 beantwortet wird: Ereignisse mit derselben „id“ zählen einmal.',
  ],
};
