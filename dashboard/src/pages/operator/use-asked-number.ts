import { useState } from 'react';
import { wholeNumber } from './whole-number';

/** A number that is typed, asked about once more, and then set; what was done is said. */
export function useAskedNumber(least: number, start: string) {
  const [value, setValue] = useState(start);
  const [isWrong, setWrong] = useState(false);
  const [asked, setAsked] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  return {
    /** Null: nothing is being asked. */
    asked,
    said,
    field: {
      value,
      least,
      isWrong,
      onChange: (typed: string): void => {
        setValue(typed);
        setWrong(false);
      },
    },
    ask: (): void => {
      const wanted = wholeNumber(value, least);
      setSaid('');
      setWrong(wanted === null);
      setAsked(wanted);
    },
    close: (): void => {
      setAsked(null);
    },
    /** @param next what stands in the field from now on */
    done: (words: string, next: string): void => {
      setSaid(words);
      setValue(next);
      setAsked(null);
    },
  };
}
