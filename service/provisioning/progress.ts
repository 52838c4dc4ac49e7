/** How far long work has come. `what` is a plural, such as `items`. */
export type Progress = { what: string; done: number; total: number };

/** Where a person reads along. */
export type ProgressStream = { isTTY?: boolean; write(text: string): unknown };

const BETWEEN_LINES_MS = { terminal: 250, file: 5_000 };
const CLEAR_LINE = '\r\x1b[2K';

/**
 * Shows progress to a person: on a terminal one line that is written over four times a second and cleared at the end,
 * elsewhere a line every five seconds. Work that ends sooner shows nothing.
 */
export const showProgress = (
  stream: ProgressStream,
  now: () => number,
): { onProgress: (progress: Progress) => void; end: () => void } => {
  const isTerminal = stream.isTTY === true;
  const pause = isTerminal ? BETWEEN_LINES_MS.terminal : BETWEEN_LINES_MS.file;
  let shownAt = now();
  let hasLine = false;
  return {
    onProgress: ({ what, done, total }) => {
      if (now() - shownAt < pause) return;
      shownAt = now();
      const line = `${what}: ${done} of ${total} (${Math.floor((done / total) * 100)} %)`;
      stream.write(isTerminal ? `${CLEAR_LINE}${line}` : `${line}\n`);
      hasLine = true;
    },
    end: () => {
      if (isTerminal && hasLine) stream.write(CLEAR_LINE);
      hasLine = false;
    },
  };
};
