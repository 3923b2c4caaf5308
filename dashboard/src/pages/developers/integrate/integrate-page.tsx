import { useState, type ReactElement } from 'react';
import { setQuery, useRoute } from '../../../router';
import { useOrganization } from '../../../session/session-context';
import { developerTexts } from '../../../texts/developers';
import { SAMPLE_LANGUAGES } from '../../../texts/sample-languages';
import { Card } from '../../../ui/card';
import { CopyButton } from '../../../ui/copy-button';
import { Page } from '../../../ui/page';
import { Segment } from '../../../ui/segment';
import { useCopyGuard } from '../../../ui/use-copy-guard';
import { DeveloperParts } from '../developer-parts';
import { SAMPLE_FILES } from './sample-files';
import { CLIENT_LANGUAGES, LANGUAGES, SAMPLE_KINDS, SAMPLE_WAYS, samplesOf } from './samples';
import { TestToken } from './test-token';

/** Samples for programs, with what they need filled in. */
export function IntegratePage(): ReactElement {
  const { id } = useOrganization();
  const { query } = useRoute();
  const words = developerTexts().integrate;
  const [token, setToken] = useState<string | null>(null);
  const guard = useCopyGuard(token === null ? null : 'secret');
  const noteCopy = (): void => {
    if (token !== null) guard();
  };
  const language = LANGUAGES.find((one) => one === query['language']) ?? LANGUAGES[0];
  const having = CLIENT_LANGUAGES.find((one) => one === language);
  const way = SAMPLE_WAYS.find((one) => one === query['way']) ?? SAMPLE_WAYS[0];
  const name = having !== undefined && way === 'client' ? (`${having}-client` as const) : language;
  const samples = samplesOf(SAMPLE_FILES[name], {
    origin: window.location.origin,
    organization: id,
    token: token ?? words.placeholder,
  });
  return (
    <Page
      title={words.title}
      lead={
        <>
          {words.lead} <a href="/docs">{words.docs}</a>
        </>
      }
    >
      <DeveloperParts current="integrate" />
      <TestToken token={token} onMade={setToken} onCopied={noteCopy} />
      <Segment
        label={words.language}
        value={language}
        onChoose={(chosen) => {
          setQuery({ ...query, language: chosen });
        }}
        options={LANGUAGES.map((value) => ({ value, name: SAMPLE_LANGUAGES[value] }))}
      />
      {having !== undefined && (
        <Segment
          label={words.way}
          value={way}
          onChoose={(chosen) => {
            setQuery({ ...query, way: chosen });
          }}
          options={SAMPLE_WAYS.map((value) => ({ value, name: words.ways[value] }))}
        />
      )}
      {SAMPLE_KINDS.filter((kind) => samples[kind] !== '').map((kind) => {
        const { title, text } = words.samples[kind];
        return (
          <Card key={kind} title={title} note={text}>
            <pre className="sample" onCopy={noteCopy} tabIndex={0} role="region" aria-label={title}>
              <code>{samples[kind]}</code>
            </pre>
            <CopyButton key={name} text={samples[kind]} label={words.copyOf(title)} onCopied={noteCopy} />
          </Card>
        );
      })}
    </Page>
  );
}
