import type { ReactElement } from 'react';
import { operator } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { Page } from '../../ui/page';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { FreeCreditsCard } from './free-credits-card';
import { SignUpCard } from './sign-up-card';

export function SettingsPage(): ReactElement {
  const words = operatorTexts().settings;
  const loaded = useLoaded('', operator.settings);
  return (
    <Page title={words.title} lead={words.lead}>
      {loaded.data === null || loaded.fault !== null ? (
        <Waiting loaded={loaded} />
      ) : (
        <>
          <SignUpCard settings={loaded.data} onChanged={loaded.reload} />
          <FreeCreditsCard settings={loaded.data} onChanged={loaded.reload} />
        </>
      )}
    </Page>
  );
}
