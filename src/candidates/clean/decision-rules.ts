/** The rules by which entries stay or go, from what the store knows of the file. */

import type { Removals } from './ascending';
import type { CleanSource } from './clean-source';
import type { DecisionRules, JoinRule, QuerySet, RunRule } from './entry-decisions';
import { keptPlaces, keptRecords, type SourceCut } from './source-cuts';

export async function decisionRules(
  source: CleanSource,
  cuts: readonly SourceCut[],
  removals: Removals,
  withoutRejects: boolean,
): Promise<DecisionRules> {
  const { joins } = source.format;
  return {
    removals,
    rejected: await source.rejectedPlaces(),
    withoutRejects,
    run: joins === 'run' ? await runRule(source, cuts) : null,
    joined: joins === 'same-query' ? await joinRule(source, cuts, withoutRejects) : null,
  };
}

async function runRule(source: CleanSource, cuts: readonly SourceCut[]): Promise<RunRule> {
  const queries = new Set<string>();
  for (const { id } of cuts) {
    for (const queryId of (await source.recordHeads(id)).queryIds) if (queryId !== null) queries.add(queryId);
  }
  return { hits: await keptPlaces(source, cuts), queries, sampled: source.sampled };
}

/** A query that keeps a negative in one of the file's sources is not emptied. */
async function joinRule(
  source: CleanSource,
  cuts: readonly SourceCut[],
  withoutRejects: boolean,
): Promise<JoinRule | null> {
  const emptied = new Set<number>();
  const kept = new Set<number>();
  for (const cut of cuts) {
    for (const [record, keeps] of keptRecords(cut).entries()) {
      (keeps ? kept : emptied).add(cut.structure.queries[record] as number);
    }
  }
  for (const query of kept) emptied.delete(query);
  const goes = withoutRejects && !source.sampled;
  if (emptied.size === 0 && !goes) return null;
  const recorded = goes ? await querySet(source, cuts, new Set([...kept, ...emptied])) : null;
  return { emptied: await querySet(source, cuts, emptied), recorded };
}

async function querySet(
  source: CleanSource,
  cuts: readonly SourceCut[],
  queries: ReadonlySet<number>,
): Promise<QuerySet> {
  const ids = new Set<string>();
  for (const { id, structure } of cuts) {
    const { queryIds } = await source.recordHeads(id);
    for (const [record, queryId] of queryIds.entries()) {
      if (queryId !== null && queries.has(structure.queries[record] as number)) ids.add(queryId);
    }
  }
  return { texts: new Set(await source.queryTexts(Int32Array.from(queries))), ids };
}
