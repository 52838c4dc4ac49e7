import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '#contract/limits.ts';
import type { XlsformImport } from '#contract/xlsform.ts';
import { sentence } from '#sentences/sentence.ts';
import { type Language, sayIn } from '#service/http/speak-to.ts';
import { readSpreadsheet } from '#service/spreadsheets/read-spreadsheet.ts';
import { Unreadable } from '#service/spreadsheets/unreadable.ts';
import type { WorkerAnswer } from '#service/spreadsheets/workers.ts';
import { writeSpreadsheet } from '#service/spreadsheets/write-spreadsheet.ts';
import { examineDefinition } from '#workbook-engine/check-definition.ts';
import type { FoundFault } from '#workbook-engine/field-faults.ts';
import { type ExportableForm, exportForm } from '#xlsform/export-form.ts';
import { isFormSheet, NoForm } from '#xlsform/find-sheets.ts';
import { importForm } from '#xlsform/import-form.ts';

/** What the thread is given: a file to read, or a workbook to write, and in which language it speaks of it. */
export type XlsformJob = ({ file: Uint8Array } | { form: ExportableForm }) & { language: Language };

/** `XlsformImport` as JSON, in the language of its reader. */
const read = async (file: Uint8Array, language: Language): Promise<string> => {
  const say = sayIn[language];
  const sheets = await readSpreadsheet(Buffer.from(file.buffer, file.byteOffset, file.length), isFormSheet);
  const { title, name, version, definition, report, placeOf } = importForm(sheets, say);
  const isEmpty = definition.fields.length === 0;
  const faults: FoundFault[] = isEmpty
    ? [{ path: 'fields', sentence: sentence`Nothing is left of the form that could be asked.` }]
    : [...sizeFaults(JSON.stringify(definition).length), ...examineDefinition(definition).faults];
  const answer: XlsformImport = {
    title: title ?? null,
    name: name ?? null,
    version: version ?? null,
    definition: isEmpty ? null : definition,
    report,
    faults: faults.map(({ path, sentence: why, ...place }) => ({
      path,
      message: say(why),
      ...place,
      ...placeOf(path),
    })),
  };
  return JSON.stringify(answer);
};

const sizeFaults = (size: number): FoundFault[] =>
  size <= limits.body
    ? []
    : [
        {
          path: 'fields',
          sentence: sentence`The workbook is ${size} bytes of JSON; ${limits.body} are the most.`,
        },
      ];

const answer = async (job: XlsformJob): Promise<WorkerAnswer> => {
  try {
    if ('file' in job) return { done: await read(job.file, job.language) };
    return {
      done: await writeSpreadsheet(
        exportForm(job.form, sayIn[job.language]).sheets.map(({ name, cells }) => ({
          name,
          cells: [...cells],
        })),
      ),
    };
  } catch (error) {
    if (error instanceof Unreadable || error instanceof NoForm) return { refused: error.sentence };
    throw error;
  }
};

parentPort?.postMessage(await answer(workerData));
