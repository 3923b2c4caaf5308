import type { ReactElement } from 'react';
import { operatorTexts } from '../../texts/operator';
import { Page } from '../../ui/page';
import type { Loaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';

interface LostProps {
  title: string;
  /** There is no such thing. */
  none: string;
  /** Where all of its kind are. */
  all: 'accounts' | 'organizations';
  loaded: Pick<Loaded<unknown>, 'fault' | 'reload'>;
}

/** Stands in for something that is not there yet, that can't be had just now, or that is not there at all. */
export function Lost({ title, none, all, loaded }: LostProps): ReactElement {
  const isNothing = loaded.fault?.status === 404;
  return (
    <Page title={isNothing ? none : title}>
      {isNothing ? (
        <div className="row">
          <a className="button primary" href={`#/${all}`}>
            {operatorTexts()[all].all}
          </a>
        </div>
      ) : (
        <Waiting loaded={loaded} />
      )}
    </Page>
  );
}
