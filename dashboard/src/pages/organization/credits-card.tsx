import { useState, type ReactElement } from 'react';
import { credits } from '../../api';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';

/** From which balance down the overview warns. */
export function CreditsCard(): ReactElement | null {
  const { id } = useOrganization();
  const { data } = useLoaded(String(id), () => credits.read(id));
  if (data === null) return null;
  return <Warning key={id} id={id} before={data.warn_below} />;
}

function Warning({ id, before }: { id: number; before: number | null }): ReactElement {
  const [text, setText] = useState(before === null ? '' : String(before));
  const [isSaved, setSaved] = useState(false);
  const save = useTask(async () => {
    setSaved(false);
    await credits.warn(id, text.trim());
    setSaved(true);
  });
  return (
    <Card title={t.team.warning} note={t.team.warningNote}>
      <Form className="stack" onSubmit={save.run}>
        <div className="beside">
          <Field
            label={t.team.warnBelow}
            inputMode="numeric"
            value={text}
            error={save.fault?.fields['warn_below']}
            onChange={(event) => {
              setText(event.target.value);
              setSaved(false);
            }}
          />
          <Button type="submit" isBusy={save.isBusy}>
            {t.common.save}
          </Button>
        </div>
        <p role="status" className="hint">
          {isSaved ? t.common.saved : ''}
        </p>
        <FormFault fault={save.fault} fields={['warn_below']} />
      </Form>
    </Card>
  );
}
