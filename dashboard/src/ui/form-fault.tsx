import type { ReactElement } from 'react';
import type { ApiError } from '../api';

interface FormFaultProps {
  fault: ApiError | null;
  /** Fields that show their own sentence. */
  fields?: readonly string[];
}

/** What is wrong with a form as a whole; read out at once. Silent when a field already says it. */
export function FormFault({ fault, fields = [] }: FormFaultProps): ReactElement {
  const isSaid = fault !== null && fields.some((field) => field in fault.fields);
  return (
    // In the page before it has anything to say: what arrives together with its words is not read out everywhere.
    <div role="alert" className={fault === null || isSaid ? 'visually-hidden' : 'notice bad'}>
      {isSaid ? null : fault?.message}
    </div>
  );
}
