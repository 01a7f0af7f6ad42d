/** Layouts of real files, each read through the planner as a file is read. */

import { expect, it } from 'vitest';

import { hasCode } from '../../../src/candidates/errors';
import { planFile, type FilePlan } from '../../../src/candidates/formats/plan';
import { unknownFile } from '../../../src/candidates/formats/unknown-format';
import { Ref, type Text } from '../../../src/candidates/formats/format';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import { layouts, type ExpectedRoles, type Layout } from './layouts';

/** The roles with which a layout is read; only those that are expected are told. */
async function readLayout({ file, content, expected }: Layout): Promise<Layout['expected']> {
  const options = defaultLoadOptions(file);
  const given = new File([content], file.split('/').at(-1) ?? file);
  const plan = await planFile(given, options, new AbortController().signal).catch((error: unknown) => {
    if (hasCode(error, 'NotCandidatesError')) return null;
    throw error;
  });
  if (plan === null) return 'refused';
  if ('companion' in plan) return { format: plan.companion.kind };
  if ('fields' in plan) return hasCode(unknownFile(plan).error, 'FieldsUnclearError') ? 'asks' : 'refused';
  const wantsTexts = typeof expected === 'object' && expected.query !== undefined;
  return wantsTexts ? rolesOf(plan) : { format: plan.format.id };
}

function rolesOf({ format, drafts }: FilePlan): ExpectedRoles {
  const [draft] = drafts;
  if (draft === undefined) return { format: format.id };
  const [first] = draft.lists;
  return {
    format: format.id,
    query: textOf(draft.query),
    positive: textOf(draft.positives[0] ?? ''),
    negatives: (first?.texts ?? []).map((text) => textOf(text ?? '')),
  };
}

function textOf(text: Text): string {
  return text instanceof Ref ? text.id : text.trim();
}

it.each(layouts)('$name', async (layout) => {
  expect(await readLayout(layout)).toEqual(layout.expected);
});
