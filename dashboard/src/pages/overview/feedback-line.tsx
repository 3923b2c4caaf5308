import type { ReactElement } from 'react';
import { feedback } from '../../api/feedback';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { formatAgo } from '../../ui/format';
import { useLoaded } from '../../ui/use-loaded';

/** What is known of the organization's own mails, in a line; or how to get to know it. */
export function FeedbackLine(): ReactElement | null {
  const { id, role } = useOrganization();
  const { link } = useSession();
  const { data } = useLoaded(String(id), () => feedback.summary(id));
  if (data === null) return null;
  const mayConnect = role === 'owner' || role === 'admin';
  if (data.source_count === 0 && data.last_event_at === null) {
    return mayConnect ? (
      <Line text={t.overview.feedbackInvite} href={link('feedback')} action={t.overview.feedbackConnect} />
    ) : null;
  }
  const facts = [
    t.overview.feedbackBounced(data.bounced_count, data.has_more_bounced),
    data.last_event_at === null ? t.overview.feedbackNever : t.overview.feedbackLast(formatAgo(data.last_event_at)),
  ];
  return <Line text={facts.join(' · ')} href={link('feedback/addresses')} action={t.overview.feedbackShow} />;
}

function Line({ text, href, action }: { text: string; href: string; action: string }): ReactElement {
  return (
    <p className="notice">
      <span>
        <span className="strong">{t.overview.feedback}</span> · {text}
      </span>
      <a href={href}>{action}</a>
    </p>
  );
}
