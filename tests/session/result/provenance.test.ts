import { expect, it } from 'vitest';

import packageJson from '../../../package.json';
import { provenance } from '../../../src/session/result/provenance';

const environment = (userAgent: string, platform?: string) =>
  provenance({ userAgent, ...(platform !== undefined && { userAgentData: { platform } }) }).environment;

it('has the version of the build', () => {
  const { negscope } = provenance({ userAgent: '' });
  expect(negscope).toMatchObject({ version: packageJson.version, libraries: packageJson.dependencies });
});

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/147.0.0.0 Safari/537.36',
    'Chromium 147.0.0.0',
    'Linux',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140.0', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'WebKit 605.1.15',
    'macOS',
  ],
  ['something else', 'unknown', 'unknown'],
])('names browser and system of %s', (userAgent, browser, system) => {
  expect(environment(userAgent)).toEqual({ browser, system, user_agent: userAgent, terminal: null });
});
