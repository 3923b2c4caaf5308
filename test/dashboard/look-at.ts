import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** `SCREENSHOTS=folder npx jest test/dashboard/looks test/dashboard/operator` also writes a picture of each look, for people to look at. */
const pictures = process.env['SCREENSHOTS'];
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What depends on colours, and on nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Look {
  name: string;
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  forcedColors: 'none' | 'active';
  /** For axe: what another look does not show already; null: nothing. */
  rules: object | null;
}

const all = { rules: { 'target-size': { enabled: true } } };
const colours = { runOnly: { type: 'rule', values: COLOUR_RULES } };
const measures = { rules: { ...all.rules, ...Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }])) } };
const wide = { width: 1200, height: 820, colorScheme: 'light', forcedColors: 'none' } as const;

const phone = { ...wide, name: '375 pixels', width: 375, height: 740 };
/** A page zoomed to 200 % is laid out in half the pixels of its window. */
const zoomed = { ...wide, name: '200 %', width: 600, height: 410 };

export const LOOKS = {
  all: [
    { ...wide, name: 'dark', colorScheme: 'dark', rules: colours },
    { ...wide, name: 'forced colours', forcedColors: 'active', rules: colours },
    { ...phone, rules: measures },
    { ...zoomed, rules: null },
    { ...wide, name: 'light', rules: all },
  ],
  /** What other words can change: colours are the same in each language. */
  words: [
    { ...phone, rules: all },
    { ...zoomed, rules: null },
    { ...wide, name: 'light', rules: null },
  ],
} satisfies Record<string, readonly Look[]>;

/**
 * What is wrong with the page as it stands: rules of axe, a page that scrolls sideways, texts that are cut off; in light,
 * dark and forced colours, on a phone and zoomed to 200 %. The visitor's context has to let scripts of others in
 * (`bypassCSP`), and to do without motion, so that colours are not looked at on their way.
 * @param state names the pictures
 * @param leaveOut parts of the page that are not ours, as a selector
 */
export async function lookAt(page: Page, looks: readonly Look[], state: string, leaveOut?: string): Promise<string[]> {
  await page.evaluate(`window.axe === undefined && ${axe}`);
  const faults: string[] = [];
  for (const { name, width, height, colorScheme, forcedColors, rules } of looks) {
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.setViewportSize({ width, height });
    // The chart is drawn anew once its place has another width.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))');
    const found =
      rules === null
        ? []
        : await page.evaluate<string[]>(
            `(${violations})(${JSON.stringify(rules)}, ${JSON.stringify(leaveOut ?? null)})`,
          );
    const cut = await page.evaluate<string[]>(`(${cutTexts})(${JSON.stringify(leaveOut ?? null)})`);
    await takePicture(page, `${state}, ${name}`);
    faults.push(...[...found, ...cut].map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

/** Of the whole page as it stands, where pictures are wanted. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  const language = await page.evaluate<string>('document.documentElement.lang');
  await page.screenshot({ path: join(pictures, `${name}, ${language}.png`), fullPage: true });
}

/** Runs in the page. */
const violations = `async (options, leaveOut) => {
  const context = leaveOut === null ? document : { exclude: [[leaveOut]] };
  const { violations } = await axe.run(context, { ...options, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200)));
}`;

/**
 * Runs in the page. Looks at where each text is drawn: what lies beyond the window, or beyond something that hides what
 * lies beyond it, can't be read; beyond something that scrolls, it can. Names that people give may be shortened.
 */
const cutTexts = `(leaveOut) => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push('the page scrolls sideways: ' + root.scrollWidth);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.data.trim();
    const element = node.parentElement;
    if (text === '' || element === null || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('script, style, noscript, option, .visually-hidden, .skip') !== null) continue;
    if (leaveOut !== null && element.closest(leaveOut) !== null) continue;
    // Shortened, and told in full where it is pointed at.
    if (element.closest('[title]') !== null) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    let isScrolled = false;
    for (let around = element; around !== null && around !== root; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.display === 'inline' || style.display === 'contents') continue;
      if (/auto|scroll/.test(style.overflowX)) {
        isScrolled = true;
        break;
      }
      if (!/hidden|clip/.test(style.overflowX) || around === document.body) continue;
      const edge = around.getBoundingClientRect();
      const isCut = box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 2;
      if (isCut && text.length < 60) faults.push('cut off: ' + text);
    }
    const isBeyond = box.left < -1 || box.right > root.clientWidth + 1;
    if (!isScrolled && isBeyond) faults.push('beyond the window: ' + text);
  }
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    if (dialog.scrollWidth > dialog.clientWidth) faults.push('the dialog scrolls sideways: ' + dialog.textContent);
  }
  const pen = document.createElement('canvas').getContext('2d');
  // The browser's own, beside the words.
  const arrow = matchMedia('(forced-colors: active)').matches ? 20 : 0;
  for (const select of document.querySelectorAll('select')) {
    if (leaveOut !== null && select.closest(leaveOut) !== null) continue;
    // As of texts above: a name may be shortened that is told in full.
    if (!select.checkVisibility() || select.title !== '') continue;
    const style = getComputedStyle(select);
    // Not \`font\`: with features of a font that a shorthand can't say, it is empty.
    pen.font = style.fontWeight + ' ' + style.fontSize + ' ' + style.fontFamily;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    const words = select.selectedOptions[0]?.textContent ?? '';
    if (words.length < 40 && pen.measureText(words).width > room + 1) faults.push('cut off in its field: ' + words);
  }
  for (const button of document.querySelectorAll('.button, .chip, .badge')) {
    if (leaveOut !== null && button.closest(leaveOut) !== null) continue;
    if (button.scrollWidth > button.clientWidth + 1) faults.push('wider than its button: ' + button.textContent);
  }
  return faults;
}`;
