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
    <div role="alert" className={fault === null || isSaid ? 'hidden' : 'notice bad'}>
      {isSaid ? null : fault?.message}
    </div>
  );
}
