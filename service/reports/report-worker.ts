import { parentPort } from 'node:worker_threads';
import { composeReport, ReportTooLongError } from '#service/reports/document/compose-report.ts';
import { EvaluationLimitError } from '#workbook-engine/expressions/budget.ts';
import { canShow, renderReport } from './render-report.ts';
import type { ReportJob, ReportOutcome } from './report-job.ts';
import { reportMessages } from './report-texts.ts';

// Reports are rendered in a separate thread, because each takes a few hundred milliseconds.

const render = async ({ data, pictures }: ReportJob): Promise<ReportOutcome> => {
  try {
    const document = composeReport(data, canShow, reportMessages[data.language]);
    // Copy, because the memory is transferred to the main thread.
    return { pdf: new Uint8Array(await renderReport(document, pictures)) };
  } catch (error) {
    if (error instanceof ReportTooLongError) return { tooLong: error.max };
    return error instanceof EvaluationLimitError
      ? { tooCostly: error.localizableMessage }
      : { error: error as Error };
  }
};

parentPort!.on('message', async (job: ReportJob) => {
  const outcome = await render(job);
  parentPort!.postMessage(outcome, 'pdf' in outcome ? [outcome.pdf.buffer as ArrayBuffer] : []);
});
