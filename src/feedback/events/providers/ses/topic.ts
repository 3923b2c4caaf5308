/** A topic's name: the account and the region that it is of are in it. */
export interface Topic {
  readonly arn: string;
  readonly region: string;
  /** Of that region: `sns.eu-west-1.amazonaws.com`. */
  readonly host: string;
}

/** A region's form. One that is only letters, digits and hyphens would be met by a bucket called "sns" in S3 (`sns.s3-us-west-2.amazonaws.com`). */
const REGION = '[a-z]{2}(?:-[a-z]{1,20}){1,4}-\\d{1,2}';
const ARN = new RegExp(`^arn:(aws|aws-cn|aws-us-gov):sns:(${REGION}):\\d{12}:[A-Za-z0-9_-]{1,256}(?:\\.fifo)?$`);
const CERTIFICATE = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/;

/** The topic that an ARN names; undefined where the text is none. */
export function parseTopic(arn: unknown): Topic | undefined {
  const [matched, partition, region] = ARN.exec(typeof arn === 'string' ? arn : '') ?? [];
  if (matched === undefined || region === undefined) return undefined;
  const host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
  return { arn: matched, region, host };
}

/** Whether a certificate may be fetched there: at SNS itself, in the topic's own region, by the one form of its addresses. */
export function isCertificateOf(topic: Topic, address: unknown): address is string {
  const prefix = `https://${topic.host}`;
  return (
    typeof address === 'string' && address.startsWith(`${prefix}/`) && CERTIFICATE.test(address.slice(prefix.length))
  );
}

/** Where a subscription is confirmed: built by us, whatever address the message gives. */
export function confirmationUrl(topic: Topic, token: string): string {
  const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topic.arn, Token: token });
  return `https://${topic.host}/?${query.toString()}`;
}
