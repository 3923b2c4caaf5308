import { useEffect, useRef, type ReactElement } from 'react';
import type { FeedbackProviderName } from '../../../api/feedback';
import { t } from '../../../texts';
import { feedbackTexts } from '../../../texts/feedback';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { useCopyGuard } from '../../../ui/use-copy-guard';
import { providerName } from '../provider-name';
import { takesPasswordInUrl, USER_NAME, withPassword } from './source-key';
import { Steps } from './steps';

/** What opens a source, the only time that it can be seen. */
export interface FreshSource {
  provider: FeedbackProviderName;
  name: string;
  /** Null: it is as it was. */
  url: string | null;
  /** One that we made; null: none. */
  secret: string | null;
}

interface SourceShownProps {
  fresh: FreshSource;
  onClose: () => void;
}

export function SourceShown({ fresh, onClose }: SourceShownProps): ReactElement {
  const { provider, name, url, secret } = fresh;
  const words = feedbackTexts().shown;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const noteCopy = useCopyGuard('source');
  const isInUrl = url !== null && secret !== null && takesPasswordInUrl(provider);
  const isSigned = provider === 'generic';
  return (
    <section className="card fresh" onCopy={noteCopy}>
      <h2 ref={heading} tabIndex={-1}>
        {words.title(name)}
      </h2>
      <p>{words.text}</p>
      {url !== null && (
        <Shown
          name={isInUrl ? words.urlWithPassword : words.url}
          text={isInUrl ? withPassword(url, secret) : url}
          copy={words.copyUrl}
          onCopied={noteCopy}
        />
      )}
      {secret !== null && !isInUrl && !isSigned && (
        <p>
          {words.user}: <code>{USER_NAME}</code>
        </p>
      )}
      {secret !== null && !isInUrl && (
        <Shown
          name={isSigned ? words.secret : words.password}
          text={secret}
          copy={isSigned ? words.copySecret : words.copyPassword}
          onCopied={noteCopy}
        />
      )}
      <h3>{words.stepsTitle(providerName(provider))}</h3>
      <Steps provider={provider} />
      <div className="row">
        <Button kind="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      </div>
    </section>
  );
}

function Shown(props: { name: string; text: string; copy: string; onCopied: () => void }): ReactElement {
  return (
    <div>
      <p className="strong">{props.name}</p>
      <div className="secret">
        <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={props.name}>
          {props.text}
        </code>
        <CopyButton text={props.text} label={props.copy} onCopied={props.onCopied} />
      </div>
    </div>
  );
}
