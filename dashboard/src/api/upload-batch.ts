import { sendForm, type FormSending } from './send-form';

export interface BatchUpload extends Pick<FormSending, 'onProgress' | 'signal'> {
  organizationId: number;
  name: string;
  file: File;
  /** How the file is to be read: `column`, `has_header`, `encoding`. */
  fields: Readonly<Record<string, string>>;
}

/** A list that was taken in. */
export interface CreatedBatch {
  id: number;
  /** The column that the addresses were read from, where its name is not `email`. */
  email_column?: string;
}

/** Sends a list. */
export function uploadBatch({ organizationId, name, file, fields, ...rest }: BatchUpload): Promise<CreatedBatch> {
  const form = new FormData();
  form.set('name', name);
  // In front of the file, which is read as it comes in.
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', file);
  return sendForm<CreatedBatch>({ path: `/organizations/${organizationId}/batches`, form, ...rest });
}
