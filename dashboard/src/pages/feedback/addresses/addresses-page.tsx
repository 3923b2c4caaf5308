import { useCallback, useState, type ReactElement } from 'react';
import { KNOWN_GROUPS } from '../../../../../src/feedback/known/kinds';
import { feedback, type ListedAddress } from '../../../api/feedback';
import { setQuery, useRoute } from '../../../router';
import { useOrganization } from '../../../session/session-context';
import { feedbackTexts } from '../../../texts/feedback';
import { Card } from '../../../ui/card';
import { Confirm } from '../../../ui/confirm';
import { PagedList } from '../../../ui/paged-list';
import { usePages } from '../../../ui/use-pages';
import { PartPage } from '../part-page';
import { AddressFilters, type AddressFilter } from './address-filters';
import { AddressRow } from './address-row';
import { ImportCard } from './import-card';

export function AddressesPage(): ReactElement {
  const { id, role } = useOrganization();
  const mayChange = role === 'owner' || role === 'admin';
  const { query } = useRoute();
  const words = feedbackTexts().addresses;
  const filter: AddressFilter = {
    search: query['search'] ?? '',
    kind: KNOWN_GROUPS.find((kind) => kind === query['kind']) ?? '',
  };
  const change = useCallback(({ search, kind }: AddressFilter) => {
    setQuery({ search, kind });
  }, []);
  const [clearing, setClearing] = useState<ListedAddress | null>(null);
  const [said, setSaid] = useState('');
  const pages = usePages(`${id}/${filter.kind}/${filter.search}`, async (after: string | null) => {
    const { addresses: rows, next_after: next } = await feedback.addresses(id, { ...filter, after });
    return { rows, next };
  });
  const isFiltered = filter.search !== '' || filter.kind !== '';
  return (
    <PartPage name="addresses" title={words.title} lead={words.lead}>
      <Card>
        <AddressFilters filter={filter} onChange={change} />
        <p role="status" className={said === '' ? 'visually-hidden' : 'notice good'}>
          {said}
        </p>
        <PagedList pages={pages} none={isFiltered ? words.noneFound : words.none} shown={words.shown}>
          {(address) => (
            <AddressRow key={address.email} address={address} {...(mayChange ? { onClear: setClearing } : {})} />
          )}
        </PagedList>
      </Card>
      {mayChange && (
        <ImportCard
          onImported={async () => {
            setSaid('');
            await pages.reload();
          }}
        />
      )}
      {clearing !== null && (
        <Confirm
          title={words.clearTitle}
          action={words.clearAction}
          onClose={() => {
            setClearing(null);
          }}
          onConfirm={async () => {
            await feedback.clear(id, clearing.email);
            setClearing(null);
            setSaid(words.cleared(clearing.email));
            await pages.reload();
          }}
        >
          <p>{words.clearText(clearing.email)}</p>
        </Confirm>
      )}
    </PartPage>
  );
}
