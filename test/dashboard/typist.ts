import { eventually } from '../support/eventually';
import type { Visitor } from './visitor';

/** More stops than any page has. */
const MOST_STOPS = 120;

interface Stop {
  /** What a screen reader would call it, or close to it. */
  name: string;
  /** What a person with eyes would miss; empty: nothing. */
  faults: string[];
}

/** Runs in the page: what has the focus, and whether that is to be seen. */
const stopOf = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return { name: '', faults: [] };
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? '';
  const faults = [];
  // A heading has the focus for screen readers.
  if (/^H[12]$/.test(element.tagName)) return { name: name.trim(), faults };
  const shown = element.closest('label') ?? element;
  if (getComputedStyle(element).outlineStyle === 'none') faults.push('no outline');
  const box = shown.getBoundingClientRect();
  const x = Math.min(Math.max(box.left + Math.min(box.width, 60) / 2, 1), innerWidth - 1);
  const y = box.top + Math.min(box.height, 30) / 2;
  if (y < 0 || y > innerHeight) faults.push('outside of the window');
  else {
    const top = document.elementFromPoint(x, y);
    if (top !== null && !shown.contains(top) && !top.contains(shown)) faults.push('hidden behind ' + top.className);
  }
  return { name: name.trim(), faults };
})()`;

/** Somebody without a mouse, who notes wherever the focus is not to be seen. */
export function typist(visitor: Visitor) {
  const { page } = visitor;
  const unseen: string[] = [];
  const press = (key: string) => page.keyboard.press(key);
  const stop = () => page.evaluate<Stop>(stopOf);
  /** Goes on by Tab, or back, until something of that name has the focus. */
  const reach = async (name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    const passed: string[] = [];
    for (let step = 0; step < MOST_STOPS; step += 1) {
      await press(key);
      const here = await stop();
      unseen.push(...here.faults.map((fault) => `${here.name}: ${fault}`));
      if (typeof name === 'string' ? here.name === name : name.test(here.name)) return;
      passed.push(here.name);
    }
    throw new Error(`No Tab leads to ${String(name)}, but to: ${passed.join(' | ')}`);
  };
  const open = async (name: string): Promise<void> => {
    await reach(name, 'Shift+Tab');
    await press('Enter');
  };
  /** Waits until the focus is there by itself. */
  const isAt = async (name: string): Promise<void> => {
    await eventually(`the focus is at ${name}`, async () => (await stop()).name === name);
  };
  return { press, stop, reach, open, isAt, unseen, type: (text: string) => page.keyboard.type(text) };
}
