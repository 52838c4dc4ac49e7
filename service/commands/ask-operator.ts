import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Whether there is a terminal to ask the operator. */
export const hasTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks for a line on standard input. `isSecret` does not show what is typed. */
export const askOperator = async (question: string, { isSecret = false } = {}): Promise<string> => {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? nowhere : process.stderr,
    terminal: process.stdin.isTTY === true,
  });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
};
