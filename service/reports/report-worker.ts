import { parentPort } from 'node:worker_threads';
import { composeReport, ReportTooLong } from '#service/reports/document/compose-report.ts';
import { canShow, renderReport } from './render-report.ts';
import type { ReportJob, ReportOutcome } from './report-job.ts';

// The thread in which reports are made, one after the other: some hundred milliseconds of work that would otherwise
// keep every other caller of the process waiting.

const make = async ({ facts, pictures }: ReportJob): Promise<ReportOutcome> => {
  try {
    // A copy, for what is handed over must share its memory with nothing else.
    return { pdf: new Uint8Array(await renderReport(composeReport(facts, canShow), pictures)) };
  } catch (error) {
    return error instanceof ReportTooLong ? { tooLong: error.most } : { fault: error as Error };
  }
};

parentPort!.on('message', async (job: ReportJob) => {
  const outcome = await make(job);
  parentPort!.postMessage(outcome, 'pdf' in outcome ? [outcome.pdf.buffer as ArrayBuffer] : []);
});
