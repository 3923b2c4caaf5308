import { useState, type ReactElement } from 'react';
import { tokens, type Token } from '../../api';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { Empty } from '../../ui/empty';
import { Page } from '../../ui/page';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { NewToken } from './new-token';
import { ShownOnce, type FreshToken } from './shown-once';
import { TokenRow } from './token-row';

export function TokensPage(): ReactElement {
  const loaded = useLoaded('tokens', tokens.list);
  const [isCreating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<FreshToken | null>(null);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const inUse = loaded.data?.filter(({ revoked_at }) => revoked_at === null) ?? [];
  const revoked = loaded.data?.filter(({ revoked_at }) => revoked_at !== null) ?? [];
  const create = (
    <Button
      kind="primary"
      onClick={() => {
        setFresh(null);
        setCreating(true);
      }}
    >
      Create a token
    </Button>
  );
  return (
    <Page
      title="Tokens"
      lead="With a token your programs use the service in your name. Give each program one of its own."
      actions={!isCreating && create}
    >
      {isCreating && (
        <NewToken
          onClose={() => {
            setCreating(false);
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
          }}
        />
      )}
      {loaded.data === null ? (
        <Waiting loaded={loaded} />
      ) : (
        <Card title="In use">
          {inUse.length === 0 ? (
            <Empty icon="tokens" title="No token yet">
              Create one, and paste the command that comes with it into a terminal.
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
          <summary>Revoked tokens ({revoked.length})</summary>
          <ul className="rows">
            {revoked.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        </details>
      )}
      {revoking !== null && (
        <Confirm
          title={`Revoke “${revoking.name}”?`}
          action="Revoke the token"
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
          <p>Programs that use it are refused at once. This can’t be undone.</p>
        </Confirm>
      )}
    </Page>
  );
}
