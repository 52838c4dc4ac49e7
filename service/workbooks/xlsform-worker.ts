import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '#contract/limits.ts';
import type { XlsformImport } from '#contract/xlsform.ts';
import type { Language } from '#i18n/languages.ts';
import { msg } from '#i18n/message.ts';
import { translateTo } from '#service/messages/messages.ts';
import { readSpreadsheet } from '#service/spreadsheets/read-spreadsheet.ts';
import { UnreadableFileError } from '#service/spreadsheets/unreadable-file-error.ts';
import type { WorkerResponse } from '#service/spreadsheets/workers.ts';
import { writeSpreadsheet } from '#service/spreadsheets/write-spreadsheet.ts';
import { checkAndCompile } from '#workbook-engine/check-definition.ts';
import type { LocalizableIssue } from '#workbook-engine/field-issues.ts';
import { type ExportableForm, exportForm } from '#xlsform/export-form.ts';
import { isFormSheet, isReportSheet, MissingFormError } from '#xlsform/find-sheets.ts';
import { importForm } from '#xlsform/import-form.ts';

/** A file to import, or the JSON of an `ExportableForm` to export. */
export type XlsformInput = { file: Uint8Array } | { form: string };
export type XlsformJob = XlsformInput & { language: Language };

const importFile = async (file: Uint8Array, language: Language): Promise<string> => {
  const translate = translateTo[language];
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const sheets = await readSpreadsheet(bytes, isFormSheet, isReportSheet);
  const { title, name, version, definition, report, findLocation } = importForm(sheets, translate);
  const isEmpty = definition.fields.length === 0;
  const size = JSON.stringify(definition).length;
  const issues: LocalizableIssue[] = isEmpty
    ? [{ path: 'fields', message: msg`The form has no questions that can be imported.` }]
    : [...findSizeIssues(size), ...checkAndCompile(definition).issues];
  const result: XlsformImport = {
    title: title ?? null,
    name: name ?? null,
    version: version ?? null,
    // A larger definition could not be saved. A 2 KB file can expand to a 96 MB definition.
    definition: isEmpty || size > limits.body ? null : definition,
    report,
    errors: issues.map(({ path, message: reason, ...position }) => ({
      path,
      message: translate(reason),
      ...position,
      ...findLocation(path),
    })),
  };
  return JSON.stringify(result);
};

const findSizeIssues = (size: number): LocalizableIssue[] => {
  if (size <= limits.body) return [];
  const message = msg`The workbook has ${size} bytes as JSON; the limit is ${limits.body}.`;
  return [{ path: 'fields', message }];
};

const runJob = async (job: XlsformJob): Promise<WorkerResponse> => {
  try {
    if ('file' in job) return { result: await importFile(job.file, job.language) };
    const { sheets } = exportForm(JSON.parse(job.form) as ExportableForm, translateTo[job.language]);
    return { result: await writeSpreadsheet(sheets.map(({ name, cells }) => ({ name, cells: [...cells] }))) };
  } catch (error) {
    if (error instanceof UnreadableFileError || error instanceof MissingFormError)
      return { rejection: error.localizableMessage };
    throw error;
  }
};

parentPort?.postMessage(await runJob(workerData));
