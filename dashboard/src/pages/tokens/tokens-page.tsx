import { useState, type ReactElement } from 'react';
import { tokens, type Token } from '../../api';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { Empty } from '../../ui/empty';
import { Page } from '../../ui/page';
import { useFocusBack } from '../../ui/use-focus-back';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { DeveloperParts } from '../developers/developer-parts';
import { expiresSoon } from './expires-soon';
import { NewToken } from './new-token';
import { ShownOnce, type FreshToken } from './shown-once';
import { TokenRow } from './token-row';

export function TokensPage(): ReactElement {
  const loaded = useLoaded('tokens', tokens.list);
  const [isCreating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<FreshToken | null>(null);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const inUse = loaded.data?.filter(({ revoked_at }) => revoked_at === null) ?? [];
  const soon = inUse.filter(expiresSoon).length;
  const revoked = loaded.data?.filter(({ revoked_at }) => revoked_at !== null) ?? [];
  const back = useFocusBack();
  const create = (
    <Button
      ref={back.ref}
      kind="primary"
      onClick={() => {
        setFresh(null);
        setCreating(true);
      }}
    >
      {t.tokens.create}
    </Button>
  );
  return (
    <Page
      title={t.tokens.title}
      lead={
        <>
          {t.tokens.lead} <a href="/docs">{t.tokens.docs}</a>
        </>
      }
      actions={!isCreating && create}
    >
      <DeveloperParts current="tokens" />
      {isCreating && (
        <NewToken
          onClose={() => {
            setCreating(false);
            back.focus();
          }}
          onCreated={async (token) => {
            setCreating(false);
            setFresh(token);
            await loaded.reload();
          }}
        />
      )}
      {fresh !== null && (
        <ShownOnce
          fresh={fresh}
          onClose={() => {
            setFresh(null);
            back.focus();
          }}
        />
      )}
      {loaded.data === null ? (
        <Waiting loaded={loaded} />
      ) : (
        <Card title={t.tokens.inUse}>
          {soon > 0 && <p className="notice">{t.people.tokens.soon(soon)}</p>}
          {inUse.length === 0 ? (
            <Empty icon="tokens" title={t.tokens.none}>
              {t.tokens.noneHint}
            </Empty>
          ) : (
            <ul className="rows">
              {inUse.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={setRevoking} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {revoked.length > 0 && (
        <details className="details apart">
          <summary>{t.tokens.revoked(revoked.length)}</summary>
          <ul className="rows">
            {revoked.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        </details>
      )}
      {revoking !== null && (
        <Confirm
          title={t.tokens.revokeTitle(revoking.name)}
          action={t.tokens.revokeAction}
          onClose={() => {
            setRevoking(null);
          }}
          onConfirm={async () => {
            await tokens.revoke(revoking.id);
            setRevoking(null);
            if (fresh?.id === revoking.id) setFresh(null);
            await loaded.reload();
          }}
        >
          <p>{t.tokens.revokeText}</p>
        </Confirm>
      )}
    </Page>
  );
}
