import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export const hasTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

export const promptOperator = async (question: string, { isSecret = false } = {}): Promise<string> => {
  process.stderr.write(question);
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? discard : process.stderr,
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
