/** The pages as data. A page that is not built yet does not stand here, and so has no tab. */

import type { Component } from 'svelte';

import type { HistoryStep } from './router.svelte';
import type { Session } from './session.svelte';

/**
 * What every page gets. A page renders one `main` with one `h1`, to which the keyboard goes when the page is opened,
 * and an element of the id "result", to which the link before everything else skips. It is taken down when another
 * page is opened: what has to last is a state of the session.
 */
export interface PageProps {
  readonly session: Session;
  /** What stands behind `#learn?` in the address; a new object whenever it changes. */
  readonly parameters: URLSearchParams;
  /** Writes them there: in place of those before (`replace`), or so that Back leads to those before (`push`). */
  readonly onParameters: (parameters: URLSearchParams, step: HistoryStep) => void;
}

export interface PageEntry {
  /** In the address: `#rank`. */
  readonly id: string;
  /** On the tab, and in the window's title. */
  readonly title: string;
  /** Words of the link that skips to the element "result". */
  readonly skip: string;
  /** Loads the page's code. */
  readonly load: () => Promise<{ readonly default: Component<PageProps> }>;
}

/** The page that an address without a hash opens. */
const RANK: PageEntry = {
  id: 'rank',
  title: 'Rank',
  skip: 'Skip to the result',
  load: () => import('../pages/rank/RankPage.svelte'),
};

const AUDIT: PageEntry = {
  id: 'audit',
  title: 'Audit',
  skip: 'Skip to the pairs',
  load: () => import('../pages/audit/AuditPage.svelte'),
};

const LAB: PageEntry = {
  id: 'lab',
  title: 'Lab',
  skip: 'Skip to the experiments',
  load: () => import('../pages/lab/LabPage.svelte'),
};

const LEARN: PageEntry = {
  id: 'learn',
  title: 'Learn',
  skip: 'Skip to the numbers',
  load: () => import('../pages/learn/LearnPage.svelte'),
};

/** In the order of their tabs. */
export const PAGES: readonly [PageEntry, ...PageEntry[]] = [RANK, AUDIT, LAB, LEARN];
