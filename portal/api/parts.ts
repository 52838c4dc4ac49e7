/** What is too much for one request, in parts that are not. */
export const partsOf = <Each>(all: readonly Each[], size: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );

/**
 * Sends one part after the other up to the first that fails. Rejects when that is the first of all; later, what went through
 * is told as well as what came in between (`problem`).
 */
export const sendInParts = async <Each, Answer>(
  all: readonly Each[],
  size: number,
  send: (part: Each[]) => Promise<Answer>,
): Promise<{ answers: Answer[]; problem?: unknown }> => {
  const answers: Answer[] = [];
  for (const part of partsOf(all, size)) {
    try {
      answers.push(await send(part));
    } catch (problem) {
      if (answers.length === 0) throw problem;
      return { answers, problem };
    }
  }
  return { answers };
};
