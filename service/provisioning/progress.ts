/** Progress of long-running work. `label` names the step, such as `Updating items`. */
export type Progress = { label: string; done: number; total: number };

export type ProgressStream = { isTTY?: boolean; write(text: string): unknown };

const INTERVALS_MS = { terminal: 250, file: 5_000 };
const CLEAR_LINE = '\r\x1b[2K';

const formatCount = (number: number) => number.toLocaleString('en');

/** On a terminal, updates one line and clears it at the end; otherwise, writes a new line each time. */
export const showProgress = (stream: ProgressStream, now: () => number) => {
  const isTerminal = stream.isTTY === true;
  const intervalMs = isTerminal ? INTERVALS_MS.terminal : INTERVALS_MS.file;
  let shownAt = now();
  let hasLine = false;
  return {
    onProgress: ({ label, done, total }: Progress) => {
      if (now() - shownAt < intervalMs) return;
      shownAt = now();
      const line = `${label}: ${formatCount(done)} of ${formatCount(total)} (${Math.floor((done / total) * 100)}%)`;
      stream.write(isTerminal ? `${CLEAR_LINE}${line}` : `${line}\n`);
      hasLine = true;
    },
    end: () => {
      if (isTerminal && hasLine) stream.write(CLEAR_LINE);
      hasLine = false;
    },
  };
};
