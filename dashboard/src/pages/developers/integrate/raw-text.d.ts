/** A file as it is, by Vite. */
declare module '*?raw' {
  const text: string;
  // eslint-disable-next-line no-restricted-syntax -- That is how Vite gives it.
  export default text;
}
