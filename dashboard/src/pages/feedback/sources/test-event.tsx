import { useCallback, useState, type ReactElement } from 'react';
import { feedback, type FeedbackSource, type FeedbackTest } from '../../../api/feedback';
import { useOrganization } from '../../../session/session-context';
import { feedbackTexts } from '../../../texts/feedback';
import { Button } from '../../../ui/button';
import { FormFault } from '../../../ui/form-fault';
import { useEvery } from '../../../ui/use-every';
import { useTask } from '../../../ui/use-task';
import { lastError } from '../last-error';
import { providerName } from '../provider-name';
import { keyOrigin } from './source-key';

const LOOK_MS = 400;
/** So often is looked by itself whether it was read. */
const MOST_LOOKS = 30;

interface Sent {
  test: FeedbackTest;
  looks: number;
}

/** Sends an event as the provider would, and says what came of it. */
export function TestEvent({ source }: { source: FeedbackSource }): ReactElement {
  const { id } = useOrganization();
  const words = feedbackTexts();
  const [sent, setSent] = useState<Sent | null>(null);
  const task = useTask(async () => {
    setSent(null);
    setSent({ test: await feedback.test(id, source.id), looks: 0 });
  });
  const { id: sourceId } = source;
  const look = useCallback(async () => {
    try {
      const test = await feedback.lastTest(id, sourceId);
      setSent((old) => ({ test, looks: (old?.looks ?? 0) + 1 }));
    } catch {
      // The page says that the service is away; the next look may succeed.
      setSent((old) => (old === null ? old : { ...old, looks: old.looks + 1 }));
    }
  }, [id, sourceId]);
  const isWaiting = sent?.test.state === 'waiting';
  const isSlow = isWaiting && sent.looks >= MOST_LOOKS;
  useEvery(isWaiting && !isSlow ? LOOK_MS : null, look);
  return (
    <>
      <div className="row">
        <Button isSmall isBusy={task.isBusy} aria-label={words.sources.testOf(source.name)} onClick={task.run}>
          {words.sources.test}
        </Button>
      </div>
      <FormFault fault={task.fault} />
      <div role="status">
        {sent !== null && <Outcome sent={sent} isSlow={isSlow} source={source} />}
        {task.isBusy && <p className="hint">{words.test.sending}</p>}
      </div>
      {isSlow && (
        <Button isSmall onClick={() => void look()}>
          {words.test.again}
        </Button>
      )}
    </>
  );
}

function Outcome({ sent, isSlow, source }: { sent: Sent; isSlow: boolean; source: FeedbackSource }): ReactElement {
  const words = feedbackTexts();
  const { state, event, duration_ms: duration, reason, signature } = sent.test;
  if (state === 'refused') return <p className="notice bad">{words.test.refused(lastError(reason ?? ''))}</p>;
  if (state !== 'read' || event === null) {
    const seconds = Math.round((sent.looks * LOOK_MS) / 1000);
    return <p className="hint">{isSlow ? words.test.slow(seconds) : words.test.sending}</p>;
  }
  const seconds = (duration ?? 0) / 1000;
  const isRight = event.type === 'hard_bounce';
  return (
    <div className={isRight ? 'notice good' : 'notice bad'}>
      <div>
        <p className="strong">
          {isRight ? words.test.read(seconds) : words.test.readOtherwise(words.eventTypes[event.type], seconds)}
        </p>
        <p>{saysOfSignature(signature, source)}</p>
        <p>{words.test.madeUp(event.email ?? '')}</p>
      </div>
    </div>
  );
}

function saysOfSignature(signature: FeedbackTest['signature'], { provider }: FeedbackSource): string {
  const words = feedbackTexts().test.signature;
  if (signature === 'not_checked') return words.not_checked(providerName(provider));
  if (signature === 'none') return words.none;
  return keyOrigin(provider) === 'made' && provider !== 'generic' ? words.password : words.checked;
}
