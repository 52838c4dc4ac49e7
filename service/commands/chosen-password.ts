import { randomPassword } from '#service/provisioning/random-password.ts';
import { ArgumentError } from './argument-error.ts';

/** A password, and what the operator is told of it. */
export type ChosenPassword = { password: string; told: string[] };

/** A password that nobody knows yet, or the line on standard input. */
export const readChosenPassword = async (
  isOnStandardInput: boolean | undefined,
  input: AsyncIterable<Buffer>,
): Promise<ChosenPassword> => {
  if (!isOnStandardInput) {
    const password = randomPassword();
    return { password, told: [`Password (shown only now): ${password}`] };
  }
  return { password: await readLine(input), told: [] };
};

const LONGEST_INPUT = 4_096;

const readLine = async (input: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    parts.push(part);
    size += part.length;
    if (size > LONGEST_INPUT) throw new ArgumentError('Standard input holds more than a password.');
  }
  const password = textOf(Buffer.concat(parts)).replace(/\r?\n$/, '');
  // Its bearer could type it into no form.
  if (/[\r\n\0]/.test(password)) {
    throw new ArgumentError('The password on standard input must be one line, without the character U+0000.');
  }
  return password;
};

const textOf = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ArgumentError('The password on standard input is not UTF-8.');
  }
};
