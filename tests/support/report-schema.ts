/** A report against public/report.schema.json. */

import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';

export const REPORT_SCHEMA = JSON.parse(
  readFileSync(new URL('../../public/report.schema.json', import.meta.url), 'utf8'),
) as object;

const validate = new Ajv2020({ allErrors: true }).compile(REPORT_SCHEMA);

/** Where the report, as it is written in JSON, breaks the schema; none where it keeps to it. */
export function schemaFaults(report: unknown): string[] {
  if (validate(JSON.parse(JSON.stringify(report)))) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  );
}
