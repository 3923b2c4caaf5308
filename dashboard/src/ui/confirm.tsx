import { useState, type ReactElement, type ReactNode } from 'react';
import { t } from '../texts';
import { Button } from './button';
import { Dialog } from './dialog';
import { Field } from './field';
import { Form } from './form';
import { FormFault } from './form-fault';
import { useTask } from './use-task';

interface ConfirmProps {
  title: string;
  /** What happens, and whether it can be undone. */
  children: ReactNode;
  /** What the button says: the deed itself, not "OK". */
  action: string;
  /** What the button says that changes nothing. */
  cancel?: string;
  /** What it does can be undone. */
  isHarmless?: boolean;
  /** A name that has to be typed first. */
  typed?: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before something that can't be undone, or that gives rights away. */
export function Confirm({
  title,
  children,
  action,
  cancel = t.common.cancel,
  isHarmless = false,
  typed,
  onConfirm,
  onClose,
}: ConfirmProps): ReactElement {
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const task = useTask(onConfirm);
  const isMissing = typed !== undefined && text.trim() !== typed;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        className="stack"
        onSubmit={() => {
          setRefused(isMissing);
          if (!isMissing) task.run();
        }}
      >
        <div className="prose">{children}</div>
        {typed !== undefined && (
          <Field
            label={t.common.typeToConfirm(typed)}
            value={text}
            autoComplete="off"
            error={isRefused && isMissing ? t.common.isNotTyped(typed) : undefined}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        )}
        <FormFault fault={task.fault} />
        <div className="row end">
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind={isHarmless ? 'primary' : 'danger'} type="submit" isBusy={task.isBusy}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
