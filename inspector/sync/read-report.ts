import type { Language } from '#i18n/languages.ts';
import type { Server } from './server.ts';

/** Downloads the current report of an inspection as a PDF. Throws Unreachable, SignedOut, RejectedError. */
export const readReport = (
  server: Server,
  inspectionId: string,
  {
    language,
    ...options
  }: { language: Language; signal: AbortSignal; onProgress: (arrived: number, of: number | null) => void },
): Promise<Blob> =>
  server.file(`/api/v1/inspections/${inspectionId}/report.pdf`, { query: { language }, ...options });
