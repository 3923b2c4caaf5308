/** A text field of a form, as far as it is read. */
export interface FormField {
  text: string;
  isTruncated: boolean;
}
