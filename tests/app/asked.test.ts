import '../session/runes';

import { describe, expect, it } from 'vitest';

import type { WorkerAccess } from '../../src/app/ask';
import { Asked } from '../../src/app/asked.svelte';
import type { WorkerPair } from '../../src/app/workers';
import { RunCancelledError } from '../../src/engine/errors';
import { eventually } from '../support/eventually';

interface Pending {
  readonly question: { readonly tau: number };
  readonly give: (answer: string) => void;
  readonly fail: (error: Error) => void;
  readonly tell: (progress: number) => void;
}

const READY: WorkerAccess<WorkerPair> = {
  phase: 'ready',
  ready: () => Promise.resolve({ guard: <T>(answer: Promise<T>) => answer } as unknown as WorkerPair),
};

/** @param cancels whether the worker can end what it does */
function asked(cancels = false) {
  const pending: Pending[] = [];
  const today = { tau: 0.05 as number | null };
  const inquiry = new Asked<{ tau: number }, string, number>(READY, {
    question: () => (today.tau === null ? null : { tau: today.tau }),
    answer: (_, question, tell) =>
      new Promise((give, fail) => void pending.push({ question, give, fail, tell })),
    ...(cancels && {
      cancel: () => Promise.resolve(pending.at(-1)?.fail(new RunCancelledError())),
    }),
  });
  const asksFor = (count: number) => eventually(() => expect(pending).toHaveLength(count));
  return { inquiry, pending, today, asksFor };
}

describe('a question to the workers', () => {
  it('has a value only while the same would be asked again', async () => {
    const { inquiry, pending, today, asksFor } = asked();
    const answered = inquiry.ask();
    await asksFor(1);
    expect(inquiry.isAsking).toBe(true);
    pending[0]?.give('at 0.05');
    expect(await answered).toBe('at 0.05');
    today.tau = 0.2;
    expect(inquiry.value).toBeNull();
    expect(inquiry.last).toBe('at 0.05');
    today.tau = 0.05;
    expect(inquiry.value).toBe('at 0.05');
    expect(await inquiry.ask()).toBe('at 0.05');
    expect(pending).toHaveLength(1);
  });

  it('ends the work of a question that is no longer asked, where the worker can', async () => {
    const { inquiry, pending, today, asksFor } = asked(true);
    const first = inquiry.ask();
    await asksFor(1);
    today.tau = 0.2;
    const second = inquiry.ask();
    await asksFor(2);
    expect(inquiry.notice).toBeNull();
    pending[1]?.give('at 0.2');
    expect(await first).toBe('at 0.2');
    expect(await second).toBe('at 0.2');
  });

  it('shows a failure until it is asked again, and asks nothing by itself', async () => {
    const { inquiry, pending, asksFor } = asked();
    const failed = inquiry.ask();
    await asksFor(1);
    pending[0]?.fail(new Error('out of memory'));
    expect(await failed).toBeNull();
    expect(inquiry.notice?.message).toContain('did not give the memory');
    const again = inquiry.ask();
    await asksFor(2);
    expect(inquiry.notice).toBeNull();
    pending[1]?.give('there');
    expect(await again).toBe('there');
  });

  it('cancels for good, and says nothing of it', async () => {
    const { inquiry, pending, asksFor } = asked(true);
    const first = inquiry.ask();
    await asksFor(1);
    await inquiry.cancel();
    expect(await first).toBeNull();
    expect(inquiry.notice).toBeNull();
    expect(inquiry.isAsking).toBe(false);
    expect(pending).toHaveLength(1);
  });

  it('tells the progress of the question under way, and none after its answer', async () => {
    const { inquiry, pending, asksFor } = asked();
    const answered = inquiry.ask();
    await asksFor(1);
    pending[0]?.tell(0.5);
    expect(inquiry.progress).toBe(0.5);
    pending[0]?.give('there');
    await answered;
    pending[0]?.tell(0.9);
    expect(inquiry.progress).toBeNull();
  });

  it('asks what follows from the very answer that came', async () => {
    const { inquiry, pending, today, asksFor } = asked();
    const first = inquiry.ask();
    await asksFor(1);
    const second = first.then(() => {
      today.tau = 0.2;
      return inquiry.ask();
    });
    pending[0]?.give('at 0.05');
    await asksFor(2);
    pending[1]?.give('at 0.2');
    expect(await second).toBe('at 0.2');
  });

  it('follows a question from an effect, and does not ask twice what is under way', async () => {
    const { inquiry, pending, today, asksFor } = asked();
    inquiry.follow();
    inquiry.follow();
    await asksFor(1);
    today.tau = 0.2;
    inquiry.follow();
    pending[0]?.give('at 0.05');
    await asksFor(2);
    expect(pending[1]?.question).toEqual({ tau: 0.2 });
  });

  it('asks nothing where there is nothing to ask', async () => {
    const { inquiry, pending, today } = asked();
    today.tau = null;
    expect(await inquiry.ask()).toBeNull();
    expect(pending).toHaveLength(0);
  });
});
