/** The pages as data. */

import type { Component } from 'svelte';

import type { HistoryStep } from './router.svelte';
import type { Session } from './session.svelte';

/**
 * What every page gets. A page renders one `main` with one `h1`, which gets the focus when the page opens, and an element
 * with the id "result", the target of the skip link. It is unmounted when another page opens: lasting state belongs to
 * the session.
 */
export interface PageProps {
  readonly session: Session;
  /** The part after `#learn?` in the address; a new object whenever it changes. */
  readonly parameters: URLSearchParams;
  /** Writes them into the address: with `push`, Back leads to the earlier ones; with `replace` it does not. */
  readonly onParameters: (parameters: URLSearchParams, step: HistoryStep) => void;
}

export interface PageEntry {
  /** In the address: `#rank`. */
  readonly id: string;
  readonly title: string;
  /** Files may be dropped anywhere on it. */
  readonly takesFiles?: true;
  /** The page has the height of the window, and no foot. */
  readonly fillsWindow?: true;
  readonly load: () => Promise<{ readonly default: Component<PageProps> }>;
}

/** In the order of their tabs; an address without a hash opens the first. */
export const PAGES: readonly [PageEntry, ...PageEntry[]] = [
  {
    id: 'rank',
    title: 'Rank',
    takesFiles: true,
    load: () => import('../pages/rank/RankPage.svelte'),
  },
  {
    id: 'audit',
    title: 'Audit',
    fillsWindow: true,
    load: () => import('../pages/audit/AuditPage.svelte'),
  },
  {
    id: 'lab',
    title: 'Lab',
    load: () => import('../pages/lab/LabPage.svelte'),
  },
  {
    id: 'learn',
    title: 'Learn',
    takesFiles: true,
    fillsWindow: true,
    load: () => import('../pages/learn/LearnPage.svelte'),
  },
  {
    id: 'mine',
    title: 'Mine',
    takesFiles: true,
    load: () => import('../pages/mine/MinePage.svelte'),
  },
];
