import type { FeedbackProviderName } from '../../../src/feedback/events/provider-names';

/**
 * What to do at each provider, step by step, in English; `feedback-steps.de.ts` has the same. What stands in quotation marks is what the
 * provider's console calls it.
 */
export const feedbackStepsEn = {
  ses: [
    'In the Amazon SNS console, in the region from which you send, choose “Topics”, then “Create topic”, of type “Standard”. Take a topic for this source alone.',
    'In the topic, choose “Create subscription”. Protocol: “HTTPS”. Endpoint: the webhook URL. Leave “Enable raw message delivery” off.',
    'The subscription confirms itself within a minute; its topic then stands here. If it stays “Pending confirmation”, open the confirmation address that stands here.',
    'In the Amazon SES console, choose “Configuration sets”, the set that your mails use, then “Event destinations”, “Add destination”. Tick “Hard bounces”, “Complaints”, “Deliveries” and “Delivery delays”. Destination: “Amazon SNS” and your topic.',
    'In the subscription’s delivery policy, raise the number of retries (for example to 50), so that nothing is lost while this service restarts.',
  ],
  sendgrid: [
    'In SendGrid, open “Settings”, “Mail Settings”, “Event Webhook”, and choose “Create new webhook”.',
    'Post URL: the webhook URL.',
    'Tick under “Deliverability data”: “Deferred”, “Delivered”, “Bounced”, “Dropped”; under “Engagement data”: “Spam Reports”, “Unsubscribed”, “Group Unsubscribes”.',
    'Under “Security features”, switch on “Enable Signature Verification”, and save.',
    'Open the webhook once more, copy its “Verification Key”, and store it here with “Store the key”.',
  ],
  mailgun: [
    'In Mailgun, open “Send”, “Sending”, “Webhooks”, and choose the domain that you send from.',
    'With “Add webhook”, enter the webhook URL for each of these events: “Permanent Failure”, “Temporary Failure”, “Delivered Messages”, “Spam Complaints”, “Unsubscribes”.',
    'Open “API Security” in the menu of your account, copy the “HTTP webhook signing key”, and store it here with “Store the key”, unless you have entered it already.',
    'Repeat the webhooks for each further domain.',
  ],
  postmark: [
    'In Postmark, open your server, the message stream, then “Webhooks”, and choose “Add webhook”.',
    'Webhook URL: the webhook URL. Under “Basic auth credentials”, enter the user name and the password that stand here.',
    'Tick “Delivery”, “Bounce”, “Spam Complaint” and “Subscription Change”, and save.',
    'Repeat it for each message stream that you send with, with the same URL.',
  ],
  sparkpost: [
    'In SparkPost, open “Configuration”, “Webhooks”, and choose “Create Webhook”.',
    'Target: the webhook URL. Authentication: “Basic Auth”, with the user name and the password that stand here.',
    'Choose “Select individual events”, and tick “Delivery”, “Bounce”, “Delay”, “Out of Band”, “Spam Complaint”, “Generation Rejection”, “Policy Rejection”, “List Unsubscribe” and “Link Unsubscribe”.',
    'Save. SparkPost sends a ping at once, which is answered.',
  ],
  brevo: [
    'In Brevo, open “Transactional”, “Settings”, “Webhook”, and choose “Add a new webhook”.',
    'URL to call: the webhook URL with its user name and password in it.',
    'Tick “Delivered”, “Hard bounced”, “Soft bounced”, “Deferred”, “Blocked”, “Invalid email”, “Complaint” and “Unsubscribed”, and save.',
    'If you send campaigns too, make the same webhook under “Campaigns”, “Settings”, “Webhooks”.',
  ],
  mailjet: [
    'In Mailjet, open “Account settings”, then “Event notifications (webhooks)”.',
    'For each of “Sent”, “Bounce”, “Spam”, “Blocked” and “Unsub”, enter the webhook URL with its user name and password in it.',
    'Switch on “Group events”, so that many come in one request, and save.',
  ],
  resend: [
    'In Resend, open “Webhooks”, and choose “Add Webhook”. Endpoint URL: the webhook URL.',
    'Tick “email.delivered”, “email.delivery_delayed”, “email.bounced”, “email.complained” and “email.suppressed”.',
    'Open the webhook, copy its “Signing Secret” (it begins with whsec_), and store it here with “Store the key”.',
  ],
  mandrill: [
    'In Mailchimp Transactional, open “Settings”, “Webhooks”, and choose “Add a Webhook”.',
    'Tick “Message Is Delivered”, “Message Is Bounced”, “Message Is Soft-Bounced”, “Message Is Delayed”, “Message Is Marked As Spam”, “Message Recipient Unsubscribes” and “Message Is Rejected”.',
    'Post To URL: the webhook URL, letter by letter as it stands here, since it is part of the signature.',
    'Copy the “Key” that the list of webhooks now shows, and store it here with “Store the key”.',
  ],
  generic: [
    'Have your mail server or program send a POST with JSON to the webhook URL: up to 1,000 events in one request, in any order.',
    'Of each event, “type”, “email” and “occurred_at” are needed. The type “bounce” is classified by its codes and words; others are taken at their word.',
    'Sign each request by Standard Webhooks with the signing secret, if you chose one: headers webhook-id, webhook-timestamp and webhook-signature.',
    'Send again what is not answered with 200: events with the same “id” count once.',
  ],
} satisfies Record<FeedbackProviderName, readonly string[]>;

export type FeedbackSteps = Readonly<Record<FeedbackProviderName, readonly string[]>>;
