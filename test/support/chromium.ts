import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { shared } from './shared';
import { note } from './tally';

const PATHS = [
  process.env['CHROMIUM_PATH'],
  // Chromium without windows of its own: the pages take two thirds of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const path = PATHS.find((candidate) => candidate !== undefined && existsSync(candidate));
const isRequired = process.env['REQUIRE_SERVERS'] === '1';

/**
 * `describe` for suites that drive a real Chromium. Without one they are skipped, in one loud line; with
 * `REQUIRE_SERVERS=1` they fail instead.
 */
export const describeInChromium: jest.Describe = path !== undefined || isRequired ? describe : describe.skip;

if (path === undefined && !isRequired) {
  process.stderr.write(
    '\nNOT TESTED: the pages, since no Chromium is installed (apt-get install chromium-headless-shell).\n\n',
  );
}

/** The one browser of this test file; each visitor has a context of its own in it. */
export function sharedChromium(): Promise<{ browser: Browser; stop(): Promise<void> }> {
  return shared('chromium', async () => {
    const browser = await launchChromium();
    return { browser, stop: () => browser.close() };
  });
}

/** A browser without a window that calls nobody by itself. */
export function launchChromium(): Promise<Browser> {
  if (path === undefined) throw new Error('No Chromium is installed, and REQUIRE_SERVERS=1 asks for one.');
  note('browser');
  return chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
      '--disable-dev-shm-usage',
    ],
  });
}
