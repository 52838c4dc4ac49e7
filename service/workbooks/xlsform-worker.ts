import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '#contract/limits.ts';
import type { XlsformImport } from '#contract/xlsform.ts';
import { readSpreadsheet } from '#service/spreadsheets/read-spreadsheet.ts';
import { Unreadable } from '#service/spreadsheets/unreadable.ts';
import type { WorkerAnswer } from '#service/spreadsheets/workers.ts';
import { writeSpreadsheet } from '#service/spreadsheets/write-spreadsheet.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import type { DefinitionFault } from '#workbook-engine/field-faults.ts';
import { type ExportableForm, exportForm } from '#xlsform/export-form.ts';
import { isFormSheet, NoForm } from '#xlsform/find-sheets.ts';
import { importForm } from '#xlsform/import-form.ts';

/** What the thread is given: a file to read, or a workbook to write. */
export type XlsformJob = { file: Uint8Array } | { form: ExportableForm };

/** `XlsformImport` as JSON. */
const read = async (file: Uint8Array): Promise<string> => {
  const sheets = await readSpreadsheet(Buffer.from(file.buffer, file.byteOffset, file.length), isFormSheet);
  const { title, name, version, definition, report, placeOf } = importForm(sheets);
  const isEmpty = definition.fields.length === 0;
  const faults: DefinitionFault[] = isEmpty
    ? [{ path: 'fields', message: 'Nothing is left of the form that could be asked.' }]
    : [...sizeFaults(JSON.stringify(definition).length), ...checkDefinition(definition)];
  const answer: XlsformImport = {
    title: title ?? null,
    name: name ?? null,
    version: version ?? null,
    definition: isEmpty ? null : definition,
    report,
    faults: faults.map((fault) => ({ ...fault, ...placeOf(fault.path) })),
  };
  return JSON.stringify(answer);
};

const sizeFaults = (size: number) =>
  size <= limits.body
    ? []
    : [{ path: 'fields', message: `The workbook is ${size} bytes of JSON; ${limits.body} are the most.` }];

const answer = async (job: XlsformJob): Promise<WorkerAnswer> => {
  try {
    if ('file' in job) return { done: await read(job.file) };
    return {
      done: await writeSpreadsheet(
        exportForm(job.form).sheets.map(({ name, cells }) => ({ name, cells: [...cells] })),
      ),
    };
  } catch (error) {
    if (error instanceof Unreadable || error instanceof NoForm) return { refused: error.sentence };
    throw error;
  }
};

parentPort?.postMessage(await answer(workerData));
