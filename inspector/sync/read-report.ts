import type { Server } from './server.ts';

/** The report of an inspection as the server makes it now, a PDF. Throws Unreachable, SignedOut, Refused. */
export const readReport = (
  server: Server,
  inspectionId: string,
  {
    language,
    ...options
  }: { language: 'en' | 'nl'; signal: AbortSignal; onProgress: (arrived: number, of: number | null) => void },
): Promise<Blob> =>
  server.file(`/api/v1/inspections/${inspectionId}/report.pdf`, { query: { language }, ...options });
