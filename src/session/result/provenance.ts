/** The program, browser and system behind a report. */

import type { Provenance } from '../../report/result';

/** As far as the browser tells, or a command in Node; the user agent has the rest. */
interface Told {
  readonly userAgent: string;
  readonly terminal?: Provenance['environment']['terminal'];
  readonly userAgentData?: { readonly platform: string };
}

/** Engines in a user agent, the one that others imitate last. */
const ENGINES: readonly (readonly [string, RegExp])[] = [
  ['Firefox', /Firefox\/([\d.]+)/],
  ['Edge', /Edg\/([\d.]+)/],
  ['Chromium', /Chrom(?:e|ium)\/([\d.]+)/],
  ['WebKit', /AppleWebKit\/([\d.]+)/],
  ['Node', /^Node v([\d.]+)/],
];

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
];

export function provenance(told: Told): Provenance {
  return {
    negscope: {
      version: __NEGSCOPE_VERSION__,
      ...__NEGSCOPE_COMMIT__,
      libraries: __NEGSCOPE_LIBRARIES__,
    },
    environment: {
      browser: browserOf(told.userAgent),
      system: told.userAgentData?.platform || systemOf(told.userAgent),
      user_agent: told.userAgent,
      terminal: told.terminal ?? null,
    },
  };
}

function browserOf(userAgent: string): string {
  for (const [name, pattern] of ENGINES) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'unknown';
}

function systemOf(userAgent: string): string {
  return SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'unknown';
}
