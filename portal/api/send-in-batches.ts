/** Splits a list into parts of the maximum request size. */
export const batchesOf = <Each>(all: readonly Each[], size: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );

/**
 * Sends the parts one after the other until one fails. Rejects when the first part fails; otherwise returns the responses so
 * far and the error (`problem`).
 */
export const sendInBatches = async <Each, Answer>(
  all: readonly Each[],
  size: number,
  send: (part: Each[]) => Promise<Answer>,
): Promise<{ answers: Answer[]; problem?: unknown }> => {
  const answers: Answer[] = [];
  for (const part of batchesOf(all, size)) {
    try {
      answers.push(await send(part));
    } catch (problem) {
      if (answers.length === 0) throw problem;
      return { answers, problem };
    }
  }
  return { answers };
};
