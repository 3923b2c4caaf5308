const MAX_LENGTH = 255;

/** The name of a batch as given in a form: trimmed, or the sentence that says what is wrong with it. */
export function readName(field: { text: string; isTruncated: boolean } | undefined): {
  name: string;
  fault: string | null;
} {
  const name = field?.text.trim() ?? '';
  if (name === '') return { name, fault: 'The name field is required.' };
  const isTooLong = field?.isTruncated === true || Array.from(name).length > MAX_LENGTH;
  return { name, fault: isTooLong ? `The name field must not be greater than ${MAX_LENGTH} characters.` : null };
}
