import { useState, type ReactElement } from 'react';
import { webhooks } from '../../../api/developers';
import { useOrganization } from '../../../session/session-context';
import { developerTexts } from '../../../texts/developers';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Page } from '../../../ui/page';
import { useFocusBack } from '../../../ui/use-focus-back';
import { useLoaded } from '../../../ui/use-loaded';
import { Waiting } from '../../../ui/waiting';
import { DeveloperParts } from '../developer-parts';
import { SecretShown, type FreshSecret } from './secret-shown';
import { WebhookCard } from './webhook-card';
import { WebhookForm } from './webhook-form';

export function WebhooksPage(): ReactElement {
  const { role } = useOrganization();
  const { webhooks: words } = developerTexts();
  if (role === 'owner' || role === 'admin') return <Webhooks />;
  return (
    <Page title={words.title} lead={words.lead}>
      <DeveloperParts current="webhooks" />
      <Card>
        <Empty icon="tokens" title={words.notYours}>
          {words.notYoursHint}
        </Empty>
      </Card>
    </Page>
  );
}

function Webhooks(): ReactElement {
  const { id } = useOrganization();
  const { webhooks: words, form } = developerTexts();
  const loaded = useLoaded(String(id), () => webhooks.list(id));
  const [isAdding, setAdding] = useState(false);
  const [fresh, setFresh] = useState<FreshSecret | null>(null);
  const [said, setSaid] = useState('');
  const back = useFocusBack();
  const show = async (next: FreshSecret): Promise<void> => {
    setAdding(false);
    setSaid('');
    setFresh(next);
    await loaded.reload();
  };
  const add = (
    <Button
      ref={back.ref}
      kind="primary"
      onClick={() => {
        setFresh(null);
        setAdding(true);
      }}
    >
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={!isAdding && add}>
      <DeveloperParts current="webhooks" />
      {isAdding && (
        <Card title={form.newTitle}>
          <WebhookForm
            before={{ url: '', event_types: null }}
            action={form.create}
            onSend={async (wish) => {
              const { url, secret } = await webhooks.create(id, wish);
              await show({ url, secret, isRotated: false });
            }}
            onClose={() => {
              setAdding(false);
              back.focus();
            }}
          />
        </Card>
      )}
      {fresh !== null && (
        <SecretShown
          key={fresh.secret}
          fresh={fresh}
          onClose={() => {
            setFresh(null);
            back.focus();
          }}
        />
      )}
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {loaded.data === null || loaded.fault !== null ? (
        <Waiting loaded={loaded} />
      ) : (
        loaded.data.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            onFresh={show}
            onChanged={async (what) => {
              setSaid(what);
              await loaded.reload();
            }}
          />
        ))
      )}
      {loaded.data?.length === 0 && !isAdding && (
        <Card>
          <Empty icon="tokens" title={words.none}>
            {words.noneHint}
          </Empty>
        </Card>
      )}
    </Page>
  );
}
