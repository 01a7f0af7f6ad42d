/** A source that was read from a file, as the page hears of it. */

import { shownName, sourceName } from './names';
import type { FilePlan } from './formats/plan';
import type { FileReading } from './records/reader';
import type { SourceChecks } from './store/source-checks';
import type { SourceTally } from './records/tally';
import type { FileCounts, LoadedSource } from './outcomes';

/**
 * A source as the page hears of it, its name not made unique yet.
 * @param keys of the file and of the source in the store
 */
export function loadedSource(
  plan: FilePlan,
  reading: FileReading,
  label: string | null,
  tally: SourceTally,
  checks: SourceChecks,
  keys: { readonly file: number; readonly source: number },
): LoadedSource {
  const { file } = plan.open;
  const { repeats, ...counted } = checks;
  const counts: FileCounts = { ...reading.tally.counts(), ...tally.counts(), ...counted };
  assertIdentity(file.name, counts);
  return {
    id: keys.source,
    fileId: keys.file,
    name: nameOf(plan, label, reading.sources.size),
    label,
    file: file.name,
    bytes: file.size,
    format: plan.interpretation.words,
    placeKind: reading.placeKind,
    counts,
    medianK: tally.medianK(),
    dimension: reading.dimension,
    signs: [...reading.signs.found(reading.placeKind), ...tally.signs.found(repeats)],
  };
}

/** The file's name, or the label. Names of fields say nothing without the file's, and alone need not be said. */
function nameOf({ open, label: choice }: FilePlan, label: string | null, sources: number): string {
  const file = sourceName(open.file.name);
  if (label === null) return file;
  if (choice.kind !== 'fields') return shownName(label);
  return sources === 1 ? file : `${file}/${shownName(label)}`;
}

/** `read = loaded + merged + leftOut + rejected` (SPEC.md, "Records"): nothing is dropped in silence. */
function assertIdentity(file: string, { read, loaded, merged, leftOut, rejected }: FileCounts): void {
  if (read === loaded + merged + leftOut + rejected) return;
  throw new Error(
    `${file}: ${read} were read, but ${loaded} loaded + ${merged} joined + ${leftOut} left out + ${rejected} ` +
      `rejected are ${loaded + merged + leftOut + rejected}. This is a fault of Negscope; please report it with the file.`,
  );
}
