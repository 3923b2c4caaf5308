import { useState, type ReactElement, type ReactNode } from 'react';
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
  /** A name that has to be typed first. */
  typed?: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before something that can't be undone. */
export function Confirm({ title, children, action, typed, onConfirm, onClose }: ConfirmProps): ReactElement {
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
            label={`Type “${typed}” to confirm`}
            value={text}
            autoComplete="off"
            error={isRefused && isMissing ? `That is not “${typed}”.` : undefined}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        )}
        <FormFault fault={task.fault} />
        <div className="row end">
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" type="submit" isBusy={task.isBusy}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
