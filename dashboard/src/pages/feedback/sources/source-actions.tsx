import { useState, type ReactElement } from 'react';
import { feedback, type FeedbackSource } from '../../../api/feedback';
import { useOrganization } from '../../../session/session-context';
import { feedbackTexts } from '../../../texts/feedback';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { FormFault } from '../../../ui/form-fault';
import { isAhead } from '../../../ui/format';
import { PreviousEnds } from '../../../ui/previous-ends';
import { useTask } from '../../../ui/use-task';
import { givesKey, keyOrigin, makeKey, type GivesKey } from './source-key';
import type { FreshSource } from './source-shown';
import { StoreKey } from './store-key';

interface SourceActionsProps {
  source: FeedbackSource;
  /** Something of it is shown once. */
  onFresh: (fresh: FreshSource) => Promise<void>;
  /** @param said what happened, in words */
  onChanged: (said: string) => Promise<void>;
}

type Question = 'url' | 'key' | 'store' | 'off' | 'remove';

/** What owners and admins do with a source. */
export function SourceActions({ source, onFresh, onChanged }: SourceActionsProps): ReactElement {
  const { id } = useOrganization();
  const words = feedbackTexts();
  const [question, setQuestion] = useState<Question | null>(null);
  const { name, provider, old_address_until: oldUrl, old_secret_until: oldKey } = source;
  const origin = keyOrigin(provider);
  const kind = provider === 'generic' ? 'secret' : 'password';
  const on = useTask(async () => {
    await feedback.switch(id, source.id, true);
    await onChanged(words.sources.isOn(name));
  });
  const close = (): void => {
    setQuestion(null);
  };
  const ask = (next: Question) => () => {
    setQuestion(next);
  };
  return (
    <>
      <div className="row">
        <Button isSmall aria-label={words.sources.newUrlOf(name)} onClick={ask('url')}>
          {words.sources.newUrl}
        </Button>
        {origin === 'given' && (
          <Button isSmall aria-label={words.sources.storeKeyOf(name)} onClick={ask('store')}>
            {words.sources.storeKey}
          </Button>
        )}
        {origin === 'made' && (
          <Button isSmall aria-label={words.sources.newKeyOf[kind](name)} onClick={ask('key')}>
            {words.sources.newKey[kind]}
          </Button>
        )}
        {source.is_enabled ? (
          <Button isSmall aria-label={words.sources.switchOffOf(name)} onClick={ask('off')}>
            {words.sources.switchOff}
          </Button>
        ) : (
          <Button isSmall isBusy={on.isBusy} aria-label={words.sources.switchOnOf(name)} onClick={on.run}>
            {words.sources.switchOn}
          </Button>
        )}
        <Button isSmall kind="risk" aria-label={words.sources.removeOf(name)} onClick={ask('remove')}>
          {words.sources.remove}
        </Button>
      </div>
      <FormFault fault={on.fault} />
      {question === 'url' && (
        <Confirm
          title={words.rotate.urlTitle(name)}
          action={words.rotate.urlAction}
          isHarmless={!isAhead(oldUrl)}
          onClose={close}
          onConfirm={async () => {
            const { url } = await feedback.newUrl(id, source.id, isAhead(oldUrl));
            close();
            await onFresh({ provider, name, url, secret: null });
          }}
        >
          <p>{words.rotate.urlText}</p>
          <PreviousEnds until={oldUrl} />
        </Confirm>
      )}
      {question === 'key' && (
        <Confirm
          title={words.rotate.keyTitle[kind](name)}
          action={words.rotate.keyAction[kind]}
          isHarmless={!isAhead(oldKey)}
          onClose={close}
          onConfirm={async () => {
            const secret = makeKey(provider);
            await feedback.setSecret(id, source.id, secret, isAhead(oldKey));
            close();
            await onFresh({ provider, name, url: null, secret });
          }}
        >
          <p>{words.rotate.keyText}</p>
          <PreviousEnds until={oldKey} />
        </Confirm>
      )}
      {question === 'store' && isOfGiver(source) && (
        <StoreKey
          source={source}
          onClose={close}
          onStored={async () => {
            close();
            await onChanged(words.sources.isStored(name));
          }}
        />
      )}
      {question === 'off' && (
        <Confirm
          title={words.switching.title(name)}
          action={words.switching.action}
          onClose={close}
          onConfirm={async () => {
            await feedback.switch(id, source.id, false);
            close();
            await onChanged(words.sources.isOff(name));
          }}
        >
          <p>{words.switching.text}</p>
        </Confirm>
      )}
      {question === 'remove' && (
        <Confirm
          title={words.removal.title(name)}
          action={words.removal.action}
          onClose={close}
          onConfirm={async () => {
            await feedback.remove(id, source.id);
            close();
            await onChanged(words.sources.isGone(name));
          }}
        >
          <p>{words.removal.text}</p>
        </Confirm>
      )}
    </>
  );
}

const isOfGiver = (source: FeedbackSource): source is FeedbackSource & { provider: GivesKey } =>
  givesKey(source.provider);
