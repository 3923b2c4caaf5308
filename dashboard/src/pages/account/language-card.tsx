import type { ReactElement } from 'react';
import { t } from '../../texts';
import { chooseLanguage, currentLanguage } from '../../texts/language';
import { LANGUAGE_NAMES, LANGUAGES } from '../../texts/locale';
import { Card } from '../../ui/card';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';

/** Changes the language of the page, for this browser. */
export function LanguageCard(): ReactElement {
  const choose = useTask(chooseLanguage);
  return (
    <Card title={t.account.language} note={t.account.languageHint}>
      <div className="row" role="group" aria-label={t.account.language}>
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            className="button quiet toggle"
            aria-pressed={language === currentLanguage()}
            onClick={() => {
              choose.run(language);
            }}
          >
            {LANGUAGE_NAMES[language]}
          </button>
        ))}
      </div>
      <FormFault fault={choose.fault} />
    </Card>
  );
}
